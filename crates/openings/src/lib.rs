//! Names and ECO codes of chess openings.
//!
//! A position has a name, whatever the order of moves that led to it. A game's opening is the last position with a name.

mod korean;
mod pgn;

use std::collections::HashMap;
use std::sync::LazyLock;

use game::Game;
use rules::{ParseMoveError, Position};

pub use pgn::{add_tags, remove_tags, set_tags};

/// ECO code, name and moves, a line per opening. `data/README.md` names the source.
const LINES: &str = include_str!("../data/openings.tsv");

static OPENINGS: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    let lines = LINES.lines().filter_map(OpeningLine::parse);
    // All lines are legal, which a test checks.
    lines.filter_map(|line| Some((line.position().ok()?.repetition_key(), line.opening))).collect()
});

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// Code of the Encyclopaedia of Chess Openings: `B90`.
    pub eco: &'static str,
    /// English name: `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

/// The opening of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameOpening {
    /// The opening.
    pub opening: Opening,
    /// Plies played when the game had last reached a position of the opening.
    pub plies: usize,
}

/// A line of the list: an opening and the moves that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningLine {
    /// The opening.
    pub opening: Opening,
    /// Moves in SAN, separated by blanks.
    pub moves: &'static str,
}

impl OpeningLine {
    fn parse(line: &'static str) -> Option<OpeningLine> {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some(OpeningLine { opening: Opening { eco, name }, moves })
    }

    /// The position after the moves.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn position(&self) -> Result<Position, ParseMoveError> {
        self.moves.split(' ').try_fold(Position::start(), |position, san| {
            let m = position.parse_san(san.as_bytes())?;
            Ok(position.play_unchecked(m))
        })
    }
}

/// All lines of the list, in the order of ECO codes.
pub fn lines() -> impl Iterator<Item = OpeningLine> {
    LINES.lines().filter_map(OpeningLine::parse)
}

/// The opening with this position.
#[must_use]
pub fn find(position: &Position) -> Option<Opening> {
    OPENINGS.get(&position.repetition_key()).copied()
}

/// The opening of a game from the usual starting position: of the last position that has a name.
#[must_use]
pub fn of_game(game: &Game) -> Option<GameOpening> {
    of_first_plies(game, game.plies())
}

/// The opening of a game that is followed up to a ply.
#[must_use]
pub fn of_first_plies(game: &Game, plies: usize) -> Option<GameOpening> {
    if game.position_at(0)?.repetition_key() != Position::start().repetition_key() {
        return None;
    }
    (1..=plies.min(game.plies())).rev().find_map(|plies| {
        let opening = find(game.position_at(plies)?)?;
        Some(GameOpening { opening, plies })
    })
}
