//! Fits the weights: Adam on the squared error of the win probability against a mixture of result and score.

use std::fs;
use std::thread;
use std::time::Instant;

use engine::tuning::{PSQT_ENEMY_KING, PSQT_OWN_KING};
use rng::Rng;

use crate::arguments::Arguments;
use crate::data::{Dataset, PARAMETER_COUNT, Sample};
use crate::weights::Weights;

/// One position in this many is used for validation.
const VALIDATION_EVERY: usize = 20;
const BATCH_SIZE: usize = 16_384;

/// Target of the fit.
#[derive(Clone, Copy)]
struct Objective {
    /// Slope of the sigmoid from centipawns to win probability.
    steepness: f32,
    /// Weight of the result against the score, from 0 to 1.
    result_weight: f32,
}

impl Objective {
    fn win_probability(self, value: f32) -> f32 {
        1.0 / (1.0 + (-self.steepness * value).exp())
    }

    fn target(self, example: Sample) -> f32 {
        self.result_weight * example.result + (1.0 - self.result_weight) * self.win_probability(example.score)
    }
}

/// Reads positions, fits the weights and writes them.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let threads: usize = arguments.get("threads", 1)?;
    let epochs: usize = arguments.get("epochs", 40)?;
    let mixture: f32 = arguments.get("mixture", 0.6)?;
    let rate: f32 = arguments.get("rate", 1.0)?;
    let decay: f32 = arguments.get("decay", 0.01)?;
    let out = arguments.need("out")?;
    let data = Dataset::read(arguments.need("data")?, threads)?;
    let (checked, learned): (Vec<usize>, Vec<usize>) =
        (0..data.len()).partition(|index| index % VALIDATION_EVERY == 0);
    let objective = Objective { steepness: steepness(&data), result_weight: mixture };
    eprintln!("{} positions, steepness {:.5}", data.len(), objective.steepness);

    let mut weights = Weights::current();
    let mut order = learned;
    let mut adam = Adam::new(decay, &weights);
    let steps = epochs * order.len().div_ceil(BATCH_SIZE);
    let mut step = 0;
    let started = Instant::now();
    eprintln!("before: loss {:.6}", loss(&data, &checked, &weights, objective, threads));
    for epoch in 1..=epochs {
        Rng::new(epoch as u64).shuffle(&mut order);
        for batch in order.chunks(BATCH_SIZE) {
            let progress = step as f32 / steps as f32;
            let now = rate * (0.02 + 0.98 * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()));
            let gradient = gradient(&data, batch, &weights, objective, threads);
            adam.step(&mut weights, &gradient, now);
            step += 1;
        }
        if epoch % 5 == 0 || epoch == epochs {
            let found = loss(&data, &checked, &weights, objective, threads);
            eprintln!("epoch {epoch}: loss {found:.6}, {} s", started.elapsed().as_secs());
        }
    }
    fs::write(out, weights.to_text()).map_err(|error| format!("{out}: {error}"))
}

/// The slope with which search scores predict results best.
fn steepness(data: &Dataset) -> f32 {
    let sample: Vec<Sample> = (0..data.len()).step_by(7).map(|index| data.get(index).1).collect();
    let error = |steepness: f32| -> f64 {
        let objective = Objective { steepness, result_weight: 1.0 };
        sample
            .iter()
            .map(|example| f64::from((objective.win_probability(example.score) - example.result).powi(2)))
            .sum()
    };
    let candidates = (4..40).map(|n| n as f32 / 4000.0);
    candidates.min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(0.005)
}

/// Mean squared error.
fn loss(data: &Dataset, indices: &[usize], weights: &Weights, objective: Objective, threads: usize) -> f64 {
    let sums = parallel_chunks(indices, threads, |part| {
        let error = |&index: &usize| {
            let (counts, example) = data.get(index);
            f64::from(
                (objective.win_probability(weights.evaluate(counts, example)) - objective.target(example))
                    .powi(2),
            )
        };
        part.iter().map(error).sum::<f64>()
    });
    sums.iter().sum::<f64>() / indices.len().max(1) as f64
}

fn gradient(
    data: &Dataset,
    batch: &[usize],
    weights: &Weights,
    objective: Objective,
    threads: usize,
) -> Vec<[f32; 2]> {
    let parts = parallel_chunks(batch, threads, |part| {
        let mut gradient = vec![[0.0_f32; 2]; PARAMETER_COUNT];
        for &index in part {
            let (counts, example) = data.get(index);
            let error =
                objective.win_probability(weights.evaluate(counts, example)) - objective.target(example);
            let (middlegame, endgame) = (error * example.middlegame, error * example.endgame);
            for &(term, count) in counts {
                let place = &mut gradient[usize::from(term)];
                place[0] += middlegame * f32::from(count);
                place[1] += endgame * f32::from(count);
            }
        }
        gradient
    });
    let mut sum = vec![[0.0_f32; 2]; PARAMETER_COUNT];
    for part in parts {
        for (sum, part) in sum.iter_mut().zip(part) {
            sum[0] += part[0];
            sum[1] += part[1];
        }
    }
    let scale = 1.0 / batch.len() as f32;
    sum.iter_mut().for_each(|sum| *sum = sum.map(|value| value * scale));
    sum
}

/// Always sixteen chunks, so that the sums do not depend on the number of threads.
const CHUNKS: usize = 16;

fn parallel_chunks<T: Send>(
    indices: &[usize],
    threads: usize,
    work: impl Fn(&[usize]) -> T + Sync,
) -> Vec<T> {
    let parts: Vec<&[usize]> = indices.chunks(indices.len().div_ceil(CHUNKS).max(1)).collect();
    let work = &work;
    thread::scope(|scope| {
        let groups = parts.chunks(parts.len().div_ceil(threads).max(1));
        let workers: Vec<_> = groups
            .map(|group| scope.spawn(move || group.iter().map(|part| work(part)).collect::<Vec<T>>()))
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    })
}

/// Adam with weight decay: piece-square tables by king bucket decay to zero, all other weights to their start
/// values.
struct Adam {
    decay: f32,
    decay_target: Vec<[f32; 2]>,
    first_moment: Vec<[f32; 2]>,
    second_moment: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    fn new(decay: f32, start: &Weights) -> Adam {
        let mut home = start.0.clone();
        home[PSQT_OWN_KING.start..PSQT_OWN_KING.start + PSQT_OWN_KING.len].fill([0.0; 2]);
        home[PSQT_ENEMY_KING.start..PSQT_ENEMY_KING.start + PSQT_ENEMY_KING.len].fill([0.0; 2]);
        Adam {
            decay,
            decay_target: home,
            first_moment: vec![[0.0; 2]; PARAMETER_COUNT],
            second_moment: vec![[0.0; 2]; PARAMETER_COUNT],
            steps: 0,
        }
    }

    fn step(&mut self, weights: &mut Weights, gradient: &[[f32; 2]], rate: f32) {
        const MEAN: f32 = 0.9;
        const SPREAD: f32 = 0.999;
        self.steps += 1;
        let (mean_bias, spread_bias) = (1.0 - MEAN.powi(self.steps), 1.0 - SPREAD.powi(self.steps));
        for (index, weight) in weights.0.iter_mut().enumerate() {
            for phase in 0..2 {
                let slope = gradient[index][phase];
                let mean = &mut self.first_moment[index][phase];
                let spread = &mut self.second_moment[index][phase];
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *spread = SPREAD * *spread + (1.0 - SPREAD) * slope * slope;
                weight[phase] -= rate * (*mean / mean_bias) / ((*spread / spread_bias).sqrt() + 1e-7);
                weight[phase] -= rate * self.decay * (weight[phase] - self.decay_target[index][phase]);
            }
        }
    }
}
