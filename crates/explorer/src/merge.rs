//! Merges sorted streams of entries.

use std::io::Write;

use crate::entry::Merger;
use crate::entry_stream::{EntryReader, EntryWriter};
use crate::error::IndexError;
use crate::game_record::GameSummary;

/// Merges entries with the same key and writes all in the order of the keys. There are so few sources that looking at all of
/// them for the smallest key is as quick as a heap.
pub(crate) fn merge<W: Write>(
    mut sources: Vec<EntryReader<'_>>,
    summaries: &[GameSummary],
    out: &mut EntryWriter<W>,
) -> Result<(), IndexError> {
    let mut merger = Merger::new(summaries);
    advance(&mut sources, |_| true)?;
    while let Some(key) = sources.iter().map(|source| source.entry().key).min() {
        merger.begin(key);
        let is_next = |source: &EntryReader<'_>| source.entry().key == key;
        sources.iter().filter(|source| is_next(source)).for_each(|source| merger.add(source.entry()));
        out.push(merger.finish())?;
        advance(&mut sources, is_next)?;
    }
    Ok(())
}

/// Advances some sources and drops those at their end.
fn advance<'a>(
    sources: &mut Vec<EntryReader<'a>>,
    is_due: impl Fn(&EntryReader<'a>) -> bool,
) -> Result<(), IndexError> {
    let mut index = 0;
    while let Some(source) = sources.get_mut(index) {
        if is_due(source) && !source.advance()? {
            sources.swap_remove(index);
        } else {
            index += 1;
        }
    }
    Ok(())
}
