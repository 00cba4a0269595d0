//! What can happen to a game. Every act is checked; one that is refused leaves the game as it was.

use std::fmt;

use rules::{Color, Move};

use crate::game::PlayedMove;
use crate::offers::Offers;
use crate::{Claim, Ending, Game, Offer, Outcome};

/// Why an act was refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameError {
    /// The game is over.
    GameOver(Outcome),
    /// The move may not be made here.
    Illegal(Move),
    /// There is nothing of the kind to claim.
    InvalidClaim(Claim),
    /// That side may not offer this now.
    CannotOffer(Offer),
    /// There is no such offer from the other side.
    NoOffer(Offer),
    /// Not so many moves have been made.
    NothingToTakeBack,
    /// Both sides have moved: the game counts.
    TooLateToAbort,
    /// The board does not show such an end.
    NotDecidedByBoard(Outcome),
}

impl Game {
    /// Makes a move. An offer of the other side is refused thereby, and the game may end.
    ///
    /// # Errors
    /// If the game is over or the move may not be made here.
    pub fn play(&mut self, m: Move) -> Result<(), GameError> {
        self.check_ongoing()?;
        let after = self.state().play(m).ok_or(GameError::Illegal(m))?;
        self.offers.moved(self.turn());
        self.history.push(PlayedMove { m, after });
        self.outcome = self.automatic_outcome();
        Ok(())
    }

    /// Takes back so many plies; what was offered is forgotten.
    ///
    /// # Errors
    /// If the game is over or has fewer plies.
    pub fn take_back(&mut self, plies: usize) -> Result<(), GameError> {
        self.check_ongoing()?;
        self.rewind(plies)
    }

    /// Goes back so many plies even if the game is over, which is then undone: for people at one screen, and for those
    /// who look at a game again.
    ///
    /// # Errors
    /// If the game has fewer plies.
    pub fn rewind(&mut self, plies: usize) -> Result<(), GameError> {
        let rest = self.plies().checked_sub(plies).ok_or(GameError::NothingToTakeBack)?;
        self.history.truncate(rest);
        self.offers = Offers::default();
        self.outcome = self.automatic_outcome();
        Ok(())
    }

    /// A side resigns.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, by: Color) -> Result<(), GameError> {
        self.end(Outcome::win(!by, Ending::Resignation))
    }

    /// A side's time has run out. It loses, unless the other side could not checkmate by any series of legal moves:
    /// that is a draw (Article 6.9).
    ///
    /// # Errors
    /// If the game is over.
    pub fn flag(&mut self, by: Color) -> Result<(), GameError> {
        self.check_ongoing()?;
        self.end(if self.state().can_be_won_by(!by) {
            Outcome::win(!by, Ending::Timeout)
        } else {
            Outcome::without_winner(Ending::TimeoutInsufficient)
        })
    }

    /// A side has left for good.
    ///
    /// # Errors
    /// If the game is over.
    pub fn abandon(&mut self, by: Color) -> Result<(), GameError> {
        self.end(Outcome::win(!by, Ending::Abandoned))
    }

    /// Calls the game off.
    ///
    /// # Errors
    /// If the game is over or both sides have moved.
    pub fn abort(&mut self) -> Result<(), GameError> {
        self.check_ongoing()?;
        if !self.may_abort() {
            return Err(GameError::TooLateToAbort);
        }
        self.end(Outcome::without_winner(Ending::Aborted))
    }

    /// Whether the game can still be called off.
    #[must_use]
    pub fn may_abort(&self) -> bool {
        self.outcome().is_none() && self.plies() < 2
    }

    /// Ends the game as somebody else has decided: an arbiter, or the record of a game that is read again.
    ///
    /// # Errors
    /// If the game is over, or if this is an end that only the board can bring about.
    pub fn end(&mut self, outcome: Outcome) -> Result<(), GameError> {
        self.check_ongoing()?;
        if outcome.ending().is_automatic() {
            return Err(GameError::NotDecidedByBoard(outcome));
        }
        self.offers = Offers::default();
        self.outcome = Some(outcome);
        Ok(())
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
            GameError::CannotOffer(Offer::Draw) => f.write_str("no draw may be offered now"),
            GameError::CannotOffer(Offer::Takeback) => f.write_str("no takeback may be asked for now"),
            GameError::NoOffer(Offer::Draw) => f.write_str("no draw is offered"),
            GameError::NoOffer(Offer::Takeback) => f.write_str("no takeback is asked for"),
            GameError::NothingToTakeBack => f.write_str("there are not so many moves to take back"),
            GameError::NotDecidedByBoard(outcome) => write!(f, "the board shows no {}", outcome.ending()),
            GameError::TooLateToAbort => f.write_str("both sides have moved: the game cannot be called off"),
        }
    }
}

impl std::error::Error for GameError {}
