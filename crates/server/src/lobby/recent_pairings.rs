//! Which wishes have led to a game, in case one is sent again.

use std::collections::VecDeque;

use protocol::{ActionId, GameId, PlayerId, PlayerInfo, Seat};

/// So many are remembered; whoever comes back later than that finds the game among their own.
const CAPACITY: usize = 1_024;

/// The wishes that were granted last.
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
    /// Where a wish has led.
    pub(crate) fn find(&self, player: &PlayerInfo, wish: ActionId) -> Option<(GameId, Seat)> {
        let met = self.0.iter().rev().find(|met| player.id == Some(met.player) && met.request_id == wish);
        met.map(|met| (met.game, met.seat))
    }

    /// A wish leads to a game.
    pub(crate) fn insert(&mut self, player: &PlayerInfo, wish: ActionId, game: GameId, seat: Seat) {
        let Some(player) = player.id else { return };
        if self.0.len() == CAPACITY {
            self.0.pop_front();
        }
        self.0.push_back(PairingEntry { player, request_id: wish, game, seat });
    }

    /// The game could not be written down: what was wished for may be wished for again.
    pub(crate) fn remove_game(&mut self, game: GameId) {
        self.0.retain(|met| met.game != game);
    }
}
