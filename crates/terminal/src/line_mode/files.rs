//! Files and the saved game.

use std::io;
use std::path::Path;

use client::{BoardCommand, Document, Event, Imported, Navigation};

use super::{SaveMode, Session};
use crate::app::Notice;
use crate::platform::store::StoredFile;
use crate::platform::{self, WriteOutcome, save_to_store};
use texts::TerminalMessageKey;

impl Session<'_> {
    /// Writes the game as PGN, or as FEN if the file name ends in `.fen`. Overwriting needs a confirmation.
    pub(super) fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.print_file_error(&Notice::NoFileName);
        }
        let is_fen =
            Path::new(name).extension().is_some_and(|extension| extension == Document::Fen.extension());
        let text = self.document(if is_fen { Document::Fen } else { Document::Pgn });
        let text = format!("{}\n", text.trim_end());
        let result = match platform::write_new_file(name, &text) {
            WriteOutcome::Finished(notice) => notice,
            WriteOutcome::Exists => {
                let question = self.fill(TerminalMessageKey::AskOverwrite, &[("file", &name)]);
                if !self.confirm(&question)? {
                    return Ok(());
                }
                platform::overwrite_file(name, &text)
            }
        };
        match result {
            saved @ Notice::FileSaved(_) => self.console.print(&saved.text(self.locale, self.texts)),
            error => self.print_file_error(&error),
        }
    }

    /// Opens a PGN or FEN file, after a confirmation if a game is in progress.
    pub(super) fn load(&mut self, name: &str) -> io::Result<()> {
        match read_game_file(name) {
            Ok(text) if self.confirm_replacing_game()? => self.open_text(text),
            Ok(_) => Ok(()),
            Err(error) => self.print_file_error(&error),
        }
    }

    /// Opens the contents of a game file. The caller has confirmed replacing the current game.
    pub(super) fn open_text(&mut self, text: String) -> io::Result<()> {
        self.has_changed = true;
        self.send(Event::OpenText(text))?;
        self.send(Event::Command(BoardCommand::Confirm))?;
        // The client shows an opened game from its start; line mode continues at its end.
        self.send(Event::Navigate(Navigation::Last))
    }

    pub(super) fn fen(&mut self) -> io::Result<()> {
        let fen = self.document(Document::Fen);
        self.console.print(&fen)
    }

    pub(super) fn pgn(&mut self) -> io::Result<()> {
        let pgn = self.document(Document::Pgn);
        self.console.print(pgn.trim_end())
    }

    fn document(&self, document: Document) -> String {
        match document {
            Document::Fen => self.local_game().game().setup().to_string(),
            Document::Pgn => {
                let mut pgn = self.local_game().pgn();
                openings::add_tags(&mut pgn);
                pgn.to_string()
            }
        }
    }

    /// Saves the game. A failure is reported once and retried at the next change.
    pub(super) fn store_game(&mut self, text: &str) -> io::Result<()> {
        if self.save_mode == SaveMode::Disabled {
            return Ok(());
        }
        let reason =
            save_to_store(self.store.as_ref(), self.texts, |store| store.write(StoredFile::Game, text));
        let is_known = self.save_error.is_some();
        self.save_error = reason;
        match &self.save_error {
            Some(reason) if !is_known => {
                self.console.print(&self.fill(TerminalMessageKey::GameNotSaved, &[("reason", reason)]))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn remove_stored_game(&mut self) {
        if let Some(store) = self.store.as_ref().filter(|_| self.save_mode == SaveMode::Enabled) {
            // A finished game that cannot be removed is ignored the next time.
            let _ = store.remove(StoredFile::Game);
        }
    }

    fn print_file_error(&mut self, error: &Notice) -> io::Result<()> {
        self.record_error();
        self.console.print(&error.text(self.locale, self.texts))
    }
}

/// Reads a file that contains a game or a position.
pub(super) fn read_game_file(name: &str) -> Result<String, Notice> {
    if name.is_empty() {
        return Err(Notice::NoFileName);
    }
    let text = platform::read_file(name)?;
    Imported::read(&text).map_err(Notice::Problem)?;
    Ok(text)
}
