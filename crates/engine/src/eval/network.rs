//! A network: perspective features, one hidden layer for each perspective, and an output layer for each number of pieces.
//!
//! (768 → H) × 2 → 1: a feature is a piece of one of two colours and six roles on one of 64 squares, seen by one side: own
//! pieces first, ranks flipped for Black, files flipped if the own king is on the e- to h-file. The hidden layer has H
//! neurons with squared clipped ReLU. All arithmetic is in integers, so that every machine computes the same value.

use std::fmt;
use std::sync::{Arc, LazyLock};

use rules::{Board, Color, Role, Square};

use super::EVAL_LIMIT;

/// Number of features of a perspective.
pub(crate) const FEATURES: usize = 768;

/// Quantisation of features and activations: 1.0 is this.
pub(crate) const ACTIVATION_ONE: i32 = 255;

/// Quantisation of output weights: 1.0 is this.
const WEIGHT_ONE: i32 = 64;

/// Largest quantised output weight: times an activation it fits into 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 127;

/// First bytes of a network file.
const MAGIC: [u8; 8] = *b"HPNET001";

/// Largest hidden layer.
const MAX_HIDDEN: usize = 1024;

/// Most pieces on a board that a network evaluates.
const MAX_PIECES: usize = 32;

/// Neurons of the hidden layer that are computed together; 64-byte aligned, for SIMD.
pub(crate) const CHUNK: usize = 32;

/// A part of a vector of the hidden layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Chunk(pub(crate) [i16; CHUNK]);

impl Chunk {
    pub(crate) const ZERO: Chunk = Chunk([0; CHUNK]);

    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Chunk) {
        for (value, &other) in self.0.iter_mut().zip(&other.0) {
            *value = value.wrapping_add(other);
        }
    }

    #[inline(always)]
    pub(crate) fn subtract(&mut self, other: &Chunk) {
        for (value, &other) in self.0.iter_mut().zip(&other.0) {
            *value = value.wrapping_sub(other);
        }
    }
}

/// Weights of a network.
#[derive(PartialEq, Eq)]
pub struct Network {
    /// Chunks of a vector of the hidden layer.
    pub(crate) chunks: usize,
    /// Weights of each feature, `chunks` for one.
    feature_weights: Box<[Chunk]>,
    pub(crate) feature_biases: Box<[Chunk]>,
    /// For each bucket the weights of the side to move, then those of the other side.
    output_weights: Box<[Chunk]>,
    output_biases: Box<[i32]>,
    /// Value of an output of 1.0, in centipawns.
    scale: i32,
}

/// The network that engines evaluate with; docs/training.md tells how it was trained.
static BUILT_IN: LazyLock<Option<Arc<Network>>> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("network.bin")).ok().map(Arc::new));

impl Network {
    /// The network that is part of the program.
    #[must_use]
    pub fn built_in() -> Option<Arc<Network>> {
        BUILT_IN.clone()
    }

    /// Reads a network file; see `docs/training.md`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = Reader(bytes);
        if reader.take::<8>()? != MAGIC {
            return Err(NetworkError::Magic);
        }
        let hidden = u16::from_le_bytes(reader.take()?) as usize;
        let buckets = u16::from_le_bytes(reader.take()?) as usize;
        let scale = i32::from(i16::from_le_bytes(reader.take()?));
        if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(CHUNK) || buckets == 0 || scale <= 0 {
            return Err(NetworkError::Shape);
        }
        let chunks = hidden / CHUNK;
        let network = Network {
            chunks,
            feature_weights: reader.chunks(FEATURES * chunks)?,
            feature_biases: reader.chunks(chunks)?,
            output_weights: reader.chunks(buckets * 2 * chunks)?,
            output_biases: (0..buckets)
                .map(|_| reader.take().map(i32::from_le_bytes))
                .collect::<Result<_, _>>()?,
            scale,
        };
        let output_weights = network.output_weights.iter().flat_map(|chunk| chunk.0);
        if output_weights.into_iter().any(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs()) {
            return Err(NetworkError::Weight);
        }
        if reader.0.is_empty() { Ok(network) } else { Err(NetworkError::Length) }
    }

    /// Weights of a feature.
    #[inline(always)]
    pub(crate) fn feature(&self, feature: usize) -> &[Chunk] {
        &self.feature_weights[feature * self.chunks..][..self.chunks]
    }

    /// Evaluation in centipawns for the side to move, from the hidden layers of both perspectives.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn output(&self, own: &[Chunk], other: &[Chunk], pieces: usize) -> i32 {
        let bucket = pieces.saturating_sub(2) * self.output_biases.len() / (MAX_PIECES - 1);
        let bucket = bucket.min(self.output_biases.len() - 1);
        let weights = &self.output_weights[bucket * 2 * self.chunks..][..2 * self.chunks];
        let (own_weights, other_weights) = weights.split_at(self.chunks);
        let sum = activate_and_sum(own, own_weights).wrapping_add(activate_and_sum(other, other_weights));
        let output = i64::from(sum / ACTIVATION_ONE) + i64::from(self.output_biases[bucket]);
        let centipawns = output * i64::from(self.scale) / i64::from(ACTIVATION_ONE * WEIGHT_ONE);
        centipawns.clamp(i64::from(-EVAL_LIMIT), i64::from(EVAL_LIMIT)) as i32
    }
}

/// Sum of squared clipped activations times weights. An activation times a weight fits into 16 bits, which SIMD multiplies in
/// half the registers.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn activate_and_sum(hidden: &[Chunk], weights: &[Chunk]) -> i32 {
    let mut sum = 0_i32;
    for (hidden, weights) in hidden.iter().zip(weights) {
        for (&value, &weight) in hidden.0.iter().zip(&weights.0) {
            let value = value.clamp(0, ACTIVATION_ONE as i16);
            sum = sum.wrapping_add(i32::from(value.wrapping_mul(weight)) * i32::from(value));
        }
    }
    sum
}

/// A side's view of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Perspective {
    side: Color,
    /// XORed with the index of a square.
    flip: u8,
}

impl Perspective {
    #[inline(always)]
    pub(crate) fn new(side: Color, king: Square) -> Perspective {
        let ranks = if side == Color::White { 0 } else { 56 };
        let files = if king as u8 & 7 >= 4 { 7 } else { 0 };
        Perspective { side, flip: ranks | files }
    }

    /// Index of a piece's feature.
    #[inline(always)]
    pub(crate) fn feature(self, color: Color, role: Role, square: Square) -> usize {
        let own = usize::from(color != self.side);
        own * 384 + (role as usize - 1) * 64 + usize::from(square as u8 ^ self.flip)
    }
}

/// Pieces of a board by colour and role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceSets([[u64; 6]; 2]);

impl PieceSets {
    pub(crate) const EMPTY: PieceSets = PieceSets([[0; 6]; 2]);

    #[inline(always)]
    pub(crate) fn of(board: &Board) -> PieceSets {
        PieceSets(Color::ALL.map(|color| Role::ALL.map(|role| board.pieces(role.of(color)).0)))
    }

    /// Number of features in which two boards differ.
    #[inline(always)]
    pub(crate) fn distance(&self, other: &PieceSets) -> u32 {
        let pairs = self.0.as_flattened().iter().zip(other.0.as_flattened());
        pairs.map(|(a, b)| (a ^ b).count_ones()).sum()
    }

    /// Number of pieces.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        self.0.as_flattened().iter().map(|pieces| pieces.count_ones()).sum()
    }

    /// Calls `f` with the pieces that are here and not in `other`.
    #[inline(always)]
    pub(crate) fn for_each_not_in(&self, other: &PieceSets, mut f: impl FnMut(Color, Role, Square)) {
        for (color, (ours, theirs)) in Color::ALL.into_iter().zip(self.0.iter().zip(&other.0)) {
            for (role, (here, there)) in Role::ALL.into_iter().zip(ours.iter().zip(theirs)) {
                for square in rules::Bitboard(here & !there) {
                    f(color, role, square);
                }
            }
        }
    }
}

/// Remaining bytes of a network file.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(NetworkError::Length)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn chunks(&mut self, count: usize) -> Result<Box<[Chunk]>, NetworkError> {
        let mut chunks = vec![Chunk::ZERO; count].into_boxed_slice();
        for chunk in &mut chunks {
            for value in &mut chunk.0 {
                *value = i16::from_le_bytes(self.take()?);
            }
        }
        Ok(chunks)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hidden = self.chunks * CHUNK;
        f.debug_struct("Network").field("hidden", &hidden).finish_non_exhaustive()
    }
}

/// Error of [`Network::from_bytes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NetworkError {
    /// The file does not begin like a network of this version.
    Magic,
    /// The size of a layer or the scale is not supported.
    Shape,
    /// The file is too short or too long.
    Length,
    /// A weight of the output layer is too large.
    Weight,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NetworkError::Magic => "no network file of this version",
            NetworkError::Shape => "a layer of this size is not supported",
            NetworkError::Length => "the file is too short or too long",
            NetworkError::Weight => "a weight of the output layer is too large",
        })
    }
}

impl std::error::Error for NetworkError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_network_can_be_read() {
        assert_eq!(Network::from_bytes(include_bytes!("network.bin")).as_ref().err(), None);
        assert!(Network::built_in().is_some());
    }

    /// A network of 32 neurons whose features and output weights are all the same.
    fn constant_network(feature: i16, output: i16, bias: i32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([32, 0, 1, 0, 255, 127]);
        bytes.extend(feature.to_le_bytes().repeat(FEATURES * 32 + 32));
        bytes.extend(output.to_le_bytes().repeat(64));
        bytes.extend(bias.to_le_bytes());
        bytes
    }

    #[test]
    fn extreme_weights_are_errors_or_bounded_values() {
        assert_eq!(Network::from_bytes(&constant_network(0, i16::MIN, 0)), Err(NetworkError::Weight));
        for (bias, value) in [(i32::MAX, EVAL_LIMIT), (i32::MIN, -EVAL_LIMIT)] {
            let network = Network::from_bytes(&constant_network(i16::MAX, 127, bias)).unwrap();
            let hidden = [Chunk([255; CHUNK])];
            assert_eq!(network.output(&hidden, &hidden, 32), value);
        }
    }
}
