//! Compares search speed for `cargo xtask bench engine`: native, in a web worker, and Stockfish.
//!
//! `engine STOCKFISH` runs the three in turn on the same positions, so that other load on the machine affects
//! all of them. The last three lines are ratios; the last one is that of the scores on a suite of sacrificial mates at equal
//! nodes.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints its results")]

mod speed;
mod tactics;
mod uci_engine;
mod worker;

use std::process::ExitCode;

use e2e::{Error, Session, TestResult, Viewport, with_session};
use rules::Position;
use speed::SearchSpeed;
use uci_engine::UciEngine;

/// Positions from all game phases.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqk2r/1p2p1bp/2p2ppn/p2p4/3PP2P/P1N5/1PP2PP1/R1BQKBNR w KQkq - 1 8",
    "r2qk2r/1bpn1pbp/1p2pnp1/p7/2NP1B2/3B1N1P/PPP2PP1/R2QR1K1 w - - 0 13",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1r5r/4nkb1/1qp1p1pp/p1N1P3/5PP1/P4N1P/1P3Q2/3R1RK1 w - - 1 25",
    "8/1p2bpk1/p2p1n2/4pPp1/qPPpP1B1/P2P2P1/3BQ3/7K w - - 1 27",
    "8/3r2k1/1b4p1/3B1p1p/1r3P2/p3PKPP/2R5/R7 w - - 2 33",
    "6R1/1p5p/4p3/7k/4r1r1/P7/1P6/1KR5 w - - 28 61",
];
/// Searches per position and engine.
const ROUNDS: usize = 3;
/// Node limit of a search.
const NODES_PER_SEARCH: u64 = 400_000;

fn main() -> ExitCode {
    let Some(stockfish) = std::env::args().nth(1) else {
        eprintln!("usage: engine STOCKFISH");
        return ExitCode::from(2);
    };
    match with_session(&Viewport::DESKTOP, |session| measure(session, &stockfish)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("engine: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(session: &Session, stockfish: &str) -> TestResult {
    let hanpan = std::env::var("HANPAN_PROGRAM").map_err(|_| Error::MissingProgram)?;
    session.open_home()?;
    worker::start(&session.browser)?;
    let mut here = UciEngine::start(&uci::Program { args: vec!["uci".into()], ..uci::Program::new(hanpan) })?;
    let mut rival = UciEngine::start(&uci::Program::new(stockfish))?;
    let [mut native, mut wasm, mut theirs] = [SearchSpeed::default(); 3];
    for round in 1..=ROUNDS {
        for (number, fen) in POSITIONS.iter().enumerate() {
            let position: Position = fen.parse().map_err(|error| Error::File(format!("{fen}: {error}")))?;
            eprint!("\rround {round} of {ROUNDS}, position {} of {} ", number + 1, POSITIONS.len());
            native += here.search(&position, NODES_PER_SEARCH)?;
            wasm += worker::search(&session.browser, fen, NODES_PER_SEARCH)?;
            theirs += rival.search(&position, NODES_PER_SEARCH)?;
        }
    }
    eprint!("\r{:60}\r", "");
    println!("{:<24} {:>12} {:>12}", "", "nodes", "nodes/s");
    for (name, pace) in [("hanpan", native), ("hanpan in the browser", wasm), (rival.name(), theirs)] {
        println!("{name:<24} {:>12} {:>12.0}", pace.nodes(), pace.nodes_per_second());
    }
    println!("ratio stockfish {:.2}", native.nodes_per_second() / theirs.nodes_per_second());
    println!("ratio wasm {:.2}", wasm.nodes_per_second() / native.nodes_per_second());
    let (ours, theirs) = (tactics::score(&mut here)?, tactics::score(&mut rival)?);
    println!("ratio tactics {:.3}", ours as f64 / theirs as f64);
    Ok(())
}
