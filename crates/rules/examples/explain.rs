//! Says whether a move is legal, and why it is not: `explain [FEN] [MOVE]`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use hanpan_rules::{Position, UciMove};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let fen = args.next().unwrap_or_else(|| "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1".to_owned());
    let position: Position = fen.parse()?;
    let text = args.next().unwrap_or_else(|| "c3d5".to_owned());
    match text.parse::<UciMove>()?.resolve(&position) {
        Ok(m) => println!("{} is legal", position.san(m)),
        Err(reason) => println!("{text} is illegal: {reason}"),
    }
    Ok(())
}
