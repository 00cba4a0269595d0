//! What the bots were promised.

use game::Ply;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{ActionId, EventNumber, GameId};
use rules::UciMove;

/// All promises, of all bots, and all that they complain of. The lock is held for a note and never across an `await`.
#[derive(Debug, Default)]
pub(crate) struct AckLog(Mutex<AckRecords>);

#[derive(Clone, Debug, Default)]
pub(crate) struct AckRecords {
    pub(crate) games: BTreeSet<GameId>,
    pub(crate) acked: Vec<AckedAction>,
    pub(crate) violations: Vec<String>,
}

/// An act that the server acknowledged: it is done, and will not be undone by anything that breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AckedAction {
    pub(crate) game: GameId,
    pub(crate) action: ActionId,
    /// The last event that came of it.
    pub(crate) event: EventNumber,
    /// The move, if it was one, and how many plies had been played before.
    pub(crate) played_move: Option<(Ply, UciMove)>,
}

impl AckLog {
    /// There is a game.
    pub(crate) fn add_game(&self, game: GameId) {
        self.lock().games.insert(game);
    }

    /// Something was acknowledged.
    pub(crate) fn add_acked(&self, promise: AckedAction) {
        self.lock().acked.push(promise);
    }

    /// Something is wrong.
    pub(crate) fn add_violation(&self, fault: impl Into<String>) {
        self.lock().violations.push(fault.into());
    }

    /// How many games there are, and how many promises.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let notes = self.lock();
        (notes.games.len(), notes.acked.len())
    }

    /// All of it.
    pub(crate) fn snapshot(&self) -> AckRecords {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, AckRecords> {
        // Notes are whole at every moment, whatever became of a thread that held them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
