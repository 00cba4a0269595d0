//! Record of everything the server acknowledged to the bots.

use game::Ply;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use protocol::{ActionId, EventNumber, GameId};
use rules::{Move, UciMove};

use crate::pauses::{PauseSummary, Pauses};

/// Acknowledged actions of all bots and the protocol violations they saw. The lock is never held across an
/// `await`.
#[derive(Debug, Default)]
pub(crate) struct AckLog(Mutex<AckRecords>);

#[derive(Clone, Debug, Default)]
pub(crate) struct AckRecords {
    pub(crate) games: BTreeSet<GameId>,
    pub(crate) acked: Vec<AckedAction>,
    pub(crate) violations: Vec<String>,
    /// Moves that clients were shown, as far as any of them saw a game.
    pub(crate) shown: BTreeMap<GameId, Vec<Move>>,
    /// Games of the lobby, with the number of players who were paired in them.
    pub(crate) paired: BTreeMap<GameId, usize>,
    /// Invitations with the time at which a bot began to play, and the time at which one saw the end.
    pub(crate) times: BTreeMap<GameId, (Instant, Option<Instant>)>,
    /// Pauses of the invitations.
    pauses: Pauses,
    /// Seeks that have become a game.
    seeks: BTreeMap<ActionId, GameId>,
}

/// An action that the server acknowledged and that must therefore survive any crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AckedAction {
    pub(crate) game: GameId,
    pub(crate) action: ActionId,
    /// Number of the last event the action produced.
    pub(crate) event: EventNumber,
    /// For moves: the ply before the move, and the move.
    pub(crate) played_move: Option<(Ply, UciMove)>,
}

impl AckLog {
    /// Registers a game.
    pub(crate) fn add_game(&self, game: GameId) {
        self.lock().games.insert(game);
    }

    /// Registers the time at which a bot begins to play a game.
    pub(crate) fn add_begin(&self, game: GameId, at: Instant) {
        let mut records = self.lock();
        let (begun, _) = records.times.entry(game).or_insert((at, None));
        *begun = at.min(*begun);
        records.pauses.begin(game, at);
    }

    /// Registers the time at which a bot has seen the end of a game.
    pub(crate) fn add_end(&self, game: GameId, at: Instant) {
        let mut records = self.lock();
        if let Some((_, ended)) = records.times.get_mut(&game) {
            *ended = Some(at);
        }
        records.pauses.end(game);
    }

    /// Records a game that the lobby has made of a seek; a seek becomes one game.
    pub(crate) fn add_pairing(&self, seek: ActionId, game: GameId) {
        let mut records = self.lock();
        records.games.insert(game);
        *records.paired.entry(game).or_default() += 1;
        if let Some(other) = records.seeks.insert(seek, game) {
            records.violations.push(format!("a seek was paired twice, in {other} and {game}"));
        }
    }

    /// Records an acknowledged action.
    pub(crate) fn add_acked(&self, acked: AckedAction) {
        let mut records = self.lock();
        records.games.insert(acked.game);
        records.pauses.note_ack(acked.game, Instant::now());
        records.acked.push(acked);
    }

    /// Records a protocol violation.
    pub(crate) fn add_violation(&self, violation: impl Into<String>) {
        self.lock().violations.push(violation.into());
    }

    /// Records the moves that a client was shown; what one was shown must continue what another was shown.
    pub(crate) fn add_shown(&self, game: GameId, moves: Vec<Move>) {
        let mut records = self.lock();
        let before = records.shown.entry(game).or_default();
        let differs = before.iter().zip(&moves).any(|(before, m)| before != m);
        if moves.len() > before.len() {
            *before = moves;
        }
        if differs {
            records.violations.push(format!("game {game}: two clients were shown different moves"));
        }
    }

    /// Returns the protocol violations after the first ones.
    pub(crate) fn violations_from(&self, first: usize) -> Vec<String> {
        self.lock().violations.get(first..).unwrap_or_default().to_vec()
    }

    /// Forgets pauses until now.
    pub(crate) fn reset_pauses(&self) {
        self.lock().pauses.reset();
    }

    /// Returns true if each game that goes on has had an acknowledged action since then.
    pub(crate) fn all_went_on(&self, since: Instant) -> bool {
        self.lock().pauses.all_went_on(since)
    }

    /// Returns the pauses since the reset.
    pub(crate) fn pauses(&self) -> PauseSummary {
        self.lock().pauses.summary(Instant::now())
    }

    /// Returns the number of games and of acknowledged actions.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let records = self.lock();
        (records.games.len(), records.acked.len())
    }

    /// Returns a copy of all records.
    pub(crate) fn snapshot(&self) -> AckRecords {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, AckRecords> {
        // Every update leaves the records complete, so the data is consistent even if a thread panicked while holding
        // the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
