//! A text from a file or from the clipboard: a position or a game, whichever it is.

use game::pgn::Reader;

use super::LocalGame;
use crate::{Document, Problem};

/// What a text brings to the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Imported {
    /// A position to play from.
    Position(LocalGame),
    /// A game to look at.
    Game(LocalGame),
    /// The first of several games.
    FirstGame(LocalGame),
}

impl Imported {
    /// Reads a text, or says what is wrong with it: as a position where it means to be one.
    ///
    /// # Errors
    /// Says what is wrong with the text: that there is nothing, or where it is no FEN or no PGN.
    pub fn read(text: &str) -> Result<Imported, Problem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Problem::EmptyText);
        }
        if Document::detect(text) == Document::Fen {
            return LocalGame::from_fen(text).map(Imported::Position).map_err(Problem::Fen);
        }
        let table = LocalGame::from_pgn(text).map_err(Problem::Pgn)?;
        let has_more = Reader::new(text.as_bytes()).games().nth(1).is_some();
        Ok(if has_more { Imported::FirstGame(table) } else { Imported::Game(table) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_detected_as_fen_or_pgn() {
        let check = |text: &str, expected: &str| {
            let read = format!("{:?}", Imported::read(text));
            assert!(read.starts_with(expected), "{text}: {read}");
        };
        check(" \n", "Err(Nothing");
        check(" 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "Ok(Position");
        check("4k3/8/8/8/8/8/8/4K9 w - - 0 1", "Err(Fen");
        check("4k3/8/8/8/8/8/4K3 w - - 0 1", "Err(Fen");
        check("1/2-1/2", "Ok(Game");
        check("1. e4 e5 1/2-1/2\n\n", "Ok(Game");
        check("1. e4 *\n\n1. d4 *\n", "Ok(FirstGame");
        check("1. Ke3", "Err(Pgn");
    }
}
