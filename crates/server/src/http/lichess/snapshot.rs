//! Reads games for the other endpoints.

use protocol::{BySeat, GameId, GameState, PlayerId, PlayerKind, Seat};

use super::error::LichessError;
use super::render::{LichessGame, own_seat};
use crate::games::{GameRequest, StateSnapshot};
use crate::http::AppState;
use crate::node::Node;
use crate::store::StoreError;

impl AppState {
    /// A game with the seat of one of its players.
    ///
    /// # Errors
    ///
    /// Returns 404 if the player has no seat in it, and 400 if the game has no form in the Lichess API.
    pub(super) async fn lichess_game(
        &self,
        game: GameId,
        player: PlayerId,
    ) -> Result<(LichessGame, Seat), LichessError> {
        let snapshot = self.snapshot(game, player).await?;
        let seat = own_seat(&snapshot)?;
        let bots = bot_seats(&self.node, &snapshot.state).await?;
        Ok((LichessGame::new(game, *snapshot.state, bots)?, seat))
    }

    /// The state of a game for a viewer.
    pub(super) async fn snapshot(
        &self,
        game: GameId,
        viewer: PlayerId,
    ) -> Result<StateSnapshot, LichessError> {
        let node = &self.node;
        Ok(node.games.request(node, game, |reply| GameRequest::State { viewer, reply }).await?)
    }
}

/// Seats of accounts with which programs play.
pub(super) async fn bot_seats(node: &Node, state: &GameState) -> Result<BySeat<bool>, StoreError> {
    let mut bots = BySeat::default();
    for seat in Seat::ALL {
        let player = state.seats.get(seat).as_ref().filter(|player| player.standing == PlayerKind::Account);
        if let Some(id) = player.and_then(|player| player.id) {
            let account = node.store.account(id).await?;
            *bots.get_mut(seat) = account.is_some_and(|account| account.is_bot);
        }
    }
    Ok(bots)
}

/// Reads the id of a game.
///
/// # Errors
///
/// Returns 404 if the text is none.
pub(super) fn game_id(text: &str) -> Result<GameId, LichessError> {
    text.parse().map_err(|_| LichessError::not_found("No such game"))
}
