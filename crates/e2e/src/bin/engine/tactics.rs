//! Score on the suite of sacrificial mates.

use e2e::{Error, TestResult};
use rules::{Epd, Move};

use crate::uci_engine::UciEngine;

/// Mates in two to four moves that begin with a sacrifice.
const SUITE: &str = include_str!("../../../../../testdata/tactics/sacrificial-mates.epd");

/// Nodes per position.
const NODES: u64 = 20_000;

/// Number of positions of which the engine finds a best move.
pub(crate) fn score(engine: &mut UciEngine) -> TestResult<usize> {
    let mut solved = 0;
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let bad = |why: String| Error::File(format!("{line}: {why}"));
        let epd = Epd::parse(line.as_bytes()).map_err(|error| bad(format!("{error:?}")))?;
        let position = epd.setup.position().map_err(|error| bad(format!("{error:?}")))?;
        let wanted = epd.operands("bm").unwrap_or_default().iter().map(|m| position.parse_move(m));
        let wanted: Vec<Move> =
            wanted.collect::<Result<_, _>>().map_err(|error| bad(format!("{error:?}")))?;
        solved += usize::from(wanted.contains(&engine.best_move(&position, NODES)?));
    }
    Ok(solved)
}
