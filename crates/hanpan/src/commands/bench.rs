//! `hanpan bench`: searches fixed positions. The node count is a signature of the search, nodes per second
//! its speed.

use std::io::Write;
use std::time::Instant;

use engine::{Engine, Limits, NeverStop, Options, SearchPosition};
use rules::Position;

use crate::error::CommandError;
use crate::progress::Progress;

/// Search fixed positions; print node count and speed
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The last line is 'nodes N nps M'. N is a signature of the search and the same on every machine; M is the speed.

Example:
  $ hanpan bench
  nodes N nps M")]
pub(crate) struct Args {
    /// Search depth in plies
    #[arg(long, default_value_t = 13, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=60))]
    depth: u8,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut engine = Engine::new(Options { hash: args.hash as usize, ..Options::default() });
    let limits = Limits::depth(args.depth);
    let mut progress = Progress::start(Some(POSITIONS.len() as u64));
    let start = Instant::now();
    let mut nodes = 0;
    for (done, fen) in POSITIONS.iter().enumerate() {
        progress.show(done as u64);
        let position: Position = fen.parse().map_err(CommandError::bad_input)?;
        // Positions are searched independently of each other.
        engine.clear();
        nodes += engine.search(&SearchPosition::new(position), &limits, &NeverStop, &mut |_| {}).nodes;
    }
    progress.clear();
    let rate = nodes as f64 / start.elapsed().as_secs_f64().max(1e-9);
    writeln!(out, "nodes {nodes} nps {rate:.0}")?;
    Ok(())
}

/// From engine games after random openings: all game phases, none decided.
const POSITIONS: [&str; 30] = [
    "rnbqkb1r/1p1ppppp/p4n2/2p5/7P/N5P1/PPPPPP2/R1BQKBNR w KQkq - 0 4",
    "rnbqkbnr/pp2pp2/2pp3p/6P1/3P1p1P/8/PPP1P3/RNBQKBNR w KQkq - 0 6",
    "rnbqk2r/1p2p1bp/2p2ppn/p2p4/3PP2P/P1N5/1PP2PP1/R1BQKBNR w KQkq - 1 8",
    "r1bqk2r/ppp3p1/2nb1n1p/3p1p2/3P1B2/2NBP3/PP3PPP/R2QK1NR w KQkq - 2 10",
    "rnb2bnr/pp2k2p/2p2pp1/4p2Q/2q1B2P/2N1B1P1/PPP2P2/R3K1NR w KQ - 0 11",
    "r3kbr1/pp1n1ppp/2p5/4Pn2/5N2/2P2P2/PP4PP/RNBK3R w q - 0 12",
    "r2qk2r/1bpn1pbp/1p2pnp1/p7/2NP1B2/3B1N1P/PPP2PP1/R2QR1K1 w - - 0 13",
    "q3kbnr/2p2p2/2b1p1p1/3pPn1p/3P1P2/2PB3N/1P4PP/1NBQ1RK1 w k - 2 14",
    "r2q1rk1/2p2ppp/ppn5/2Pp1b2/3Pn3/1QP2N2/P3BPPP/R1B2RK1 w - - 0 15",
    "rnr3k1/pp3ppp/3b4/3pp3/P5P1/2NP4/1PP2P1P/R1B2RK1 w - - 2 16",
    "r4rk1/1bqpp1bp/4p1p1/p7/8/P1NNQ3/1PP2PPP/R1B2RK1 w - - 0 18",
    "r3kb1r/2pp1p2/p3q2p/1p2P3/1P1Pb1pn/N7/PQ1B1PPP/R3R1K1 w kq - 0 19",
    "r5k1/pppq1r2/5pn1/1P1p1npp/2PP1b2/5N1P/1PQBRPP1/4RNK1 w - - 1 21",
    "2k4r/pp3pp1/4p3/2p1P1b1/P3P3/R4BpP/1PP1K1P1/3r4 w - - 0 23",
    "1r5r/4nkb1/1qp1p1pp/p1N1P3/5PP1/P4N1P/1P3Q2/3R1RK1 w - - 1 25",
    "8/1p2bpk1/p2p1n2/4pPp1/qPPpP1B1/P2P2P1/3BQ3/7K w - - 1 27",
    "5k2/pr4pp/1b1p4/1p2p1P1/1P6/P1P5/3P2KP/R1B5 w - - 0 29",
    "2r1r1k1/pp3ppp/8/3bB3/5PPP/1P2bBKN/P7/7R w - - 0 31",
    "8/3r2k1/1b4p1/3B1p1p/1r3P2/p3PKPP/2R5/R7 w - - 2 33",
    "1r5k/p5pp/P1pN1p2/8/3R1Pbq/3Q4/6PK/8 w - - 2 36",
    "1r6/3p1p2/6k1/1b3r2/1PR1p3/4P3/1P3B2/1K5R w - - 0 39",
    "8/7p/7R/k4p2/3np3/5P2/1Pn2KP1/8 w - - 0 43",
    "7R/7P/p1p5/k7/8/3P4/7r/3K4 w - - 1 46",
    "7r/1p3k2/3q4/p5Q1/7P/1P2pN2/P3P3/7K w - - 3 51",
    "1b6/8/8/2B1k2p/2P5/4K3/6P1/8 w - - 3 56",
    "6R1/1p5p/4p3/7k/4r1r1/P7/1P6/1KR5 w - - 28 61",
    "7k/R2B4/7p/4P2p/5p2/4n3/P6K/5r2 w - - 0 66",
    "1nb1k1nr/rpp2pp1/4p3/p2N2Bp/3P4/1P6/P1Pb1PPP/R3KBNR w KQk - 0 9",
    "r4rk1/pp3p1p/3pp1p1/2p1n3/2P1P2q/P1NP4/1P1QB1PP/1R3R1K w - - 3 17",
    "1k1rrb2/ppp5/2pq2p1/2n1pp2/2B1P3/7Q/PBRP1N2/4K2R w - - 3 26",
];
