//! Fits the weights: Adam on the logistic loss against a mixture of result and score.

use std::fs;
use std::thread;
use std::time::Instant;

use engine::tuning::{BY_ENEMY_KING, BY_OWN_KING};

use crate::arguments::Arguments;
use crate::data::{Data, Example, PARAMETERS};
use crate::weights::Weights;

/// One position in so many is kept for checking.
const CHECKED: usize = 20;
const BATCH: usize = 16_384;

/// What to fit to.
#[derive(Clone, Copy)]
struct Aim {
    /// How steep the curve from hundredths of a pawn to points is.
    steepness: f32,
    /// How much the result counts against the score.
    mixture: f32,
}

impl Aim {
    fn points(self, value: f32) -> f32 {
        1.0 / (1.0 + (-self.steepness * value).exp())
    }

    fn target(self, example: Example) -> f32 {
        self.mixture * example.result + (1.0 - self.mixture) * self.points(example.score)
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
    let data = Data::read(arguments.need("data")?, threads)?;
    let (checked, learned): (Vec<usize>, Vec<usize>) =
        (0..data.len()).partition(|index| index % CHECKED == 0);
    let aim = Aim { steepness: steepness(&data), mixture };
    eprintln!("{} positions, steepness {:.5}", data.len(), aim.steepness);

    let mut weights = Weights::current();
    let mut order = learned;
    let mut adam = Adam::new(decay, &weights);
    let steps = epochs * order.len().div_ceil(BATCH);
    let mut step = 0;
    let begun = Instant::now();
    eprintln!("before: loss {:.6}", loss(&data, &checked, &weights, aim, threads));
    for epoch in 1..=epochs {
        shuffle(&mut order, epoch as u64);
        for batch in order.chunks(BATCH) {
            let progress = step as f32 / steps as f32;
            let now = rate * (0.02 + 0.98 * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()));
            let gradient = gradient(&data, batch, &weights, aim, threads);
            adam.step(&mut weights, &gradient, now);
            step += 1;
        }
        if epoch % 5 == 0 || epoch == epochs {
            let found = loss(&data, &checked, &weights, aim, threads);
            eprintln!("epoch {epoch}: loss {found:.6}, {} s", begun.elapsed().as_secs());
        }
    }
    fs::write(out, weights.to_text()).map_err(|error| format!("{out}: {error}"))
}

/// The steepness with which the search's own scores tell results best.
fn steepness(data: &Data) -> f32 {
    let sample: Vec<Example> = (0..data.len()).step_by(7).map(|index| data.get(index).1).collect();
    let error = |steepness: f32| -> f64 {
        let aim = Aim { steepness, mixture: 1.0 };
        sample.iter().map(|example| f64::from((aim.points(example.score) - example.result).powi(2))).sum()
    };
    let candidates = (4..40).map(|n| n as f32 / 4000.0);
    candidates.min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(0.005)
}

/// The mean error of the kind that is made small.
fn loss(data: &Data, indices: &[usize], weights: &Weights, aim: Aim, threads: usize) -> f64 {
    let sums = in_parts(indices, threads, |part| {
        let error = |&index: &usize| {
            let (counts, example) = data.get(index);
            f64::from((aim.points(weights.evaluate(counts, example)) - aim.target(example)).powi(2))
        };
        part.iter().map(error).sum::<f64>()
    });
    sums.iter().sum::<f64>() / indices.len().max(1) as f64
}

fn gradient(data: &Data, batch: &[usize], weights: &Weights, aim: Aim, threads: usize) -> Vec<[f32; 2]> {
    let parts = in_parts(batch, threads, |part| {
        let mut gradient = vec![[0.0_f32; 2]; PARAMETERS];
        for &index in part {
            let (counts, example) = data.get(index);
            let error = aim.points(weights.evaluate(counts, example)) - aim.target(example);
            let (middlegame, endgame) = (error * example.middlegame, error * example.endgame);
            for &(term, count) in counts {
                let place = &mut gradient[usize::from(term)];
                place[0] += middlegame * f32::from(count);
                place[1] += endgame * f32::from(count);
            }
        }
        gradient
    });
    let mut sum = vec![[0.0_f32; 2]; PARAMETERS];
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

/// Always in sixteen parts, so that the sums do not depend on the number of threads.
const PARTS: usize = 16;

fn in_parts<T: Send>(indices: &[usize], threads: usize, work: impl Fn(&[usize]) -> T + Sync) -> Vec<T> {
    let parts: Vec<&[usize]> = indices.chunks(indices.len().div_ceil(PARTS).max(1)).collect();
    let work = &work;
    thread::scope(|scope| {
        let groups = parts.chunks(parts.len().div_ceil(threads).max(1));
        let workers: Vec<_> = groups
            .map(|group| scope.spawn(move || group.iter().map(|part| work(part)).collect::<Vec<T>>()))
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    })
}

fn shuffle(order: &mut [usize], seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for index in (1..order.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(index, (state % (index as u64 + 1)) as usize);
    }
}

/// Adam, with a pull for what is seen too rarely: the tables that only say how king squares differ are pulled to zero,
/// everything else to where it was.
struct Adam {
    decay: f32,
    home: Vec<[f32; 2]>,
    mean: Vec<[f32; 2]>,
    spread: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    fn new(decay: f32, start: &Weights) -> Adam {
        let mut home = start.0.clone();
        home[BY_OWN_KING.start..BY_OWN_KING.start + BY_OWN_KING.len].fill([0.0; 2]);
        home[BY_ENEMY_KING.start..BY_ENEMY_KING.start + BY_ENEMY_KING.len].fill([0.0; 2]);
        Adam { decay, home, mean: vec![[0.0; 2]; PARAMETERS], spread: vec![[0.0; 2]; PARAMETERS], steps: 0 }
    }

    fn step(&mut self, weights: &mut Weights, gradient: &[[f32; 2]], rate: f32) {
        const MEAN: f32 = 0.9;
        const SPREAD: f32 = 0.999;
        self.steps += 1;
        let (mean_bias, spread_bias) = (1.0 - MEAN.powi(self.steps), 1.0 - SPREAD.powi(self.steps));
        for (index, weight) in weights.0.iter_mut().enumerate() {
            for phase in 0..2 {
                let slope = gradient[index][phase];
                let mean = &mut self.mean[index][phase];
                let spread = &mut self.spread[index][phase];
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *spread = SPREAD * *spread + (1.0 - SPREAD) * slope * slope;
                weight[phase] -= rate * (*mean / mean_bias) / ((*spread / spread_bias).sqrt() + 1e-7);
                weight[phase] -= rate * self.decay * (weight[phase] - self.home[index][phase]);
            }
        }
    }
}
