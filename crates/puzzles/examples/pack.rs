//! Packs puzzles as the set that comes with the program: reads Lichess's CSV from standard input and writes the compact form.
//!
//! The order follows from the identifiers, so that any part from the beginning on is a random sample.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool prints its result")]

use std::collections::BTreeMap;
use std::io;
use std::process::ExitCode;

use puzzles::compact;
use puzzles::lichess_csv::CsvReader;

fn main() -> ExitCode {
    let mut puzzles = BTreeMap::new();
    for line in CsvReader::new(io::stdin().lock()) {
        match line {
            Ok(Ok(puzzle)) => {
                let key = puzzle.id.as_str().bytes().fold(0, |key, byte| rng::hash(key, u64::from(byte)));
                puzzles.insert((key, puzzle.id), puzzle);
            }
            Ok(Err(error)) => {
                eprintln!("pack: line {error}");
                return ExitCode::from(2);
            }
            Err(error) => {
                eprintln!("pack: {error}");
                return ExitCode::from(2);
            }
        }
    }
    print!("{}", compact::to_text(puzzles.values()));
    eprintln!("puzzles {}", puzzles.len());
    ExitCode::SUCCESS
}
