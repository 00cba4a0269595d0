//! Seats of a game and the players in them.

use rules::Color;
use serde::{Deserialize, Serialize};

use crate::{PlayerId, PlayerName};

/// A seat of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// White.
    White,
    /// Black.
    Black,
}

/// Preferred color of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorPreference {
    /// White.
    White,
    /// Black.
    Black,
    /// Random.
    #[default]
    Random,
}

/// One value per seat; the wire form of `ByColor`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BySeat<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

/// Public data of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// Identifier; absent once the account is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<PlayerId>,
    /// Display name; optional for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// Kind of player.
    pub standing: PlayerKind,
    /// Rating for the speed of the game when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<PublicRating>,
    /// True if a program plays with the account.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
}

/// Kinds of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// No account; the name is not verified.
    Guest,
    /// An account; the name is unique.
    Account,
    /// A deleted account.
    Gone,
    /// The computer; the name is that of the level.
    Computer,
}

/// A rating as shown to players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PublicRating {
    /// The rating.
    pub value: u16,
    /// Certainty of the rating.
    pub trust: RatingStatus,
}

/// Certainty of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingStatus {
    /// Few games, or none for a long time.
    Provisional,
    /// Enough games.
    Established,
}

/// Returns true for a mark that is left out. Serde passes a reference.
fn is_false(value: &bool) -> bool {
    !value
}

impl<T> BySeat<T> {
    /// Creates a value per seat.
    pub fn new_with(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat { white: make(Seat::White), black: make(Seat::Black) }
    }

    /// The value of a seat.
    pub fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::White => &self.white,
            Seat::Black => &self.black,
        }
    }

    /// Mutable access to the value of a seat.
    pub fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::White => &mut self.white,
            Seat::Black => &mut self.black,
        }
    }
}

impl Seat {
    /// Both seats.
    pub const ALL: [Seat; 2] = [Seat::White, Seat::Black];

    /// The opponent's seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::White => Seat::Black,
            Seat::Black => Seat::White,
        }
    }
}

impl From<Color> for Seat {
    fn from(color: Color) -> Seat {
        match color {
            Color::White => Seat::White,
            Color::Black => Seat::Black,
        }
    }
}

impl From<Seat> for Color {
    fn from(seat: Seat) -> Color {
        match seat {
            Seat::White => Color::White,
            Seat::Black => Color::Black,
        }
    }
}
