//! Account SQL and the [`AccountStore`] implementation.

use std::sync::Arc;

use game::Timestamp;
use tokio_postgres::Row;

use super::pool::{Lane, Pool};
use super::rows::{Uuid, get, id, parse, timestamp};
use super::{PostgresStore, admin_commands, ratings, sessions};
use crate::accounts::{AccountName, PasswordHash, TokenHash};
use crate::store::columns::to_millis;
use crate::store::known_records::known_records;
use crate::store::{
    Account, AccountError, AccountStore, AdminCommand, Ban, BoxFuture, NewAccount, NewSession,
    PasswordChangedBy, PasswordUpdate, PlayerId, RatingPoint, SecretUse, Session, SessionId, SessionSelector,
    Speed, StoreError, StoreSecret,
};
use glicko::Rating;

pub(super) const ACCOUNT: &str =
    "SELECT player, name, password, created_at, banned_at, ban_reason, is_bot FROM accounts";

/// Results of `hanpan_create_account`.
const CREATED: i16 = 0;
const HAS_ACCOUNT: i16 = 1;

impl AccountStore for PostgresStore {
    fn create_account(&self, account: NewAccount) -> BoxFuture<Result<(), AccountError>> {
        let (pool, secret) = (Arc::clone(&self.pool), self.secret);
        Box::pin(async move {
            let (name, key) = (&account.name, account.name.key());
            let reserved = secret.hash(SecretUse::ReservedName, key.as_bytes());
            let sql = "SELECT hanpan_create_account($1, $2, $3, $4, $5, $6, $7)";
            let result: i16 = pool
                .query_value(
                    Lane::Write,
                    sql,
                    &[
                        &Uuid::from(account.player),
                        &name.as_str(),
                        &name.lowercase(),
                        &key,
                        &reserved.as_slice(),
                        &account.password.as_str(),
                        &to_millis(account.at),
                    ],
                )
                .await?;
            match result {
                CREATED => Ok(()),
                HAS_ACCOUNT => Err(AccountError::HasAccount),
                _ => Err(AccountError::NameTaken),
            }
        })
    }

    fn account_named(&self, name: AccountName) -> BoxFuture<Result<Option<Account>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            // The account with exactly this name, or else the only one whose name looks like it.
            let sql = format!(
                "{ACCOUNT} WHERE name_key = $1
                 OR (lookalike_key = $2 AND NOT EXISTS (SELECT 1 FROM accounts WHERE name_key = $1)
                     AND (SELECT count(*) FROM accounts WHERE lookalike_key = $2) = 1)"
            );
            let row = pool.query_opt(Lane::Read, &sql, &[&name.lowercase(), &name.key()]).await?;
            row.as_ref().map(account).transpose()
        })
    }

    fn account(&self, player: PlayerId) -> BoxFuture<Result<Option<Account>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { find(&pool, player).await })
    }

    fn accounts(
        &self,
        after: Option<AccountName>,
        limit: u32,
    ) -> BoxFuture<Result<Vec<Account>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!("{ACCOUNT} WHERE name_key > $1 ORDER BY name_key LIMIT $2");
            let after = after.map(|name| name.lowercase()).unwrap_or_default();
            let rows = pool.query(Lane::Read, &sql, &[&after, &i64::from(limit)]).await?;
            known_records(rows.iter().map(account))
        })
    }

    fn change_password(&self, change: PasswordUpdate) -> BoxFuture<Result<(), AccountError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let (player, password) = (Uuid::from(change.player), change.password.as_str());
            let (at, old) = (to_millis(change.at), admin_commands::oldest(change.at));
            let is_changed = match &change.by {
                PasswordChangedBy::Operator => {
                    let sql = "SELECT hanpan_reset_password($1, $2, $3, $4)";
                    pool.query_value(Lane::Write, sql, &[&player, &password, &at, &old]).await?
                }
                PasswordChangedBy::Owner { session, old } => {
                    let sql = "SELECT hanpan_change_password($1, $2, $3, $4)";
                    let params = (old.as_str(), Uuid::from(*session));
                    pool.query_value(Lane::Write, sql, &[&player, &password, &params.0, &params.1]).await?
                }
            };
            found(is_changed)
        })
    }

    fn set_ban(&self, player: PlayerId, ban: Option<Ban>) -> BoxFuture<Result<(), AccountError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let (at, reason) = ban.map(|ban| (ban.at, ban.reason)).unzip();
            let (old, at) = (at.map(admin_commands::oldest), at.map(to_millis));
            let sql = "SELECT hanpan_set_ban($1, $2, $3, $4)";
            found(pool.query_value(Lane::Write, sql, &[&Uuid::from(player), &at, &reason, &old]).await?)
        })
    }

    fn delete_account(&self, player: PlayerId) -> BoxFuture<Result<(), AccountError>> {
        let (pool, secret) = (Arc::clone(&self.pool), self.secret);
        Box::pin(async move {
            let sql = "SELECT lookalike_key FROM accounts WHERE player = $1";
            let row = pool.query_opt(Lane::Read, sql, &[&Uuid::from(player)]).await?;
            let key: String = get(&row.ok_or(AccountError::NoAccount)?, 0)?;
            let reserved = secret.hash(SecretUse::ReservedName, key.as_bytes());
            let sql = "SELECT hanpan_delete_account($1, $2)";
            let params = (Uuid::from(player), reserved.as_slice());
            found(pool.query_value(Lane::Maintenance, sql, &[&params.0, &params.1]).await?)
        })
    }

    fn open_session(&self, session: NewSession) -> BoxFuture<Result<(), AccountError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { found(sessions::open(&pool, &session).await?) })
    }

    fn session(&self, token: TokenHash, now: Timestamp) -> BoxFuture<Result<Option<Session>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { sessions::find(&pool, token, now).await })
    }

    fn sessions(&self, player: PlayerId, now: Timestamp) -> BoxFuture<Result<Vec<Session>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { sessions::list(&pool, player, now).await })
    }

    fn extend_session(
        &self,
        session: SessionId,
        seen: Timestamp,
        expires: Timestamp,
    ) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { sessions::extend(&pool, session, seen, expires).await })
    }

    fn end_sessions(&self, player: PlayerId, which: SessionSelector) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { sessions::end(&pool, player, which).await })
    }

    fn delete_expired_sessions(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { sessions::delete_expired(&pool, now).await })
    }

    fn ratings(&self, player: PlayerId) -> BoxFuture<Result<Vec<(Speed, Rating)>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { ratings::all(&pool, player).await })
    }

    fn rated_games(&self, player: PlayerId) -> BoxFuture<Result<Vec<(Speed, u32)>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { ratings::counts(&pool, player).await })
    }

    fn rating_history(
        &self,
        player: PlayerId,
        speed: Speed,
        since: Timestamp,
        viewer: PlayerId,
    ) -> BoxFuture<Result<Vec<RatingPoint>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { ratings::history(&pool, player, speed, since, viewer).await })
    }

    fn secret(&self) -> BoxFuture<Result<StoreSecret, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { load_secret(&pool).await })
    }

    fn post_admin_command(&self, order: AdminCommand, at: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { admin_commands::post(&pool, order, at).await })
    }

    fn admin_commands(&self, after: u64) -> BoxFuture<Result<Vec<(u64, AdminCommand)>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { admin_commands::list_after(&pool, after).await })
    }
}

async fn find(pool: &Pool, player: PlayerId) -> Result<Option<Account>, StoreError> {
    let sql = format!("{ACCOUNT} WHERE player = $1");
    let row = pool.query_opt(Lane::Read, &sql, &[&Uuid::from(player)]).await?;
    row.as_ref().map(account).transpose()
}

/// The secret of the data.
pub(super) async fn load_secret(pool: &Pool) -> Result<StoreSecret, StoreError> {
    let sql = "SELECT value FROM secrets WHERE name = 'store'";
    let bytes: Vec<u8> = pool.query_value(Lane::Read, sql, &[]).await?;
    let bytes = bytes.try_into().map_err(|_| StoreError::Corrupt("the secret has another length".to_owned()));
    bytes.map(StoreSecret::from_bytes)
}

/// Maps false to `NoAccount`.
fn found(is_found: bool) -> Result<(), AccountError> {
    if is_found { Ok(()) } else { Err(AccountError::NoAccount) }
}

pub(super) fn account(row: &Row) -> Result<Account, StoreError> {
    let ban = match get::<Option<i64>>(row, 4)? {
        Some(_) => {
            Some(Ban { reason: get::<Option<String>>(row, 5)?.unwrap_or_default(), at: timestamp(row, 4)? })
        }
        None => None,
    };
    Ok(Account {
        player: id(row, 0)?,
        name: parse(row, 1, |name| name.parse().ok())?,
        password: PasswordHash::from_stored(get(row, 2)?),
        at: timestamp(row, 3)?,
        is_bot: get(row, 6)?,
        ban,
    })
}
