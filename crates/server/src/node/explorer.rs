//! The opening explorer of the public games: an index in temporary files, kept up to date in the background.
//!
//! Each node has its own. It is made from the archive when the node starts, and again when an account is left out, so nothing of
//! it is stored, and it needs no backup. It has the ids of games but no names: these are looked up for each answer.

mod public_game;
mod segments;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use explorer::{IndexError, PositionStats};
use game::{Millis, Ruleset, Timestamp};
use rules::Position;
use tokio::sync::Semaphore;
use tokio::time::{Duration, sleep};

use self::public_game::PublicGame;
use self::segments::{NewSegments, Segments};
use super::background::contain;
use super::{Node, shutdown_started};
use crate::blocking_pool::run_blocking;
use crate::store::{ArchivedGame, Filter, GameHead, GameId, GameStatus, PlayerId, StoreError};
use crate::sync::lock;

/// Interval between two looks for games that have ended.
const INTERVAL: Duration = Duration::from_secs(5);

/// Games are looked for from this long before the last look: the end of a game is stored a little later than it happens,
/// and clocks of nodes differ.
const OVERLAP: Millis = Millis::minutes(2);

/// Games read per batch.
const BATCH_SIZE: u32 = 64;

/// Look-ups at a time.
const MAX_QUERIES: usize = 2;

/// Threads needed on the blocking pool: for look-ups and for one build.
pub(crate) const MAX_BLOCKING_TASKS: usize = MAX_QUERIES + 1;

/// The index of a node.
#[derive(Debug)]
pub(crate) struct ArchiveExplorer {
    /// `None` until the archive has been read. Locked only on the blocking pool, never across an `await`.
    segments: Arc<Mutex<Option<Segments>>>,
    queries: Arc<Semaphore>,
    builds: Arc<Semaphore>,
}

/// The explorer cannot answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExplorerUnavailable {
    /// The archive is still being read.
    Starting,
    /// The index cannot be read.
    Failed,
}

/// Games of a position, and the size of the index.
#[derive(Debug)]
pub(crate) struct ExplorerAnswer {
    pub(crate) stats: PositionStats,
    /// Games in the index.
    pub(crate) games: u32,
}

/// State of the index between two looks at the archive.
#[derive(Debug, Default)]
struct IndexState {
    /// Players whose games are left out.
    left_out: Vec<PlayerId>,
    /// Time of the last look; `None` before the first.
    until: Option<Timestamp>,
    /// Indexed games that ended so late that the next look finds them again.
    recent: HashSet<GameId>,
}

impl Default for ArchiveExplorer {
    fn default() -> ArchiveExplorer {
        ArchiveExplorer {
            segments: Arc::default(),
            queries: Arc::new(Semaphore::new(MAX_QUERIES)),
            builds: Arc::new(Semaphore::new(1)),
        }
    }
}

impl ArchiveExplorer {
    /// Looks up a position.
    pub(crate) async fn find(&self, position: Position) -> Result<ExplorerAnswer, ExplorerUnavailable> {
        let segments = Arc::clone(&self.segments);
        let found = run_blocking(&self.queries, move || {
            let mut segments = lock(&segments);
            let segments = segments.as_mut().ok_or(ExplorerUnavailable::Starting)?;
            let stats = segments.find(&position).map_err(|error| {
                tracing::error!(%error, "reading the explorer failed");
                ExplorerUnavailable::Failed
            })?;
            Ok(ExplorerAnswer { stats, games: segments.games() })
        });
        found.await.unwrap_or(Err(ExplorerUnavailable::Failed))
    }
}

/// Keeps the index up to date until shutdown.
pub(crate) async fn explorer_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    let mut state = IndexState::default();
    loop {
        let work = contain("explorer", update(&node, &mut state));
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            _ = work => {}
        }
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            () = sleep(INTERVAL) => {}
        }
    }
}

/// Adds the games that have ended since the last look. A failure is repaired by the next one.
async fn update(node: &Node, state: &mut IndexState) {
    if node.store_monitor.failing_since().is_some() {
        return;
    }
    if let Err(error) = add_new_games(node, state).await {
        tracing::error!(%error, "updating the explorer failed");
    }
}

async fn add_new_games(node: &Node, state: &mut IndexState) -> Result<(), StoreError> {
    let left_out = node.store.left_out_of_explorer().await?;
    if left_out != state.left_out {
        // Games of the players have to go, or come back.
        *state = IndexState { left_out, ..IndexState::default() };
    }
    let now = node.time.now();
    let from = state.until.map(|until| Timestamp(until.0.saturating_sub(OVERLAP.0)));
    let filter = Filter { ruleset: Some(Ruleset::Standard), from, ..Filter::default() };
    let mut builder = None;
    let mut recent = HashSet::new();
    let mut after = None;
    loop {
        let page = node.store.finished_games(filter.clone(), after, BATCH_SIZE).await?;
        let is_recent = |at: Timestamp| at.0.saturating_add(OVERLAP.0) >= now.0;
        recent
            .extend(page.games.iter().filter(|head| ended(head).is_some_and(is_recent)).map(|head| head.id));
        let new: Vec<GameHead> =
            page.games.into_iter().filter(|head| !state.recent.contains(&head.id)).collect();
        if !new.is_empty() {
            let logs = node.store.logs(new.iter().map(|head| head.id).collect()).await?;
            let games = new.into_iter().zip(logs).map(|(head, log)| ArchivedGame { head, log }).collect();
            builder = Some(add_batch(node, state, builder, games).await?);
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    if builder.is_some() || state.until.is_none() {
        finish(node, state, builder).await?;
    }
    state.until = Some(now);
    state.recent = recent;
    Ok(())
}

fn ended(head: &GameHead) -> Option<Timestamp> {
    match head.status {
        GameStatus::Over { at, .. } => Some(at),
        GameStatus::Waiting { .. } | GameStatus::Playing { .. } => None,
    }
}

/// Replays games and adds their positions, on the blocking pool.
async fn add_batch(
    node: &Node,
    state: &IndexState,
    builder: Option<NewSegments>,
    games: Vec<ArchivedGame>,
) -> Result<NewSegments, StoreError> {
    let current = current_segments(node, state);
    let left_out = state.left_out.clone();
    let work = move || -> Result<NewSegments, IndexError> {
        let mut builder = builder.map_or_else(|| NewSegments::after(current), Ok)?;
        for game in games {
            if let Some(PublicGame { record, moves }) = PublicGame::new(game, &left_out) {
                builder.add(&record, moves)?;
            }
        }
        Ok(builder)
    };
    let added = run_blocking(&node.explorer.builds, work).await;
    added.unwrap_or_else(|_| Err(cancelled())).map_err(|error| failed(&error))
}

/// Completes the new segments and shows them.
async fn finish(node: &Node, state: &IndexState, builder: Option<NewSegments>) -> Result<(), StoreError> {
    let current = current_segments(node, state);
    let shown = Arc::clone(&node.explorer.segments);
    let work = move || -> Result<(), IndexError> {
        let builder = builder.map_or_else(|| NewSegments::after(current), Ok)?;
        let finished = builder.finish()?;
        *lock(&shown) = Some(finished);
        Ok(())
    };
    let done = run_blocking(&node.explorer.builds, work).await;
    done.unwrap_or_else(|_| Err(cancelled())).map_err(|error| failed(&error))
}

/// The segments to which games are added; none if the archive is read from the beginning.
fn current_segments(node: &Node, state: &IndexState) -> Option<Segments> {
    state.until.and_then(|_| lock(&node.explorer.segments).clone())
}

fn cancelled() -> IndexError {
    IndexError::Io(std::io::ErrorKind::Interrupted.into())
}

fn failed(error: &IndexError) -> StoreError {
    StoreError::Failed(error.to_string())
}
