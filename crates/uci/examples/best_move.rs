//! Asks an engine for the best move in the start position: `best_move PROGRAM`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::{Duration, Instant};

use hanpan_uci::rules::Position;
use hanpan_uci::{Engine, Go, Program};

fn main() -> Result<(), Box<dyn Error>> {
    let program = std::env::args().nth(1).unwrap_or_else(|| "stockfish".to_owned());
    let deadline = || Instant::now() + Duration::from_secs(10);
    let mut engine = Engine::start(&Program::parse(&program)?, deadline())?;
    let start = Position::start();
    engine.new_game(&start, deadline())?;
    let answer = engine.search(&start, &[], Go::for_time(Duration::from_millis(200)), deadline())?;
    println!("{} plays {}", engine.name(), start.san(answer.best));
    engine.quit(deadline())?;
    Ok(())
}
