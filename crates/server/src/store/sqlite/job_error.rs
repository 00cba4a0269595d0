//! A refusal is an answer; a store that fails is not. The writer has to tell them apart.

use crate::store::{AccountError, AppendError, CreateError, StoreError};

/// Why a job did not succeed: for a reason of its own, or because the store failed.
pub(super) trait JobError: From<StoreError> + Send + 'static {
    /// How the store failed, if it did.
    fn store_error(&self) -> Option<&StoreError>;
}

impl JobError for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}

impl JobError for CreateError {
    fn store_error(&self) -> Option<&StoreError> {
        if let CreateError::Store(error) = self { Some(error) } else { None }
    }
}

impl JobError for AppendError {
    fn store_error(&self) -> Option<&StoreError> {
        if let AppendError::Store(error) = self { Some(error) } else { None }
    }
}

impl JobError for AccountError {
    fn store_error(&self) -> Option<&StoreError> {
        if let AccountError::Store(error) = self { Some(error) } else { None }
    }
}
