//! SQL of the accounts that are left out of the opening explorer.

use std::sync::Arc;

use super::PostgresStore;
use super::pool::Lane;
use super::rows::{Uuid, get};
use crate::store::{BoxFuture, ExplorerChoice, ExplorerStore, PlayerId, StoreError};

impl ExplorerStore for PostgresStore {
    fn set_explorer_choice(
        &self,
        player: PlayerId,
        choice: ExplorerChoice,
    ) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = match choice {
                ExplorerChoice::Included => "DELETE FROM explorer_left_out WHERE player = $1",
                // The account stays until the row is written.
                ExplorerChoice::LeftOut => {
                    "INSERT INTO explorer_left_out (player)
                     SELECT player FROM accounts WHERE player = $1 FOR KEY SHARE ON CONFLICT (player) DO NOTHING"
                }
            };
            pool.query(Lane::Write, sql, &[&Uuid::from(player)]).await?;
            Ok(())
        })
    }

    fn left_out_of_explorer(&self) -> BoxFuture<Result<Vec<PlayerId>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let rows =
                pool.query(Lane::Read, "SELECT player FROM explorer_left_out ORDER BY player", &[]).await?;
            rows.iter().map(|row| Ok(get::<Uuid>(row, 0)?.id())).collect()
        })
    }

    fn explorer_choice(&self, player: PlayerId) -> BoxFuture<Result<ExplorerChoice, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT true FROM explorer_left_out WHERE player = $1";
            let found = pool.query_opt(Lane::Read, sql, &[&Uuid::from(player)]).await?;
            Ok(if found.is_some() { ExplorerChoice::LeftOut } else { ExplorerChoice::Included })
        })
    }
}
