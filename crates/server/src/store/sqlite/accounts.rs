//! Accounts, and [`People`] with all that belongs to it.

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::failure::is_taken;
use super::rows::{bytes, id, millis, named, timestamp};
use super::{Answer, Sqlite, StoreError, orders, ratings, sessions};
use crate::accounts::{AccountName, PasswordHash, TokenHash};
use crate::rating::Rating;
use crate::store::{
    Account, AccountError, Ban, Changer, NewAccount, NewPassword, NewSession, Order, People, PlayerId,
    RatingPoint, Session, SessionId, Speed, Which,
};

const ACCOUNT: &str = "SELECT player, name, password, created_at, banned_at, ban_reason FROM accounts";

impl People for Sqlite {
    fn create_account(&self, account: NewAccount) -> Answer<Result<(), AccountError>> {
        self.write(move |connection| create(connection, &account))
    }

    fn account_named(&self, name: AccountName) -> Answer<Result<Option<Account>, StoreError>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(&format!("{ACCOUNT} WHERE name_key = ?1"))?;
            Ok(statement.query_row([name.key()], account).optional()?)
        })
    }

    fn account(&self, player: PlayerId) -> Answer<Result<Option<Account>, StoreError>> {
        self.read(move |connection| Ok(find(connection, player)?))
    }

    fn accounts(&self, after: Option<AccountName>, limit: u32) -> Answer<Result<Vec<Account>, StoreError>> {
        self.read(move |connection| {
            let sql = format!("{ACCOUNT} WHERE name_key > ?1 ORDER BY name_key LIMIT ?2");
            let mut statement = connection.prepare_cached(&sql)?;
            let after = after.map(|name| name.key()).unwrap_or_default();
            let accounts = statement.query_map(params![after, limit], account)?.collect::<Sql<_>>()?;
            Ok(accounts)
        })
    }

    fn change_password(&self, change: NewPassword) -> Answer<Result<(), AccountError>> {
        self.write(move |connection| change_password(connection, &change))
    }

    fn judge(&self, player: PlayerId, ban: Option<Ban>) -> Answer<Result<(), AccountError>> {
        self.write(move |connection| {
            let sql = "UPDATE accounts SET banned_at = ?2, ban_reason = ?3 WHERE player = ?1";
            let (at, reason) = ban.map(|ban| (ban.at, ban.reason)).unzip();
            one(connection.execute(sql, params![bytes(player), at.map(millis), reason]))?;
            match at {
                Some(at) => Ok(log_out(connection, player, at).map_err(StoreError::from)?),
                None => Ok(()),
            }
        })
    }

    fn delete_account(&self, player: PlayerId) -> Answer<Result<(), AccountError>> {
        self.write(move |connection| {
            one(connection.execute("DELETE FROM accounts WHERE player = ?1", [bytes(player)]))?;
            Ok(forget(connection, player).map_err(StoreError::from)?)
        })
    }

    fn open_session(&self, session: NewSession) -> Answer<Result<(), AccountError>> {
        self.write(move |connection| one(sessions::open(connection, &session)))
    }

    fn session(&self, token: TokenHash, now: Timestamp) -> Answer<Result<Option<Session>, StoreError>> {
        self.read(move |connection| Ok(sessions::find(connection, token, now)?))
    }

    fn sessions(&self, player: PlayerId, now: Timestamp) -> Answer<Result<Vec<Session>, StoreError>> {
        self.read(move |connection| Ok(sessions::of(connection, player, now)?))
    }

    fn prolong(
        &self,
        session: SessionId,
        seen: Timestamp,
        expires: Timestamp,
    ) -> Answer<Result<(), StoreError>> {
        self.write(move |connection| Ok(sessions::prolong(connection, session, seen, expires)?))
    }

    fn end_sessions(&self, player: PlayerId, which: Which) -> Answer<Result<(), StoreError>> {
        self.write(move |connection| Ok(sessions::end(connection, player, which)?))
    }

    fn forget_expired(&self, now: Timestamp) -> Answer<Result<u64, StoreError>> {
        self.write(move |connection| Ok(sessions::forget_expired(connection, now)?))
    }

    fn ratings(&self, player: PlayerId) -> Answer<Result<Vec<(Speed, Rating)>, StoreError>> {
        self.read(move |connection| Ok(ratings::all(connection, player)?))
    }

    fn rating_history(
        &self,
        player: PlayerId,
        speed: Speed,
        since: Timestamp,
    ) -> Answer<Result<Vec<RatingPoint>, StoreError>> {
        self.read(move |connection| Ok(ratings::history(connection, player, speed, since)?))
    }

    fn give_order(&self, order: Order, at: Timestamp) -> Answer<Result<(), StoreError>> {
        self.write(move |connection| Ok(orders::give(connection, order, at)?))
    }

    fn orders(&self, after: u64) -> Answer<Result<Vec<(u64, Order)>, StoreError>> {
        self.read(move |connection| Ok(orders::after(connection, after)?))
    }
}

fn create(connection: &Connection, account: &NewAccount) -> Result<(), AccountError> {
    if find(connection, account.player).map_err(StoreError::from)?.is_some() {
        return Err(AccountError::HasAccount);
    }
    let sql =
        "INSERT INTO accounts (player, name, name_key, password, created_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    let inserted = connection.execute(
        sql,
        params![
            bytes(account.player),
            account.name.as_str(),
            account.name.key(),
            account.password.as_str(),
            millis(account.at)
        ],
    );
    match inserted {
        Err(error) if is_taken(&error) => Err(AccountError::NameTaken),
        inserted => one(inserted),
    }
}

fn change_password(connection: &Connection, change: &NewPassword) -> Result<(), AccountError> {
    let (player, password) = (bytes(change.player), change.password.as_str());
    let after = match &change.by {
        Changer::Host => {
            let sql = "UPDATE accounts SET password = ?2 WHERE player = ?1";
            one(connection.execute(sql, params![player, password]))?;
            log_out(connection, change.player, change.at)
        }
        Changer::Owner { session, old } => {
            let sql = "UPDATE accounts SET password = ?2
                       WHERE player = ?1 AND password = ?3 AND banned_at IS NULL
                         AND EXISTS (SELECT 1 FROM sessions s WHERE s.player = ?1 AND s.id = ?4)";
            one(connection.execute(sql, params![player, password, old.as_str(), bytes(*session)]))?;
            sessions::end(connection, change.player, Which::Others(*session))
        }
    };
    Ok(after.map_err(StoreError::from)?)
}

fn find(connection: &Connection, player: PlayerId) -> Sql<Option<Account>> {
    let mut statement = connection.prepare_cached(&format!("{ACCOUNT} WHERE player = ?1"))?;
    statement.query_row([bytes(player)], account).optional()
}

/// Ends all sessions, and has the connections dropped.
fn log_out(connection: &Connection, player: PlayerId, at: Timestamp) -> Sql<()> {
    sessions::end(connection, player, Which::All)?;
    orders::give(connection, Order::Disconnect(player), at)
}

/// All that is left of a player whose account is gone. Ratings went with it.
fn forget(connection: &Connection, player: PlayerId) -> Sql<()> {
    sessions::end(connection, player, Which::All)?;
    for sql in [
        "UPDATE games SET white = NULL, white_name = NULL WHERE white = ?1",
        "UPDATE games SET black = NULL, black_name = NULL WHERE black = ?1",
    ] {
        connection.execute(sql, [bytes(player)])?;
    }
    Ok(())
}

/// Exactly one account was concerned.
fn one(changed: Sql<usize>) -> Result<(), AccountError> {
    match changed {
        Ok(0) => Err(AccountError::NoAccount),
        Ok(_) => Ok(()),
        Err(error) => Err(AccountError::Store(error.into())),
    }
}

fn account(row: &Row<'_>) -> Sql<Account> {
    let ban = match (row.get::<_, Option<i64>>(4)?, row.get::<_, Option<String>>(5)?) {
        (Some(_), reason) => Some(Ban { reason: reason.unwrap_or_default(), at: timestamp(row, 4)? }),
        (None, _) => None,
    };
    Ok(Account {
        player: id(row, 0)?,
        name: named(row, 1, |name| name.parse().ok())?,
        password: PasswordHash::from_stored(row.get(2)?),
        at: timestamp(row, 3)?,
        ban,
    })
}
