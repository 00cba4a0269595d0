//! What SQLite's errors mean to us.

use rusqlite::{Error, ErrorCode, ffi};

use crate::store::StoreError;

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        match &error {
            Error::SqliteFailure(failure, _) => match failure.code {
                ErrorCode::DiskFull => StoreError::Full,
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Busy,
                ErrorCode::ReadOnly | ErrorCode::PermissionDenied => StoreError::ReadOnly,
                ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => {
                    StoreError::Corrupt(error.to_string())
                }
                _ => StoreError::Failed(error.to_string()),
            },
            // What we have written we can read: somebody else has been at it.
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..) => StoreError::Corrupt(error.to_string()),
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// Whether something was refused because it is there already.
pub(super) fn is_unique_violation(error: &Error) -> bool {
    matches!(
        error,
        Error::SqliteFailure(failure, _) if matches!(
            failure.extended_code,
            ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
        )
    )
}
