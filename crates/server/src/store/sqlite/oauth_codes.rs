//! Authorization code SQL and the [`OauthCodeStore`] implementation.

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{id, id_bytes, timestamp, to_millis};
use super::{BoxFuture, SqliteStore, StoreError, api_tokens};
use crate::accounts::Scopes;
use crate::store::oauth_codes::is_valid_at;
use crate::store::{
    CODE_LIFETIME, CodeBinding, CodeRedemption, NewApiToken, NewOauthCode, OauthCodeStore, PlayerId,
    RedemptionResult, TokenCreation,
};

const LIFETIME: i64 = CODE_LIFETIME.0 as i64;

/// Condition of expired codes; the parameters are the time and the lifetime.
const EXPIRED: &str = "created_at <= ?1 - ?2 OR created_at >= ?1 + ?2";

impl OauthCodeStore for SqliteStore {
    fn create_oauth_code(&self, code: NewOauthCode) -> BoxFuture<Result<TokenCreation, StoreError>> {
        self.write(move |connection| Ok::<_, StoreError>(create(connection, &code)?))
    }

    fn redeem_oauth_code(
        &self,
        redemption: CodeRedemption,
    ) -> BoxFuture<Result<RedemptionResult, StoreError>> {
        self.write(move |connection| Ok::<_, StoreError>(redeem(connection, redemption)?))
    }

    fn delete_expired_oauth_codes(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>> {
        self.write(move |connection| Ok::<_, StoreError>(delete_expired(connection, now)? as u64))
    }
}

/// A stored code.
struct StoredCode {
    player: PlayerId,
    binding: CodeBinding,
    description: String,
    scopes: Scopes,
    at: Timestamp,
}

fn create(connection: &Connection, code: &NewOauthCode) -> Sql<TokenCreation> {
    let player = id_bytes(code.player);
    let sql = format!("DELETE FROM oauth_codes WHERE player = ?3 AND ({EXPIRED})");
    connection.execute(&sql, params![to_millis(code.at), LIFETIME, player])?;
    let sql = "SELECT (SELECT count(*) FROM oauth_codes WHERE player = ?1)
               FROM accounts WHERE player = ?1 AND banned_at IS NULL
                   AND (?2 IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id = ?2 AND player = ?1))";
    let values = params![player, code.session.map(id_bytes)];
    let count: Option<u32> = connection.query_row(sql, values, |row| row.get(0)).optional()?;
    match count {
        None => return Ok(TokenCreation::NoAccount),
        Some(count) if count >= code.limit => return Ok(TokenCreation::TooMany),
        Some(_) => {}
    }
    let sql = "INSERT INTO oauth_codes
                   (code, player, client_id, redirect_uri, challenge, description, scopes, created_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.execute(
        sql,
        params![
            code.code.to_bytes(),
            player,
            code.binding.client_id,
            code.binding.redirect_uri,
            code.binding.challenge,
            code.description,
            code.scopes.to_string(),
            to_millis(code.at)
        ],
    )?;
    Ok(TokenCreation::Created)
}

fn redeem(connection: &Connection, redemption: CodeRedemption) -> Sql<RedemptionResult> {
    let sql = "SELECT player, client_id, redirect_uri, challenge, description, scopes, created_at
               FROM oauth_codes WHERE code = ?1";
    let code = redemption.code.to_bytes();
    let Some(found) = connection.query_row(sql, [code], stored_code).optional()? else {
        return Ok(RedemptionResult::NoCode);
    };
    connection.execute("DELETE FROM oauth_codes WHERE code = ?1", [code])?;
    let (given, expected) = (&redemption.binding, &found.binding);
    if !is_valid_at(found.at, redemption.at) {
        return Ok(RedemptionResult::NoCode);
    }
    if given.client_id != expected.client_id {
        return Ok(RedemptionResult::WrongClient);
    }
    if given.redirect_uri != expected.redirect_uri {
        return Ok(RedemptionResult::WrongRedirect);
    }
    if given.challenge != expected.challenge {
        return Ok(RedemptionResult::WrongVerifier);
    }
    let token = NewApiToken {
        id: redemption.id,
        token: redemption.token,
        player: found.player,
        session: None,
        description: found.description,
        scopes: found.scopes,
        at: redemption.at,
        limit: redemption.limit,
    };
    Ok(match api_tokens::create(connection, &token)? {
        TokenCreation::Created => RedemptionResult::Created(found.scopes),
        TokenCreation::NoAccount => RedemptionResult::NoCode,
        TokenCreation::TooMany => RedemptionResult::TooManyTokens,
    })
}

fn delete_expired(connection: &Connection, now: Timestamp) -> Sql<usize> {
    let sql = format!("DELETE FROM oauth_codes WHERE {EXPIRED}");
    connection.execute(&sql, params![to_millis(now), LIFETIME])
}

fn stored_code(row: &Row<'_>) -> Sql<StoredCode> {
    Ok(StoredCode {
        player: id(row, 0)?,
        binding: CodeBinding { client_id: row.get(1)?, redirect_uri: row.get(2)?, challenge: row.get(3)? },
        description: row.get(4)?,
        scopes: Scopes::from_column(&row.get::<_, String>(5)?),
        at: timestamp(row, 6)?,
    })
}
