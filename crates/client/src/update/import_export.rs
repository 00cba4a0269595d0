//! Import and export of FEN and PGN.

use rules::ByColor;

use super::Update;
use crate::local_game::Imported;
use crate::{Announcement, Confirmation, Document, Effect, LocalGame, Navigation, Problem};

impl Update<'_> {
    /// Parses a FEN or PGN and shows it; replacing a game in progress needs a confirmation. An imported game
    /// with a recorded result is not in progress.
    pub(super) fn open_text(&mut self, text: &str) {
        let unfinished = self.state.view(self.now).unfinished_game();
        let is_in_progress = unfinished.is_some_and(|table| table.recorded_result.is_none());
        match Imported::read(text) {
            Ok(brought) if is_in_progress => {
                self.state.ui.pending_import = Some(brought);
                self.state.ui.confirmation = Some(Confirmation::ReplaceGame);
            }
            Ok(brought) => self.load_import(brought),
            Err(problem) => self.problem(problem),
        }
    }

    pub(super) fn load_import(&mut self, brought: Imported) {
        match brought {
            Imported::Position(table) => self.begin_game(table.with_date(self.state.today)),
            Imported::Game(table) => self.show_imported_game(table),
            Imported::FirstGame(table) => {
                self.show_imported_game(table);
                self.problem(Problem::OnlyFirstGame);
            }
        }
    }

    /// Shows an imported game from its start position.
    fn show_imported_game(&mut self, table: LocalGame) {
        let names = ByColor::new_with(|color| table.players[color].name().to_owned());
        self.switch_game(table);
        self.announce(Announcement::GameOpened(names));
        self.navigate(Navigation::First);
        self.save();
    }

    pub(super) fn copy_text(&mut self, document: Document) {
        self.effects.push(Effect::CopyText(document, self.document_text(document)));
    }

    pub(super) fn download(&mut self, document: Document) {
        self.effects.push(Effect::Download(document, self.document_text(document)));
    }

    fn document_text(&self, document: Document) -> String {
        let table = &self.state.local_game;
        match document {
            Document::Fen => {
                table.game.setup_at(self.state.shown_ply()).unwrap_or_else(|| table.game.setup()).to_string()
            }
            Document::Pgn => self.study_pgn().unwrap_or_else(|| table.pgn().to_string()),
        }
    }
}
