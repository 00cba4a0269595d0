//! Serde helpers: wire forms of types of other crates, and strict reading of variants without fields.

use std::borrow::Cow;

use rules::UciMove;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A move in UCI notation, parsed without a board. Castling is written as the king's step (`e1g1`) in standard chess and
/// as king takes rook (`e1h1`) in Chess960; both are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// A [`game::Ply`] as a plain number: `#[serde(with = "crate::wire::ply")]`.
pub(crate) mod ply {
    use game::Ply;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(ply: &Ply, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(ply.0)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ply, D::Error> {
        u32::deserialize(deserializer).map(Ply)
    }
}

/// Deserializes a unit variant and rejects unknown fields, which serde would otherwise ignore: a misspelt field is an error.
pub(crate) fn no_fields<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoFields {}
    NoFields::deserialize(deserializer).map(|NoFields {}| ())
}
