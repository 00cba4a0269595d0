//! Operations of `hanpan admin`. They work on the data while servers may be running on it.

use std::fmt;
use std::io;
use std::sync::Arc;

use game::Timestamp;
use tokio::runtime::Runtime;

use super::{AccountName, ApiToken, HashMemory, MAX_API_TOKENS, Password, Scopes, is_reserved};
use crate::random;
use crate::store::{
    Account, AccountError, AdminCommand, Ban, NewAccount, NewApiToken, PasswordChangedBy, PasswordUpdate,
    Store, StoreError, StoreLocation, TokenCreation, blocking_runtime,
};

/// Administrative access to data for a caller without an async runtime. Every call blocks until its effect is durable.
pub struct Admin {
    runtime: Runtime,
    store: Arc<dyn Store>,
}

impl Admin {
    /// Opens existing data.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no data or it cannot be opened.
    pub fn open(location: impl Into<StoreLocation>) -> Result<Admin, StoreError> {
        let runtime = blocking_runtime()?;
        let store = runtime.block_on(location.into().open_existing())?.store();
        Ok(Admin { runtime, store })
    }

    /// Lists at most `limit` accounts in the order of their names, starting after `after`.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub fn accounts(&self, after: Option<AccountName>, limit: u32) -> Result<Vec<Account>, StoreError> {
        self.runtime.block_on(self.store.accounts(after, limit))
    }

    /// Bans an account, ends its sessions and drops its connections.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such account or the store fails.
    pub fn ban(&self, name: &AccountName, reason: String, now: Timestamp) -> Result<(), AccountError> {
        self.runtime.block_on(async {
            let account = self.find(name).await?;
            self.store.set_ban(account.player, Some(Ban { reason, at: now })).await
        })
    }

    /// Lifts a ban.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such account or the store fails.
    pub fn unban(&self, name: &AccountName) -> Result<(), AccountError> {
        self.runtime.block_on(async {
            let account = self.find(name).await?;
            self.store.set_ban(account.player, None).await
        })
    }

    /// Creates an account, for the owner of this name and password to log in with, or for a program.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is taken or reserved, or the store fails.
    pub fn create_account(
        &self,
        name: &AccountName,
        password: &Password,
        now: Timestamp,
    ) -> Result<(), AccountError> {
        if is_reserved(name) {
            return Err(AccountError::NameTaken);
        }
        let password = password.hash(&mut HashMemory::default()).map_err(store_error)?;
        let account = NewAccount { player: random::id(), name: name.clone(), password, at: now };
        self.runtime.block_on(self.store.create_account(account))
    }

    /// Replaces the password with a random one, ends all sessions, and returns the new password.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such account or the store fails.
    pub fn reset_password(&self, name: &AccountName, now: Timestamp) -> Result<String, AccountError> {
        self.runtime.block_on(async {
            let account = self.find(name).await?;
            let password = Password::random().map_err(store_error)?;
            let hash = password.hash(&mut HashMemory::default()).map_err(store_error)?;
            let by = PasswordChangedBy::Operator;
            let change = PasswordUpdate { player: account.player, password: hash, by, at: now };
            self.store.change_password(change).await?;
            Ok(password.expose().to_owned())
        })
    }

    /// Creates an API token of an account and returns its text.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such account, it is banned or has too many tokens, or the store fails.
    pub fn create_token(
        &self,
        name: &AccountName,
        scopes: Scopes,
        description: String,
        now: Timestamp,
    ) -> Result<ApiToken, AccountError> {
        self.runtime.block_on(async {
            let player = self.find(name).await?.player;
            let token = ApiToken::random().map_err(store_error)?;
            let (id, hash, limit) = (random::id(), token.hash(), MAX_API_TOKENS);
            let new =
                NewApiToken { id, token: hash, player, session: None, description, scopes, at: now, limit };
            match self.store.create_api_token(new).await? {
                TokenCreation::Created => Ok(token),
                TokenCreation::NoAccount => Err(AccountError::Banned),
                TokenCreation::TooMany => Err(AccountError::TooManyTokens),
            }
        })
    }

    /// Closes every open seek.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub fn close_seeks(&self, now: Timestamp) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.post_admin_command(AdminCommand::CloseSeeks, now))
    }

    async fn find(&self, name: &AccountName) -> Result<Account, AccountError> {
        self.store.account_named(name.clone()).await?.ok_or(AccountError::NoAccount)
    }
}

impl fmt::Debug for Admin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Admin").finish_non_exhaustive()
    }
}

fn store_error(error: io::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}
