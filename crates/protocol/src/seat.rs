//! The two seats at a board, and who sits there.

use rules::Color;
use serde::{Deserialize, Serialize};

use crate::{PlayerId, PlayerName};

/// A seat: that of White or of Black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// White's.
    White,
    /// Black's.
    Black,
}

/// The seat that somebody would like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorPreference {
    /// White's.
    White,
    /// Black's.
    Black,
    /// Whichever the lot gives.
    #[default]
    Random,
}

/// Something there is for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BySeat<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// Somebody at a board, as everybody may know them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// Tells this player from others; nothing once the account is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<PlayerId>,
    /// What they are called; a guest need not have a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// With an account or without.
    pub standing: PlayerKind,
    /// Their rating at the speed of the game when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<PublicRating>,
}

/// Whether a name is somebody's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Without an account: the name is only what they call themselves.
    Guest,
    /// With an account: nobody else has the name.
    Account,
    /// Had an account, which is deleted.
    Gone,
    /// The computer: the name is the word for one of its opponents.
    Computer,
}

/// A rating as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PublicRating {
    /// The number.
    pub value: u16,
    /// How sure it is.
    pub trust: RatingStatus,
}

/// How sure a rating is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingStatus {
    /// From few games, or old ones.
    Provisional,
    /// From enough games.
    Established,
}

impl<T> BySeat<T> {
    /// Makes one for each seat.
    pub fn new_with(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat { white: make(Seat::White), black: make(Seat::Black) }
    }

    /// What there is for a seat.
    pub fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::White => &self.white,
            Seat::Black => &self.black,
        }
    }

    /// What there is for a seat, to be changed.
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

    /// The seat opposite.
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
