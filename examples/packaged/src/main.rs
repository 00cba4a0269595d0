//! Uses the packaged libraries as a program outside the workspace does.

use hanpan_game::pgn::PgnGame;
use hanpan_rules::{Position, perft};
use hanpan_uci::{Go, ToEngine};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("perft {}", perft::count(&Position::start(), 4));
    let game = "1. f3 e5 2. g4 Qh4# 0-1".parse::<PgnGame>()?.replay()?;
    let last: &Position = game.position().ok_or("no position")?;
    println!("result {}", game.outcome().ok_or("no outcome")?.result());
    println!("fen {}", last.fen());
    println!("uci {}", ToEngine::Go(Go::to_depth(3)));
    Ok(())
}
