//! A training position in 32 bytes, seen by the side to move.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use rules::{Bitboard, Color, Position, Square};

use crate::game_files::{self, GameCount, for_each_game};
use crate::packed_game::PackedGame;

/// Length of a training position in bytes.
pub const POSITION_BYTES: usize = 32;

/// Positions with a higher score are decided and not trained on, in centipawns.
const MAX_SCORE: i16 = 3000;

/// One game of a file in this many is used for validation.
const VALIDATION_EVERY: u64 = 50;

/// A position as if White were to move: colours are swapped and ranks flipped if it is Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingPosition {
    occupied: u64,
    /// A nibble for each piece in the order of squares, low nibble first: the number of its role, 8 more if it is the other
    /// side's.
    pieces: [u8; 16],
    /// Search score for the side to move, in centipawns.
    pub score: i16,
    /// Half points of the side to move.
    pub half_points: u8,
}

/// Positions of a set of games.
#[derive(Clone, Default, Debug)]
pub struct TrainingSet {
    /// Positions to train on.
    pub training: Vec<TrainingPosition>,
    /// Positions of other games, to measure the loss.
    pub validation: Vec<TrainingPosition>,
}

impl TrainingSet {
    /// Reads the quiet positions of all games of a folder or file, several files at once. The order does not depend on `threads`.
    pub fn read(path: &Path, threads: usize) -> io::Result<(TrainingSet, GameCount)> {
        let files = game_files::files_of(path)?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut sets = Vec::new();
            while let Some(file) = files.get(next.fetch_add(1, Relaxed)) {
                sets.push((file, TrainingSet::read_file(file)));
            }
            sets
        };
        let mut sets = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect::<Vec<_>>()
        });
        if sets.len() != files.len() {
            return Err(io::Error::other("reading games panicked"));
        }
        sets.sort_by_key(|&(file, _)| file);
        let (mut all, mut count) = (TrainingSet::default(), GameCount::default());
        for (_, read) in sets {
            let (set, found) = read?;
            all.training.extend(set.training);
            all.validation.extend(set.validation);
            count.games += found.games;
            count.moves += found.moves;
        }
        Ok((all, count))
    }

    fn read_file(file: &Path) -> io::Result<(TrainingSet, GameCount)> {
        let mut set = TrainingSet::default();
        let mut number = 0;
        let count = for_each_game(file, |game| {
            let is_validation = number % VALIDATION_EVERY == 0;
            number += 1;
            let positions = if is_validation { &mut set.validation } else { &mut set.training };
            positions.extend(quiet_positions(&game));
        })?;
        Ok((set, count))
    }
}

/// Positions of a game that a static evaluation can judge: no check, no capture or promotion as best move, not decided.
fn quiet_positions(game: &PackedGame) -> impl Iterator<Item = TrainingPosition> + '_ {
    game.positions().filter_map(|(position, m, score)| {
        let is_quiet = !position.is_check() && !m.is_capture() && m.promotion().is_none();
        (is_quiet && score.abs() <= MAX_SCORE)
            .then(|| TrainingPosition::new(&position, score, game.half_points))
    })
}

impl TrainingPosition {
    /// A position with its score and half points for White.
    #[must_use]
    pub fn new(position: &Position, score: i16, half_points: u8) -> TrainingPosition {
        let turn = position.turn();
        let mut oriented: Vec<(Square, u8)> = position
            .board()
            .iter()
            .take(32)
            .map(|(square, piece)| {
                let square = if turn == Color::White { square } else { square.flip_rank() };
                (square, piece.role as u8 | u8::from(piece.color != turn) << 3)
            })
            .collect();
        oriented.sort_unstable();
        let mut pieces = [0; 16];
        for (index, &(_, code)) in oriented.iter().enumerate() {
            pieces[index / 2] |= code << (4 * (index % 2));
        }
        let occupied = oriented.iter().map(|&(square, _)| square).collect::<Bitboard>().0;
        match turn {
            Color::White => TrainingPosition { occupied, pieces, score, half_points },
            Color::Black => {
                TrainingPosition { occupied, pieces, score: -score, half_points: 2 - half_points }
            }
        }
    }

    /// Layout: occupied squares (8 bytes), pieces (16), score (2), half points (1), zeros.
    #[must_use]
    pub fn to_bytes(self) -> [u8; POSITION_BYTES] {
        let mut bytes = [0; POSITION_BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.half_points;
        bytes
    }

    /// Number of pieces.
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Features of each piece, for the side to move and for the other side.
    pub fn features(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let king = |code: u8| self.coded().find(|&(_, found)| found == code).map_or(0, |(square, _)| square);
        let (own_king, other_king) = (king(6), king(14));
        let mirror = |king: usize| if king & 7 >= 4 { 7 } else { 0 };
        let (own_flip, other_flip) = (mirror(own_king), mirror(other_king) ^ 56);
        self.coded().map(move |(square, code)| {
            let role = usize::from(code & 7) - 1;
            let is_other = usize::from(code >> 3);
            [
                is_other * 384 + role * 64 + (square ^ own_flip),
                (1 - is_other) * 384 + role * 64 + (square ^ other_flip),
            ]
        })
    }

    /// Squares with the codes of their pieces.
    fn coded(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        Bitboard(self.occupied)
            .into_iter()
            .enumerate()
            .map(|(index, square)| (square as usize, self.pieces[index / 2] >> (4 * (index % 2)) & 15))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_of_a_mirrored_position() {
        let white: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1".parse().unwrap();
        let black: Position =
            "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b - - 0 1".parse().unwrap();
        assert_eq!(TrainingPosition::new(&white, 31, 2), TrainingPosition::new(&black, -31, 0));
    }

    #[test]
    fn the_start_has_the_same_features_for_both_sides() {
        let start = TrainingPosition::new(&Position::start(), 0, 1);
        let [mut own, mut other] =
            [0, 1].map(|side| start.features().map(|pair| pair[side]).collect::<Vec<_>>());
        own.sort_unstable();
        other.sort_unstable();
        assert_eq!((own.len(), &own), (32, &other));
    }
}
