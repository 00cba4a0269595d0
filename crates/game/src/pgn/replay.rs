//! Conversion between PGN trees and games.
//!
//! PGN has the winner, but rarely the ending. An ending on the board takes precedence. Otherwise the
//! `Termination` tag is used in the forms of the standard, of servers and of people: a phrase about time
//! (`time forfeit`, `won on time`), `abandoned` or `resignation`; everything else counts as normal. A draw by
//! resignation is one against a side that could not have checkmated.
//!
//! | result | time | abandoned | otherwise |
//! |---|---|---|---|
//! | a win | timeout | abandoned | resignation |
//! | a draw | timeout, no mate possible | abandoned | the draw that could be claimed, or else agreement |
//! | `*` | goes on | aborted, if both sides have not moved; or else goes on | goes on |

use std::error::Error;
use std::fmt;

use rules::{IllegalPositionError, Move};

use super::{PgnGame, PgnLine, PgnResult, Tags};
use crate::{Ending, Game, GameError, Outcome};

/// The reason why a game cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The starting position is illegal under the ruleset.
    Start(Box<IllegalPositionError>),
    /// A move was rejected.
    Move {
        /// Number of plies before the move.
        ply: usize,
        /// The move.
        m: Move,
        /// The move is illegal, or the game was already over.
        error: GameError,
    },
}

impl PgnGame {
    /// Replays the main line and derives the ending. The board takes precedence over the result: after a
    /// checkmate the mating side has won.
    ///
    /// ```
    /// use hanpan_game::Ending;
    /// use hanpan_game::pgn::PgnGame;
    /// let text = "[Termination \"Time forfeit\"]\n\n1. e4 {[%clk 0:00:01]} e5 0-1";
    /// let game = text.parse::<PgnGame>()?.replay()?;
    /// assert_eq!(game.plies(), 2);
    /// assert_eq!(game.outcome().map(|outcome| outcome.ending()), Some(Ending::Timeout));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The starting position is illegal, a move is illegal, or moves follow after the game has ended on the
    /// board, other than by a dead position.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let start = Game::recorded(self.ruleset, &self.start);
        let mut game = start.map_err(|error| ReplayError::Start(Box::new(error)))?;
        for (ply, m) in self.moves().enumerate() {
            game.play_recorded(m).map_err(|error| ReplayError::Move { ply, m, error })?;
        }
        if self.result.winner().is_none() {
            game.end_if_dead();
        }
        let cause = Termination::read(self.tags.get("Termination").unwrap_or_default());
        if let Some(outcome) = outcome(&game, self.result, cause) {
            // A game that has ended on the board is not changed.
            let _ = game.end(outcome);
        }
        Ok(game)
    }

    /// Converts a game to a tree with these tags; sets `Termination`.
    ///
    /// ```
    /// use hanpan_game::Game;
    /// use hanpan_game::pgn::{PgnGame, Tags};
    /// let mut game = Game::standard();
    /// game.play(game.parse_move("e4")?)?;
    /// game.resign(game.turn())?;
    /// let mut tags = Tags::default();
    /// tags.insert("White", "Hou Yifan")?;
    /// let text = PgnGame::from_game(&game, tags).to_string();
    /// assert!(text.contains("[White \"Hou Yifan\"]") && text.ends_with("\n\n1. e4 1-0\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_game(game: &Game, tags: Tags) -> PgnGame {
        PgnGame { line: game.moves().collect::<PgnLine>(), ..PgnGame::without_moves(game, tags) }
    }

    /// The tags and the result of a game.
    pub(super) fn without_moves(game: &Game, mut tags: Tags) -> PgnGame {
        let ending = game.outcome().map(Outcome::ending);
        // `Termination` is a valid tag name.
        let _ = tags.insert("Termination", termination(ending));
        let score = game.outcome().and_then(|outcome| PgnResult::parse(outcome.result().as_bytes()));
        PgnGame {
            tags,
            ruleset: game.ruleset(),
            start: game.start(),
            line: PgnLine::default(),
            result: score.unwrap_or_default(),
        }
    }
}

/// Cause derived from a `Termination` tag.
#[derive(Clone, Copy)]
enum Termination {
    Time,
    Abandoned,
    Resignation,
    Usual,
}

impl Termination {
    fn read(termination: &str) -> Termination {
        let termination = termination.to_ascii_lowercase();
        if termination.contains("time") {
            Termination::Time
        } else if termination.contains("abandon") {
            Termination::Abandoned
        } else if termination.contains("resign") {
            Termination::Resignation
        } else {
            Termination::Usual
        }
    }
}

fn outcome(game: &Game, score: PgnResult, cause: Termination) -> Option<Outcome> {
    let ending = match (score, cause) {
        (PgnResult::WhiteWins | PgnResult::BlackWins, Termination::Time) => Ending::Timeout,
        (PgnResult::WhiteWins | PgnResult::BlackWins, Termination::Abandoned) => Ending::Abandoned,
        (PgnResult::WhiteWins | PgnResult::BlackWins, Termination::Resignation | Termination::Usual) => {
            Ending::Resignation
        }
        (PgnResult::Draw, Termination::Time) => Ending::TimeoutInsufficient,
        (PgnResult::Draw, Termination::Abandoned) => Ending::AbandonedDraw,
        (PgnResult::Draw, Termination::Resignation) => Ending::ResignationInsufficient,
        (PgnResult::Draw, Termination::Usual) => {
            game.claims().iter().next().map_or(Ending::Agreement, |claim| claim.ending())
        }
        (PgnResult::Unknown, Termination::Abandoned) if game.may_abort() => Ending::Aborted,
        (PgnResult::Unknown, _) => return None,
    };
    Outcome::new(score.winner(), ending)
}

/// Value of the `Termination` tag in the standard.
fn termination(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "unterminated",
        Some(Ending::Timeout | Ending::TimeoutInsufficient) => "time forfeit",
        Some(Ending::Abandoned | Ending::AbandonedDraw | Ending::Aborted) => "abandoned",
        // Without this word the draw would look like an agreement.
        Some(Ending::ResignationInsufficient) => "resignation",
        Some(_) => "normal",
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Start(error) => error.fmt(f),
            ReplayError::Move { ply, m, error } => write!(f, "after {ply} plies, {m:?}: {error}"),
        }
    }
}

impl Error for ReplayError {}
