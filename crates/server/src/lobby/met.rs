//! Which wishes have led to a game, in case one is sent again.

use std::collections::VecDeque;

use protocol::{ActId, GameId, Player, PlayerId, Seat};

/// So many are remembered; whoever comes back later than that finds the game among their own.
const KEPT: usize = 1_024;

/// The wishes that were granted last.
#[derive(Debug, Default)]
pub(crate) struct Met(VecDeque<Meeting>);

#[derive(Debug)]
struct Meeting {
    player: PlayerId,
    wish: ActId,
    game: GameId,
    seat: Seat,
}

impl Met {
    /// Where a wish has led.
    pub(crate) fn of(&self, player: &Player, wish: ActId) -> Option<(GameId, Seat)> {
        let met = self.0.iter().rev().find(|met| player.id == Some(met.player) && met.wish == wish);
        met.map(|met| (met.game, met.seat))
    }

    /// A wish leads to a game.
    pub(crate) fn remember(&mut self, player: &Player, wish: ActId, game: GameId, seat: Seat) {
        let Some(player) = player.id else { return };
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(Meeting { player, wish, game, seat });
    }

    /// The game could not be written down: what was wished for may be wished for again.
    pub(crate) fn forget(&mut self, game: GameId) {
        self.0.retain(|met| met.game != game);
    }
}
