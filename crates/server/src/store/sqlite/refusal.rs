//! A refusal is an answer; a store that fails is not. The writer has to tell them apart.

use crate::store::{AccountError, AppendError, CreateError, StoreError};

/// Why a job did not succeed: for a reason of its own, or because the store failed.
pub(super) trait Refusal: From<StoreError> + Send + 'static {
    /// How the store failed, if it did.
    fn of_the_store(&self) -> Option<&StoreError>;
}

impl Refusal for StoreError {
    fn of_the_store(&self) -> Option<&StoreError> {
        Some(self)
    }
}

impl Refusal for CreateError {
    fn of_the_store(&self) -> Option<&StoreError> {
        if let CreateError::Store(error) = self { Some(error) } else { None }
    }
}

impl Refusal for AppendError {
    fn of_the_store(&self) -> Option<&StoreError> {
        if let AppendError::Store(error) = self { Some(error) } else { None }
    }
}

impl Refusal for AccountError {
    fn of_the_store(&self) -> Option<&StoreError> {
        if let AccountError::Store(error) = self { Some(error) } else { None }
    }
}
