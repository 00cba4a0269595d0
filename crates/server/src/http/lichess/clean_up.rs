//! Work that is due when a request or its stream ends, however it ends.

use tokio::runtime::Handle;

/// Guard that runs its work in a task of its own when it is dropped. A request that is dropped while a stream is being
/// opened, because the client has gone or waited too long, undoes what it has done so far.
#[derive(Debug)]
pub(super) struct CleanUp<F: Future<Output = ()> + Send + 'static>(Option<F>);

impl<F: Future<Output = ()> + Send + 'static> CleanUp<F> {
    pub(super) fn new(work: F) -> CleanUp<F> {
        CleanUp(Some(work))
    }

    /// Drops the guard without running its work.
    pub(super) fn cancel(mut self) {
        self.0 = None;
    }
}

impl<F: Future<Output = ()> + Send + 'static> Drop for CleanUp<F> {
    fn drop(&mut self) {
        // Without a runtime the server is gone, too.
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}
