//! Maps errors of the driver to store errors.

use std::error::Error;
use std::{fmt, io};

use tokio_postgres::error::SqlState;

use super::config::error_words;
use crate::store::{AccountError, AppendError, CreateError, StoreError};

/// A statement that failed, with the state that the database has given as the reason.
#[derive(Debug)]
pub(super) struct StatementError {
    pub(super) error: StoreError,
    state: Option<SqlState>,
    /// The connection broke, or the statement was not sent.
    pub(super) is_disconnect: bool,
}

/// Own states of the functions in the schema.
const GAME_OVER: &str = "HP001";
const TOO_MANY: &str = "HP002";
const RATINGS_CHANGED: &str = "HP003";
const NOT_PAIRED: &str = "HP004";

impl StatementError {
    /// The store was closed.
    pub(super) fn stopped() -> StatementError {
        StatementError { error: StoreError::Stopped, state: None, is_disconnect: true }
    }

    /// StatementError without an answer of the database.
    pub(super) fn disconnect(words: impl Into<String>) -> StatementError {
        StatementError { error: StoreError::Failed(words.into()), state: None, is_disconnect: true }
    }

    pub(super) fn is_unique_violation(&self) -> bool {
        self.state == Some(SqlState::UNIQUE_VIOLATION)
    }

    pub(super) fn is_game_over(&self) -> bool {
        self.has_code(GAME_OVER)
    }

    pub(super) fn is_too_many(&self) -> bool {
        self.has_code(TOO_MANY)
    }

    pub(super) fn is_not_paired(&self) -> bool {
        self.has_code(NOT_PAIRED)
    }

    pub(super) fn is_ratings_changed(&self) -> bool {
        self.has_code(RATINGS_CHANGED)
    }

    /// Nothing was written, and the same statement may succeed now.
    pub(super) fn is_transient(&self) -> bool {
        let states = [SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE];
        self.state.as_ref().is_some_and(|state| states.contains(state))
    }

    /// The connection is of no use any more: the server is stopping or has become a standby.
    pub(super) fn needs_new_connection(&self) -> bool {
        let is_class = |class| self.state.as_ref().is_some_and(|state| state.code().starts_with(class));
        self.is_disconnect || is_class("57P") || self.state == Some(SqlState::READ_ONLY_SQL_TRANSACTION)
    }

    fn has_code(&self, code: &str) -> bool {
        self.state.as_ref().is_some_and(|state| state.code() == code)
    }
}

impl From<tokio_postgres::Error> for StatementError {
    fn from(error: tokio_postgres::Error) -> StatementError {
        let state = error.code().cloned();
        let is_disconnect = error.is_closed() || (state.is_none() && error.as_db_error().is_none());
        let words = || format!("database: {}", error_words(&error));
        let error = match &state {
            Some(state) if *state == SqlState::DISK_FULL => StoreError::Full,
            Some(state) if *state == SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::ReadOnly,
            Some(state)
                if [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED].contains(state) =>
            {
                StoreError::Busy
            }
            Some(state) if [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED].contains(state) => {
                StoreError::Corrupt(words())
            }
            _ if is_final(&error) => StoreError::Unusable(words()),
            _ => StoreError::Failed(words()),
        };
        StatementError { error, state, is_disconnect }
    }
}

/// Returns true if only another setting helps: a wrong password, no such database or permission, an untrusted certificate.
fn is_final(error: &tokio_postgres::Error) -> bool {
    let states = [
        SqlState::INVALID_PASSWORD,
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
        SqlState::INVALID_CATALOG_NAME,
        SqlState::INSUFFICIENT_PRIVILEGE,
    ];
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    let tls = cause.and_then(|cause| cause.get_ref()).and_then(|cause| cause.downcast_ref::<rustls::Error>());
    error.code().is_some_and(|state| states.contains(state))
        || matches!(tls, Some(rustls::Error::InvalidCertificate(_)))
}

/// A value that this program does not know: another version may have written it, so the data is not damaged.
pub(super) fn unknown_value(value: &str) -> StoreError {
    StoreError::Unknown(value.to_owned())
}

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl From<StatementError> for StoreError {
    fn from(failure: StatementError) -> StoreError {
        failure.error
    }
}

impl From<StatementError> for CreateError {
    fn from(failure: StatementError) -> CreateError {
        match failure {
            failure if failure.is_unique_violation() => CreateError::Taken,
            failure if failure.is_too_many() => CreateError::TooMany,
            failure if failure.is_not_paired() => CreateError::NotPaired,
            failure => CreateError::Store(failure.error),
        }
    }
}

impl From<StatementError> for AppendError {
    fn from(failure: StatementError) -> AppendError {
        match failure {
            failure if failure.is_unique_violation() => AppendError::Taken,
            failure if failure.is_game_over() => AppendError::Over,
            failure if failure.is_too_many() => AppendError::TooMany,
            failure => AppendError::Store(failure.error),
        }
    }
}

impl From<StatementError> for AccountError {
    fn from(failure: StatementError) -> AccountError {
        match failure {
            failure if failure.is_unique_violation() => AccountError::NameTaken,
            failure => AccountError::Store(failure.error),
        }
    }
}
