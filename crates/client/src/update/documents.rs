//! Texts that come in and go out: FEN and PGN.

use super::Update;
use crate::{Document, Effect, Moment, Problem, Table};

impl Update<'_> {
    /// A game from a file is shown from its beginning if it has moves.
    pub(super) fn open_pgn(&mut self, text: &str) {
        match Table::from_pgn(text) {
            Ok(table) => {
                self.sit_down(table);
                self.show(Moment::First);
                self.save();
            }
            Err(error) => self.problem(Problem::Pgn(error)),
        }
    }

    pub(super) fn open_fen(&mut self, text: &str) {
        match Table::from_fen(text) {
            Ok(table) => self.begin(table.begun_on(self.state.today)),
            Err(error) => self.problem(Problem::Fen(error)),
        }
    }

    pub(super) fn copy(&mut self, document: Document) {
        self.effects.push(Effect::Copy(document, self.write(document)));
    }

    pub(super) fn download(&mut self, document: Document) {
        self.effects.push(Effect::Download(document, self.write(document)));
    }

    fn write(&self, document: Document) -> String {
        let table = &self.state.table;
        match document {
            Document::Fen => {
                table.game.setup_at(self.state.shown()).unwrap_or_else(|| table.game.setup()).to_string()
            }
            Document::Pgn => table.pgn().to_string(),
        }
    }
}
