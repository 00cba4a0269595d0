//! A visitor that logs all events.

use std::io::Read;

use game::pgn::{Nag, PgnError, PgnNote, PgnReason, PgnResult, RawComment, RawTag, Reader, Visit, Visitor};

/// Logs all events as text.
#[derive(Default)]
pub(crate) struct Log(pub(crate) String);

impl Log {
    fn add(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push(' ');
    }
}

impl Visitor for Log {
    const NOTES: bool = true;

    fn tag(&mut self, tag: RawTag<'_>) -> Result<(), PgnReason> {
        self.add(&format!("{}={}", tag.name, tag.value()));
        Ok(())
    }

    fn moves(&mut self) -> Result<Visit, PgnReason> {
        self.add("|");
        Ok(Visit::Enter)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnReason> {
        self.add(&String::from_utf8_lossy(san));
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        self.add(&nag.to_string());
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.add(&format!("{{{}}}", comment.text()));
    }

    fn begin_variation(&mut self) -> Result<Visit, PgnReason> {
        self.add("(");
        Ok(Visit::Enter)
    }

    fn end_variation(&mut self) {
        self.add(")");
    }

    fn result(&mut self, score: PgnResult) {
        self.add(score.as_str());
    }

    fn null_move(&mut self) -> Result<Visit, PgnReason> {
        self.add("--");
        Ok(Visit::Enter)
    }

    fn note(&mut self, note: PgnNote) {
        self.add(&format!("#{}:{:?}", note.location, note.kind));
    }

    fn end(&mut self) {
        self.add("/");
    }
}

/// All events and errors of a text.
pub(crate) fn of(source: impl Read, max_bytes: u64) -> (String, Vec<PgnError>) {
    let mut reader = Reader::with_max_bytes(source, max_bytes);
    let mut log = Log::default();
    let mut errors = Vec::new();
    while let Some(game) = reader.read_game(&mut log) {
        if let Err(error) = game {
            log.add(&format!("<{error}>"));
            errors.push(error);
        }
    }
    (log.0.trim_end().to_owned(), errors)
}
