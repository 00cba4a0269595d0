//! Contains panics: a fault in one task must not end the games of others.

use std::any::Any;
use std::fmt;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Message of a panic that was caught.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Panicked(String);

impl Panicked {
    fn new(payload: &(dyn Any + Send)) -> Panicked {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Panicked(text.unwrap_or("no message").to_owned())
    }
}

/// Runs a future; a panic ends only this future. The caller must not go on using what the future has left
/// half done.
pub(crate) async fn catch_panic<T>(work: impl Future<Output = T>) -> Result<T, Panicked> {
    let mut work = pin!(work);
    poll_fn(|context| match catch_sync(|| work.as_mut().poll(context)) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(done)) => Poll::Ready(Ok(done)),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

/// Runs a closure; a panic ends only the closure.
pub(crate) fn catch_sync<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Panicked::new(&*payload))
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_returned_with_its_message() {
        assert_eq!(catch_panic(async { 7 }).await, Ok(7));
        let fails = async {
            tokio::task::yield_now().await;
            panic!("square {}", 64);
        };
        assert_eq!(catch_panic::<()>(fails).await, Err(Panicked("square 64".to_owned())));
    }
}
