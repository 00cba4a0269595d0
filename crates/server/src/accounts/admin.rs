//! What the host does by command line, beside the server that may be running on the same data.

use std::io;
use std::path::Path;

use game::Timestamp;
use tokio::runtime::{Builder, Runtime};

use super::{AccountName, Password};
use crate::store::{
    Account, AccountError, AccountStore, AdminCommand, Ban, PasswordChangedBy, PasswordUpdate, SqliteStore,
    StoreError,
};

/// The host. For a caller without a runtime: every call returns when what it did is durable.
#[derive(Debug)]
pub struct Admin {
    runtime: Runtime,
    store: SqliteStore,
}

impl Admin {
    /// Opens the data in a folder.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be used.
    pub fn open(folder: &Path) -> Result<Admin, StoreError> {
        let runtime = Builder::new_current_thread().build().map_err(store_error)?;
        Ok(Admin { runtime, store: SqliteStore::open_existing(folder)? })
    }

    /// Accounts in the order of their names, those after a name, at most `limit`.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub fn accounts(&self, after: Option<AccountName>, limit: u32) -> Result<Vec<Account>, StoreError> {
        self.runtime.block_on(self.store.accounts(after, limit))
    }

    /// Bans an account: it is logged out everywhere and cannot log in.
    ///
    /// # Errors
    ///
    /// When there is no such account, or the store fails.
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
    /// When there is no such account, or the store fails.
    pub fn unban(&self, name: &AccountName) -> Result<(), AccountError> {
        self.runtime.block_on(async {
            let account = self.find(name).await?;
            self.store.set_ban(account.player, None).await
        })
    }

    /// Gives an account a new password, which nobody else knows, and logs it out everywhere.
    ///
    /// # Errors
    ///
    /// When there is no such account, or the store fails.
    pub fn reset_password(&self, name: &AccountName, now: Timestamp) -> Result<String, AccountError> {
        self.runtime.block_on(async {
            let account = self.find(name).await?;
            let password = Password::random().map_err(store_error)?;
            let hash = password.hash().map_err(store_error)?;
            let by = PasswordChangedBy::Operator;
            let change = PasswordUpdate { player: account.player, password: hash, by, at: now };
            self.store.change_password(change).await?;
            Ok(password.expose().to_owned())
        })
    }

    /// Closes every open seek.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub fn close_seeks(&self, now: Timestamp) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.post_admin_command(AdminCommand::CloseSeeks, now))
    }

    async fn find(&self, name: &AccountName) -> Result<Account, AccountError> {
        self.store.account_named(name.clone()).await?.ok_or(AccountError::NoAccount)
    }
}

fn store_error(error: io::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}
