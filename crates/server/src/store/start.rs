//! Start of a server whose database may be away for a moment.

use tokio::time::{Duration, Instant, sleep};

use super::StoreError;

/// Time in which the store must answer.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Interval of attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Repeats a part of the start while the store fails, so that a server does not end because its database was restarted at
/// the same time, or starts after it.
///
/// # Errors
///
/// Returns the error of the last attempt. Damage, wrong passwords and the like are not tried again.
pub(crate) async fn retry_start<T, F: Future<Output = Result<T, StoreError>>>(
    mut attempt: impl FnMut() -> F,
) -> Result<T, StoreError> {
    let begun = Instant::now();
    let mut logged = String::new();
    loop {
        match attempt().await {
            Err(StoreError::Failed(error)) if begun.elapsed() < START_TIMEOUT => {
                if error != logged {
                    tracing::warn!(%error, "the store failed during the start; trying again for 30 seconds");
                    logged = error;
                }
                sleep(RETRY_INTERVAL).await;
            }
            Err(StoreError::Failed(error)) => {
                let seconds = START_TIMEOUT.as_secs();
                return Err(StoreError::Failed(format!("{error} (tried for {seconds} seconds)")));
            }
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    /// Result and number of attempts of a start that fails in this way at first.
    async fn start(error: StoreError, failures: usize) -> (Result<(), StoreError>, usize) {
        let mut attempts = 0;
        let started = retry_start(|| {
            attempts += 1;
            ready(if attempts > failures { Ok(()) } else { Err(error.clone()) })
        });
        (started.await, attempts)
    }

    #[tokio::test(start_paused = true)]
    async fn only_a_store_that_failed_is_tried_again_and_not_for_ever() {
        let failed = StoreError::Failed("connection closed".to_owned());
        assert_eq!(start(failed.clone(), 3).await, (Ok(()), 4));
        let (result, attempts) = start(failed.clone(), usize::MAX).await;
        assert_eq!(result.unwrap_err().to_string(), "connection closed (tried for 30 seconds)");
        assert!((50..100).contains(&attempts), "{attempts}");
        for final_error in
            [StoreError::Corrupt("a page".to_owned()), StoreError::Unusable("wrong password".to_owned())]
        {
            assert_eq!(start(final_error.clone(), 1).await, (Err(final_error), 1));
        }
    }
}
