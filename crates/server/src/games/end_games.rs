//! Ends the games of an account that is deleted or banned.

use std::sync::Arc;

use game::Millis;
use protocol::{ActionError, PlayerAction};

use super::{GameRequest, MAX_BOT_GAMES};
use crate::accounts::Identity;
use crate::node::Node;
use crate::random;
use crate::store::GameStatus;

/// Games of a player to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GamesToEnd {
    /// Those without an opponent.
    Invitations,
    /// All.
    All,
}

impl Node {
    /// Ends games: invitations are aborted, so that no opponent joins, and begun games resigned, so that rated ones count for
    /// the opponents.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub(crate) async fn end_games(
        self: &Arc<Self>,
        identity: &Identity,
        which: GamesToEnd,
    ) -> Result<(), ActionError> {
        let games = self.store.unfinished(identity.id, MAX_BOT_GAMES).await;
        let games = games.map_err(|error| {
            tracing::error!(%error, "store failed");
            ActionError::Storage
        })?;
        let is_meant =
            |status: &GameStatus| which == GamesToEnd::All || matches!(status, GameStatus::Waiting { .. });
        let act = async |game, action| {
            let (identity, received) = (identity.clone(), self.time.now());
            let (id, round_trip) = (random::id(), Millis::ZERO);
            let request = |reply| GameRequest::Action { identity, id, action, received, round_trip, reply };
            self.games.request(self, game, request).await.map(drop)
        };
        for game in games.iter().filter(|game| is_meant(&game.status)) {
            let ended = match (act(game.id, PlayerAction::Abort).await, which) {
                (Err(ActionError::TooLateToAbort), GamesToEnd::All) => {
                    act(game.id, PlayerAction::Resign).await
                }
                // An opponent has just joined.
                (Err(ActionError::TooLateToAbort), GamesToEnd::Invitations) => Ok(()),
                (aborted, _) => aborted,
            };
            match ended {
                Ok(()) | Err(ActionError::Over) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }
}
