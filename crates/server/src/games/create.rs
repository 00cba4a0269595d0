//! Creates games. Their actors start on the first request.

use std::net::IpAddr;
use std::sync::Arc;

use protocol::{ActionError, EventNumber, PlayerId, PlayerInfo, PlayerKind};
use rules::{ByColor, Color};

use super::ApiEvent;
use crate::computer::Reservation;
use crate::games::state::{GameBuilder, start_game, to_entry};
use crate::limits::OpponentKind;
use crate::node::Node;
use crate::store::{CreateError, GameAttributes, GameHead, NewGame, SeatedPlayer};

/// Unfinished games per player.
pub(crate) const MAX_UNFINISHED_GAMES: u32 = 50;

/// Unfinished games per bot.
pub(crate) const MAX_BOT_GAMES: u32 = 200;

/// Origin of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// A player has created it, or both want a rematch.
    Players,
    /// The lobby has paired two players.
    Pairing,
}

impl Node {
    /// Checks that a player may start one more game. An early answer only: the limit is enforced by the
    /// transaction that stores the game.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many, or the store fails.
    pub(crate) async fn check_game_limit(&self, player: PlayerId, is_bot: bool) -> Result<(), ActionError> {
        self.unfinished_games(player, is_bot).await.map(drop)
    }

    /// A player's unfinished games, if one more is allowed.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many, or the store fails.
    pub(crate) async fn unfinished_games(
        &self,
        player: PlayerId,
        is_bot: bool,
    ) -> Result<Vec<GameHead>, ActionError> {
        let most = if is_bot { MAX_BOT_GAMES } else { MAX_UNFINISHED_GAMES };
        let current = self.store.unfinished(player, most).await.map_err(|error| {
            tracing::error!(%error, "counting games failed");
            ActionError::Storage
        })?;
        if current.len() < most as usize { Ok(current) } else { Err(ActionError::TooMany) }
    }

    /// Stores a new game and counts it for its network, if known. A computer reservation is held until the
    /// game is stored.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is not playable, its network has too many, or the store fails.
    pub(crate) async fn create_game(
        self: &Arc<Node>,
        builder: GameBuilder,
        from: Option<IpAddr>,
        seat: Option<Reservation>,
    ) -> Result<(), ActionError> {
        self.store_and_count(builder, from, seat, Origin::Players).await
    }

    /// Stores the game of a pairing and counts it for a network.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is not playable, the network has too many, or the store fails; `NoSeek` if the pairing
    /// was cancelled.
    pub(crate) async fn create_paired_game(
        self: &Arc<Node>,
        builder: GameBuilder,
        from: IpAddr,
    ) -> Result<(), ActionError> {
        self.store_and_count(builder, Some(from), None, Origin::Pairing).await
    }

    async fn store_and_count(
        self: &Arc<Node>,
        builder: GameBuilder,
        from: Option<IpAddr>,
        seat: Option<Reservation>,
        origin: Origin,
    ) -> Result<(), ActionError> {
        let opponent = if seat.is_some() { OpponentKind::Computer } else { OpponentKind::Person };
        if let Some(from) = from {
            self.games_per_network.add(builder.id, from, opponent)?;
        }
        let node = Arc::clone(self);
        // A task of its own: the game is stored and counted even if the caller is dropped.
        let writing = tokio::spawn(async move {
            let written = node.persist_game(&builder, origin).await;
            if written.is_err() {
                node.games_per_network.finish(builder.id);
            }
            drop(seat);
            written
        });
        writing.await.unwrap_or(Err(ActionError::Storage))
    }

    async fn persist_game(&self, builder: &GameBuilder, origin: Origin) -> Result<(), ActionError> {
        let at = self.time.now();
        let active = start_game(builder, at).ok_or(ActionError::BadStart)?;
        let records = builder.records();
        let entries =
            records.iter().zip(0..).map(|(record, number)| to_entry(record, EventNumber(number), None, at));
        let game = NewGame {
            id: builder.id,
            attributes: attributes(builder),
            seats: ByColor::new_with(|color: Color| builder.players[color].as_ref().and_then(seated_player)),
            status: active.status(at),
            at,
            entries: entries.collect::<Result<_, _>>().map_err(|_| ActionError::Storage)?,
        };
        let created = match origin {
            Origin::Players => self.store.create(game).await,
            Origin::Pairing => self.store.create_paired(game).await,
        };
        match created {
            // Ids are random, so a taken id means that this game was stored before, perhaps without an answer, so that its start was
            // not published.
            Ok(()) | Err(CreateError::Taken) => {
                if created.is_ok() {
                    self.metrics.games.add(1);
                }
                if active.is_in_progress() {
                    let players = [builder.players.white.as_ref(), builder.players.black.as_ref()];
                    self.publish_game_event(players, ApiEvent::GameStart { game: builder.id });
                }
                Ok(())
            }
            Err(CreateError::TooMany) => Err(ActionError::TooMany),
            Err(CreateError::NotPaired) => Err(ActionError::NoSeek),
            Err(CreateError::Store(error)) => {
                tracing::error!(%error, "creating game failed");
                Err(ActionError::Storage)
            }
        }
    }
}

/// Attributes of a game for the store.
pub(super) fn attributes(builder: &GameBuilder) -> GameAttributes {
    GameAttributes {
        ruleset: builder.about.ruleset,
        speed: builder.speed(),
        stakes: builder.about.stakes,
        visibility: builder.about.visibility,
    }
}

/// Converts a player for the store.
pub(super) fn seated_player(player: &PlayerInfo) -> Option<SeatedPlayer> {
    let max_unfinished = match player.standing {
        PlayerKind::Computer => None,
        _ if player.bot => Some(MAX_BOT_GAMES),
        _ => Some(MAX_UNFINISHED_GAMES),
    };
    // The name of an account is stored with the account only: it is gone with it, even if the game is stored later.
    let name = player.name.clone().filter(|_| player.standing != PlayerKind::Account);
    Some(SeatedPlayer { player: player.id?, name, max_unfinished })
}

#[cfg(test)]
mod tests {
    use protocol::{PlayerId, PlayerName};

    use super::*;

    #[test]
    fn games_store_the_names_of_guests_only() {
        let name = |standing| {
            let (id, name) = (Some(PlayerId::from_bits(1)), PlayerName::new("Ann").ok());
            seated_player(&PlayerInfo { id, name, standing, rating: None, bot: false }).unwrap().name
        };
        assert_eq!(name(PlayerKind::Guest), PlayerName::new("Ann").ok());
        assert_eq!(name(PlayerKind::Account), None, "it would outlive an account that is deleted meanwhile");
    }
}
