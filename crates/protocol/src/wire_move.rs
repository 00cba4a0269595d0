//! A move on the wire.

use std::borrow::Cow;

use rules::UciMove;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A move in UCI notation, read without a board. Castling is written as the king's step (`e1g1`) in standard chess and as
/// king takes rook (`e1h1`) in Chess960; both are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireMove(pub UciMove);

impl Serialize for WireMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for WireMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WireMove, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        UciMove::parse(text.as_bytes()).map(WireMove).map_err(de::Error::custom)
    }
}
