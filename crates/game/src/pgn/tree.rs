//! Game trees: tags, moves, variations, comments, NAGs, result.

use std::fmt;

use rules::{Move, Setup};

use super::{Comment, Nag, PgnResult, Tags, writer};
use crate::Ruleset;

/// A game in PGN. Its [`Display`](fmt::Display) is the export format.
///
/// ```
/// use hanpan_game::pgn::PgnGame;
/// let game: PgnGame = "1. e4 e5 (1... c5!? {sharp}) 2. Nf3 *".parse()?;
/// assert_eq!(game.moves().count(), 3);
/// assert_eq!(game.line.moves[1].variations[0].moves[0].comments[0].text(), "sharp");
/// assert!(game.to_string().ends_with("\n\n1. e4 e5 (1... c5 $5 {sharp}) 2. Nf3 *\n"));
/// # Ok::<(), hanpan_game::pgn::PgnError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// The tags, in the order of the text.
    pub tags: Tags,
    /// The ruleset, derived from the tags and the starting position.
    pub ruleset: Ruleset,
    /// The starting position.
    pub start: Setup,
    /// The main line.
    pub line: PgnLine,
    /// The result after the moves; the `Result` tag if missing.
    pub result: PgnResult,
}

/// The main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnLine {
    /// Comments before the first move.
    pub comments: Vec<Comment>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move; `None` for a null move, which only variations have.
    pub m: Option<Move>,
    /// The NAGs.
    pub nags: Vec<Nag>,
    /// Comments after the move.
    pub comments: Vec<Comment>,
    /// Alternatives to this move.
    pub variations: Vec<PgnLine>,
}

impl PgnGame {
    /// A game of standard chess without tags and moves.
    #[must_use]
    pub fn new() -> PgnGame {
        PgnGame {
            tags: Tags::default(),
            ruleset: Ruleset::Standard,
            start: Setup::start(),
            line: PgnLine::default(),
            result: PgnResult::Unknown,
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.moves.iter().map_while(|node| node.m)
    }
}

impl Default for PgnGame {
    fn default() -> PgnGame {
        PgnGame::new()
    }
}

impl PgnMove {
    /// A move without annotations.
    #[must_use]
    pub fn new(m: Move) -> PgnMove {
        PgnMove { m: Some(m), ..PgnMove::null() }
    }

    /// A null move without annotations.
    #[must_use]
    pub fn null() -> PgnMove {
        PgnMove { m: None, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl From<Move> for PgnMove {
    fn from(m: Move) -> PgnMove {
        PgnMove::new(m)
    }
}

/// A line without annotations.
impl FromIterator<Move> for PgnLine {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> PgnLine {
        PgnLine { comments: Vec::new(), moves: moves.into_iter().map(PgnMove::new).collect() }
    }
}

/// The export format with a final line break; see the documentation of the module.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::write(self, f)
    }
}
