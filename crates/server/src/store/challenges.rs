//! Challenges: invitations of a player to a named player.

use std::fmt;

use game::Timestamp;
use protocol::{DeclineReason, GameSetup, Seat};
use serde::{Deserialize, Serialize};

use super::{BoxFuture, GameId, PlayerId, StoreError};

/// Storage of challenges. They end with the account of either player.
pub trait ChallengeStore: Send + Sync {
    /// Stores a challenge, unless there are too many open ones; returns false then.
    fn create_challenge(
        &self,
        challenge: Challenge,
        limits: ChallengeLimits,
    ) -> BoxFuture<Result<bool, StoreError>>;

    /// A challenge that has not been deleted yet.
    fn challenge(&self, id: GameId) -> BoxFuture<Result<Option<Challenge>, StoreError>>;

    /// Open challenges from or to a player that have not expired, oldest first. An accepted one without a game is among them:
    /// it can be accepted again.
    fn open_challenges(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> BoxFuture<Result<Vec<Challenge>, StoreError>>;

    /// Changes the state of a challenge from `from`; returns false if it has another one. It is kept until `until`.
    fn settle_challenge(
        &self,
        id: GameId,
        from: ChallengeState,
        to: ChallengeState,
        until: Timestamp,
    ) -> BoxFuture<Result<bool, StoreError>>;

    /// Keeps an open challenge until this time; returns false if there is none.
    fn extend_challenge(&self, id: GameId, until: Timestamp) -> BoxFuture<Result<bool, StoreError>>;

    /// Deletes expired challenges; returns their number.
    fn delete_expired_challenges(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>>;
}

/// SQL condition of challenges that can be accepted. The node that has accepted one may have died before the game was stored.
pub(super) const IS_OPEN: &str = "(state = 'open' OR state = 'accepted'
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = challenges.id))";

/// Limits of open challenges. A player who is challenged by others can still challenge, and no single player can use up what
/// another one may receive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengeLimits {
    /// Challenges from a player.
    pub sent: u32,
    /// Challenges to a player.
    pub received: u32,
    /// Challenges from a player to the same other player.
    pub per_pair: u32,
}

/// A challenge. The game that follows has the same id, so that accepting it twice makes one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Id of the challenge and of its game.
    pub id: GameId,
    /// The player who challenges.
    pub challenger: PlayerId,
    /// The challenged player.
    pub challenged: PlayerId,
    /// Terms of the game.
    pub terms: ChallengeTerms,
    /// State.
    pub state: ChallengeState,
    /// Creation time.
    pub at: Timestamp,
    /// Expiry.
    pub expires: Timestamp,
}

/// Terms of a challenge. Stored as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChallengeTerms {
    /// Position, time control and stakes.
    pub setup: GameSetup,
    /// Seat of the challenger.
    pub seat: Seat,
    /// True if the seat was drawn.
    pub is_random: bool,
}

/// State of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChallengeState {
    /// Waits for an answer.
    Open,
    /// A game follows.
    Accepted,
    /// Refused by the challenged player.
    Declined(DeclineReason),
    /// Withdrawn by the challenger.
    Canceled,
}

impl ChallengeState {
    /// The state as stored.
    pub(super) fn column(self) -> String {
        self.to_string()
    }

    /// The state of a stored text.
    pub(super) fn from_column(text: &str) -> Option<ChallengeState> {
        match text {
            "open" => Some(ChallengeState::Open),
            "accepted" => Some(ChallengeState::Accepted),
            "canceled" => Some(ChallengeState::Canceled),
            other => {
                let key = other.strip_prefix("declined:")?;
                DeclineReason::from_key(key).map(ChallengeState::Declined)
            }
        }
    }
}

impl fmt::Display for ChallengeState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChallengeState::Open => f.write_str("open"),
            ChallengeState::Accepted => f.write_str("accepted"),
            ChallengeState::Canceled => f.write_str("canceled"),
            ChallengeState::Declined(reason) => write!(f, "declined:{}", reason.key()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_round_trip_as_columns() {
        let declined = DeclineReason::ALL.into_iter().map(ChallengeState::Declined);
        let others = [ChallengeState::Open, ChallengeState::Accepted, ChallengeState::Canceled];
        for state in declined.chain(others) {
            assert_eq!(ChallengeState::from_column(&state.column()), Some(state));
        }
        for bad in ["", "declined", "declined:never", "Open"] {
            assert_eq!(ChallengeState::from_column(bad), None, "{bad}");
        }
    }
}
