//! Authorization code SQL and the [`OauthCodeStore`] implementation.

use std::sync::Arc;

use game::Timestamp;

use super::PostgresStore;
use super::pool::Lane;
use super::rows::{Uuid, get};
use crate::accounts::Scopes;
use crate::store::columns::to_millis;
use crate::store::{
    BoxFuture, CODE_LIFETIME, CodeRedemption, NewOauthCode, OauthCodeStore, RedemptionResult, StoreError,
    TokenCreation,
};

const LIFETIME: i64 = CODE_LIFETIME.0 as i64;

impl OauthCodeStore for PostgresStore {
    fn create_oauth_code(&self, code: NewOauthCode) -> BoxFuture<Result<TokenCreation, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT hanpan_create_oauth_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
            let created: i16 = pool
                .query_value(
                    Lane::Write,
                    sql,
                    &[
                        &code.code.to_bytes().as_slice(),
                        &Uuid::from(code.player),
                        &code.session.map(Uuid::from),
                        &code.binding.client_id,
                        &code.binding.redirect_uri,
                        &code.binding.challenge,
                        &code.description,
                        &code.scopes.to_string(),
                        &to_millis(code.at),
                        &LIFETIME,
                        &i64::from(code.limit),
                    ],
                )
                .await?;
            Ok(match created {
                0 => TokenCreation::Created,
                1 => TokenCreation::NoAccount,
                _ => TokenCreation::TooMany,
            })
        })
    }

    fn redeem_oauth_code(
        &self,
        redemption: CodeRedemption,
    ) -> BoxFuture<Result<RedemptionResult, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql =
                "SELECT o_result, o_scopes FROM hanpan_redeem_oauth_code($1, $2, $3, $4, $5, $6, $7, $8, $9)";
            let row = pool
                .query_opt(
                    Lane::Write,
                    sql,
                    &[
                        &redemption.code.to_bytes().as_slice(),
                        &redemption.binding.client_id,
                        &redemption.binding.redirect_uri,
                        &redemption.binding.challenge,
                        &redemption.token.to_bytes().as_slice(),
                        &Uuid::from(redemption.id),
                        &to_millis(redemption.at),
                        &LIFETIME,
                        &i64::from(redemption.limit),
                    ],
                )
                .await?;
            let Some(row) = row else { return Ok(RedemptionResult::NoCode) };
            Ok(match get::<i16>(&row, 0)? {
                0 => RedemptionResult::Created(Scopes::from_column(get(&row, 1)?)),
                2 => RedemptionResult::WrongClient,
                3 => RedemptionResult::WrongRedirect,
                4 => RedemptionResult::WrongVerifier,
                5 => RedemptionResult::TooManyTokens,
                _ => RedemptionResult::NoCode,
            })
        })
    }

    fn delete_expired_oauth_codes(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "WITH expired AS (
                           DELETE FROM oauth_codes
                           WHERE created_at <= $1::bigint - $2::bigint OR created_at >= $1::bigint + $2::bigint RETURNING 1)
                       SELECT count(*) FROM expired";
            let count: i64 = pool.query_value(Lane::Maintenance, sql, &[&to_millis(now), &LIFETIME]).await?;
            Ok(count.unsigned_abs())
        })
    }
}
