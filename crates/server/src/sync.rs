//! Locking of standard mutexes.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex and ignores poisoning. Every mutex of the server guards data that is consistent after each
/// statement (maps, counters, idle connections), so a panic of another thread leaves nothing half done.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
