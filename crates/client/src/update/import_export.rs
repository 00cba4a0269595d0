//! Import and export of FEN and PGN.

use rules::ByColor;

use super::Update;
use crate::local_game::Imported;
use crate::{Announcement, Confirmation, Document, Effect, LocalGame, Navigation, Problem};

impl Update<'_> {
    /// Parses a FEN or PGN and shows it; replacing a game in progress needs a confirmation.
    pub(super) fn open_text(&mut self, text: &str) {
        let is_in_progress = self.state.view(self.now).unfinished_game().is_some();
        match self.read_text(text) {
            None => {}
            Some(Ok(imported)) if is_in_progress => {
                self.state.ui.pending_import = Some(imported);
                self.state.ui.confirmation = Some(Confirmation::ReplaceGame);
            }
            Some(Ok(imported)) => self.load_import(imported),
            Some(Err(problem)) => self.problem(problem),
        }
    }

    pub(super) fn load_import(&mut self, imported: Imported) {
        match imported {
            Imported::Position(local_game) => self.begin_game(local_game.with_date(self.state.today)),
            Imported::Game(local_game) => self.show_imported_game(local_game),
            Imported::FirstGame(local_game) => {
                self.show_imported_game(local_game);
                self.problem(Problem::OnlyFirstGame);
            }
        }
    }

    /// Shows an imported game from its start position.
    fn show_imported_game(&mut self, local_game: LocalGame) {
        let names = ByColor::new_with(|color| local_game.players[color].name().to_owned());
        self.switch_game(local_game);
        self.announce(Announcement::GameOpened(names));
        self.navigate(Navigation::First);
        self.save();
    }

    pub(super) fn copy_text(&mut self, document: Document) {
        self.effects.push(Effect::CopyText(document, self.document_text(document)));
    }

    pub(super) fn download(&mut self, document: Document) {
        let name = format!("{}.{}", self.state.local_game.file_stem(), document.extension());
        self.effects.push(Effect::Download(name, self.document_text(document)));
    }

    fn document_text(&self, document: Document) -> String {
        let local_game = &self.state.local_game;
        match document {
            Document::Fen => local_game
                .game
                .setup_at(self.state.shown_ply().index())
                .unwrap_or_else(|| local_game.game.setup())
                .to_string(),
            Document::Pgn => self.study_pgn().unwrap_or_else(|| local_game.pgn().to_string()),
        }
    }
}
