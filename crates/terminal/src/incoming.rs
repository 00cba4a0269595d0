//! A text that is brought to the table from a file or from the clipboard: a position, or a game.

use client::{Document, Event, Problem, Table};

/// What lets the client open the text.
pub(crate) fn event(text: &str) -> Event {
    let text = text.trim().to_owned();
    match Document::of(&text) {
        Document::Fen => Event::OpenFen(text),
        Document::Pgn => Event::OpenPgn(text),
    }
}

/// What is wrong with the text, before anything makes way for it.
pub(crate) fn check(text: &str) -> Result<(), Problem> {
    let text = text.trim();
    match Document::of(text) {
        Document::Fen => Table::from_fen(text).map(drop).map_err(Problem::Fen),
        Document::Pgn => Table::from_pgn(text).map(drop).map_err(Problem::Pgn),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_on_one_line_is_a_position() {
        let opens_position = |text: &str| matches!(event(text), Event::OpenFen(_));
        assert!(opens_position(" 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"));
        assert!(opens_position("4k3/8/8/8/8/8/8/4K9 w - - 0 1"), "also one with a mistake");
        assert!(!opens_position("1. e4 e5 1/2-1/2"));
        assert!(!opens_position(""));
        assert!(matches!(check("4k3/8/8/8/8/8/8/4K9 w - - 0 1"), Err(Problem::Fen(_))));
        assert!(matches!(check("1. Ke3"), Err(Problem::Pgn(_))));
        assert!(check("1. e4 e5 *").is_ok());
    }
}
