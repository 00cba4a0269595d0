//! Unguessable identifiers: 128 random bits, written as 22 characters of base64url.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An identifier of one kind of object; the type parameter prevents mixing games and players.
///
/// ```
/// use protocol::GameId;
/// let id = GameId::from_bits(1);
/// assert_eq!(id.to_string(), "AAAAAAAAAAAAAAAAAAAAAQ");
/// assert_eq!("AAAAAAAAAAAAAAAAAAAAAQ".parse(), Ok(id));
/// assert!("AAAAAAAAAAAAAAAAAAAAAR".parse::<GameId>().is_err(), "not canonical: padding bits are set");
/// ```
pub struct Id<Kind> {
    bits: u128,
    kind: PhantomData<fn() -> Kind>,
}

/// A game. The id is part of its address; everyone who knows it may watch.
pub type GameId = Id<kind::Game>;
/// A player, with or without an account. The id identifies, but does not authenticate.
pub type PlayerId = Id<kind::Player>;
/// An open seek in the lobby.
pub type SeekId = Id<kind::Seek>;
/// An action, seek or join, chosen at random by the client: the server executes an id once, however often it
/// is sent.
pub type ActionId = Id<kind::Action>;

/// Marker types for [`Id`].
pub mod kind {
    /// A game.
    #[derive(Debug)]
    pub enum Game {}
    /// A player.
    #[derive(Debug)]
    pub enum Player {}
    /// An open seek.
    #[derive(Debug)]
    pub enum Seek {}
    /// An action, seek or join.
    #[derive(Debug)]
    pub enum Action {}
}

/// The text is not the canonical base64url form of 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseIdError;

const TEXT_LENGTH: usize = 22;
const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// 22 digits of 6 bits hold 132 bits; the last four are zero.
const PADDING_BITS: u32 = 4;

impl PlayerId {
    /// The computer, at every level. Reserved: no other player gets this id.
    pub const COMPUTER: PlayerId = Id::from_bits(u128::from_be_bytes(*b"hanpan, computer"));
}

impl<Kind> Id<Kind> {
    /// The id with these bits.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Id<Kind> {
        Id { bits, kind: PhantomData }
    }

    /// The bits of the id.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.bits
    }
}

impl<Kind> fmt::Display for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; TEXT_LENGTH];
        for (place, digit) in text.iter_mut().enumerate() {
            let end = 6 * (place as u32 + 1);
            let six = if end <= 128 { self.bits >> (128 - end) } else { self.bits << PADDING_BITS };
            *digit = BASE64URL[(six & 63) as usize];
        }
        f.pad(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl<Kind> FromStr for Id<Kind> {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Id<Kind>, ParseIdError> {
        if text.len() != TEXT_LENGTH {
            return Err(ParseIdError);
        }
        let mut bits = 0_u128;
        for (place, byte) in text.bytes().enumerate() {
            let six = BASE64URL.iter().position(|&digit| digit == byte).ok_or(ParseIdError)? as u128;
            if place + 1 < TEXT_LENGTH {
                bits = bits << 6 | six;
            } else if six & 15 == 0 {
                bits = bits << 2 | six >> PADDING_BITS;
            } else {
                return Err(ParseIdError);
            }
        }
        Ok(Id::from_bits(bits))
    }
}

impl<Kind> Serialize for Id<Kind> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, Kind> Deserialize<'de> for Id<Kind> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id<Kind>, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

// Implemented by hand: derives would require the same traits of `Kind`.
impl<Kind> Clone for Id<Kind> {
    fn clone(&self) -> Id<Kind> {
        *self
    }
}

impl<Kind> Copy for Id<Kind> {}

impl<Kind> PartialEq for Id<Kind> {
    fn eq(&self, other: &Id<Kind>) -> bool {
        self.bits == other.bits
    }
}

impl<Kind> Eq for Id<Kind> {}

impl<Kind> PartialOrd for Id<Kind> {
    fn partial_cmp(&self, other: &Id<Kind>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<Kind> Ord for Id<Kind> {
    fn cmp(&self, other: &Id<Kind>) -> Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<Kind> Hash for Id<Kind> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<Kind> fmt::Debug for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an id of 22 letters, digits, - and _")
    }
}

impl Error for ParseIdError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip_through_text() {
        let check = |bits: u128| {
            let text = GameId::from_bits(bits).to_string();
            assert_eq!(text.len(), TEXT_LENGTH, "{text}");
            assert_eq!(text.parse(), Ok(GameId::from_bits(bits)), "{text}");
        };
        check(0);
        check(1);
        check(u128::MAX);
        check(0x0123_4567_89ab_cdef_fedc_ba98_7654_3210);
        for place in 0..128 {
            check(1 << place);
        }
    }

    #[test]
    fn noncanonical_ids_are_rejected() {
        for text in [
            "",
            "A",
            "AAAAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAA=",
            "AAAAAAAAAAAAAAAAAAAAA/",
            "______________________",
            "한판한판한판한A",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(ParseIdError), "{text}");
        }
    }
}
