//! A network with floating-point weights, as it is trained, and its export.

use rng::Rng;

use crate::training_position::TrainingPosition;

/// Number of features of a perspective.
const FEATURES: usize = 768;

/// Weights are clipped to this, so that quantised output weights stay within seven bits.
pub const MAX_WEIGHT: f32 = 127.0 / 64.0;

/// Quantisation of features and activations, and of output weights; as in the engine.
const ACTIVATION_ONE: f32 = 255.0;
const WEIGHT_ONE: f32 = 64.0;

/// Most pieces on a board.
const MAX_PIECES: usize = 32;

/// Size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Neurons of the hidden layer of a perspective, a multiple of 32.
    pub hidden: usize,
    /// Output layers, chosen by the number of pieces.
    pub buckets: usize,
}

/// Weights of a network, in one vector: features, their biases, output weights and output biases.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNetwork {
    /// Size of the network.
    pub shape: Shape,
    /// All weights.
    pub weights: Vec<f32>,
}

/// Hidden layers of a position, before activation.
#[derive(Clone, Default, Debug)]
pub(crate) struct Hidden {
    sides: [Vec<f32>; 2],
}

impl Shape {
    fn feature_biases(self) -> usize {
        FEATURES * self.hidden
    }

    fn output_weights(self) -> usize {
        self.feature_biases() + self.hidden
    }

    fn output_biases(self) -> usize {
        self.output_weights() + self.buckets * 2 * self.hidden
    }

    /// Number of weights.
    #[must_use]
    pub fn len(self) -> usize {
        self.output_biases() + self.buckets
    }

    /// True if there are no weights.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Output layer for a number of pieces.
    fn bucket(self, pieces: usize) -> usize {
        (pieces.saturating_sub(2) * self.buckets / (MAX_PIECES - 1)).min(self.buckets - 1)
    }
}

impl FloatNetwork {
    /// A network with small random weights.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> FloatNetwork {
        let mut rng = Rng::new(seed);
        let mut uniform = |range: f32| (rng.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * range;
        let mut weights = vec![0.0; shape.len()];
        let (feature_range, output_range) = (0.18, (1.0 / shape.hidden as f32).sqrt());
        weights[..shape.feature_biases()].fill_with(|| uniform(feature_range));
        weights[shape.output_weights()..shape.output_biases()].fill_with(|| uniform(output_range));
        FloatNetwork { shape, weights }
    }

    /// Output of a position for the side to move: the logarithm of the odds to win.
    pub(crate) fn forward(&self, position: &TrainingPosition, hidden: &mut Hidden) -> f32 {
        let Shape { hidden: size, .. } = self.shape;
        for side in &mut hidden.sides {
            side.clear();
            side.extend_from_slice(&self.weights[self.shape.feature_biases()..][..size]);
        }
        for features in position.features() {
            for (side, feature) in hidden.sides.iter_mut().zip(features) {
                for (value, weight) in side.iter_mut().zip(&self.weights[feature * size..][..size]) {
                    *value += weight;
                }
            }
        }
        let bucket = self.shape.bucket(position.piece_count());
        let weights = &self.weights[self.shape.output_weights() + bucket * 2 * size..][..2 * size];
        let mut output = self.weights[self.shape.output_biases() + bucket];
        for (side, weights) in hidden.sides.iter().zip(weights.chunks(size)) {
            for (value, weight) in side.iter().zip(weights) {
                let value = value.clamp(0.0, 1.0);
                output += value * value * weight;
            }
        }
        output
    }

    /// Adds the gradient of a position whose output has the gradient `slope`. `hidden` is that of the forward pass and
    /// is overwritten.
    pub(crate) fn backward(
        &self,
        position: &TrainingPosition,
        hidden: &mut Hidden,
        slope: f32,
        gradient: &mut [f32],
    ) {
        let Shape { hidden: size, .. } = self.shape;
        let bucket = self.shape.bucket(position.piece_count());
        let start = self.shape.output_weights() + bucket * 2 * size;
        gradient[self.shape.output_biases() + bucket] += slope;
        for (index, side) in hidden.sides.iter_mut().enumerate() {
            let start = start + index * size;
            let weights = &self.weights[start..][..size];
            let gradients = &mut gradient[start..][..size];
            for ((value, weight), gradient) in side.iter_mut().zip(weights).zip(gradients) {
                let active = value.clamp(0.0, 1.0);
                *gradient += slope * active * active;
                // From here on the gradient of the hidden layer.
                let inside = if *value > 0.0 && *value < 1.0 { 2.0 } else { 0.0 };
                *value = slope * weight * inside * active;
            }
            let biases = &mut gradient[self.shape.feature_biases()..][..size];
            biases.iter_mut().zip(side.iter()).for_each(|(gradient, slope)| *gradient += slope);
        }
        for features in position.features() {
            for (side, feature) in hidden.sides.iter().zip(features) {
                let gradients = &mut gradient[feature * size..][..size];
                gradients.iter_mut().zip(side).for_each(|(gradient, slope)| *gradient += slope);
            }
        }
    }

    /// The network file: weights quantised to 16 bits. `scale` is the value of an output of 1, in centipawns.
    #[must_use]
    pub fn quantised(&self, scale: i16) -> Vec<u8> {
        let shape = self.shape;
        let mut bytes = b"HPNET001".to_vec();
        bytes.extend((shape.hidden as u16).to_le_bytes());
        bytes.extend((shape.buckets as u16).to_le_bytes());
        bytes.extend(scale.to_le_bytes());
        let (features, rest) = self.weights.split_at(shape.output_weights());
        let (outputs, biases) = rest.split_at(shape.output_biases() - shape.output_weights());
        for weight in features {
            bytes.extend(((weight * ACTIVATION_ONE).round() as i16).to_le_bytes());
        }
        for weight in outputs {
            bytes.extend(((weight * WEIGHT_ONE).round().clamp(-127.0, 127.0) as i16).to_le_bytes());
        }
        for bias in biases {
            bytes.extend(((bias * ACTIVATION_ONE * WEIGHT_ONE).round() as i32).to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn the_gradient_is_the_slope_of_the_output() {
        let shape = Shape { hidden: 32, buckets: 2 };
        let mut network = FloatNetwork::random(shape, 3);
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1".parse().unwrap();
        let position = TrainingPosition::new(&position, 0, 1);
        let mut hidden = Hidden::default();
        let mut gradient = vec![0.0; shape.len()];
        let output = network.forward(&position, &mut hidden);
        network.backward(&position, &mut hidden, 1.0, &mut gradient);
        let mut steepest: Vec<usize> = (0..shape.len()).collect();
        steepest.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        for &index in steepest.iter().take(40).chain(steepest.iter().skip(500).step_by(97).take(20)) {
            let before = network.weights[index];
            network.weights[index] += 1e-3;
            let slope = (network.forward(&position, &mut hidden) - output) / 1e-3;
            network.weights[index] = before;
            assert!((slope - gradient[index]).abs() < 0.02, "{index}: {slope} {}", gradient[index]);
        }
    }
}
