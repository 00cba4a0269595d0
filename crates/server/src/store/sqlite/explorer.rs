//! SQL of the accounts that are left out of the opening explorer.

use rusqlite::OptionalExtension;

use super::rows::{id, id_bytes};
use super::{BoxFuture, SqliteStore, StoreError};
use crate::store::{ExplorerChoice, ExplorerStore, PlayerId};

impl ExplorerStore for SqliteStore {
    fn set_explorer_choice(
        &self,
        player: PlayerId,
        choice: ExplorerChoice,
    ) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| {
            let sql = match choice {
                ExplorerChoice::Included => "DELETE FROM explorer_left_out WHERE player = ?1",
                ExplorerChoice::LeftOut => {
                    "INSERT OR IGNORE INTO explorer_left_out (player) SELECT player FROM accounts WHERE player = ?1"
                }
            };
            connection.execute(sql, [id_bytes(player)])?;
            Ok::<_, StoreError>(())
        })
    }

    fn left_out_of_explorer(&self) -> BoxFuture<Result<Vec<PlayerId>, StoreError>> {
        self.read(move |connection| {
            let mut statement =
                connection.prepare_cached("SELECT player FROM explorer_left_out ORDER BY player")?;
            let players = statement.query_map([], |row| id(row, 0))?.collect::<Result<_, _>>()?;
            Ok(players)
        })
    }

    fn explorer_choice(&self, player: PlayerId) -> BoxFuture<Result<ExplorerChoice, StoreError>> {
        self.read(move |connection| {
            let sql = "SELECT 1 FROM explorer_left_out WHERE player = ?1";
            let found = connection.query_row(sql, [id_bytes(player)], |_| Ok(())).optional()?;
            Ok(if found.is_some() { ExplorerChoice::LeftOut } else { ExplorerChoice::Included })
        })
    }
}
