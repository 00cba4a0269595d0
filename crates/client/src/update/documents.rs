//! Texts that come in and go out: FEN and PGN.

use rules::ByColor;

use super::Update;
use crate::table::Brought;
use crate::{Announcement, Document, Effect, Moment, Problem, Question, Table};

impl Update<'_> {
    /// Reads a text before anything makes way for it; a game in progress makes way after a question. One that was
    /// opened and has its result is not in progress.
    pub(super) fn open(&mut self, text: &str) {
        let unfinished = self.state.view(self.now).unfinished();
        let is_in_progress = unfinished.is_some_and(|table| table.recorded.is_none());
        match Brought::read(text) {
            Ok(brought) if is_in_progress => {
                self.state.attention.brought = Some(brought);
                self.state.attention.question = Some(Question::Open);
            }
            Ok(brought) => self.bring(brought),
            Err(problem) => self.problem(problem),
        }
    }

    pub(super) fn bring(&mut self, brought: Brought) {
        match brought {
            Brought::Position(table) => self.begin(table.begun_on(self.state.today)),
            Brought::Game(table) => self.look_at(table),
            Brought::FirstGame(table) => {
                self.look_at(table);
                self.problem(Problem::OnlyFirst);
            }
        }
    }

    /// A game from a file is shown from its beginning if it has moves.
    fn look_at(&mut self, table: Table) {
        let names = ByColor::new_with(|color| table.players[color].name().to_owned());
        self.sit_down(table);
        self.announce(Announcement::Opened(names));
        self.show(Moment::First);
        self.save();
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
            Document::Pgn => self.study_text().unwrap_or_else(|| table.pgn().to_string()),
        }
    }
}
