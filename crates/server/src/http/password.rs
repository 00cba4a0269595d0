//! Password endpoints: verify, hash, change.

use std::net::IpAddr;

use axum::extract::State;
use protocol::http::{AccountField, ApiErrorReason, Credentials, PasswordChange, Secret};

use super::AppState;
use super::error::{ApiError, ApiResult, store_failure};
use super::extract::{Caller, JsonBody};
use super::response::no_content;
use crate::accounts::{
    AccountName, LoginAttempt, LoginPriority, Overloaded, Password, PasswordError, PasswordHash, RETRY_DELAY,
    is_reserved,
};
use crate::games::{DisconnectScope, EndedTokens};
use crate::store::{Account, AccountError, PasswordChangedBy, PasswordUpdate, StoreError};

/// `POST /api/account/password`: changes the password. The current session stays, all others end.
pub(super) async fn change(
    State(app): State<AppState>,
    caller: Caller,
    JsonBody(change): JsonBody<PasswordChange>,
) -> ApiResult {
    let (player, session) = caller.logged_in()?;
    let account = app.node.store.account(player).await.map_err(|error| store_failure(&error))?;
    let name = account.as_ref().map(|account| account.name.clone()).ok_or(ApiErrorReason::NotLoggedIn)?;
    let new = choose_password(&change.new, &name)?;
    let current = parse_password(&change.current).map_err(|_| ApiErrorReason::WrongCredentials)?;
    let attempt = app.admit_login(&name, caller.address)?;
    let account = app.verify_password(&name, account, current, attempt, LoginPriority::Trusted).await?;
    let by = PasswordChangedBy::Owner { session, old: account.password };
    let password = app.hash_password(new, LoginAttempt::of_session(caller.address)).await?;
    let change = PasswordUpdate { player, password, by, at: app.node.time.now() };
    app.node.store.change_password(change).await.map_err(|error| match error {
        AccountError::Store(error) => store_failure(&error),
        // The account was banned, logged out or given another password during the check.
        _ => ApiErrorReason::WrongCredentials,
    })?;
    app.node.disconnect(player, DisconnectScope::AllExcept(session));
    app.node.end_api_tokens(player, EndedTokens::All).await;
    tracing::info!(%player, address = %caller.address, "password changed");
    Ok(no_content())
}

impl AppState {
    /// Returns the account with these credentials. Neither the result nor its timing reveals whether the name
    /// exists.
    pub(super) async fn verify_credentials(
        &self,
        credentials: &Credentials,
        from: IpAddr,
    ) -> Result<Account, ApiError> {
        // Invalid names and passwords belong to no account.
        let (name, password) =
            parse_credentials(credentials).map_err(|_| ApiErrorReason::WrongCredentials)?;
        let attempt = self.admit_login(&name, from)?;
        let account =
            self.node.store.account_named(name.clone()).await.map_err(|error| store_failure(&error))?;
        let priority = attempt.priority();
        self.verify_password(&name, account, password, attempt, priority).await
    }

    /// Counts a login attempt for a name.
    fn admit_login(&self, name: &AccountName, from: IpAddr) -> Result<LoginAttempt, ApiErrorReason> {
        self.node.login_throttle.admit(name, from, self.node.time.now()).ok_or(ApiErrorReason::TooOften)
    }

    /// Returns the account if the password matches and it is not banned. Only a caller with the right
    /// password learns of a ban.
    async fn verify_password(
        &self,
        name: &AccountName,
        account: Option<Account>,
        password: Password,
        attempt: LoginAttempt,
        priority: LoginPriority,
    ) -> Result<Account, ApiError> {
        let hash = account.as_ref().map(|account| account.password.clone());
        let Ok(right) = self.password_matches(password, hash, priority).await else {
            return Err(self.overloaded(attempt));
        };
        let account = account.filter(|_| right).ok_or(ApiErrorReason::WrongCredentials)?;
        self.node.login_throttle.record_success(name, attempt);
        if account.ban.is_none() { Ok(account) } else { Err(ApiErrorReason::Banned.into()) }
    }

    /// Hashes a new password on the blocking pool.
    pub(super) async fn hash_password(
        &self,
        password: Password,
        attempt: LoginAttempt,
    ) -> Result<PasswordHash, ApiError> {
        let hash = self.hash_queue.run(attempt.priority(), move |memory| password.hash(memory)).await;
        let hash = hash.map_err(|Overloaded| self.overloaded(attempt))?;
        hash.map_err(|error| store_failure(&StoreError::Failed(error.to_string())).into())
    }

    /// The answer to an attempt that found the queue full: it is not counted, and the next one comes first.
    fn overloaded(&self, attempt: LoginAttempt) -> ApiError {
        self.node.login_throttle.record_overload(attempt, self.node.time.now());
        ApiError::overloaded(RETRY_DELAY)
    }

    async fn password_matches(
        &self,
        password: Password,
        hash: Option<PasswordHash>,
        priority: LoginPriority,
    ) -> Result<bool, Overloaded> {
        let matches = self.hash_queue.run(priority, move |memory| match hash {
            Some(hash) => password.matches(&hash, memory),
            None => {
                // Constant time: hash although there is nothing to compare with.
                password.hash(memory).ok();
                false
            }
        });
        matches.await
    }
}

/// Validates name and password of a login.
pub(super) fn parse_credentials(
    credentials: &Credentials,
) -> Result<(AccountName, Password), ApiErrorReason> {
    Ok((parse_name(credentials)?, parse_password(&credentials.password)?))
}

/// Validates name and password of a new account.
pub(super) fn choose_credentials(
    credentials: &Credentials,
) -> Result<(AccountName, Password), ApiErrorReason> {
    let name = parse_name(credentials)?;
    if is_reserved(&name) {
        return Err(ApiErrorReason::NameTaken);
    }
    let password = choose_password(&credentials.password, &name)?;
    Ok((name, password))
}

fn parse_name(credentials: &Credentials) -> Result<AccountName, ApiErrorReason> {
    let name = credentials.name.parse::<AccountName>();
    name.map_err(|error| ApiErrorReason::Unfit { field: AccountField::Name, words: error.to_string() })
}

fn parse_password(password: &Secret) -> Result<Password, ApiErrorReason> {
    password.expose().parse::<Password>().map_err(unfit_password)
}

fn choose_password(password: &Secret, name: &AccountName) -> Result<Password, ApiErrorReason> {
    Password::choose(password.expose(), name).map_err(unfit_password)
}

fn unfit_password(error: PasswordError) -> ApiErrorReason {
    ApiErrorReason::Unfit { field: AccountField::Password, words: error.to_string() }
}
