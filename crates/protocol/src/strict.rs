//! What a message of a client has that it should not have is refused: a misspelt field would otherwise be passed over.

use serde::{Deserialize, Deserializer};

/// Reads what has no fields, and has none.
pub(crate) fn nothing_else<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    Nothing::deserialize(deserializer).map(|Nothing {}| ())
}
