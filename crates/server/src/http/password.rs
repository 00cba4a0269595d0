//! Passwords: read, checked and replaced.

use std::net::IpAddr;

use axum::extract::State;
use protocol::http::{Credentials, FailureReason, Field, PasswordChange, Secret};

use super::App;
use super::asker::{Asker, Sent};
use super::exchange::{Answer, broken, done};
use crate::accounts::{AccountName, Password, PasswordHash};
use crate::beside::{NotDone, beside};
use crate::store::{Account, AccountError, Changer, NewPassword, StoreError};
use crate::tables::Cut;

/// `POST /api/account/password`: another password. Whoever does it stays; all other sessions end.
pub(super) async fn change(
    State(app): State<App>,
    asker: Asker,
    Sent(change): Sent<PasswordChange>,
) -> Answer {
    let (player, session) = asker.logged_in()?;
    let new = fit_password(&change.new)?;
    let account = app.node.store.account(player).await.map_err(|error| broken(&error))?;
    let name = account.as_ref().map(|account| account.name.clone()).ok_or(FailureReason::NotLoggedIn)?;
    let current = fit_password(&change.current).map_err(|_| FailureReason::WrongCredentials)?;
    app.may_try(&name, asker.address)?;
    let account = app.prove(&name, account, current, asker.address).await?;
    let by = Changer::Owner { session, old: account.password };
    let change = NewPassword { player, password: app.hash(new).await?, by, at: app.node.time.now() };
    app.node.store.change_password(change).await.map_err(|error| match error {
        AccountError::Store(error) => broken(&error),
        // Banned, logged out, or given another password from elsewhere, while this one was being checked.
        _ => FailureReason::WrongCredentials,
    })?;
    app.node.disconnect(player, Cut::Others(session));
    tracing::info!(%player, address = %asker.address, "has another password");
    Ok(done())
}

impl App {
    /// The account whose name and password these are. Whether there is such a name cannot be told from the answer, nor
    /// from the time it takes.
    pub(super) async fn check(
        &self,
        credentials: &Credentials,
        from: IpAddr,
    ) -> Result<Account, FailureReason> {
        // What cannot be a name or a password is nobody's.
        let (name, password) = fit(credentials).map_err(|_| FailureReason::WrongCredentials)?;
        self.may_try(&name, from)?;
        let account = self.node.store.account_named(name.clone()).await.map_err(|error| broken(&error))?;
        self.prove(&name, account, password, from).await
    }

    /// Counts a try to know the password of a name.
    fn may_try(&self, name: &AccountName, from: IpAddr) -> Result<(), FailureReason> {
        let allowed = self.node.throttle.allows(name, from, self.node.time.now());
        if allowed { Ok(()) } else { Err(FailureReason::TooOften) }
    }

    /// The account, if this is its password and it may be used. That it may not is told to those alone who know the password.
    async fn prove(
        &self,
        name: &AccountName,
        account: Option<Account>,
        password: Password,
        from: IpAddr,
    ) -> Result<Account, FailureReason> {
        let hash = account.as_ref().map(|account| account.password.clone());
        let right = self.matches(password, hash).await?;
        let account = account.filter(|_| right).ok_or(FailureReason::WrongCredentials)?;
        self.node.throttle.succeeded(name, from);
        if account.ban.is_none() { Ok(account) } else { Err(FailureReason::Banned) }
    }

    /// A password for the store.
    pub(super) async fn hash(&self, password: Password) -> Result<PasswordHash, FailureReason> {
        let hash = beside(&self.hashing, move || password.hash())
            .await
            .map_err(|NotDone| FailureReason::TooOften)?;
        hash.map_err(|error| broken(&StoreError::Failed(error.to_string())))
    }

    async fn matches(&self, password: Password, hash: Option<PasswordHash>) -> Result<bool, FailureReason> {
        let work = move || match hash {
            Some(hash) => password.matches(&hash),
            None => {
                // As slow as if there were something to compare with.
                password.hash().ok();
                false
            }
        };
        beside(&self.hashing, work).await.map_err(|NotDone| FailureReason::TooOften)
    }
}

/// The name and the password that somebody sends, if they can be such.
pub(super) fn fit(credentials: &Credentials) -> Result<(AccountName, Password), FailureReason> {
    let name = credentials.name.parse::<AccountName>();
    let name = name.map_err(|error| FailureReason::Unfit { field: Field::Name, words: error.to_string() })?;
    Ok((name, fit_password(&credentials.password)?))
}

fn fit_password(password: &Secret) -> Result<Password, FailureReason> {
    let unfit = |words| FailureReason::Unfit { field: Field::Password, words };
    password.expose().parse::<Password>().map_err(|error| unfit(error.to_string()))
}
