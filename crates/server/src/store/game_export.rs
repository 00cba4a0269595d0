//! All games that a filter finds, a few at a time: an export of any length needs the memory of one batch.

use std::num::NonZeroU32;

use super::{Cursor, Filter, Store, StoreError, StoredGame};

/// A walk through finished games with their logs, the latest first.
///
/// It holds nothing open between batches: who reads slowly, or goes away, is in nobody's way.
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
    /// A walk from the beginning.
    #[must_use]
    pub fn new(filter: Filter) -> GameExport {
        GameExport { filter, progress: ExportProgress::Start }
    }

    /// The next games; nothing after the last. After an error it can be asked again.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn next(
        &mut self,
        store: &dyn Store,
        batch: NonZeroU32,
    ) -> Result<Option<Vec<StoredGame>>, StoreError> {
        let after = match self.progress {
            ExportProgress::Start => None,
            ExportProgress::After(cursor) => Some(cursor),
            ExportProgress::End => return Ok(None),
        };
        let page = store.finished_games(self.filter.clone(), after, batch.get()).await?;
        let mut games = Vec::with_capacity(page.games.len());
        for head in page.games {
            games.extend(store.load(head.id).await?);
        }
        self.progress = page.next.map_or(ExportProgress::End, ExportProgress::After);
        Ok((!games.is_empty()).then_some(games))
    }
}
