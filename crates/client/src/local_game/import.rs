//! Import of a FEN or PGN from a file or the clipboard.

use game::pgn::Reader;

use super::LocalGame;
use crate::{Document, Problem};

/// An imported text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Imported {
    /// A position to play from.
    Position(LocalGame),
    /// A game to view.
    Game(LocalGame),
    /// The first of several games.
    FirstGame(LocalGame),
}

impl Imported {
    /// Parses a FEN or PGN.
    ///
    /// # Errors
    /// If the text is empty or invalid.
    pub fn read(text: &str) -> Result<Imported, Problem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Problem::EmptyText);
        }
        if Document::detect(text) == Document::Fen {
            return LocalGame::from_fen(text).map(Imported::Position).map_err(Problem::Fen);
        }
        let local_game = LocalGame::from_pgn(text).map_err(Problem::Pgn)?;
        let has_more = Reader::new(text.as_bytes()).games().nth(1).is_some();
        Ok(if has_more { Imported::FirstGame(local_game) } else { Imported::Game(local_game) })
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
        check(" \n", "Err(EmptyText");
        check(" 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "Ok(Position");
        check("4k3/8/8/8/8/8/8/4K9 w - - 0 1", "Err(Fen");
        check("4k3/8/8/8/8/8/4K3 w - - 0 1", "Err(Fen");
        check("rnbqkbnr/pppp/8 w", "Err(Fen");
        check("1/2-1/2", "Ok(Game");
        check("1/2", "Ok(Game");
        check("1. e4 e5 1/2-1/2\n\n", "Ok(Game");
        check("1. e4 *\n\n1. d4 *\n", "Ok(FirstGame");
        check("1. Ke3", "Err(Pgn");
    }
}
