//! Between what a text holds and a game that can go on.
//!
//! PGN tells who won, but seldom why. What the board says goes before all else. Otherwise the `Termination` tag is
//! asked, as the standard, servers and people fill it: a word about time (`time forfeit`, `won on time`) or about
//! leaving (`abandoned`) counts, everything else is taken as the usual course of things.
//!
//! | result | time | abandoned | otherwise |
//! |---|---|---|---|
//! | a win | timeout | abandoned | resignation |
//! | a draw | timeout, no mate possible | as otherwise | the draw that could be claimed, or else agreement |
//! | `*` | goes on | aborted, if both sides have not moved; or else goes on | goes on |

use std::error::Error;
use std::fmt;

use rules::{IllegalPosition, Move};

use super::{Line, PgnGame, Score, Tags};
use crate::{Ending, Game, GameError, Outcome};

/// Why a game cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// Its rules do not allow where it starts.
    Start(Box<IllegalPosition>),
    /// A move was refused.
    Move {
        /// How many plies were played before.
        ply: usize,
        /// The move.
        m: Move,
        /// Why it was refused: it is not legal, or the game was over by then.
        error: GameError,
    },
}

impl PgnGame {
    /// The game that was played: its main line, and its ending as far as it can be known. The result yields to the
    /// board: after a checkmate the side that gave it has won.
    ///
    /// ```
    /// use game::Ending;
    /// use game::pgn::PgnGame;
    /// let text = "[Termination \"Time forfeit\"]\n\n1. e4 {[%clk 0:00:01]} e5 0-1";
    /// let game = text.parse::<PgnGame>()?.replay()?;
    /// assert_eq!(game.plies(), 2);
    /// assert_eq!(game.outcome().map(|outcome| outcome.ending()), Some(Ending::Timeout));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot start so, a move is not legal, or moves follow after the Laws have ended the game.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut game = Game::new(self.ruleset, &self.start).map_err(|e| ReplayError::Start(Box::new(e)))?;
        for (ply, m) in self.moves().enumerate() {
            game.play(m).map_err(|error| ReplayError::Move { ply, m, error })?;
        }
        let cause = Cause::read(self.tags.get("Termination").unwrap_or_default());
        if let Some(outcome) = outcome(&game, self.score, cause) {
            // A game that has ended on the board stays as it is.
            let _ = game.end(outcome);
        }
        Ok(game)
    }

    /// Writes a game down under these tags; `Termination` is set to what the ending is called there.
    ///
    /// ```
    /// use game::Game;
    /// use game::pgn::{PgnGame, Tags};
    /// let mut game = Game::standard();
    /// game.play(game.read_move("e4")?)?;
    /// game.resign(game.turn())?;
    /// let mut tags = Tags::default();
    /// tags.insert("White", "Hou Yifan")?;
    /// let text = PgnGame::record(&game, tags).to_string();
    /// assert!(text.contains("[White \"Hou Yifan\"]") && text.ends_with("\n\n1. e4 1-0\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record(game: &Game, mut tags: Tags) -> PgnGame {
        let ending = game.outcome().map(Outcome::ending);
        // No other name is refused.
        let _ = tags.insert("Termination", termination(ending));
        let score = game.outcome().and_then(|outcome| Score::parse(outcome.result().as_bytes()));
        PgnGame {
            tags,
            ruleset: game.ruleset(),
            start: game.start(),
            line: game.moves().collect::<Line>(),
            score: score.unwrap_or_default(),
        }
    }
}

/// What a `Termination` tag tells.
#[derive(Clone, Copy)]
enum Cause {
    Time,
    Abandoned,
    Usual,
}

impl Cause {
    fn read(termination: &str) -> Cause {
        let termination = termination.to_ascii_lowercase();
        if termination.contains("time") {
            Cause::Time
        } else if termination.contains("abandon") {
            Cause::Abandoned
        } else {
            Cause::Usual
        }
    }
}

fn outcome(game: &Game, score: Score, cause: Cause) -> Option<Outcome> {
    let ending = match (score, cause) {
        (Score::WhiteWins | Score::BlackWins, Cause::Time) => Ending::Timeout,
        (Score::WhiteWins | Score::BlackWins, Cause::Abandoned) => Ending::Abandoned,
        (Score::WhiteWins | Score::BlackWins, Cause::Usual) => Ending::Resignation,
        (Score::Draw, Cause::Time) => Ending::TimeoutInsufficient,
        (Score::Draw, Cause::Abandoned) => Ending::AbandonedDraw,
        (Score::Draw, Cause::Usual) => {
            game.claims().iter().next().map_or(Ending::Agreement, |claim| claim.ending())
        }
        (Score::Unknown, Cause::Abandoned) if game.may_abort() => Ending::Aborted,
        (Score::Unknown, _) => return None,
    };
    Outcome::new(score.winner(), ending)
}

/// The words of the standard.
fn termination(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "unterminated",
        Some(Ending::Timeout | Ending::TimeoutInsufficient) => "time forfeit",
        Some(Ending::Abandoned | Ending::AbandonedDraw | Ending::Aborted) => "abandoned",
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
