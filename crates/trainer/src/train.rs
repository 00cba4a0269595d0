//! Training on the processor: AdamW on the squared error of the win probability.

use std::thread;

use rng::Rng;

use crate::float_network::{FloatNetwork, Hidden, MAX_WEIGHT, Shape};
use crate::training_position::{TrainingPosition, TrainingSet};

/// Settings of a training run.
#[derive(Clone, Debug)]
pub struct Training {
    /// Size of the network.
    pub shape: Shape,
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions of a step.
    pub batch_size: usize,
    /// Learning rate at the beginning; falls to a hundredth of it.
    pub rate: f32,
    /// Weight of the game's result against the score, from 0 to 1.
    pub result_weight: f32,
    /// Threads; the result does not depend on their number.
    pub threads: usize,
    /// Seed of the first weights and of the order of positions.
    pub seed: u64,
}

/// State after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Number of the epoch; 0 is before the first.
    pub number: usize,
    /// Mean loss of the steps.
    pub training_loss: f64,
    /// Loss of positions of other games.
    pub validation_loss: f64,
}

/// Target of the fit.
#[derive(Clone, Copy, Debug)]
struct Objective {
    /// Score in centipawns whose odds are e to 1.
    scale: f32,
    result_weight: f32,
}

impl Objective {
    fn target(self, position: &TrainingPosition) -> f32 {
        let result = f32::from(position.half_points) / 2.0;
        let score = sigmoid(f32::from(position.score) / self.scale);
        self.result_weight * result + (1.0 - self.result_weight) * score
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The scale with which scores predict results best, in centipawns.
#[must_use]
pub fn best_scale(positions: &[TrainingPosition]) -> i16 {
    let error = |scale: i16| -> f64 {
        let errors = positions.iter().step_by(positions.len().div_ceil(200_000).max(1)).map(|position| {
            let guess = sigmoid(f32::from(position.score) / f32::from(scale));
            f64::from((guess - f32::from(position.half_points) / 2.0).powi(2))
        });
        errors.sum()
    };
    (80..=600).step_by(10).min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(200)
}

impl Training {
    /// Trains a network whose output of 1 is `scale` centipawns. `report` is called before the first epoch and after each.
    pub fn run(&self, set: &TrainingSet, scale: i16, report: &mut dyn FnMut(Epoch)) -> FloatNetwork {
        let objective = Objective { scale: scale.into(), result_weight: self.result_weight };
        let mut network = FloatNetwork::random(self.shape, self.seed);
        let mut adam = Adam::new(network.weights.len());
        let mut order: Vec<u32> = (0..set.training.len() as u32).collect();
        let steps = (self.epochs * order.len().div_ceil(self.batch_size)).max(1);
        let mut step = 0;
        let loss = |network: &FloatNetwork| {
            let indices: Vec<u32> = (0..set.validation.len() as u32).collect();
            let (sum, _) = self.gradient(network, &set.validation, &indices, objective);
            sum / set.validation.len().max(1) as f64
        };
        let validation_loss = loss(&network);
        report(Epoch { number: 0, training_loss: validation_loss, validation_loss });
        for number in 1..=self.epochs {
            Rng::with_stream(self.seed, number as u64).shuffle(&mut order);
            let mut total = 0.0;
            for batch in order.chunks(self.batch_size) {
                let (sum, mut gradient) = self.gradient(&network, &set.training, batch, objective);
                gradient.iter_mut().for_each(|gradient| *gradient /= batch.len() as f32);
                let progress = step as f32 / steps as f32;
                let rate = self.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()));
                adam.step(&mut network.weights, &gradient, rate);
                total += sum;
                step += 1;
            }
            let training_loss = total / order.len().max(1) as f64;
            report(Epoch { number, training_loss, validation_loss: loss(&network) });
        }
        network
    }

    /// Sum of the losses of some positions, and of their gradients.
    fn gradient(
        &self,
        network: &FloatNetwork,
        positions: &[TrainingPosition],
        indices: &[u32],
        objective: Objective,
    ) -> (f64, Vec<f32>) {
        let work = |part: &[u32]| {
            let mut gradient = vec![0.0; network.weights.len()];
            let mut hidden = Hidden::default();
            let mut sum = 0.0;
            for &index in part {
                let position = &positions[index as usize];
                let guess = sigmoid(network.forward(position, &mut hidden));
                let error = guess - objective.target(position);
                sum += f64::from(error * error);
                let slope = 2.0 * error * guess * (1.0 - guess);
                network.backward(position, &mut hidden, slope, &mut gradient);
            }
            (sum, gradient)
        };
        let parts: Vec<&[u32]> = indices.chunks(indices.len().div_ceil(CHUNKS).max(1)).collect();
        let work = &work;
        let results: Vec<(f64, Vec<f32>)> = thread::scope(|scope| {
            let groups = parts.chunks(parts.len().div_ceil(self.threads.max(1)).max(1));
            let workers: Vec<_> = groups
                .map(|group| scope.spawn(move || group.iter().map(|part| work(part)).collect::<Vec<_>>()))
                .collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
        });
        let mut total = (0.0, vec![0.0; network.weights.len()]);
        for (sum, gradient) in results {
            total.0 += sum;
            total.1.iter_mut().zip(gradient).for_each(|(total, part)| *total += part);
        }
        total
    }
}

/// Parts of a batch, whatever the number of threads, so that the sums do not depend on it.
const CHUNKS: usize = 4;

/// Adam with weight decay.
struct Adam {
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(len: usize) -> Adam {
        Adam { first_moment: vec![0.0; len], second_moment: vec![0.0; len], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        const MEAN: f32 = 0.9;
        const SPREAD: f32 = 0.999;
        const DECAY: f32 = 0.01;
        self.steps += 1;
        let (mean_bias, spread_bias) = (1.0 - MEAN.powi(self.steps), 1.0 - SPREAD.powi(self.steps));
        let moments = self.first_moment.iter_mut().zip(&mut self.second_moment);
        for ((weight, &slope), (mean, spread)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *spread = SPREAD * *spread + (1.0 - SPREAD) * slope * slope;
            let step = (*mean / mean_bias) / ((*spread / spread_bias).sqrt() + 1e-8);
            *weight = (*weight - rate * (step + DECAY * *weight)).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}
