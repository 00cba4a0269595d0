//! The two seats at a board, and who sits there.

use rules::Color;
use serde::{Deserialize, Serialize};

use crate::{Name, PlayerId};

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
pub enum Side {
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
pub struct Both<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// Somebody at a board, as everybody may know them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Tells this player from others; nothing once the account is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<PlayerId>,
    /// What they are called; a guest need not have a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// With an account or without.
    pub standing: Standing,
    /// Their rating at the speed of the game when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

/// Whether a name is somebody's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
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
pub struct Rating {
    /// The number.
    pub value: u16,
    /// How sure it is.
    pub trust: Trust,
}

/// How sure a rating is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// From few games, or old ones.
    Provisional,
    /// From enough games.
    Established,
}

impl<T> Both<T> {
    /// Makes one for each seat.
    pub fn new_with(mut make: impl FnMut(Seat) -> T) -> Both<T> {
        Both { white: make(Seat::White), black: make(Seat::Black) }
    }

    /// What there is for a seat.
    pub fn of(&self, seat: Seat) -> &T {
        match seat {
            Seat::White => &self.white,
            Seat::Black => &self.black,
        }
    }

    /// What there is for a seat, to be changed.
    pub fn of_mut(&mut self, seat: Seat) -> &mut T {
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
