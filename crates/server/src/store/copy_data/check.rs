//! Compares a folder with the database that it was copied into.

use super::tables::TABLES;
use super::{COMPACT_LOGS, CellValue, CopyError, CopyStep, GAMES, GAMES_PER_BATCH, PROGRESS};
use crate::store::postgres::CopyTarget;
use crate::store::{GameId, GameStore, PostgresStore, SqliteStore};

/// Compares all tables by the number and a checksum of their rows, and the logs of all games.
pub(super) async fn compare(
    source: &SqliteStore,
    target: &CopyTarget,
    store: &PostgresStore,
    total: u64,
    progress: &mut dyn FnMut(CopyStep, u64, u64),
) -> Result<(), CopyError> {
    progress(CopyStep::Check, 0, total);
    for table in TABLES.iter().chain([&GAMES, &PROGRESS, &COMPACT_LOGS]) {
        let here = source.table_checksum(table).await.map_err(CopyError::Source)?;
        let there = target.checksum(table).await.map_err(CopyError::Target)?;
        if here.rows() != there.rows() {
            return Err(CopyError::Differs(format!("the number of rows in {}", table.name())));
        }
        if here != there {
            return Err(CopyError::Differs(format!("the content of {}", table.name())));
        }
    }
    let (mut last, mut done) = (0, 0);
    loop {
        progress(CopyStep::Check, done, total);
        let games =
            source.table_rows(GAMES.select(), last, GAMES_PER_BATCH).await.map_err(CopyError::Source)?;
        let ids: Vec<GameId> = games[1].iter().filter_map(CellValue::id).collect();
        let Some(key) = games[0].last().and_then(CellValue::integer) else { return Ok(()) };
        last = key;
        let here = source.logs(ids.clone()).await.map_err(CopyError::Source)?;
        let there = store.logs(ids.clone()).await.map_err(CopyError::Target)?;
        if let Some(index) = (0..ids.len()).find(|&index| here.get(index) != there.get(index)) {
            return Err(CopyError::Differs(format!("the log of game {}", ids[index])));
        }
        done += ids.len() as u64;
    }
}
