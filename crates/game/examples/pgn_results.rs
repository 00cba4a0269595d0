//! Replays the games of a PGN file, or of standard input, and prints how they ended: `pgn_results [FILE]`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::fs::File;
use std::io::{self, Read};

use hanpan_game::pgn::Reader;

fn main() -> Result<(), Box<dyn Error>> {
    let source: Box<dyn Read> = match std::env::args_os().nth(1) {
        Some(path) => Box::new(File::open(path)?),
        None => Box::new(io::stdin()),
    };
    for game in Reader::new(source).games() {
        match game {
            Ok(game) => match game.replay()?.outcome() {
                Some(outcome) => println!("{} {:?}", outcome.result(), outcome.ending()),
                None => println!("*"),
            },
            Err(broken) => println!("{}: {}", broken.error.location, broken.error),
        }
    }
    Ok(())
}
