//! Builds game trees from visitor events.

use std::error::Error;
use std::fmt;
use std::io::Read;
use std::str::FromStr;

use super::semantics::{self, StartTags};
use super::{
    Comment, Nag, PgnError, PgnGame, PgnLine, PgnMove, PgnNote, PgnReason, PgnResult, RawComment, RawTag,
    Reader, Visit, Visitor,
};
use crate::variant_position::VariantPosition;

/// Iterator over the games of a text. Created by [`Reader::games`] or, with notes,
/// [`Reader::games_with_notes`].
///
/// ```
/// use hanpan_game::pgn::Reader;
/// let text = b"1. e4 e5 2. Qh5 Nc6 3. Qxf8 *\n\n1. d4 d5 *";
/// let games: Vec<_> = Reader::new(&text[..]).games().collect();
/// let broken = games[0].as_ref().unwrap_err();
/// assert_eq!(broken.error.location.to_string(), "1:24");
/// assert_eq!(broken.game.moves().count(), 4);
/// assert_eq!(games[1].as_ref().unwrap().moves().count(), 2);
/// ```
#[derive(Debug)]
pub struct Games<R, const NOTES: bool = false> {
    reader: Reader<R>,
    builder: Builder<NOTES>,
}

/// An error, with the part of the game before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialGameError {
    /// The error.
    pub error: PgnError,
    /// The game up to the error, including unfinished variations.
    pub game: Box<PgnGame>,
}

impl<R: Read> Games<R, true> {
    /// The notes about the last game.
    #[must_use]
    pub fn notes(&self) -> &[PgnNote] {
        &self.builder.notes
    }
}

impl<R: Read, const NOTES: bool> Games<R, NOTES> {
    pub(super) fn new(reader: Reader<R>) -> Games<R, NOTES> {
        Games { reader, builder: Builder::new() }
    }

    /// Number of bytes read so far, for progress bars.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.reader.bytes_read()
    }
}

impl<R: Read, const NOTES: bool> Iterator for Games<R, NOTES> {
    type Item = Result<PgnGame, PartialGameError>;

    fn next(&mut self) -> Option<Result<PgnGame, PartialGameError>> {
        let result = self.reader.read_game(&mut self.builder)?;
        let game = self.builder.take();
        Some(match result {
            Ok(()) => Ok(game),
            Err(error) => Err(PartialGameError { error, game: Box::new(game) }),
        })
    }
}

/// Parses the first game of a text; an empty text gives an empty game.
impl FromStr for PgnGame {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<PgnGame, PgnError> {
        match Reader::new(text.as_bytes()).games().next() {
            Some(game) => game.map_err(|broken| broken.error),
            None => Ok(PgnGame::new()),
        }
    }
}

impl fmt::Display for PartialGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for PartialGameError {}

/// Number of tags that are searched one by one for a repeated name, which is faster than a map.
const MANY_TAGS: usize = 32;

/// Builds one game. The stack of open lines is explicit, so that nesting needs no recursion.
#[derive(Debug)]
struct Builder<const NOTES: bool> {
    notes: Vec<PgnNote>,
    game: PgnGame,
    start_tags: StartTags,
    has_result: bool,
    line: OpenLine,
    outer: Vec<OpenLine>,
}

#[derive(Debug)]
struct OpenLine {
    line: PgnLine,
    now: VariantPosition,
    before: VariantPosition,
}

impl OpenLine {
    fn new(now: VariantPosition) -> OpenLine {
        OpenLine { line: PgnLine::default(), now, before: now }
    }
}

impl<const NOTES: bool> Builder<NOTES> {
    fn new() -> Builder<NOTES> {
        let game = PgnGame::new();
        let line = OpenLine::new(VariantPosition::KingCapture(game.start));
        Builder {
            notes: Vec::new(),
            game,
            start_tags: StartTags::default(),
            has_result: false,
            line,
            outer: Vec::new(),
        }
    }

    /// Finishes the game, or as much of it as has been read.
    fn take(&mut self) -> PgnGame {
        while !self.outer.is_empty() {
            self.end_variation();
        }
        let mut game = std::mem::take(&mut self.game);
        game.line = std::mem::take(&mut self.line.line);
        if game.tags.len() > MANY_TAGS {
            game.tags.remove_repeated();
        }
        if !self.has_result {
            game.result =
                game.tags.get("Result").and_then(|tag| PgnResult::parse(tag.as_bytes())).unwrap_or_default();
        }
        game
    }
}

impl<const NOTES: bool> Visitor for Builder<NOTES> {
    const NOTES: bool = NOTES;

    fn begin(&mut self) {
        *self = Builder::new();
    }

    fn tag(&mut self, tag: RawTag<'_>) -> Result<(), PgnReason> {
        // The first of repeated tags counts. Those of a long list are removed at its end.
        if self.game.tags.len() >= MANY_TAGS || self.game.tags.get(tag.name).is_none() {
            self.game.tags.push(tag);
        }
        self.start_tags.tag(tag);
        Ok(())
    }

    fn moves(&mut self) -> Result<Visit, PgnReason> {
        let (ruleset, state) = self.start_tags.state()?;
        self.game.ruleset = ruleset;
        self.game.start = state.setup();
        self.line.now = state;
        self.line.before = state;
        Ok(Visit::Enter)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnReason> {
        let line = &mut self.line;
        let m = semantics::resolve(&line.now, san)?;
        line.before = line.now;
        semantics::play(&line.before, m, &mut line.now);
        line.line.moves.push(PgnMove::new(m));
        Ok(())
    }

    fn null_move(&mut self) -> Result<Visit, PgnReason> {
        let line = &mut self.line;
        let Some(next) = line.now.null_move() else { return Ok(Visit::Skip) };
        line.before = std::mem::replace(&mut line.now, next);
        line.line.moves.push(PgnMove::null());
        Ok(Visit::Enter)
    }

    fn nag(&mut self, nag: Nag) {
        // A NAG before the first move is ignored.
        if let Some(last) = self.line.line.moves.last_mut() {
            last.nags.push(nag);
        }
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        let line = &mut self.line.line;
        let comments = line.moves.last_mut().map_or(&mut line.comments, |last| &mut last.comments);
        comments.push(Comment::from(comment));
    }

    fn begin_variation(&mut self) -> Result<Visit, PgnReason> {
        if self.line.line.moves.is_empty() {
            return Err(PgnReason::NothingToVary);
        }
        let variation = OpenLine::new(self.line.before);
        self.outer.push(std::mem::replace(&mut self.line, variation));
        Ok(Visit::Enter)
    }

    fn end_variation(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        let variation = std::mem::replace(&mut self.line, outer).line;
        // An empty variation, or one with only a NAG such as `(=)`, is dropped.
        let is_empty = variation.moves.is_empty() && variation.comments.is_empty();
        if let Some(last) = self.line.line.moves.last_mut().filter(|_| !is_empty) {
            last.variations.push(variation);
        }
    }

    fn result(&mut self, score: PgnResult) {
        self.game.result = score;
        self.has_result = true;
    }

    fn final_result(&self) -> Option<PgnResult> {
        semantics::result_on_board(&self.line.now)
    }

    fn note(&mut self, note: PgnNote) {
        self.notes.push(note);
    }
}
