//! Tuner: plays self-play games, fits the evaluation weights to their results, and measures the levels.
//!
//! ```text
//! tune games --games 20000 --threads 16 --seed 1 --nodes 5000 --out games.bin
//! tune fit --data games.bin --threads 16 --epochs 40 --out values.txt
//! tune levels --games 30 --reach 3 --threads 2 --seed 1
//! tune levels --least 300 --reach 4 --anchors 1400,1700,2000,2300 --anchor stockfish --kept games.txt
//! tune quality --games 20 --out quality.txt
//! tune picture --data quality.txt --out levels.svg
//! ```
//! The same seed gives the same games and the same weights, whatever the number of threads.
#![allow(clippy::print_stderr, reason = "a tool tells how far it is")]

mod arguments;
mod data;
mod fit;
mod levels;
mod selfplay;
mod training_record;
mod weights;

use std::process::ExitCode;

use arguments::Arguments;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    let done = Arguments::read(words).and_then(|arguments| match command.as_str() {
        "games" => selfplay::run(&arguments),
        "fit" => fit::run(&arguments),
        "levels" => levels::run(&arguments),
        "quality" => levels::move_quality::run(&arguments),
        "picture" => levels::chart::run(&arguments),
        _ => Err("usage: tune games|fit|levels|quality|picture [--name value]...".to_owned()),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("tune: {why}");
            ExitCode::from(2)
        }
    }
}
