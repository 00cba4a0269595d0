//! The authenticated identity behind a request or socket.

use protocol::{PlayerId, PlayerInfo, PlayerKind, PlayerName, PublicRating, RatingStatus, Speed};

use crate::store::{Account, SessionId, Store, StoreError};
use glicko::Rating;

/// Player id with account and session, from the cookie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    pub(crate) id: PlayerId,
    /// Account name, if logged in.
    pub(crate) account: Option<PlayerName>,
    /// Session, if logged in.
    pub(crate) session: Option<SessionId>,
    /// True if programs play with the account.
    pub(crate) is_bot: bool,
}

impl Identity {
    /// A player without an account.
    pub(crate) fn guest(id: PlayerId) -> Identity {
        Identity { id, account: None, session: None, is_bot: false }
    }

    /// The owner of an account, outside of a session.
    pub(crate) fn of_account(account: &Account) -> Identity {
        let name = PlayerName::new(account.name.as_str()).ok();
        Identity { id: account.player, account: name, session: None, is_bot: account.is_bot }
    }

    /// Public view without a rating; `guest` is a guest's display name.
    pub(crate) fn to_player(&self, guest: Option<PlayerName>) -> PlayerInfo {
        let standing = if self.account.is_some() { PlayerKind::Account } else { PlayerKind::Guest };
        let name = self.account.clone().or(guest);
        PlayerInfo { id: Some(self.id), name, standing, rating: None, bot: self.is_bot }
    }

    /// Public view with the rating at this speed.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
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
            player.rating = Some(to_public_rating(rating.map_or_else(Rating::default, |(_, rating)| rating)));
        }
        Ok(player)
    }
}

/// Converts a rating for the wire.
pub(crate) fn to_public_rating(rating: Rating) -> PublicRating {
    let trust = if rating.is_provisional() { RatingStatus::Provisional } else { RatingStatus::Established };
    PublicRating { value: rating.points(), trust }
}
