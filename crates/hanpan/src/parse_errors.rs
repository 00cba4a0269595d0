//! Messages for parse errors, with columns counted from 1. `rules` reports byte offsets from 0.

use std::fmt;

use rules::{ParseFenError, ParseMoveError, ParseSanError};

/// Message for a FEN error. The text before the error is ASCII, so bytes are columns.
pub(crate) fn fen_error_message(error: ParseFenError) -> String {
    format!("FEN, column {}: {}", error.at + 1, error.reason)
}

/// Displays why a text is not a playable move.
pub(crate) struct MoveErrorMessage<'a> {
    pub(crate) text: &'a str,
    pub(crate) error: &'a ParseMoveError,
}

impl fmt::Display for MoveErrorMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error {
            ParseMoveError::Syntax(error) => {
                write!(f, "move, column {}: {}", column(self.text, error), error.reason)
            }
            error => write!(f, "{error}"),
        }
    }
}

/// Column of the error in characters. The parser skips leading blanks, the quoted text includes them.
fn column(text: &str, error: &ParseSanError) -> usize {
    let blanks = text.len() - text.trim_start().len();
    text.char_indices().take_while(|&(start, _)| start < blanks + error.at).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn columns_are_counted_in_characters_from_1() {
        let check = |text: &str, expected: &str| {
            let error = Position::start().parse_move(text).unwrap_err();
            let words = MoveErrorMessage { text, error: &error }.to_string();
            assert!(words.starts_with(expected), "{text:?}: {words}");
        };
        check("hello", "move, column 3: ");
        check("Nx", "move, column 3: ");
        check("  Nx", "move, column 5: ");
        check("♘x", "move, column 3: ");
        check("♘\u{e9}", "move, column 2: ");
        check("", "move, column 1: ");
        check("Ra5", "the rook on a1");
    }
}
