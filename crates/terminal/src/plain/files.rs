//! Files: the game written and read, and kept for another day.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use client::{Document, Event, Moment};
use rules::Setup;

use super::{Finish, Keeping, Session};
use crate::texts::Text;
use crate::world::store::{Kept, read_text};

/// A game is not larger than this.
const LONGEST: u64 = 1 << 24;

impl Session<'_> {
    /// Writes the game, as PGN or, if the name ends so, as FEN. A file that is there already is left alone.
    pub(super) fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.file_trouble(Text::NoName, name, "");
        }
        let is_fen =
            Path::new(name).extension().is_some_and(|extension| extension == Document::Fen.extension());
        let text = self.document(if is_fen { Document::Fen } else { Document::Pgn });
        let written = File::create_new(name).and_then(|mut file| writeln!(file, "{}", text.trim_end()));
        match written {
            Ok(()) => self.console.say(&self.fill(Text::Saved, &[("file", &name)])),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.file_trouble(Text::Exists, name, "")
            }
            Err(error) => self.file_trouble(Text::NotWritten, name, &error.to_string()),
        }
    }

    /// Opens a PGN or a FEN in the place of the game at the table.
    pub(super) fn load(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.file_trouble(Text::NoName, name, "");
        }
        let text = match read_text(Path::new(name), LONGEST) {
            Ok(text) => text,
            Err(error) => {
                return match error.kind() {
                    io::ErrorKind::FileTooLarge => self.file_trouble(Text::TooLarge, name, ""),
                    io::ErrorKind::InvalidData => self.file_trouble(Text::NotReadable, name, ""),
                    _ => self.file_trouble(Text::NotRead, name, &error.to_string()),
                };
            }
        };
        let is_fen = text.trim().lines().count() == 1 && Setup::from_fen(text.trim().as_bytes()).is_ok();
        let event = if is_fen { Event::OpenFen(text.trim().to_owned()) } else { Event::OpenPgn(text) };
        self.is_news = true;
        self.send(event)?;
        // The client shows a game from its beginning; here it is gone on with from its end.
        self.send(Event::Show(Moment::Last))
    }

    pub(super) fn fen(&mut self) -> io::Result<()> {
        let fen = self.document(Document::Fen);
        self.console.say(&fen)
    }

    pub(super) fn pgn(&mut self) -> io::Result<()> {
        let pgn = self.document(Document::Pgn);
        self.console.say(pgn.trim_end())
    }

    fn document(&self, document: Document) -> String {
        match document {
            Document::Fen => self.table().game().setup().to_string(),
            Document::Pgn => self.table().pgn().to_string(),
        }
    }

    /// Keeps the game for another day. That it cannot be kept is said once; the game goes on.
    pub(super) fn keep(&mut self, text: &str) -> io::Result<()> {
        let Some(store) = self.store.as_ref().filter(|_| self.keeping == Keeping::Yes) else { return Ok(()) };
        if let Err(error) = store.write(Kept::Game, text) {
            self.store = None;
            self.console.say(&self.fill(Text::NotKept, &[("reason", &error)]))?;
        }
        Ok(())
    }

    pub(super) fn forget(&mut self) {
        if let Some(store) = self.store.as_ref().filter(|_| self.keeping == Keeping::Yes) {
            // A game that is over and still there is passed over the next time.
            let _ = store.forget(Kept::Game);
        }
    }

    fn file_trouble(&mut self, text: Text, file: &str, reason: &str) -> io::Result<()> {
        self.finish = Finish::WithMistakes;
        let sentence = self.fill(text, &[("file", &file), ("reason", &reason)]);
        self.console.say(&sentence)
    }
}
