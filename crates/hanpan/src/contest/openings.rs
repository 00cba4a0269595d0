//! Where the games of a match begin.

use std::io::Read;
use std::path::Path;

use arena::Opening;
use engine::{Engine, Limits, Options, Score, Situation, Untimed};
use game::pgn::Reader;
use rules::Position;

use crate::failure::{Failure, io_words};
use crate::source::{self, Source};

/// All openings of a match, by number.
#[derive(Debug)]
pub(super) enum Openings {
    /// Those of a file, over and over.
    Listed(Vec<Opening>),
    /// So many random half-moves.
    Random { seed: u64, plies: usize },
}

/// A file of openings is not larger than this.
const LARGEST: u64 = 256 << 20;

impl Openings {
    /// Reads a file of positions or games.
    pub(super) fn read(path: &Path, plies: usize, seed: Option<u64>) -> Result<Openings, Failure> {
        let unreadable = |error: std::io::Error| Failure::file(path, io_words(&error));
        let mut bytes = Vec::new();
        Source::open(path)
            .and_then(|source| source.take(LARGEST + 1).read_to_end(&mut bytes))
            .map_err(unreadable)?;
        if bytes.len() as u64 > LARGEST {
            return Err(Failure::file(path, "more than 256 MiB of openings"));
        }
        let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let openings = if is_pgn { games(path, &bytes, plies)? } else { positions(path, &bytes)? };
        if openings.is_empty() {
            return Err(Failure::file(path, "there is no opening in it"));
        }
        Ok(Openings::Listed(match seed {
            Some(seed) => arena::shuffled(openings, seed),
            None => openings,
        }))
    }

    /// The opening with this number.
    pub(super) fn get(&self, number: usize) -> Opening {
        match self {
            Openings::Listed(all) => {
                all.get(number % all.len().max(1)).cloned().unwrap_or_else(Opening::standard)
            }
            Openings::Random { plies: 0, .. } => Opening::standard(),
            Openings::Random { seed, plies } => arena::random(*seed, number, *plies, is_balanced),
        }
    }
}

/// Whether neither side is much better at first sight. The search is counted in positions, so that every machine begins
/// the same games.
fn is_balanced(position: &Position) -> bool {
    const MUCH: i32 = 120;
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let verdict = engine.search(&Situation::new(*position), &Limits::nodes(4000), &Untimed, &mut |_| {});
    matches!(verdict.score, Score::Centipawns(centipawns) if centipawns.abs() <= MUCH)
}

fn positions(path: &Path, bytes: &[u8]) -> Result<Vec<Opening>, Failure> {
    let mut openings = Vec::new();
    for (number, line) in source::lines(bytes) {
        let opening = Opening::from_epd(&String::from_utf8_lossy(line));
        openings.push(
            opening.map_err(|error| Failure::BadInput(format!("{}:{number}: {error}", path.display())))?,
        );
    }
    Ok(openings)
}

fn games(path: &Path, bytes: &[u8], plies: usize) -> Result<Vec<Opening>, Failure> {
    let mut openings = Vec::new();
    for (index, game) in Reader::new(bytes).games().enumerate() {
        let bad = |error: &dyn std::fmt::Display| {
            Failure::BadInput(format!("{}: game {}: {error}", path.display(), index + 1))
        };
        let game = game.map_err(|broken| {
            Failure::BadInput(format!("{}:{}: {broken}", path.display(), broken.error.place))
        })?;
        openings.push(Opening::from_pgn(&game, plies).map_err(|error| bad(&error))?);
    }
    Ok(openings)
}
