//! Openings of a match.

use std::io::Read;
use std::path::Path;

use engine::{Engine, Limits, NeverStop, Options, Score, SearchPosition};
use engine_match::Opening;
use game::pgn::Reader;
use rules::Position;

use crate::error::{CommandError, io_message};
use crate::input::{self, Input};

/// Openings by number.
#[derive(Debug)]
pub(super) enum Openings {
    /// From a file, repeated cyclically.
    FromFile(Vec<Opening>),
    /// Random plies.
    Random { seed: u64, plies: usize },
}

/// Maximum size of an opening file in bytes.
const MAX_FILE_BYTES: u64 = 256 << 20;

impl Openings {
    /// Reads an EPD or PGN file.
    pub(super) fn read(path: &Path, plies: usize, seed: Option<u64>) -> Result<Openings, CommandError> {
        let unreadable = |error: std::io::Error| CommandError::file(path, io_message(&error));
        let mut bytes = Vec::new();
        Input::open(path)
            .and_then(|source| source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
            .map_err(unreadable)?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(CommandError::file(path, "more than 256 MiB of openings"));
        }
        let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let openings = if is_pgn { read_pgn(path, &bytes, plies)? } else { read_epd(path, &bytes)? };
        if openings.is_empty() {
            return Err(CommandError::file(path, "there is no opening in it"));
        }
        Ok(Openings::FromFile(match seed {
            Some(seed) => engine_match::shuffle_openings(openings, seed),
            None => openings,
        }))
    }

    /// The opening with this number.
    pub(super) fn get(&self, number: usize) -> Opening {
        match self {
            Openings::FromFile(all) => {
                all.get(number % all.len().max(1)).cloned().unwrap_or_else(Opening::standard)
            }
            Openings::Random { plies: 0, .. } => Opening::standard(),
            Openings::Random { seed, plies } => {
                engine_match::random_opening(*seed, number, *plies, is_balanced)
            }
        }
    }
}

/// True if a short search sees neither side much better. The search is limited by nodes, so that every
/// machine plays the same openings.
fn is_balanced(position: &Position) -> bool {
    const MUCH: i32 = 120;
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let evaluation =
        engine.search(&SearchPosition::new(*position), &Limits::nodes(4000), &NeverStop, &mut |_| {});
    matches!(evaluation.score, Score::Centipawns(centipawns) if centipawns.abs() <= MUCH)
}

fn read_epd(path: &Path, bytes: &[u8]) -> Result<Vec<Opening>, CommandError> {
    let mut openings = Vec::new();
    for (number, line) in input::numbered_lines(bytes) {
        let opening = Opening::from_epd(&String::from_utf8_lossy(line));
        openings.push(
            opening
                .map_err(|error| CommandError::BadInput(format!("{}:{number}: {error}", path.display())))?,
        );
    }
    Ok(openings)
}

fn read_pgn(path: &Path, bytes: &[u8], plies: usize) -> Result<Vec<Opening>, CommandError> {
    let mut openings = Vec::new();
    for (index, game) in Reader::new(bytes).games().enumerate() {
        let bad = |error: &dyn std::fmt::Display| {
            CommandError::BadInput(format!("{}: game {}: {error}", path.display(), index + 1))
        };
        let game = game.map_err(|broken| CommandError::BadInput(format!("{}:{broken}", path.display())))?;
        openings.push(Opening::from_pgn(&game, plies).map_err(|error| bad(&error))?);
    }
    Ok(openings)
}
