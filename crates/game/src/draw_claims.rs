//! Draw claims (Articles 9.2 and 9.3) and automatic draws (Article 9.6).

use rules::Move;

use crate::variant_position::VariantPosition;
use crate::{Ending, Game, GameError, Outcome};

/// A draw that the player to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// Threefold repetition (Article 9.2).
    Threefold,
    /// Fifty-move rule (Article 9.3).
    Fifty,
}

/// Occurrences for a claim, and for an automatic draw.
const THREEFOLD: usize = 3;
const FIVEFOLD: usize = 5;
/// Halfmove clock for a claim, and for an automatic draw.
const FIFTY: u16 = 100;
const SEVENTY_FIVE: u16 = 150;

/// The set of available claims.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Claims {
    threefold: bool,
    fifty: bool,
}

impl Claim {
    /// Both claims.
    pub const ALL: [Claim; 2] = [Claim::Threefold, Claim::Fifty];

    /// The ending if the claim is accepted.
    #[must_use]
    pub const fn ending(self) -> Ending {
        match self {
            Claim::Threefold => Ending::Threefold,
            Claim::Fifty => Ending::Fifty,
        }
    }

    /// Stable identifier for programs; that of the ending.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.ending().name()
    }
}

impl Claims {
    /// Returns true if this claim is available.
    #[must_use]
    pub const fn has(self, claim: Claim) -> bool {
        match claim {
            Claim::Threefold => self.threefold,
            Claim::Fifty => self.fifty,
        }
    }

    /// Returns true if no claim is available.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        !self.threefold && !self.fifty
    }

    /// The available claims.
    pub fn iter(self) -> impl Iterator<Item = Claim> {
        Claim::ALL.into_iter().filter(move |&claim| self.has(claim))
    }

    fn available(state: &VariantPosition, occurrences: usize) -> Claims {
        Claims { threefold: occurrences >= THREEFOLD, fifty: state.halfmoves() >= FIFTY }
    }
}

impl Game {
    /// Claims available to the player to move; none once the game is over.
    #[must_use]
    pub fn claims(&self) -> Claims {
        if self.outcome().is_some() {
            return Claims::default();
        }
        Claims::available(self.state(), self.occurrences())
    }

    /// Claims available to the player to move by announcing a move without making it (9.2.1, 9.3.1). None for
    /// a move that is illegal or wins.
    #[must_use]
    pub fn claims_with(&self, m: Move) -> Claims {
        match self.state().play(m) {
            Some(next) if self.outcome().is_none() && !next.is_won() => {
                let same_turn = self.states_backwards().skip(1).step_by(2);
                Claims::available(&next, 1 + count_repetitions(&next, same_turn))
            }
            _ => Claims::default(),
        }
    }

    /// The player to move claims a draw.
    ///
    /// # Errors
    /// The game is over or the claim is not available; the game is unchanged.
    pub fn claim(&mut self, claim: Claim) -> Result<(), GameError> {
        self.end_by_claim(claim, self.claims())
    }

    /// The player to move announces a move and claims the draw that it would bring. The move is not made.
    ///
    /// # Errors
    /// The game is over, the move is illegal or the claim is not available; the game is unchanged.
    pub fn claim_with(&mut self, claim: Claim, m: Move) -> Result<(), GameError> {
        if self.outcome().is_none() && !self.legal_moves().contains(&m) {
            return Err(GameError::Illegal(m));
        }
        self.end_by_claim(claim, self.claims_with(m))
    }

    /// Number of occurrences of the current position in this game, including this one.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        1 + count_repetitions(self.state(), self.states_backwards().step_by(2).skip(1))
    }

    /// Fivefold repetition or the seventy-five-move rule (9.6).
    pub(crate) fn automatic_draw(&self) -> Option<Outcome> {
        let ending = if self.occurrences() >= FIVEFOLD {
            Ending::Fivefold
        } else if self.state().halfmoves() >= SEVENTY_FIVE {
            Ending::SeventyFive
        } else {
            return None;
        };
        Some(Outcome::without_winner(ending))
    }

    fn end_by_claim(&mut self, claim: Claim, right: Claims) -> Result<(), GameError> {
        self.check_ongoing()?;
        if !right.has(claim) {
            return Err(GameError::InvalidClaim(claim));
        }
        self.end(Outcome::without_winner(claim.ending()))
    }
}

/// Counts the earlier positions that are the same. They come latest first, all with the same side to move;
/// positions before the last capture or pawn move cannot be the same.
fn count_repetitions<'a>(
    state: &VariantPosition,
    earlier: impl Iterator<Item = &'a VariantPosition>,
) -> usize {
    earlier.take(usize::from(state.halfmoves()) / 2).filter(|earlier| earlier.is_repetition_of(state)).count()
}
