//! API token SQL and the [`ApiTokenStore`] implementation.

use std::sync::Arc;

use game::Timestamp;
use tokio_postgres::Row;

use super::PostgresStore;
use super::accounts::{ACCOUNT, account};
use super::pool::Lane;
use super::rows::{Uuid, get, id, parse, timestamp};
use crate::accounts::{Scopes, TokenHash};
use crate::store::columns::to_millis;
use crate::store::known_records::known_records;
use crate::store::{
    Account, ApiTokenId, ApiTokenInfo, ApiTokenStore, BotUpgrade, BoxFuture, NewApiToken, PlayerId,
    StoreError, TokenCreation,
};

const SELECT_TOKEN: &str =
    "SELECT t.id, t.player, a.name, a.is_bot, t.description, t.scopes, t.created_at, t.used_at
                            FROM api_tokens t JOIN accounts a ON a.player = t.player";

/// Results of `hanpan_create_api_token` and `hanpan_make_bot`.
const DONE: i16 = 0;
const NO_ACCOUNT: i16 = 1;

impl ApiTokenStore for PostgresStore {
    fn create_api_token(&self, token: NewApiToken) -> BoxFuture<Result<TokenCreation, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT hanpan_create_api_token($1, $2, $3, $4, $5, $6, $7, $8)";
            let created: i16 = pool
                .query_value(
                    Lane::Write,
                    sql,
                    &[
                        &token.token.to_bytes().as_slice(),
                        &Uuid::from(token.id),
                        &Uuid::from(token.player),
                        &token.session.map(Uuid::from),
                        &token.description,
                        &token.scopes.to_string(),
                        &to_millis(token.at),
                        &i64::from(token.limit),
                    ],
                )
                .await?;
            Ok(match created {
                DONE => TokenCreation::Created,
                NO_ACCOUNT => TokenCreation::NoAccount,
                _ => TokenCreation::TooMany,
            })
        })
    }

    fn api_token(&self, token: TokenHash) -> BoxFuture<Result<Option<ApiTokenInfo>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!("{SELECT_TOKEN} WHERE t.token = $1");
            let row = pool.query_opt(Lane::Read, &sql, &[&token.to_bytes().as_slice()]).await?;
            row.as_ref().map(token_info).transpose()
        })
    }

    fn api_tokens(&self, player: PlayerId) -> BoxFuture<Result<Vec<ApiTokenInfo>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!("{SELECT_TOKEN} WHERE t.player = $1 ORDER BY t.created_at DESC, t.id");
            let rows = pool.query(Lane::Read, &sql, &[&Uuid::from(player)]).await?;
            known_records(rows.iter().map(token_info))
        })
    }

    fn touch_api_token(&self, token: ApiTokenId, used: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "UPDATE api_tokens SET used_at = $2 WHERE id = $1";
            pool.query(Lane::Write, sql, &[&Uuid::from(token), &to_millis(used)]).await?;
            Ok(())
        })
    }

    fn revoke_api_token(&self, player: PlayerId, token: ApiTokenId) -> BoxFuture<Result<bool, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "DELETE FROM api_tokens WHERE player = $1 AND id = $2 RETURNING 1";
            let row = pool.query_opt(Lane::Write, sql, &[&Uuid::from(player), &Uuid::from(token)]).await?;
            Ok(row.is_some())
        })
    }

    fn make_bot(&self, player: PlayerId) -> BoxFuture<Result<BotUpgrade, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT hanpan_make_bot($1)";
            let upgraded: i16 = pool.query_value(Lane::Write, sql, &[&Uuid::from(player)]).await?;
            Ok(match upgraded {
                DONE => BotUpgrade::Upgraded,
                NO_ACCOUNT => BotUpgrade::NoAccount,
                _ => BotUpgrade::HasGames,
            })
        })
    }

    fn bots_seen_since(&self, since: Timestamp, limit: u32) -> BoxFuture<Result<Vec<Account>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!(
                "{ACCOUNT} WHERE is_bot AND banned_at IS NULL
                 AND player IN (SELECT player FROM api_tokens WHERE used_at >= $1) ORDER BY name_key LIMIT $2"
            );
            let rows = pool.query(Lane::Read, &sql, &[&to_millis(since), &i64::from(limit)]).await?;
            known_records(rows.iter().map(account))
        })
    }
}

fn token_info(row: &Row) -> Result<ApiTokenInfo, StoreError> {
    Ok(ApiTokenInfo {
        id: id(row, 0)?,
        player: id(row, 1)?,
        name: parse(row, 2, |name| name.parse().ok())?,
        is_bot: get(row, 3)?,
        description: get(row, 4)?,
        scopes: Scopes::from_column(get(row, 5)?),
        at: timestamp(row, 6)?,
        used: timestamp(row, 7)?,
    })
}
