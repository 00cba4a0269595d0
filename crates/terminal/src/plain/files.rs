//! Files: the game written and read, and kept for another day.

use std::io;
use std::path::Path;

use client::{Act, Brought, Document, Event, Moment};

use super::{Keeping, Session};
use crate::app::Remark;
use crate::texts::Text;
use crate::world::store::Kept;
use crate::world::{self, Written, keep};

impl Session<'_> {
    /// Writes the game, as PGN or, if the name ends so, as FEN. A file that is there already makes way after a question.
    pub(super) fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.file_trouble(&Remark::NoName);
        }
        let is_fen =
            Path::new(name).extension().is_some_and(|extension| extension == Document::Fen.extension());
        let text = self.document(if is_fen { Document::Fen } else { Document::Pgn });
        let text = format!("{}\n", text.trim_end());
        let told = match world::write(name, &text) {
            Written::Told(remark) => remark,
            Written::Exists => {
                let question = self.fill(Text::AskOverwrite, &[("file", &name)]);
                if !self.confirms_plainly(&question)? {
                    return Ok(());
                }
                world::overwrite(name, &text)
            }
        };
        match told {
            saved @ Remark::Saved(_) => self.console.say(&saved.text(self.words, self.texts)),
            trouble => self.file_trouble(&trouble),
        }
    }

    /// Opens a PGN or a FEN in the place of the game at the table, after a question if that one is being played.
    pub(super) fn load(&mut self, name: &str) -> io::Result<()> {
        match read_file(name) {
            Ok(text) if self.may_replace()? => self.bring(text),
            Ok(_) => Ok(()),
            Err(trouble) => self.file_trouble(&trouble),
        }
    }

    /// Puts a text that was read on the table. Whoever was asked has agreed.
    pub(super) fn bring(&mut self, text: String) -> io::Result<()> {
        self.is_news = true;
        self.send(Event::Open(text))?;
        self.send(Event::Act(Act::Confirm))?;
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

    /// Keeps the game for another day. That it cannot be kept is said once; the game goes on, and the next time is tried
    /// again.
    pub(super) fn keep(&mut self, text: &str) -> io::Result<()> {
        if self.keeping == Keeping::No {
            return Ok(());
        }
        let unkept = keep(self.store.as_ref(), self.texts, |store| store.write(Kept::Game, text));
        let is_known = self.unkept.is_some();
        self.unkept = unkept;
        match &self.unkept {
            Some(reason) if !is_known => self.console.say(&self.fill(Text::NotKept, &[("reason", reason)])),
            _ => Ok(()),
        }
    }

    pub(super) fn forget(&mut self) {
        if let Some(store) = self.store.as_ref().filter(|_| self.keeping == Keeping::Yes) {
            // A game that is over and still there is passed over the next time.
            let _ = store.forget(Kept::Game);
        }
    }

    fn file_trouble(&mut self, trouble: &Remark) -> io::Result<()> {
        self.mistake();
        self.console.say(&trouble.text(self.words, self.texts))
    }
}

/// What is in a file, if there is a game or a position in it; otherwise what is wrong with it.
pub(super) fn read_file(name: &str) -> Result<String, Remark> {
    if name.is_empty() {
        return Err(Remark::NoName);
    }
    let text = world::read(name)?;
    Brought::read(&text).map_err(Remark::Problem)?;
    Ok(text)
}
