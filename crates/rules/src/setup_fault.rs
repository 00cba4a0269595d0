//! Faults of a setup.

use core::fmt;
use core::ops::BitOr;

/// A fault that makes a setup unplayable, or unreachable by a game. Waivable faults can be ignored with
/// [`Setup::position_waiving`](crate::Setup::position_waiving).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum SetupFault {
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
    /// A side has more than sixteen pieces, or more than eight pawns. Waivable.
    TooManyPieces,
    /// A side has more promoted pieces than missing pawns. Waivable.
    TooMuchMaterial,
    /// No last move can have given this check. Waivable.
    ImpossibleCheck,
    /// The castling rights of the two sides do not fit one starting position, in which kings and castling
    /// rooks of both sides are on the same files. Waivable.
    InconsistentCastling,
    /// A castling right without its king or rook. Waivable: the right is dropped.
    BadCastling,
    /// An en passant square that no pawn has just passed. Waivable: the square is dropped.
    BadEnPassant,
}

impl SetupFault {
    /// All faults, unwaivable ones first.
    pub const ALL: [SetupFault; 12] = [
        SetupFault::NoWhiteKing,
        SetupFault::NoBlackKing,
        SetupFault::TooManyWhiteKings,
        SetupFault::TooManyBlackKings,
        SetupFault::PawnOnEndRank,
        SetupFault::OpponentInCheck,
        SetupFault::TooManyPieces,
        SetupFault::TooMuchMaterial,
        SetupFault::ImpossibleCheck,
        SetupFault::InconsistentCastling,
        SetupFault::BadCastling,
        SetupFault::BadEnPassant,
    ];

    /// Returns true if the fault can be waived.
    #[must_use]
    pub const fn is_waivable(self) -> bool {
        self as u8 >= SetupFault::TooManyPieces as u8
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SetupFault::NoWhiteKing => "White has no king",
            SetupFault::NoBlackKing => "Black has no king",
            SetupFault::TooManyWhiteKings => "White has more than one king",
            SetupFault::TooManyBlackKings => "Black has more than one king",
            SetupFault::PawnOnEndRank => "a pawn stands on the first or last rank",
            SetupFault::OpponentInCheck => "the side that has just moved is in check",
            SetupFault::TooManyPieces => "a side has more than sixteen pieces or more than eight pawns",
            SetupFault::TooMuchMaterial => "a side has more promoted pieces than pawns to become them",
            SetupFault::ImpossibleCheck => "no last move can have given this check",
            SetupFault::InconsistentCastling => {
                "the castling rights of the two sides do not fit one starting position"
            }
            SetupFault::BadCastling => "a castling right has no king or rook in its place",
            SetupFault::BadEnPassant => "no pawn has just passed the en-passant square",
        })
    }
}

/// A set of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SetupFaults(u16);

impl SetupFaults {
    /// No fault.
    pub const NONE: SetupFaults = SetupFaults(0);
    /// All waivable faults.
    pub const WAIVABLE: SetupFaults = SetupFaults(0b1111_1100_0000);
    /// Faults of positions that no game reaches but that can be played unchanged: nothing has to be dropped.
    pub const UNREACHABLE: SetupFaults = SetupFaults(0b0011_1100_0000);

    /// Returns true if there is no fault.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if this fault is in the set.
    #[must_use]
    pub const fn has(self, fault: SetupFault) -> bool {
        self.0 >> fault as u8 & 1 != 0
    }

    /// The faults of this set that are not in the other.
    #[must_use]
    pub const fn without(self, others: SetupFaults) -> SetupFaults {
        SetupFaults(self.0 & !others.0)
    }

    /// The faults, in the order of [`SetupFault::ALL`].
    pub fn iter(self) -> impl Iterator<Item = SetupFault> {
        SetupFault::ALL.into_iter().filter(move |&fault| self.has(fault))
    }

    pub(crate) fn add_if(&mut self, fault: SetupFault, present: bool) {
        self.0 |= u16::from(present) << fault as u8;
    }
}

impl From<SetupFault> for SetupFaults {
    fn from(fault: SetupFault) -> SetupFaults {
        SetupFaults(1 << fault as u8)
    }
}

impl<T: Into<SetupFaults>> BitOr<T> for SetupFaults {
    type Output = SetupFaults;

    fn bitor(self, other: T) -> SetupFaults {
        SetupFaults(self.0 | other.into().0)
    }
}

impl BitOr for SetupFault {
    type Output = SetupFaults;

    fn bitor(self, other: SetupFault) -> SetupFaults {
        SetupFaults::from(self) | other
    }
}

impl fmt::Display for SetupFaults {
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

impl fmt::Debug for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
