//! Compacts the logs of finished games in the background.

use std::sync::Arc;

use game::{Millis, Timestamp};
use tokio::time::{Duration, Instant, sleep};

use super::background::contain;
use super::{Node, shutdown_started};

/// Time after the end of a game during which its log stays as it is: players offer rematches and reconnect.
const REST: Millis = Millis::minutes(10);

/// Interval when there is nothing to do.
const IDLE: Duration = Duration::from_secs(30);

/// Games compacted by one write.
const BATCH: u32 = 4;

/// The store is left alone for this many times as long as a batch took, so that moves wait for one batch at most.
const PAUSE_SHARE: u32 = 3;

/// Shortest pause between two batches.
const MIN_PAUSE: Duration = Duration::from_millis(5);

/// Compacts logs until shutdown.
pub(crate) async fn compaction_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    let mut pause = IDLE;
    loop {
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            () = sleep(pause) => {}
        }
        pause = contain("compaction", compact_batch(&node)).await.unwrap_or(IDLE);
    }
}

/// Compacts a batch and returns the pause after it.
async fn compact_batch(node: &Node) -> Duration {
    if node.store_monitor.failing_since().is_some() {
        return IDLE;
    }
    let started = Instant::now();
    let ended_before = Timestamp(node.time.now().0.saturating_sub(REST.0));
    match node.store.compact_logs(ended_before, BATCH).await {
        Ok(step) => {
            node.metrics.compacted_games.add(step.games.into());
            if step.has_more { MIN_PAUSE.max(started.elapsed() * PAUSE_SHARE) } else { IDLE }
        }
        Err(error) => {
            tracing::error!(%error, "compaction failed");
            IDLE
        }
    }
}
