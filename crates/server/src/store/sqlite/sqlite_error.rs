//! Maps SQLite errors to store errors.

use rusqlite::{Error, ErrorCode, ffi};

use super::rows::InvalidValue;
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
            Error::FromSqlConversionFailure(_, _, cause) => match cause.downcast_ref::<InvalidValue>() {
                Some(InvalidValue(value)) => StoreError::Unknown(value.clone()),
                None => StoreError::Corrupt(error.to_string()),
            },
            // Columns of another type were not written by any version.
            Error::IntegralValueOutOfRange(..) | Error::InvalidColumnType(..) => {
                StoreError::Corrupt(error.to_string())
            }
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// Returns true for a violated unique constraint.
pub(super) fn is_unique_violation(error: &Error) -> bool {
    matches!(
        error,
        Error::SqliteFailure(failure, _) if matches!(
            failure.extended_code,
            ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
        )
    )
}
