//! A new game is written down. Its table opens when somebody asks for it.

use std::net::IpAddr;
use std::sync::Arc;

use protocol::{ActionError, PlayerId, PlayerInfo};
use rules::{ByColor, Color};

use crate::computer::Reservation;
use crate::game_state::{GameBuilder, start_game, to_entry};
use crate::games_per_network::OpponentKind;
use crate::node::Node;
use crate::store::{CreateError, GameAttributes, GameHead, NewGame, SeatedPlayer};

/// So many unfinished games one may have.
pub(crate) const MAX_UNFINISHED_GAMES: u32 = 50;

impl Node {
    /// Whether somebody may begin one more game.
    ///
    /// # Errors
    /// If there are too many already, or the store fails.
    pub(crate) async fn check_game_limit(&self, player: PlayerId) -> Result<(), ActionError> {
        self.unfinished_games(player).await.map(drop)
    }

    /// Somebody's unfinished games, if there may be one more.
    ///
    /// # Errors
    /// If there are too many already, or the store fails.
    pub(crate) async fn unfinished_games(&self, player: PlayerId) -> Result<Vec<GameHead>, ActionError> {
        let current = self.store.unfinished(player, MAX_UNFINISHED_GAMES).await.map_err(|error| {
            tracing::error!(%error, "games cannot be counted");
            ActionError::Storage
        })?;
        if current.len() < MAX_UNFINISHED_GAMES as usize { Ok(current) } else { Err(ActionError::TooMany) }
    }

    /// Writes a new game down. It counts for the network from which it is begun, if that is known; its seat beside the
    /// computer, if it has one, is kept until then.
    ///
    /// # Errors
    /// If it cannot be played, its network has too many, or the store fails.
    pub(crate) async fn create_game(
        self: &Arc<Node>,
        opening: GameBuilder,
        from: Option<IpAddr>,
        seat: Option<Reservation>,
    ) -> Result<(), ActionError> {
        let opponent = if seat.is_some() { OpponentKind::Computer } else { OpponentKind::Person };
        if let Some(from) = from {
            self.games_per_network.add(opening.id, from, opponent)?;
        }
        let node = Arc::clone(self);
        // It is written even if whoever asked for it hangs up, and until then it has to count.
        let writing = tokio::spawn(async move {
            let written = node.persist_game(&opening).await;
            if written.is_err() {
                node.games_per_network.finish(opening.id);
            }
            drop(seat);
            written
        });
        writing.await.unwrap_or(Err(ActionError::Storage))
    }

    async fn persist_game(&self, opening: &GameBuilder) -> Result<(), ActionError> {
        let at = self.time.now();
        let live = start_game(opening, at).ok_or(ActionError::BadStart)?;
        let records = opening.records();
        let entries = records.iter().zip(0..).map(|(record, number)| to_entry(record, number, None, at));
        let game = NewGame {
            id: opening.id,
            attributes: GameAttributes {
                ruleset: opening.about.ruleset,
                speed: opening.speed(),
                stakes: opening.about.stakes,
                visibility: opening.about.visibility,
            },
            seats: ByColor::new_with(|color: Color| opening.players[color].as_ref().and_then(seated_player)),
            status: live.status(at),
            at,
            entries: entries.collect::<Result<_, _>>().map_err(|_| ActionError::Storage)?,
        };
        match self.store.create(game).await {
            Ok(()) => {
                self.metrics.games.add(1);
                Ok(())
            }
            // Ids do not meet by chance: that one is taken means that this very game was written before.
            Err(CreateError::Taken) => Ok(()),
            Err(CreateError::Store(error)) => {
                tracing::error!(%error, "a game was not created");
                Err(ActionError::Storage)
            }
        }
    }
}

/// Somebody who sits down, as the store wants to know them.
pub(super) fn seated_player(player: &PlayerInfo) -> Option<SeatedPlayer> {
    Some(SeatedPlayer { player: player.id?, name: player.name.clone() })
}
