//! Recent pairings, to recognize retried seeks.

use std::collections::VecDeque;

use protocol::{ActionId, GameId, PlayerId, PlayerInfo, Seat};

/// Pairings kept; after that a client finds the game in its list of games.
const CAPACITY: usize = 1_024;

/// Recent pairings, oldest first.
#[derive(Debug, Default)]
pub(crate) struct RecentPairings(VecDeque<PairingEntry>);

#[derive(Debug)]
struct PairingEntry {
    player: PlayerId,
    request_id: ActionId,
    game: GameId,
    seat: Seat,
}

impl RecentPairings {
    /// The game and seat of a request.
    pub(crate) fn find(&self, player: &PlayerInfo, request_id: ActionId) -> Option<(GameId, Seat)> {
        let met =
            self.0.iter().rev().find(|met| player.id == Some(met.player) && met.request_id == request_id);
        met.map(|met| (met.game, met.seat))
    }

    /// Adds a pairing.
    pub(crate) fn insert(&mut self, player: &PlayerInfo, request_id: ActionId, game: GameId, seat: Seat) {
        let Some(player) = player.id else { return };
        if self.0.len() == CAPACITY {
            self.0.pop_front();
        }
        self.0.push_back(PairingEntry { player, request_id, game, seat });
    }

    /// Removes the pairings of a game that could not be stored, so that the seeks can be retried.
    pub(crate) fn remove_game(&mut self, game: GameId) {
        self.0.retain(|met| met.game != game);
    }
}
