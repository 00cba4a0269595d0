//! Where a text is wrong, in columns counted from 1, as they are in files. The core counts bytes from 0.

use std::fmt;

use rules::{ParseFenError, ParseMoveError, ParseSanError};

/// What is wrong with a FEN. All that was read before is ASCII, so bytes are columns.
pub(crate) fn fen_error_message(error: ParseFenError) -> String {
    format!("FEN, column {}: {}", error.at + 1, error.reason)
}

/// Why a text is no move that can be made.
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

/// Blanks before the move are not part of what was read, but of what is shown.
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
