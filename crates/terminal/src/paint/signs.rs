//! The characters that stand for things: of Unicode, or of ASCII for those who want or have nothing else.

use ratatui::buffer::Buffer;
use rules::{Color, Piece, Role};

use crate::{Pieces, typewriter};

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signs {
    /// Chess symbols, lines and dots.
    Unicode,
    /// Letters and what else a typewriter has.
    Ascii,
}

impl Signs {
    pub(crate) const fn of(pieces: Pieces) -> Signs {
        match pieces {
            Pieces::Letters => Signs::Ascii,
            Pieces::Auto | Pieces::Art | Pieces::Symbols => Signs::Unicode,
        }
    }

    /// A piece whose colour is told by its shape.
    pub(crate) const fn piece(self, piece: Piece) -> &'static str {
        match (self, piece.color) {
            (Signs::Unicode, Color::White) => match piece.role {
                Role::Pawn => "♙",
                Role::Knight => "♘",
                Role::Bishop => "♗",
                Role::Rook => "♖",
                Role::Queen => "♕",
                Role::King => "♔",
            },
            (Signs::Unicode, Color::Black) => Signs::solid(piece.role),
            (Signs::Ascii, Color::White) => match piece.role {
                Role::Pawn => "P",
                Role::Knight => "N",
                Role::Bishop => "B",
                Role::Rook => "R",
                Role::Queen => "Q",
                Role::King => "K",
            },
            (Signs::Ascii, Color::Black) => match piece.role {
                Role::Pawn => "p",
                Role::Knight => "n",
                Role::Bishop => "b",
                Role::Rook => "r",
                Role::Queen => "q",
                Role::King => "k",
            },
        }
    }

    /// A piece where its colour is told by the ink: the full symbols are seen best.
    pub(crate) const fn inked(self, piece: Piece) -> &'static str {
        match self {
            Signs::Unicode => Signs::solid(piece.role),
            Signs::Ascii => self.piece(piece),
        }
    }

    const fn solid(role: Role) -> &'static str {
        match role {
            Role::Pawn => "♟\u{fe0e}", // otherwise some terminals show an emoji, two columns wide
            Role::Knight => "♞",
            Role::Bishop => "♝",
            Role::Rook => "♜",
            Role::Queen => "♛",
            Role::King => "♚",
        }
    }

    const fn choose(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self {
            Signs::Unicode => unicode,
            Signs::Ascii => ascii,
        }
    }

    /// What fills every other square where there are no colours.
    pub(crate) const fn hatch(self) -> &'static str {
        self.choose("░", ":")
    }

    /// A square that the selected piece may go to.
    pub(crate) const fn target(self) -> &'static str {
        self.choose("•", "*")
    }

    /// The corners of a piece that may be captured.
    pub(crate) const fn capture(self) -> &'static str {
        self.choose("×", "x")
    }

    /// The corners of the cursor: upper left, upper right, lower left, lower right.
    pub(crate) const fn cursor(self) -> [&'static str; 4] {
        match self {
            Signs::Unicode => ["┏", "┓", "┗", "┛"],
            Signs::Ascii => ["/", "\\", "\\", "/"],
        }
    }

    /// A square of the last move.
    pub(crate) const fn last(self) -> &'static str {
        self.choose("◦", "~")
    }

    /// A premove.
    pub(crate) const fn premove(self) -> &'static str {
        self.choose("»", ">")
    }

    /// The line of an explanation.
    pub(crate) const fn line(self) -> &'static str {
        self.choose("╳", "%")
    }

    /// A line across.
    pub(crate) const fn rule(self) -> &'static str {
        self.choose("─", "-")
    }

    /// Whose turn it is.
    pub(crate) const fn turn(self) -> &'static str {
        self.choose("▶", ">")
    }

    /// The bar beside a message.
    pub(crate) const fn bar(self) -> &'static str {
        self.choose("▌", "|")
    }

    /// Around a choice that can be changed.
    pub(crate) const fn around(self) -> (&'static str, &'static str) {
        match self {
            Signs::Unicode => ("‹ ", " ›"),
            Signs::Ascii => ("< ", " >"),
        }
    }

    /// What stands for the rest of a text that is cut off.
    pub(crate) const fn cut(self) -> &'static str {
        self.choose("…", ".")
    }

    /// That there is more above, and below.
    pub(crate) const fn more(self) -> (&'static str, &'static str) {
        match self {
            Signs::Unicode => (" ▲ ", " ▼ "),
            Signs::Ascii => (" ^ ", " v "),
        }
    }

    /// Between things in one line.
    pub(crate) const fn between(self) -> &'static str {
        self.choose(" · ", " | ")
    }
}

/// What was written with signs of Unicode is written with those of a typewriter.
pub(crate) fn substitute(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let mut letters = cell.symbol().chars();
        if let (Some(sign), None) = (letters.next().and_then(typewriter::substitute), letters.next()) {
            cell.set_char(sign);
        }
    }
}
