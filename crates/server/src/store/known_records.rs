//! Lists with records that this program does not know.

use super::StoreError;

/// The records of a list, without those that hold an unknown value: one record of a newer program must not cost the whole
/// list.
pub(super) fn known_records<T, E: Into<StoreError>>(
    records: impl IntoIterator<Item = Result<T, E>>,
) -> Result<Vec<T>, StoreError> {
    records.into_iter().filter_map(|record| if_known(record).transpose()).collect()
}

/// The record; `None` if it holds an unknown value.
pub(super) fn if_known<T, E: Into<StoreError>>(record: Result<T, E>) -> Result<Option<T>, StoreError> {
    match record.map_err(Into::into) {
        Err(StoreError::Unknown(value)) => {
            // At every read, so no warning.
            tracing::info!(%value, "unknown value: a record is left out of a list");
            Ok(None)
        }
        record => record.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unknown_records_are_left_out() {
        let unknown = || Err(StoreError::Unknown("hexagonal".to_owned()));
        assert_eq!(known_records([Ok(1), unknown(), Ok(3)]), Ok(vec![1, 3]));
        assert_eq!(known_records([Ok(1), unknown(), Err(StoreError::Busy)]), Err(StoreError::Busy));
    }
}
