//! Counts the move sequences of a given length: `perft [DEPTH] [FEN]`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use hanpan_rules::{Position, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let depth = args.next().map_or(Ok(4), |depth| depth.parse())?;
    let position = match args.next() {
        Some(fen) => fen.parse()?,
        None => Position::start(),
    };
    println!("{}", perft::count(&position, depth));
    Ok(())
}
