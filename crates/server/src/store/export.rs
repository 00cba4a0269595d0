//! All games that a filter finds, a few at a time: an export of any length needs the memory of one batch.

use std::num::NonZeroU32;

use super::{Cursor, Filter, Store, StoreError, StoredGame};

/// A walk through finished games with their logs, the latest first.
///
/// It holds nothing open between batches: who reads slowly, or goes away, is in nobody's way.
#[derive(Clone, Debug)]
pub struct Export {
    filter: Filter,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Start,
    After(Cursor),
    End,
}

impl Export {
    /// A walk from the beginning.
    #[must_use]
    pub fn new(filter: Filter) -> Export {
        Export { filter, place: Place::Start }
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
        let after = match self.place {
            Place::Start => None,
            Place::After(cursor) => Some(cursor),
            Place::End => return Ok(None),
        };
        let page = store.finished(self.filter.clone(), after, batch.get()).await?;
        let mut games = Vec::with_capacity(page.games.len());
        for head in page.games {
            games.extend(store.load(head.id).await?);
        }
        self.place = page.next.map_or(Place::End, Place::After);
        Ok((!games.is_empty()).then_some(games))
    }
}
