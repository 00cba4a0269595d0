//! Actions that change a game. Every action is validated; a rejected action leaves the game unchanged.

use std::fmt;

use rules::{Color, Move, UciMove};

use crate::game::PlayedMove;
use crate::offers::Offers;
use crate::{Claim, Ending, Game, Offer, Outcome};

/// The reason why an action was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameError {
    /// The game is over.
    GameOver(Outcome),
    /// The move is illegal.
    Illegal(Move),
    /// The claim is not available.
    InvalidClaim(Claim),
    /// This side cannot make this offer now.
    CannotOffer(Offer),
    /// There is no such offer by the other side.
    NoOffer(Offer),
    /// There are fewer moves to take back.
    NothingToTakeBack,
    /// Both sides have moved.
    TooLateToAbort,
    /// Only the board can bring about this outcome.
    NotDecidedByBoard(Outcome),
}

impl Game {
    /// Plays a move. It declines an offer of the other side and may end the game.
    ///
    /// # Errors
    /// The game is over or the move is illegal.
    pub fn play(&mut self, m: Move) -> Result<(), GameError> {
        self.check_ongoing()?;
        self.play_recorded(m)?;
        self.end_if_dead();
        Ok(())
    }

    /// Plays a move of a record. It may end the game, but not by a dead position.
    ///
    /// # Errors
    /// The game is over, other than by a dead position, or the move is illegal.
    pub fn play_recorded(&mut self, m: Move) -> Result<(), GameError> {
        self.reopen_dead_position();
        self.check_ongoing()?;
        let after = self.state().play(m).ok_or(GameError::Illegal(m))?;
        self.offers.moved(self.turn());
        self.history.push(PlayedMove { m, after });
        self.outcome = self.automatic_outcome();
        Ok(())
    }

    /// Plays a move of a record that another move follows. The record says that the game went on, so no outcome is
    /// looked for, which makes it several times as fast as [`play_recorded`](Game::play_recorded).
    ///
    /// # Errors
    /// The move is illegal.
    pub fn replay(&mut self, uci: UciMove) -> Result<(), UciMove> {
        let state = self.state();
        let m = state.resolve_uci(uci).ok_or(uci)?;
        let after = state.play_unchecked(m);
        self.offers.moved(self.turn());
        self.history.push(PlayedMove { m, after });
        self.outcome = None;
        Ok(())
    }

    /// Takes back plies and clears all offers.
    ///
    /// # Errors
    /// The game is over or has fewer plies.
    pub fn take_back(&mut self, plies: usize) -> Result<(), GameError> {
        self.check_ongoing()?;
        self.rewind(plies)
    }

    /// Takes back plies even if the game is over; the outcome is cleared. For two players at one screen and
    /// for analysis.
    ///
    /// # Errors
    /// The game has fewer plies.
    pub fn rewind(&mut self, plies: usize) -> Result<(), GameError> {
        let rest = self.plies().checked_sub(plies).ok_or(GameError::NothingToTakeBack)?;
        self.history.truncate(rest);
        self.offers = Offers::default();
        // The game went on after an earlier position, so that it is not dead.
        self.outcome = self.automatic_outcome();
        if plies == 0 {
            self.end_if_dead();
        }
        Ok(())
    }

    /// A side resigns.
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self, by: Color) -> Result<(), GameError> {
        self.check_ongoing()?;
        self.end(self.outcome_by_resignation(by))
    }

    /// The flag of a side has fallen.
    ///
    /// # Errors
    /// The game is over.
    pub fn flag(&mut self, by: Color) -> Result<(), GameError> {
        self.check_ongoing()?;
        self.end(self.outcome_by_flag_fall(by))
    }

    /// A side has abandoned the game.
    ///
    /// # Errors
    /// The game is over.
    pub fn abandon(&mut self, by: Color) -> Result<(), GameError> {
        self.check_ongoing()?;
        self.end(self.outcome_by_abandonment(by))
    }

    /// The outcome if a side resigns now: it loses, unless no series of legal moves lets the other side
    /// checkmate; then the game is a draw (Article 5.1.2).
    #[must_use]
    pub fn outcome_by_resignation(&self, by: Color) -> Outcome {
        self.loss_or_draw(by, Ending::Resignation, Ending::ResignationInsufficient)
    }

    /// The outcome if the flag of a side falls now: a loss or a draw, as after a resignation (Article 6.9).
    #[must_use]
    pub fn outcome_by_flag_fall(&self, by: Color) -> Outcome {
        self.loss_or_draw(by, Ending::Timeout, Ending::TimeoutInsufficient)
    }

    /// The outcome if a side abandons the game now: a loss or a draw, as after a resignation.
    #[must_use]
    pub fn outcome_by_abandonment(&self, by: Color) -> Outcome {
        self.loss_or_draw(by, Ending::Abandoned, Ending::AbandonedDraw)
    }

    fn loss_or_draw(&self, by: Color, loss: Ending, draw: Ending) -> Outcome {
        if self.state().can_be_won_by(!by) { Outcome::win(!by, loss) } else { Outcome::without_winner(draw) }
    }

    /// Aborts the game.
    ///
    /// # Errors
    /// The game is over or both sides have moved.
    pub fn abort(&mut self) -> Result<(), GameError> {
        self.check_ongoing()?;
        if !self.may_abort() {
            return Err(GameError::TooLateToAbort);
        }
        self.end(Outcome::without_winner(Ending::Aborted))
    }

    /// Returns true if the game can be aborted.
    #[must_use]
    pub fn may_abort(&self) -> bool {
        self.outcome().is_none() && self.plies() < 2
    }

    /// Ends the game with an outcome decided elsewhere, for example by an arbiter or a game record.
    ///
    /// # Errors
    /// The game is over, or only the board can bring about this outcome.
    pub fn end(&mut self, outcome: Outcome) -> Result<(), GameError> {
        self.check_ongoing()?;
        if outcome.ending().is_automatic() {
            return Err(GameError::NotDecidedByBoard(outcome));
        }
        self.offers = Offers::default();
        self.outcome = Some(outcome);
        Ok(())
    }

    /// Ends a game as its record says, unless it has ended on the board. Dead positions are decided by the
    /// record.
    ///
    /// # Errors
    /// Only the board can bring about this outcome.
    pub fn end_recorded(&mut self, outcome: Outcome) -> Result<(), GameError> {
        self.reopen_dead_position();
        match (self.outcome, outcome.ending()) {
            (Some(_), _) => {}
            (None, Ending::Dead) => {
                self.offers = Offers::default();
                self.outcome = Some(outcome);
            }
            (None, _) => self.end(outcome)?,
        }
        Ok(())
    }

    /// Ends the game if it is proven that the position is dead.
    pub fn end_if_dead(&mut self) {
        if let Some(dead) = self.dead_position() {
            // The game is not over, so that the outcome fits.
            let _ = self.end_recorded(dead);
        }
    }

    fn reopen_dead_position(&mut self) {
        if self.outcome.is_some_and(|outcome| outcome.ending() == Ending::Dead) {
            self.outcome = None;
        }
    }

    pub(crate) fn check_ongoing(&self) -> Result<(), GameError> {
        self.outcome().map_or(Ok(()), |outcome| Err(GameError::GameOver(outcome)))
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::GameOver(outcome) => write!(f, "the game is over: {outcome}, {}", outcome.ending()),
            GameError::Illegal(m) => write!(f, "illegal move {m:?}"),
            GameError::InvalidClaim(claim) => write!(f, "no {} to claim", claim.name()),
            GameError::CannotOffer(Offer::Draw) => f.write_str("no draw can be offered now"),
            GameError::CannotOffer(Offer::Takeback) => f.write_str("no takeback can be requested now"),
            GameError::NoOffer(Offer::Draw) => f.write_str("no draw is offered"),
            GameError::NoOffer(Offer::Takeback) => f.write_str("no takeback is requested"),
            GameError::NothingToTakeBack => f.write_str("there are fewer moves to take back"),
            GameError::NotDecidedByBoard(outcome) => write!(f, "the board shows no {}", outcome.ending()),
            GameError::TooLateToAbort => f.write_str("both sides have moved: the game cannot be aborted"),
        }
    }
}

impl std::error::Error for GameError {}
