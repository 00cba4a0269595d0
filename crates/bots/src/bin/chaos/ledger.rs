//! What the bots were promised.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{ActId, GameId};
use rules::UciMove;

/// All promises, of all bots, and all that they complain of. The lock is held for a note and never across an `await`.
#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<Notes>);

#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) games: BTreeSet<GameId>,
    pub(crate) promises: Vec<Promise>,
    pub(crate) faults: Vec<String>,
}

/// An act that the server acknowledged: it is done, and will not be undone by anything that breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    pub(crate) game: GameId,
    pub(crate) act: ActId,
    /// The last event that came of it.
    pub(crate) number: u32,
    /// The move, if it was one, and how many plies had been played before.
    pub(crate) made: Option<(u32, UciMove)>,
}

impl Ledger {
    /// There is a game.
    pub(crate) fn open(&self, game: GameId) {
        self.lock().games.insert(game);
    }

    /// Something was acknowledged.
    pub(crate) fn keep(&self, promise: Promise) {
        self.lock().promises.push(promise);
    }

    /// Something is wrong.
    pub(crate) fn blame(&self, fault: impl Into<String>) {
        self.lock().faults.push(fault.into());
    }

    /// How many games there are, and how many promises.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let notes = self.lock();
        (notes.games.len(), notes.promises.len())
    }

    /// All of it.
    pub(crate) fn notes(&self) -> Notes {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Notes> {
        // Notes are whole at every moment, whatever became of a thread that held them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
