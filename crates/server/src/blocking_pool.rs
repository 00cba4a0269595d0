//! Runs blocking work on tokio's blocking pool, limited by a semaphore.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The work did not finish: the semaphore is closed, or the work panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cancelled;

/// Runs `work` on the blocking pool once a permit is available. The permit is released when the work ends,
/// even if the caller has been dropped before.
pub(crate) async fn run_blocking<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Cancelled> {
    let place = Arc::clone(places).acquire_owned().await.map_err(|_| Cancelled)?;
    let work = move || {
        let done = work();
        drop(place);
        done
    };
    spawn_blocking(work).await.map_err(|_| Cancelled)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn dropping_the_caller_keeps_the_permit_until_work_ends() {
        let places = Arc::new(Semaphore::new(1));
        let (started, begun) = tokio::sync::oneshot::channel();
        let (finish, finished) = mpsc::channel::<()>();
        let work = move || {
            started.send(()).ok();
            finished.recv().ok();
        };
        tokio::select! {
            _ = run_blocking(&places, work) => panic!("it has not ended"),
            _ = begun => {}
        }
        assert_eq!(places.available_permits(), 0, "the work still holds the permit");
        finish.send(()).unwrap();
        assert_eq!(run_blocking(&places, || 7).await, Ok(7), "the next call gets the permit");
    }
}
