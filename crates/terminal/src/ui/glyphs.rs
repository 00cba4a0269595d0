//! Glyph sets: Unicode, or ASCII only.

use ratatui::buffer::Buffer;
use rules::{Color, Piece, Role};

use crate::{PieceStyle, ascii};

/// A glyph set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Glyphs {
    /// Chess symbols and box drawing.
    Unicode,
    /// ASCII only.
    Ascii,
}

impl Glyphs {
    pub(crate) const fn of(pieces: PieceStyle) -> Glyphs {
        match pieces {
            PieceStyle::Letters => Glyphs::Ascii,
            PieceStyle::Auto | PieceStyle::Art | PieceStyle::Symbols => Glyphs::Unicode,
        }
    }

    /// A piece whose colour is visible from its shape.
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

    /// A piece drawn in its colour; filled symbols are the most legible.
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

    /// Filling of hatched squares, used without colours.
    pub(crate) const fn hatch(self) -> &'static str {
        self.choose("░", ":")
    }

    /// A square the selected piece can move to.
    pub(crate) const fn move_target(self) -> &'static str {
        self.choose("•", "*")
    }

    /// Corners of a piece that can be captured.
    pub(crate) const fn capture(self) -> &'static str {
        self.choose("×", "x")
    }

    /// Corners of the cursor: upper left, upper right, lower left, lower right.
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

    /// A horizontal rule.
    pub(crate) const fn horizontal_rule(self) -> &'static str {
        self.choose("─", "-")
    }

    /// Marker of the side to move and of the selected row.
    pub(crate) const fn pointer(self) -> &'static str {
        self.choose("▶", ">")
    }

    /// The bar beside a message.
    pub(crate) const fn message_bar(self) -> &'static str {
        self.choose("▌", "|")
    }

    /// Brackets around a value that can be changed.
    pub(crate) const fn choice_brackets(self) -> (&'static str, &'static str) {
        match self {
            Glyphs::Unicode => ("‹ ", " ›"),
            Glyphs::Ascii => ("< ", " >"),
        }
    }

    /// Ellipsis.
    pub(crate) const fn ellipsis(self) -> &'static str {
        self.choose("…", ".")
    }

    /// Markers for more content above and below.
    pub(crate) const fn scroll_arrows(self) -> (&'static str, &'static str) {
        match self {
            Glyphs::Unicode => (" ▲ ", " ▼ "),
            Glyphs::Ascii => (" ^ ", " v "),
        }
    }

    /// Separator between items of a line.
    pub(crate) const fn separator(self) -> &'static str {
        self.choose(" · ", " | ")
    }
}

/// Replaces Unicode glyphs in a buffer by ASCII ones.
pub(crate) fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let mut letters = cell.symbol().chars();
        if let (Some(sign), None) = (letters.next().and_then(ascii::substitute), letters.next()) {
            cell.set_char(sign);
        }
    }
}
