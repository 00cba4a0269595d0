//! Returns free pages to the file system.
//!
//! New databases release pages in small steps (`auto_vacuum = incremental`). An older database cannot before it has been
//! written anew by `VACUUM`, which happens at the start of a server: at once if it is small, otherwise when most of it is
//! free because logs have been compacted.

use rusqlite::{Connection, Result as Sql};

/// `auto_vacuum` of new databases.
const INCREMENTAL: i64 = 2;

/// Free pages that are kept for the next moves: 4 MB.
const KEPT_PAGES: i64 = 1_024;

/// Pages released in one step.
const PAGES_PER_STEP: i64 = 256;

/// Content that `VACUUM` writes within a second: 64 MB.
const SMALL: i64 = 16 * 1_024;

/// Lets a new database release pages. Must come before its first table.
pub(super) fn prepare(connection: &Connection) -> Sql<()> {
    let is_new = number(connection, "page_count")? == 0;
    if is_new { set_incremental(connection) } else { Ok(()) }
}

fn set_incremental(connection: &Connection) -> Sql<()> {
    connection.pragma_update(None, "auto_vacuum", "incremental")
}

/// Writes an older database anew if that is worth the time. Failing is no reason not to start.
pub(super) fn rewrite_if_worthwhile(connection: &Connection) {
    let rewritten = is_worth_rewriting(connection).and_then(|is_worthwhile| match is_worthwhile {
        true => rewrite(connection),
        false => Ok(()),
    });
    if let Err(error) = rewritten {
        tracing::warn!(%error, "free space not returned");
    }
}

fn is_worth_rewriting(connection: &Connection) -> Sql<bool> {
    let (pages, free) = (number(connection, "page_count")?, number(connection, "freelist_count")?);
    let is_old = number(connection, "auto_vacuum")? != INCREMENTAL;
    Ok(is_old && (pages - free <= SMALL || free > pages / 2))
}

fn rewrite(connection: &Connection) -> Sql<()> {
    // The copy may be larger than the memory.
    connection.pragma_update(None, "temp_store", "file")?;
    set_incremental(connection)?;
    let written = connection.execute_batch("VACUUM");
    connection.pragma_update(None, "temp_store", "memory")?;
    written
}

/// Returns true if there are more free pages than should be kept, and they can be released.
pub(super) fn is_wasted(connection: &Connection) -> Sql<bool> {
    Ok(number(connection, "freelist_count")? > KEPT_PAGES
        && number(connection, "auto_vacuum")? == INCREMENTAL)
}

/// Releases some of the free pages.
pub(super) fn release(connection: &Connection) -> Sql<()> {
    if is_wasted(connection)? {
        let spare = number(connection, "freelist_count")? - KEPT_PAGES;
        let pages = spare.min(PAGES_PER_STEP);
        let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
        // Every row is a page.
        let mut steps = statement.query([])?;
        while steps.next()?.is_some() {}
    }
    Ok(())
}

fn number(connection: &Connection, pragma: &str) -> Sql<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}
