//! Marks of squares. Their appearance is up to the user interface, which must not distinguish them by color
//! alone.

/// A mark of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Mark {
    /// Origin of the last move.
    LastFrom,
    /// Target of the last move.
    LastTo,
    /// The selected or dragged piece.
    Selected,
    /// Empty target square of the selected piece.
    Target,
    /// Capture target of the selected piece, including en passant.
    Capture,
    /// Rook with which the selected king may castle.
    Castle,
    /// King in check.
    Check,
    /// Checkmated king.
    Mated,
    /// Movable piece under the pointer.
    Hover,
    /// Square under the dragged piece.
    DropTarget,
    /// Origin or target of a premove.
    Premove,
    /// Piece that makes the rejected move illegal.
    Blame,
    /// Square on the line that explains the rejected move.
    ExplanationLine,
    /// Keyboard cursor.
    Cursor,
}

/// The marks of one square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks(u16);

impl Mark {
    /// All marks in painting order.
    pub const ALL: [Mark; 14] = [
        Mark::LastFrom,
        Mark::LastTo,
        Mark::Selected,
        Mark::Target,
        Mark::Capture,
        Mark::Castle,
        Mark::Check,
        Mark::Mated,
        Mark::Hover,
        Mark::DropTarget,
        Mark::Premove,
        Mark::Blame,
        Mark::ExplanationLine,
        Mark::Cursor,
    ];

    /// Short name for style sheets and tests; not shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::LastFrom => "last-from",
            Mark::LastTo => "last-to",
            Mark::Selected => "selected",
            Mark::Target => "target",
            Mark::Capture => "capture",
            Mark::Castle => "castle",
            Mark::Check => "check",
            Mark::Mated => "mated",
            Mark::Hover => "hover",
            Mark::DropTarget => "drop-here",
            Mark::Premove => "premove",
            Mark::Blame => "blame",
            Mark::ExplanationLine => "line",
            Mark::Cursor => "cursor",
        }
    }
}

impl Marks {
    /// No mark.
    pub const NONE: Marks = Marks(0);

    /// True if the mark is set.
    #[must_use]
    pub const fn has(self, mark: Mark) -> bool {
        self.0 >> mark as u8 & 1 != 0
    }

    /// True if no mark is set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The marks, in the order of [`Mark::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |&mark| self.has(mark))
    }

    /// The marks as bits, in the order of [`Mark::ALL`].
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Marks from bits; unknown bits are ignored.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Marks {
        Marks(bits & ((1 << Mark::ALL.len()) - 1))
    }

    pub(crate) fn add(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mark_discriminants_match_their_order() {
        let mut all = Marks::default();
        for (index, mark) in Mark::ALL.into_iter().enumerate() {
            assert_eq!(mark as usize, index);
            assert!(!all.has(mark));
            all.add(mark);
        }
        assert_eq!(all.iter().collect::<Vec<_>>(), Mark::ALL);
    }
}
