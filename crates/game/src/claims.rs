//! Draws that a player may claim, and those that need no claim.

use rules::Move;

use crate::variant_position::VariantPosition;
use crate::{Ending, Game, GameError, Outcome};

/// A draw that the player to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// The same position for the third time (Article 9.2).
    Threefold,
    /// Fifty moves by each side without a capture or a pawn move (Article 9.3).
    Fifty,
}

/// Occurrences at which a player may claim, and at which nobody needs to.
const THREEFOLD: usize = 3;
const FIVEFOLD: usize = 5;
/// The same for half-moves without a capture or a pawn move.
const FIFTY: u16 = 100;
const SEVENTY_FIVE: u16 = 150;

/// The claims that would be right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Claims {
    threefold: bool,
    fifty: bool,
}

impl Claim {
    /// Both claims.
    pub const ALL: [Claim; 2] = [Claim::Threefold, Claim::Fifty];

    /// How the game ends when the claim is right.
    #[must_use]
    pub const fn ending(self) -> Ending {
        match self {
            Claim::Threefold => Ending::Threefold,
            Claim::Fifty => Ending::Fifty,
        }
    }

    /// The name under which programs know it: that of the ending.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.ending().name()
    }
}

impl Claims {
    /// Whether this claim is right.
    #[must_use]
    pub const fn has(self, claim: Claim) -> bool {
        match claim {
            Claim::Threefold => self.threefold,
            Claim::Fifty => self.fifty,
        }
    }

    /// Whether there is nothing to claim.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        !self.threefold && !self.fifty
    }

    /// The claims that are right.
    pub fn iter(self) -> impl Iterator<Item = Claim> {
        Claim::ALL.into_iter().filter(move |&claim| self.has(claim))
    }

    fn available(state: &VariantPosition, occurrences: usize) -> Claims {
        Claims { threefold: occurrences >= THREEFOLD, fifty: state.halfmoves() >= FIFTY }
    }
}

impl Game {
    /// What the player to move may claim in this position; nothing once the game is over.
    #[must_use]
    pub fn claims(&self) -> Claims {
        if self.outcome().is_some() {
            return Claims::default();
        }
        Claims::available(self.state(), self.occurrences())
    }

    /// What the player to move may claim by announcing this move without making it (9.2.1, 9.3.1). A move that is not
    /// legal, or that wins, gives nothing to claim.
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
    /// If the game is over or the claim is wrong; the game goes on as it was.
    pub fn claim(&mut self, claim: Claim) -> Result<(), GameError> {
        self.end_by_claim(claim, self.claims())
    }

    /// The player to move announces a move and claims the draw it would bring. The move is not made: the game ends
    /// where it stands.
    ///
    /// # Errors
    /// If the game is over, the move is not legal or the claim is wrong; the game goes on as it was.
    pub fn claim_with(&mut self, claim: Claim, m: Move) -> Result<(), GameError> {
        if self.outcome().is_none() && !self.legal_moves().contains(&m) {
            return Err(GameError::Illegal(m));
        }
        self.end_by_claim(claim, self.claims_with(m))
    }

    /// How many times the position on the board has come up in this game, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        1 + count_repetitions(self.state(), self.states_backwards().step_by(2).skip(1))
    }

    /// The ending that the moves so far bring about by themselves (9.6).
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

/// How many of the earlier states are the same position. They come latest first, all with the same side to move;
/// none before the last capture or pawn move can be the same.
fn count_repetitions<'a>(
    state: &VariantPosition,
    earlier: impl Iterator<Item = &'a VariantPosition>,
) -> usize {
    earlier.take(usize::from(state.halfmoves()) / 2).filter(|earlier| earlier.is_repetition_of(state)).count()
}
