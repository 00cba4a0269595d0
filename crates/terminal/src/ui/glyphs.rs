//! The characters that stand for things: of Unicode, or of ASCII for those who want or have nothing else.

use ratatui::buffer::Buffer;
use rules::{Color, Piece, Role};

use crate::{PieceStyle, ascii};

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Glyphs {
    /// Chess symbols, lines and dots.
    Unicode,
    /// Letters and what else a typewriter has.
    Ascii,
}

impl Glyphs {
    pub(crate) const fn of(pieces: PieceStyle) -> Glyphs {
        match pieces {
            PieceStyle::Letters => Glyphs::Ascii,
            PieceStyle::Auto | PieceStyle::Art | PieceStyle::Symbols => Glyphs::Unicode,
        }
    }

    /// A piece whose colour is told by its shape.
    pub(crate) const fn piece(self, piece: Piece) -> &'static str {
        match (self, piece.color) {
            (Glyphs::Unicode, Color::White) => match piece.role {
                Role::Pawn => "♙",
                Role::Knight => "♘",
                Role::Bishop => "♗",
                Role::Rook => "♖",
                Role::Queen => "♕",
                Role::King => "♔",
            },
            (Glyphs::Unicode, Color::Black) => Glyphs::filled(piece.role),
            (Glyphs::Ascii, Color::White) => match piece.role {
                Role::Pawn => "P",
                Role::Knight => "N",
                Role::Bishop => "B",
                Role::Rook => "R",
                Role::Queen => "Q",
                Role::King => "K",
            },
            (Glyphs::Ascii, Color::Black) => match piece.role {
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
    pub(crate) const fn filled_piece(self, piece: Piece) -> &'static str {
        match self {
            Glyphs::Unicode => Glyphs::filled(piece.role),
            Glyphs::Ascii => self.piece(piece),
        }
    }

    const fn filled(role: Role) -> &'static str {
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
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// What fills every other square where there are no colours.
    pub(crate) const fn hatch(self) -> &'static str {
        self.choose("░", ":")
    }

    /// A square that the selected piece may go to.
    pub(crate) const fn move_target(self) -> &'static str {
        self.choose("•", "*")
    }

    /// The corners of a piece that may be captured.
    pub(crate) const fn capture(self) -> &'static str {
        self.choose("×", "x")
    }

    /// The corners of the cursor: upper left, upper right, lower left, lower right.
    pub(crate) const fn cursor_corners(self) -> [&'static str; 4] {
        match self {
            Glyphs::Unicode => ["┏", "┓", "┗", "┛"],
            Glyphs::Ascii => ["/", "\\", "\\", "/"],
        }
    }

    /// A square of the last move.
    pub(crate) const fn last_move(self) -> &'static str {
        self.choose("◦", "~")
    }

    /// A premove.
    pub(crate) const fn premove(self) -> &'static str {
        self.choose("»", ">")
    }

    /// The line of an explanation.
    pub(crate) const fn explanation_line(self) -> &'static str {
        self.choose("╳", "%")
    }

    /// A line across.
    pub(crate) const fn horizontal_rule(self) -> &'static str {
        self.choose("─", "-")
    }

    /// Whose turn it is.
    pub(crate) const fn pointer(self) -> &'static str {
        self.choose("▶", ">")
    }

    /// The bar beside a message.
    pub(crate) const fn message_bar(self) -> &'static str {
        self.choose("▌", "|")
    }

    /// Around a choice that can be changed.
    pub(crate) const fn choice_brackets(self) -> (&'static str, &'static str) {
        match self {
            Glyphs::Unicode => ("‹ ", " ›"),
            Glyphs::Ascii => ("< ", " >"),
        }
    }

    /// What stands for the rest of a text that is cut off.
    pub(crate) const fn ellipsis(self) -> &'static str {
        self.choose("…", ".")
    }

    /// That there is more above, and below.
    pub(crate) const fn scroll_arrows(self) -> (&'static str, &'static str) {
        match self {
            Glyphs::Unicode => (" ▲ ", " ▼ "),
            Glyphs::Ascii => (" ^ ", " v "),
        }
    }

    /// Between things in one line.
    pub(crate) const fn separator(self) -> &'static str {
        self.choose(" · ", " | ")
    }
}

/// What was written with signs of Unicode is written with those of a typewriter.
pub(crate) fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let mut letters = cell.symbol().chars();
        if let (Some(sign), None) = (letters.next().and_then(ascii::substitute), letters.next()) {
            cell.set_char(sign);
        }
    }
}
