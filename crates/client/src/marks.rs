//! What is to be drawn on a square beside its piece. How, is the painter's business; that no two kinds are told apart by
//! colour alone, too.

/// A reason to mark a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Mark {
    /// The last move began here.
    LastFrom,
    /// The last move ended here.
    LastTo,
    /// The piece here is selected, or was picked up from here.
    Selected,
    /// The selected piece may go to this empty square.
    Target,
    /// The selected piece may capture here. En passant is a capture too, though the square is empty.
    Capture,
    /// The selected king may castle with the rook here.
    Castle,
    /// The king here is in check.
    Check,
    /// The king here is checkmated.
    Mated,
    /// The pointer is over a piece that may be picked up.
    Hover,
    /// A piece is held over this square.
    DropTarget,
    /// A move that waits for its turn begins or ends here.
    Premove,
    /// The piece here is to blame for the refusal of a move.
    Blame,
    /// A line that matters for the refusal of a move passes here.
    ExplanationLine,
    /// The keyboard's cursor is here.
    Cursor,
}

/// The marks of one square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks(u16);

impl Mark {
    /// All marks, in an order in which they can be painted over each other.
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

    /// A short name for style sheets and tests; never shown to players.
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

    /// Whether this mark is there.
    #[must_use]
    pub const fn has(self, mark: Mark) -> bool {
        self.0 >> mark as u8 & 1 != 0
    }

    /// Whether there is none.
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

    /// The marks of these bits; bits that mean nothing are passed over.
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
