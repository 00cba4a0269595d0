//! API token SQL and the [`ApiTokenStore`] implementation.

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::accounts::{ACCOUNT, account};
use super::rows::{id, id_bytes, parse_column, timestamp, to_millis};
use super::{BoxFuture, SqliteStore, StoreError};
use crate::accounts::{Scopes, TokenHash};
use crate::store::known_records::known_records;
use crate::store::{
    Account, ApiTokenId, ApiTokenInfo, ApiTokenStore, BotUpgrade, NewApiToken, PlayerId, TokenCreation,
};

const SELECT_TOKEN: &str =
    "SELECT t.id, t.player, a.name, a.is_bot, t.description, t.scopes, t.created_at, t.used_at
                            FROM api_tokens t JOIN accounts a ON a.player = t.player";

impl ApiTokenStore for SqliteStore {
    fn create_api_token(&self, token: NewApiToken) -> BoxFuture<Result<TokenCreation, StoreError>> {
        self.write(move |connection| Ok::<_, StoreError>(create(connection, &token)?))
    }

    fn api_token(&self, token: TokenHash) -> BoxFuture<Result<Option<ApiTokenInfo>, StoreError>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(&format!("{SELECT_TOKEN} WHERE t.token = ?1"))?;
            Ok(statement.query_row([token.to_bytes()], token_info).optional()?)
        })
    }

    fn api_tokens(&self, player: PlayerId) -> BoxFuture<Result<Vec<ApiTokenInfo>, StoreError>> {
        self.read(move |connection| {
            let sql = format!("{SELECT_TOKEN} WHERE t.player = ?1 ORDER BY t.created_at DESC, t.id");
            let mut statement = connection.prepare_cached(&sql)?;
            known_records(statement.query_map([id_bytes(player)], token_info)?)
        })
    }

    fn touch_api_token(&self, token: ApiTokenId, used: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| {
            let sql = "UPDATE api_tokens SET used_at = ?2 WHERE id = ?1";
            connection.execute(sql, params![id_bytes(token), to_millis(used)])?;
            Ok::<_, StoreError>(())
        })
    }

    fn revoke_api_token(&self, player: PlayerId, token: ApiTokenId) -> BoxFuture<Result<bool, StoreError>> {
        self.write(move |connection| {
            let sql = "DELETE FROM api_tokens WHERE player = ?1 AND id = ?2";
            let ended = connection.execute(sql, [id_bytes(player), id_bytes(token)])?;
            Ok::<_, StoreError>(ended > 0)
        })
    }

    fn make_bot(&self, player: PlayerId) -> BoxFuture<Result<BotUpgrade, StoreError>> {
        self.write(move |connection| Ok::<_, StoreError>(make_bot(connection, player)?))
    }

    fn bots_seen_since(&self, since: Timestamp, limit: u32) -> BoxFuture<Result<Vec<Account>, StoreError>> {
        self.read(move |connection| {
            let sql = format!(
                "{ACCOUNT} WHERE is_bot = 1 AND banned_at IS NULL
                 AND player IN (SELECT player FROM api_tokens WHERE used_at >= ?1) ORDER BY name_key LIMIT ?2"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            known_records(statement.query_map(params![to_millis(since), limit], account)?)
        })
    }
}

/// Ends all tokens of a player.
pub(super) fn end_all(connection: &Connection, player: PlayerId) -> Sql<()> {
    connection.execute("DELETE FROM api_tokens WHERE player = ?1", [id_bytes(player)]).map(drop)
}

/// Limits times to those that are possible now: a use in the future would show a bot online for good.
pub(super) fn correct_future_times(connection: &Connection, now: Timestamp) -> Sql<()> {
    let sql = "UPDATE api_tokens SET created_at = min(created_at, ?1), used_at = min(used_at, ?1)";
    connection.execute(sql, [to_millis(now)]).map(drop)
}

/// Creates a token, unless the account is banned or has as many as it may, or the session has ended.
pub(super) fn create(connection: &Connection, token: &NewApiToken) -> Sql<TokenCreation> {
    let player = id_bytes(token.player);
    let sql = "SELECT (SELECT count(*) FROM api_tokens WHERE player = ?1)
               FROM accounts WHERE player = ?1 AND banned_at IS NULL
                   AND (?2 IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id = ?2 AND player = ?1))";
    let values = params![player, token.session.map(id_bytes)];
    let count: Option<u32> = connection.query_row(sql, values, |row| row.get(0)).optional()?;
    match count {
        None => return Ok(TokenCreation::NoAccount),
        Some(count) if count >= token.limit => return Ok(TokenCreation::TooMany),
        Some(_) => {}
    }
    let sql = "INSERT INTO api_tokens (token, id, player, description, scopes, created_at, used_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)";
    connection.execute(
        sql,
        params![
            token.token.to_bytes(),
            id_bytes(token.id),
            player,
            token.description,
            token.scopes.to_string(),
            to_millis(token.at)
        ],
    )?;
    Ok(TokenCreation::Created)
}

fn make_bot(connection: &Connection, player: PlayerId) -> Sql<BotUpgrade> {
    let player = id_bytes(player);
    let sql = "UPDATE accounts SET is_bot = 1 WHERE player = ?1 AND (is_bot = 1
                   OR NOT EXISTS (SELECT 1 FROM games WHERE white = ?1)
                  AND NOT EXISTS (SELECT 1 FROM games WHERE black = ?1))";
    if connection.execute(sql, [player])? > 0 {
        return Ok(BotUpgrade::Upgraded);
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE player = ?1)";
    let exists: bool = connection.query_row(sql, [player], |row| row.get(0))?;
    Ok(if exists { BotUpgrade::HasGames } else { BotUpgrade::NoAccount })
}

fn token_info(row: &Row<'_>) -> Sql<ApiTokenInfo> {
    Ok(ApiTokenInfo {
        id: id(row, 0)?,
        player: id(row, 1)?,
        name: parse_column(row, 2, |name| name.parse().ok())?,
        is_bot: row.get(3)?,
        description: row.get(4)?,
        scopes: Scopes::from_column(&row.get::<_, String>(5)?),
        at: timestamp(row, 6)?,
        used: timestamp(row, 7)?,
    })
}
