//! Batched export of finished games with constant memory.

use std::num::NonZeroU32;

use super::{ArchivedGame, Cursor, Filter, Store, StoreError};

/// Iterates over finished games with their logs, latest first.
///
/// Nothing is held open between batches, so a slow or vanished reader costs nothing.
#[derive(Clone, Debug)]
pub struct GameExport {
    filter: Filter,
    progress: ExportProgress,
}

#[derive(Clone, Copy, Debug)]
enum ExportProgress {
    Start,
    After(Cursor),
    End,
}

impl GameExport {
    /// Starts at the latest game.
    #[must_use]
    pub fn new(filter: Filter) -> GameExport {
        GameExport { filter, progress: ExportProgress::Start }
    }

    /// Returns the next batch, or `None` at the end. May be retried after an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn next(
        &mut self,
        store: &dyn Store,
        batch: NonZeroU32,
    ) -> Result<Option<Vec<ArchivedGame>>, StoreError> {
        let after = match self.progress {
            ExportProgress::Start => None,
            ExportProgress::After(cursor) => Some(cursor),
            ExportProgress::End => return Ok(None),
        };
        let page = store.finished_games(self.filter.clone(), after, batch.get()).await?;
        let logs = store.logs(page.games.iter().map(|head| head.id).collect()).await?;
        let games: Vec<ArchivedGame> =
            page.games.into_iter().zip(logs).map(|(head, log)| ArchivedGame { head, log }).collect();
        self.progress = page.next.map_or(ExportProgress::End, ExportProgress::After);
        Ok((!games.is_empty()).then_some(games))
    }
}
