//! Notes: parts of a game that the reader passed over or that contradict each other.

use std::fmt;

use super::SourceLocation;

/// A note about a game that was read nevertheless, with its location. Each kind is noted once per game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnNote {
    /// Number of the game in the text, from 1.
    pub game: u64,
    /// Location.
    pub location: SourceLocation,
    /// Subject of the note.
    pub kind: PgnNoteKind,
}

/// Subject of a note.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnNoteKind {
    /// A null move in the main line, or in check: the line ends before it.
    NullMove,
    /// A word that cannot be a move, such as `D` for a diagram.
    Word,
    /// An unknown symbol.
    Symbol,
    /// A `$` without a number from 0 to 255.
    Nag,
    /// A typographic character for one of PGN, such as `…`, `–`, `½`, `±` or a no-break space.
    Typography,
    /// A game without result and tags before the next, which begins at move number 1.
    NextGame,
    /// A result that differs from the `Result` tag. The result counts.
    ResultTag,
    /// An unusual spelling of castling or of a result, such as `OO`, `1:0`, `1 - 0` or `0.5-0.5`.
    Spelling,
    /// A result that contradicts the checkmate or stalemate on the board. The result counts.
    FinalPosition,
}

impl fmt::Display for PgnNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}: {}", self.location, self.game, self.kind)
    }
}

impl fmt::Display for PgnNoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnNoteKind::NullMove => "the line ends before a null move",
            PgnNoteKind::Word => "a word that is no move is passed over",
            PgnNoteKind::Symbol => "an unknown symbol is passed over",
            PgnNoteKind::Nag => "$ without a number from 0 to 255 is passed over",
            PgnNoteKind::Typography => "a typographic character is read as the PGN character",
            PgnNoteKind::NextGame => "the next game begins here, without a result or a tag before it",
            PgnNoteKind::ResultTag => "the result differs from the Result tag",
            PgnNoteKind::Spelling => "an unusual spelling of castling or of the result",
            PgnNoteKind::FinalPosition => "the result contradicts the final position",
        })
    }
}
