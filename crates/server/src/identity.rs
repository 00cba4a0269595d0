//! Whoever is on the other side of a connection.

use protocol::{PlayerId, PlayerInfo, PlayerKind, PlayerName, PublicRating as Shown, RatingStatus, Speed};

use crate::rating::Rating;
use crate::store::{SessionId, Store, StoreError};

/// Somebody, as far as their cookie tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// Who.
    pub(crate) id: PlayerId,
    /// The name of the account, if they are logged in.
    pub(crate) account: Option<PlayerName>,
    /// The session in which they are logged in.
    pub(crate) session: Option<SessionId>,
}

/// Names a connection on this node: one person may have several, in windows and on devices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConnectionId(pub(crate) u64);

impl Identity {
    /// As others see them, without a rating; a guest may want to be called something.
    pub(crate) fn to_player(&self, guest: Option<PlayerName>) -> PlayerInfo {
        let standing = if self.account.is_some() { PlayerKind::Account } else { PlayerKind::Guest };
        PlayerInfo { id: Some(self.id), name: self.account.clone().or(guest), standing, rating: None }
    }

    /// As others see them in a game of this speed.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn to_rated_player(
        &self,
        guest: Option<PlayerName>,
        speed: Speed,
        store: &dyn Store,
    ) -> Result<PlayerInfo, StoreError> {
        let mut player = self.to_player(guest);
        if self.account.is_some() && speed != Speed::Unlimited {
            let ratings = store.ratings(self.id).await?;
            let rating = ratings.into_iter().find(|&(at, _)| at == speed);
            player.rating = Some(to_wire_rating(rating.map_or_else(Rating::default, |(_, rating)| rating)));
        }
        Ok(player)
    }
}

/// A rating as it is shown.
pub(crate) fn to_wire_rating(rating: Rating) -> Shown {
    let trust = if rating.is_provisional() { RatingStatus::Provisional } else { RatingStatus::Established };
    Shown { value: rating.points(), trust }
}
