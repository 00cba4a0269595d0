//! Account SQL and the [`AccountStore`] implementation.

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{id, id_bytes, parse_column, timestamp, to_millis};
use super::{
    BoxFuture, SqliteStore, StoreError, admin_commands, api_tokens, challenges, names, ratings, secrets,
    sessions,
};
use crate::accounts::{AccountName, PasswordHash, TokenHash};
use crate::store::known_records::known_records;
use crate::store::{
    Account, AccountError, AccountStore, AdminCommand, Ban, NewAccount, NewSession, PasswordChangedBy,
    PasswordUpdate, PlayerId, RatingPoint, Session, SessionId, SessionSelector, Speed, StoreSecret,
};
use glicko::Rating;

pub(super) const ACCOUNT: &str =
    "SELECT player, name, password, created_at, banned_at, ban_reason, is_bot FROM accounts";

impl AccountStore for SqliteStore {
    fn create_account(&self, account: NewAccount) -> BoxFuture<Result<(), AccountError>> {
        self.write(move |connection| create(connection, &account))
    }

    fn account_named(&self, name: AccountName) -> BoxFuture<Result<Option<Account>, StoreError>> {
        self.read(move |connection| {
            let Some(key) = names::find_key(connection, &name)? else { return Ok(None) };
            let mut statement = connection.prepare_cached(&format!("{ACCOUNT} WHERE name_key = ?1"))?;
            Ok(statement.query_row([key], account).optional()?)
        })
    }

    fn account(&self, player: PlayerId) -> BoxFuture<Result<Option<Account>, StoreError>> {
        self.read(move |connection| Ok(find(connection, player)?))
    }

    fn accounts(
        &self,
        after: Option<AccountName>,
        limit: u32,
    ) -> BoxFuture<Result<Vec<Account>, StoreError>> {
        self.read(move |connection| {
            let sql = format!("{ACCOUNT} WHERE name_key > ?1 ORDER BY name_key LIMIT ?2");
            let mut statement = connection.prepare_cached(&sql)?;
            let after = after.map(|name| name.lowercase()).unwrap_or_default();
            known_records(statement.query_map(params![after, limit], account)?)
        })
    }

    fn change_password(&self, change: PasswordUpdate) -> BoxFuture<Result<(), AccountError>> {
        self.write(move |connection| change_password(connection, &change))
    }

    fn set_ban(&self, player: PlayerId, ban: Option<Ban>) -> BoxFuture<Result<(), AccountError>> {
        self.write(move |connection| {
            let sql = "UPDATE accounts SET banned_at = ?2, ban_reason = ?3 WHERE player = ?1";
            let (at, reason) = ban.map(|ban| (ban.at, ban.reason)).unzip();
            exactly_one(connection.execute(sql, params![id_bytes(player), at.map(to_millis), reason]))?;
            match at {
                Some(at) => Ok(log_out(connection, player, at)
                    .and_then(|()| challenges::end_all(connection, player))
                    .map_err(StoreError::from)?),
                None => Ok(()),
            }
        })
    }

    fn delete_account(&self, player: PlayerId) -> BoxFuture<Result<(), AccountError>> {
        self.write(move |connection| {
            names::reserve(connection, &id_bytes(player)).map_err(StoreError::from)?;
            exactly_one(connection.execute("DELETE FROM accounts WHERE player = ?1", [id_bytes(player)]))?;
            Ok(anonymize_games(connection, player).map_err(StoreError::from)?)
        })
    }

    fn open_session(&self, session: NewSession) -> BoxFuture<Result<(), AccountError>> {
        self.write(move |connection| exactly_one(sessions::open(connection, &session)))
    }

    fn session(&self, token: TokenHash, now: Timestamp) -> BoxFuture<Result<Option<Session>, StoreError>> {
        self.read(move |connection| Ok(sessions::find(connection, token, now)?))
    }

    fn sessions(&self, player: PlayerId, now: Timestamp) -> BoxFuture<Result<Vec<Session>, StoreError>> {
        self.read(move |connection| Ok(sessions::list(connection, player, now)?))
    }

    fn extend_session(
        &self,
        session: SessionId,
        seen: Timestamp,
        expires: Timestamp,
    ) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| Ok(sessions::extend(connection, session, seen, expires)?))
    }

    fn end_sessions(&self, player: PlayerId, which: SessionSelector) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| Ok(sessions::end(connection, player, which)?))
    }

    fn delete_expired_sessions(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>> {
        self.write(move |connection| Ok(sessions::delete_expired(connection, now)?))
    }

    fn ratings(&self, player: PlayerId) -> BoxFuture<Result<Vec<(Speed, Rating)>, StoreError>> {
        self.read(move |connection| ratings::all(connection, player))
    }

    fn rated_games(&self, player: PlayerId) -> BoxFuture<Result<Vec<(Speed, u32)>, StoreError>> {
        self.read(move |connection| ratings::counts(connection, player))
    }

    fn rating_history(
        &self,
        player: PlayerId,
        speed: Speed,
        since: Timestamp,
        viewer: PlayerId,
    ) -> BoxFuture<Result<Vec<RatingPoint>, StoreError>> {
        self.read(move |connection| Ok(ratings::history(connection, player, speed, since, viewer)?))
    }

    fn secret(&self) -> BoxFuture<Result<StoreSecret, StoreError>> {
        self.read(|connection| Ok(secrets::load(connection)?))
    }

    fn post_admin_command(&self, order: AdminCommand, at: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| Ok(admin_commands::insert(connection, order, at)?))
    }

    fn admin_commands(&self, after: u64) -> BoxFuture<Result<Vec<(u64, AdminCommand)>, StoreError>> {
        self.read(move |connection| admin_commands::list_after(connection, after))
    }
}

fn create(connection: &Connection, account: &NewAccount) -> Result<(), AccountError> {
    if find(connection, account.player).map_err(StoreError::from)?.is_some() {
        return Err(AccountError::HasAccount);
    }
    if names::is_taken(connection, &account.name).map_err(StoreError::from)? {
        return Err(AccountError::NameTaken);
    }
    let sql = "INSERT INTO accounts (player, name, name_key, lookalike_key, password, created_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    exactly_one(connection.execute(
        sql,
        params![
            id_bytes(account.player),
            account.name.as_str(),
            account.name.lowercase(),
            account.name.key(),
            account.password.as_str(),
            to_millis(account.at)
        ],
    ))
}

fn change_password(connection: &Connection, change: &PasswordUpdate) -> Result<(), AccountError> {
    let (player, password) = (id_bytes(change.player), change.password.as_str());
    let after = match &change.by {
        PasswordChangedBy::Operator => {
            let sql = "UPDATE accounts SET password = ?2 WHERE player = ?1";
            exactly_one(connection.execute(sql, params![player, password]))?;
            log_out(connection, change.player, change.at)
        }
        PasswordChangedBy::Owner { session, old } => {
            let sql = "UPDATE accounts SET password = ?2
                       WHERE player = ?1 AND password = ?3 AND banned_at IS NULL
                         AND EXISTS (SELECT 1 FROM sessions s WHERE s.player = ?1 AND s.id = ?4)";
            exactly_one(
                connection.execute(sql, params![player, password, old.as_str(), id_bytes(*session)]),
            )?;
            api_tokens::end_all(connection, change.player)
                .and_then(|()| sessions::end(connection, change.player, SessionSelector::Others(*session)))
        }
    };
    Ok(after.map_err(StoreError::from)?)
}

fn find(connection: &Connection, player: PlayerId) -> Sql<Option<Account>> {
    let mut statement = connection.prepare_cached(&format!("{ACCOUNT} WHERE player = ?1"))?;
    statement.query_row([id_bytes(player)], account).optional()
}

/// Ends all sessions and API tokens, and posts a disconnect command.
fn log_out(connection: &Connection, player: PlayerId, at: Timestamp) -> Sql<()> {
    sessions::end(connection, player, SessionSelector::All)?;
    api_tokens::end_all(connection, player)?;
    admin_commands::insert(connection, AdminCommand::Disconnect(player), at)
}

/// Ends the sessions and removes the player from games. Ratings, API tokens and challenges are deleted by cascade.
fn anonymize_games(connection: &Connection, player: PlayerId) -> Sql<()> {
    sessions::end(connection, player, SessionSelector::All)?;
    for sql in [
        "UPDATE games SET white = NULL, white_name = NULL WHERE white = ?1",
        "UPDATE games SET black = NULL, black_name = NULL WHERE black = ?1",
    ] {
        connection.execute(sql, [id_bytes(player)])?;
    }
    Ok(())
}

/// Maps "no row changed" to `NoAccount`.
fn exactly_one(changed: Sql<usize>) -> Result<(), AccountError> {
    match changed {
        Ok(0) => Err(AccountError::NoAccount),
        Ok(_) => Ok(()),
        Err(error) => Err(AccountError::Store(error.into())),
    }
}

pub(super) fn account(row: &Row<'_>) -> Sql<Account> {
    let ban = match (row.get::<_, Option<i64>>(4)?, row.get::<_, Option<String>>(5)?) {
        (Some(_), reason) => Some(Ban { reason: reason.unwrap_or_default(), at: timestamp(row, 4)? }),
        (None, _) => None,
    };
    Ok(Account {
        player: id(row, 0)?,
        name: parse_column(row, 1, |name| name.parse().ok())?,
        password: PasswordHash::from_stored(row.get(2)?),
        at: timestamp(row, 3)?,
        is_bot: row.get(6)?,
        ban,
    })
}
