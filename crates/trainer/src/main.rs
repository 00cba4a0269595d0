//! Generates games of the engine against itself and trains its network on them.
#![allow(clippy::print_stderr, reason = "a tool tells how far it is")]

mod arguments;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use arguments::Arguments;
use engine::Network;
use trainer::float_network::Shape;
use trainer::generate::Generator;
use trainer::train::{Training, best_scale};
use trainer::training_position::TrainingSet;

const USAGE: &str = "\
usage: trainer games --out FOLDER [--network FILE|none] [--nodes 1500] [--threads 1] [--seed 1] [--games N] [--megabytes 8]
       trainer train --games FOLDER --out FILE [--hidden 64] [--buckets 4] [--epochs 20] [--batch 4096] [--rate 0.002]
                     [--result-weight 0.3] [--scale CENTIPAWNS] [--threads 1] [--seed 1]
       trainer positions --games FOLDER --out FILE [--threads 1]

trainer games      plays the engine against itself and appends packed games to the folder's files. Stop it with Ctrl-C or any
                   signal; the same command continues where it stopped. `--network none` is the hand-crafted evaluation; without
                   the option the network of the program plays.
trainer train      trains a network on the processor and writes it as a network file.
trainer positions  writes the quiet positions of the games, 32 bytes each, for a trainer on a GPU.

docs/training.md has the whole recipe.";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    let done = Arguments::read(words).and_then(|arguments| match command.as_str() {
        "games" => games(&arguments),
        "train" => train(&arguments),
        "positions" => positions(&arguments),
        _ => Err(USAGE.to_owned()),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trainer: {error}");
            ExitCode::from(2)
        }
    }
}

/// Seconds between two lines of progress.
const PROGRESS_SECONDS: u64 = 10;

fn games(arguments: &Arguments) -> Result<(), String> {
    let generator = Generator {
        directory: PathBuf::from(arguments.need("out")?),
        seed: arguments.get("seed", 1)?,
        network: match arguments.maybe::<String>("network")?.as_deref() {
            None => Network::built_in(),
            Some("none") => None,
            Some(path) => Some(read_network(path)?),
        },
        nodes: arguments.get("nodes", 1500)?,
        threads: arguments.get("threads", 1)?,
        games: arguments.maybe("games")?,
        file_bytes: arguments.get::<u64>("megabytes", 8)? * 1_000_000,
    };
    arguments.finish(&["out", "network", "seed", "nodes", "threads", "games", "megabytes"])?;
    let started = Instant::now();
    let (mut first, mut shown) = (None, started);
    let count = generator.run(&mut |count| {
        let first = *first.get_or_insert(count);
        if shown.elapsed().as_secs() >= PROGRESS_SECONDS {
            shown = Instant::now();
            let speed = (count.moves - first.moves) as f64 / started.elapsed().as_secs_f64();
            eprintln!("games {} positions {} positions/s {speed:.0}", count.games, count.moves);
        }
        true
    });
    let count = count.map_err(|error| error.to_string())?;
    eprintln!("games {} positions {}", count.games, count.moves);
    Ok(())
}

fn read_network(path: &str) -> Result<Arc<Network>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Network::from_bytes(&bytes).map(Arc::new).map_err(|error| format!("{path}: {error}"))
}

fn train(arguments: &Arguments) -> Result<(), String> {
    let out = arguments.need("out")?;
    let training = Training {
        shape: Shape { hidden: arguments.get("hidden", 64)?, buckets: arguments.get("buckets", 4)? },
        epochs: arguments.get("epochs", 20)?,
        batch_size: arguments.get("batch", 4096)?,
        rate: arguments.get("rate", 0.002)?,
        result_weight: arguments.get("result-weight", 0.3)?,
        threads: arguments.get("threads", 1)?,
        seed: arguments.get("seed", 1)?,
    };
    let scale: Option<i16> = arguments.maybe("scale")?;
    arguments.finish(&[
        "games",
        "out",
        "hidden",
        "buckets",
        "epochs",
        "batch",
        "rate",
        "result-weight",
        "scale",
        "threads",
        "seed",
    ])?;
    if training.shape.hidden == 0 || !training.shape.hidden.is_multiple_of(32) || training.shape.buckets == 0
    {
        return Err("--hidden must be a multiple of 32, and --buckets at least 1".to_owned());
    }
    let set = read_positions(arguments, training.threads)?;
    let scale = scale.unwrap_or_else(|| best_scale(&set.training));
    eprintln!("scale {scale}");
    let started = Instant::now();
    let network = training.run(&set, scale, &mut |epoch| {
        let seconds = started.elapsed().as_secs();
        let (training, validation) = (epoch.training_loss, epoch.validation_loss);
        eprintln!(
            "epoch {} training {training:.6} validation {validation:.6} seconds {seconds}",
            epoch.number
        );
    });
    fs::write(out, network.quantised(scale)).map_err(|error| format!("{out}: {error}"))
}

fn positions(arguments: &Arguments) -> Result<(), String> {
    arguments.finish(&["games", "out", "threads"])?;
    let out = arguments.need("out")?;
    let set = read_positions(arguments, arguments.get("threads", 1)?)?;
    let write = || {
        let mut file = BufWriter::new(File::create(out)?);
        for position in set.training.iter().chain(&set.validation) {
            file.write_all(&position.to_bytes())?;
        }
        file.flush()
    };
    eprintln!("scale {}, validation {}", best_scale(&set.training), set.validation.len());
    write().map_err(|error: std::io::Error| format!("{out}: {error}"))
}

fn read_positions(arguments: &Arguments, threads: usize) -> Result<TrainingSet, String> {
    let (set, count) =
        TrainingSet::read(Path::new(arguments.need("games")?), threads).map_err(|error| error.to_string())?;
    let quiet = set.training.len() + set.validation.len();
    eprintln!("games {} positions {} quiet {quiet}", count.games, count.moves);
    if set.training.is_empty() || set.validation.is_empty() {
        return Err("there are too few games".to_owned());
    }
    Ok(set)
}
