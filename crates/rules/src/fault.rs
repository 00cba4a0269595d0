//! What can be wrong with a setup.

use core::fmt;
use core::ops::BitOr;

/// Something that makes a setup impossible to play, or impossible to have come about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Fault {
    /// White has no king.
    NoWhiteKing,
    /// Black has no king.
    NoBlackKing,
    /// White has more than one king.
    TooManyWhiteKings,
    /// Black has more than one king.
    TooManyBlackKings,
    /// A pawn stands on the first or the last rank.
    PawnOnEndRank,
    /// The side that has just moved is in check.
    OpponentInCheck,
    /// A side has more than sixteen men, or more than eight pawns. May be waived.
    TooManyMen,
    /// A side has more of some pieces than eight pawns can have become, those still there not counted. May be waived.
    TooMuchMaterial,
    /// No last move can have given this check. May be waived.
    ImpossibleCheck,
    /// The two sides' castling rights do not fit one starting position: in a game, kings and castling rooks of both
    /// sides start on the same files. May be waived.
    MixedCastling,
    /// A castling right without king or rook in its place. May be waived: the right is dropped.
    BadCastling,
    /// An en-passant square that no pawn has just passed. May be waived: it is dropped.
    BadEnPassant,
}

impl Fault {
    /// All faults, those that cannot be waived first.
    pub const ALL: [Fault; 12] = [
        Fault::NoWhiteKing,
        Fault::NoBlackKing,
        Fault::TooManyWhiteKings,
        Fault::TooManyBlackKings,
        Fault::PawnOnEndRank,
        Fault::OpponentInCheck,
        Fault::TooManyMen,
        Fault::TooMuchMaterial,
        Fault::ImpossibleCheck,
        Fault::MixedCastling,
        Fault::BadCastling,
        Fault::BadEnPassant,
    ];

    /// Whether such a setup can be played all the same.
    #[must_use]
    pub const fn is_waivable(self) -> bool {
        self as u8 >= Fault::TooManyMen as u8
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NoWhiteKing => "White has no king",
            Fault::NoBlackKing => "Black has no king",
            Fault::TooManyWhiteKings => "White has more than one king",
            Fault::TooManyBlackKings => "Black has more than one king",
            Fault::PawnOnEndRank => "a pawn stands on the first or last rank",
            Fault::OpponentInCheck => "the side that has just moved is in check",
            Fault::TooManyMen => "a side has more than sixteen men or more than eight pawns",
            Fault::TooMuchMaterial => "a side has more promoted pieces than pawns to become them",
            Fault::ImpossibleCheck => "no last move can have given this check",
            Fault::MixedCastling => "the castling rights of the two sides do not fit one starting position",
            Fault::BadCastling => "a castling right has no king or rook in its place",
            Fault::BadEnPassant => "no pawn has just passed the en-passant square",
        })
    }
}

/// A set of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Faults(u16);

impl Faults {
    /// No fault.
    pub const NONE: Faults = Faults(0);
    /// All that may be waived.
    pub const WAIVABLE: Faults = Faults(0b1111_1100_0000);
    /// Those that a position can be played with as it is: no game brings it about, but nothing needs to be dropped.
    pub const FANTASTIC: Faults = Faults(0b0011_1100_0000);

    /// Whether there is no fault.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this fault is among them.
    #[must_use]
    pub const fn has(self, fault: Fault) -> bool {
        self.0 >> fault as u8 & 1 != 0
    }

    /// The faults that are not among the others.
    #[must_use]
    pub const fn without(self, others: Faults) -> Faults {
        Faults(self.0 & !others.0)
    }

    /// The faults, in the order of [`Fault::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::ALL.into_iter().filter(move |&fault| self.has(fault))
    }

    pub(crate) fn add_if(&mut self, fault: Fault, present: bool) {
        self.0 |= u16::from(present) << fault as u8;
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(1 << fault as u8)
    }
}

impl<T: Into<Faults>> BitOr<T> for Faults {
    type Output = Faults;

    fn bitor(self, other: T) -> Faults {
        Faults(self.0 | other.into().0)
    }
}

impl BitOr for Fault {
    type Output = Faults;

    fn bitor(self, other: Fault) -> Faults {
        Faults::from(self) | other
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
