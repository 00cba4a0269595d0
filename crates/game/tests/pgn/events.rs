//! A visitor that logs all events.

use std::io::Read;

use game::pgn::{Nag, PgnError, PgnReason, PgnResult, RawComment, RawTag, Reader, Visit, Visitor};

/// Logs all events as text.
#[derive(Default)]
pub(crate) struct Log(pub(crate) String);

impl Log {
    fn note(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push(' ');
    }
}

impl Visitor for Log {
    fn tag(&mut self, tag: RawTag<'_>) -> Result<(), PgnReason> {
        self.note(&format!("{}={}", tag.name, tag.value()));
        Ok(())
    }

    fn moves(&mut self) -> Result<Visit, PgnReason> {
        self.note("|");
        Ok(Visit::Enter)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnReason> {
        self.note(&String::from_utf8_lossy(san));
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        self.note(&nag.to_string());
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.note(&format!("{{{}}}", comment.text()));
    }

    fn begin_variation(&mut self) -> Result<Visit, PgnReason> {
        self.note("(");
        Ok(Visit::Enter)
    }

    fn end_variation(&mut self) {
        self.note(")");
    }

    fn result(&mut self, score: PgnResult) {
        self.note(score.as_str());
    }

    fn end(&mut self) {
        self.note("/");
    }
}

/// All events and errors of a text.
pub(crate) fn of(source: impl Read, max_bytes: u64) -> (String, Vec<PgnError>) {
    let mut reader = Reader::with_max_bytes(source, max_bytes);
    let mut log = Log::default();
    let mut errors = Vec::new();
    while let Some(game) = reader.read_game(&mut log) {
        if let Err(error) = game {
            log.note(&format!("<{error}>"));
            errors.push(error);
        }
    }
    (log.0.trim_end().to_owned(), errors)
}
