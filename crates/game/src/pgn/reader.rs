//! Streaming PGN reader.

use std::fmt;
use std::io::Read;

use rules::cpu::{self, Cpu};

use super::bytes::is_blank;
use super::lexer::Lexer;
use super::recover::{Section, skip_game};
use super::tag::lex::{self, TagSpans};
use super::token::Token;
use super::{
    Games, PgnError, PgnNote, PgnNoteKind, PgnReason, PgnResult, RawComment, SourceLocation, Visit, Visitor,
};

/// Maximum nesting depth of variations.
pub const MAX_DEPTH: usize = 256;

/// Reads games one after another. Buffers its input: do not wrap the source in another buffer.
///
/// ```
/// use hanpan_game::pgn::{Reader, Validator};
/// let mut reader = Reader::new(&b"[White \"A\"]\n\n1. e4 e5 1-0\n\n1. d4 Ke7 *\n\n1. c4 *"[..]);
/// let mut validator = Validator::new();
/// let mut errors = Vec::new();
/// while let Some(game) = reader.read_game(&mut validator) {
///     errors.extend(game.err());
/// }
/// assert_eq!(validator.moves(), 4);
/// assert_eq!((errors[0].game, errors[0].location.to_string().as_str()), (2, "5:7"));
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    games: u64,
    finished: bool,
}

enum ReadStatus {
    Game,
    Nothing,
}

impl<R: Read> Reader<R> {
    /// Default maximum size of a game: 16 MiB.
    pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

    /// Creates a reader with the default size limit.
    pub fn new(text: R) -> Reader<R> {
        Reader::with_max_bytes(text, Self::MAX_BYTES)
    }

    /// Creates a reader that rejects games larger than `max_bytes`, which bounds memory use.
    pub fn with_max_bytes(text: R, max_bytes: u64) -> Reader<R> {
        Reader { lexer: Lexer::new(text, max_bytes), games: 0, finished: false }
    }

    /// Iterator over all games as trees.
    pub fn games(self) -> Games<R> {
        Games::new(self)
    }

    /// Iterator over all games as trees, with [notes](Games::notes).
    pub fn games_with_notes(self) -> Games<R, true> {
        Games::new(self)
    }

    /// Number of bytes read so far, for progress bars.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.lexer.source.offset()
    }

    /// Reads the next game and calls the visitor for each element. Returns `None` at the end of the text.
    ///
    /// After an error the next call continues with the next game, unless it was an I/O error.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Option<Result<(), PgnError>> {
        if self.finished {
            return None;
        }
        let mut game = GameProgress::new();
        match cpu::dispatch_bmi2(ReadGame { reader: self, visitor, game: &mut game }) {
            Ok(ReadStatus::Nothing) => {
                self.finished = true;
                None
            }
            Ok(ReadStatus::Game) => {
                self.games += 1;
                Some(Ok(()))
            }
            Err(reason) => {
                let error = self.error(reason, &game);
                self.finished = matches!(error.reason, PgnReason::Io(_));
                if is_tag_error(&error.reason) {
                    self.lexer.skip_line();
                }
                skip_game(&mut self.lexer, game.part);
                Some(Err(error))
            }
        }
    }

    #[cold]
    fn error(&mut self, reason: PgnReason, game: &GameProgress) -> PgnError {
        self.games += 1;
        let earlier = match reason {
            PgnReason::UnterminatedVariation => self.lexer.source.marked_location(),
            PgnReason::Fen(_) => game.fen,
            PgnReason::Variant(_) => game.variant,
            _ => None,
        };
        PgnError { game: self.games, location: earlier.unwrap_or_else(|| self.lexer.location()), reason }
    }

    #[inline(always)]
    fn read<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut GameProgress,
    ) -> Result<ReadStatus, PgnReason> {
        self.lexer.skip_space();
        self.lexer.begin_game();
        visitor.begin();
        loop {
            match self.token()? {
                // A blank before a game.
                Token::PassedOver(PgnNoteKind::Typography) if !game.begun => {}
                Token::PassedOver(kind) if game.begun || kind != PgnNoteKind::Word => {
                    self.note(visitor, game, kind);
                }
                // A text that begins with a word that is no move is no game.
                Token::San | Token::PassedOver(_) => self.san(visitor, game)?,
                Token::UnusualSan(kind) => {
                    game.enter_moves(visitor)?;
                    self.note(visitor, game, kind);
                    self.san(visitor, game)?;
                }
                Token::Null => self.null_move(visitor, game)?,
                Token::FirstMove => {
                    // Within a line, `1. e4 1. e5` numbers the move of Black.
                    let fewest_plies = if self.lexer.at_line_start() { 1 } else { 2 };
                    if game.plies >= fewest_plies && game.depth() == 0 {
                        self.note(visitor, game, PgnNoteKind::NextGame);
                        return self.finish(visitor, game);
                    }
                    self.lexer.skip_first_move();
                }
                Token::Comment => {
                    if game.depth() < game.skip_from_depth {
                        visitor.comment(RawComment(self.lexer.bytes()));
                    }
                }
                Token::Nag(nag) => {
                    let depth = game.enter_moves(visitor)?;
                    self.note_typography(visitor, game);
                    if depth < game.skip_from_depth {
                        visitor.nag(nag);
                    }
                }
                Token::Open => self.open_variation(visitor, game)?,
                Token::Close => self.close_variation(visitor, game)?,
                Token::GameResult(score) => {
                    // A result inside a variation is an opinion of the annotator, not the result of the game.
                    let depth = game.enter_moves(visitor)?;
                    self.note_typography(visitor, game);
                    if depth == 0 {
                        self.note_result(visitor, game, score);
                        game.result_tag = None;
                        visitor.result(score);
                        self.comments_after_result(visitor)?;
                        return self.finish(visitor, game);
                    }
                }
                Token::Tag => {
                    if game.part != Section::Tags || game.event_seen && self.lexer.at_event() {
                        return self.finish(visitor, game);
                    }
                    let tag = lex::scan(&mut self.lexer).map_err(|trouble| self.lexer.reason(trouble))?;
                    self.tag(tag, visitor, game)?;
                }
                Token::End => {
                    return match self.lexer.source.io_error() {
                        Some(kind) => Err(PgnReason::Io(kind)),
                        None => self.finish(visitor, game),
                    };
                }
            }
        }
    }

    fn tag<V: Visitor>(
        &mut self,
        tag: TagSpans,
        visitor: &mut V,
        game: &mut GameProgress,
    ) -> Result<(), PgnReason> {
        game.begun = true;
        match tag.name(&self.lexer) {
            b"Event" => game.event_seen = true,
            b"FEN" => game.fen = Some(self.lexer.source.location(0)),
            b"Variant" => game.variant = Some(self.lexer.source.location(0)),
            _ => {}
        }
        self.lexer.token(tag.len(), Token::Tag).map_err(|trouble| self.lexer.reason(trouble))?;
        let tag = tag.tag(&self.lexer);
        if V::NOTES && tag.name == "Result" && game.result_tag.is_none() {
            game.result_tag = PgnResult::parse(tag.value().as_bytes());
        }
        visitor.tag(tag)
    }

    #[inline(always)]
    fn san<V: Visitor>(&mut self, visitor: &mut V, game: &mut GameProgress) -> Result<(), PgnReason> {
        let depth = game.enter_moves(visitor)?;
        game.plies = game.plies.saturating_add(u32::from(depth == 0));
        if depth < game.skip_from_depth { visitor.san(self.lexer.bytes()) } else { Ok(()) }
    }

    /// A null move ends the main line, and a variation unless the visitor enters it.
    #[cold]
    fn null_move<V: Visitor>(&mut self, visitor: &mut V, game: &mut GameProgress) -> Result<(), PgnReason> {
        let depth = game.enter_moves(visitor)?;
        if depth >= game.skip_from_depth || depth > 0 && visitor.null_move()? == Visit::Enter {
            return Ok(());
        }
        self.note(visitor, game, PgnNoteKind::NullMove);
        game.skip_from_depth = depth;
        game.skips_rest_of_line = true;
        Ok(())
    }

    /// Notes something at the last token, once per game.
    #[inline]
    fn note<V: Visitor>(&mut self, visitor: &mut V, game: &mut GameProgress, kind: PgnNoteKind) {
        if V::NOTES && game.notes & 1 << kind as u8 == 0 {
            game.notes |= 1 << kind as u8;
            self.lexer.source.resolve_mark();
            visitor.note(PgnNote { game: self.games + 1, location: self.lexer.location(), kind });
        }
    }

    /// Notes that the last token has typographic characters.
    #[inline]
    fn note_typography<V: Visitor>(&mut self, visitor: &mut V, game: &mut GameProgress) {
        if V::NOTES && !self.lexer.last_token().is_ascii() {
            self.note(visitor, game, PgnNoteKind::Typography);
        }
    }

    /// Notes an unusual spelling of the result at the last token, and its contradictions to the `Result` tag and to
    /// the final position.
    fn note_result<V: Visitor>(&mut self, visitor: &mut V, game: &mut GameProgress, score: PgnResult) {
        if !V::NOTES {
            return;
        }
        let text = self.lexer.last_token();
        if text.is_ascii() && PgnResult::parse(text).is_none() {
            self.note(visitor, game, PgnNoteKind::Spelling);
        }
        if game.result_tag.is_some_and(|tag| tag != score) {
            self.note(visitor, game, PgnNoteKind::ResultTag);
        }
        self.note_final_position(visitor, game, score);
    }

    fn note_final_position<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut GameProgress,
        score: PgnResult,
    ) {
        let is_whole = game.skip_from_depth > 0 && score != PgnResult::Unknown;
        if is_whole && visitor.final_result().is_some_and(|on_board| on_board != score) {
            self.note(visitor, game, PgnNoteKind::FinalPosition);
        }
    }

    #[inline(always)]
    fn token(&mut self) -> Result<Token, PgnReason> {
        match self.lexer.next() {
            Ok(token) => Ok(token),
            Err(trouble) => Err(self.lexer.reason(trouble)),
        }
    }

    fn finish<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut GameProgress,
    ) -> Result<ReadStatus, PgnReason> {
        if !game.begun {
            return Ok(ReadStatus::Nothing);
        }
        if game.depth() > 0 {
            return Err(PgnReason::UnterminatedVariation);
        }
        game.enter_moves(visitor)?;
        if let Some(tag) = game.result_tag.take().filter(|_| V::NOTES) {
            self.note_final_position(visitor, game, tag);
        }
        visitor.end();
        Ok(ReadStatus::Game)
    }

    fn open_variation<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut GameProgress,
    ) -> Result<(), PgnReason> {
        let depth = game.enter_moves(visitor)?;
        if depth == MAX_DEPTH {
            return Err(PgnReason::TooDeep(MAX_DEPTH));
        }
        if depth < game.skip_from_depth && visitor.begin_variation()? == Visit::Skip {
            game.skip_from_depth = depth + 1;
        }
        if depth == 0 {
            self.lexer.mark();
        }
        game.part = Section::Moves { depth: depth + 1 };
        Ok(())
    }

    fn close_variation<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut GameProgress,
    ) -> Result<(), PgnReason> {
        let depth = game.enter_moves(visitor)?;
        let Some(outer) = depth.checked_sub(1) else { return Err(PgnReason::StrayClose) };
        if depth < game.skip_from_depth {
            visitor.end_variation();
        } else if depth == game.skip_from_depth {
            game.skip_from_depth = usize::MAX;
            if std::mem::take(&mut game.skips_rest_of_line) {
                visitor.end_variation();
            }
        }
        game.part = Section::Moves { depth: outer };
        Ok(())
    }

    /// Comments on the line of the result belong to the game, those on later lines to the next one.
    fn comments_after_result<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnReason> {
        loop {
            while self.lexer.source.peek().is_some_and(is_blank) {
                self.lexer.source.consume(1);
            }
            if !matches!(self.lexer.source.peek(), Some(b'{' | b';')) {
                return Ok(());
            }
            if let Token::Comment = self.token()? {
                visitor.comment(RawComment(self.lexer.bytes()));
            }
        }
    }
}

/// Reading of one game, compiled for every processor.
struct ReadGame<'a, R, V> {
    reader: &'a mut Reader<R>,
    visitor: &'a mut V,
    game: &'a mut GameProgress,
}

impl<R: Read, V: Visitor> cpu::Task for ReadGame<'_, R, V> {
    type Output = Result<ReadStatus, PgnReason>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Result<ReadStatus, PgnReason> {
        self.reader.read(self.visitor, self.game)
    }
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("games", &self.games).field("finished", &self.finished).finish()
    }
}

/// State of the game that is being read.
struct GameProgress {
    part: Section,
    /// True once a tag or move text was read; comments alone are not a game.
    begun: bool,
    event_seen: bool,
    /// Locations of the tags that determine the starting position.
    fen: Option<SourceLocation>,
    variant: Option<SourceLocation>,
    /// The visitor skips variations from this depth.
    skip_from_depth: usize,
    /// The line at that depth was entered, and its rest is skipped.
    skips_rest_of_line: bool,
    /// Number of moves of the main line.
    plies: u32,
    /// The `Result` tag, if notes are wanted.
    result_tag: Option<PgnResult>,
    /// Set of the kinds of notes so far, by number.
    notes: u16,
}

impl GameProgress {
    fn new() -> GameProgress {
        GameProgress {
            part: Section::Tags,
            begun: false,
            event_seen: false,
            fen: None,
            variant: None,
            skip_from_depth: usize::MAX,
            skips_rest_of_line: false,
            plies: 0,
            result_tag: None,
            notes: 0,
        }
    }

    fn depth(&self) -> usize {
        match self.part {
            Section::Tags => 0,
            Section::Moves { depth } => depth,
        }
    }

    /// Leaves the tag section if necessary and returns the variation depth.
    #[inline(always)]
    fn enter_moves<V: Visitor>(&mut self, visitor: &mut V) -> Result<usize, PgnReason> {
        match self.part {
            Section::Moves { depth } => Ok(depth),
            Section::Tags => {
                self.part = Section::Moves { depth: 0 };
                self.begun = true;
                if visitor.moves()? == Visit::Skip {
                    self.skip_from_depth = 0;
                }
                Ok(0)
            }
        }
    }
}

fn is_tag_error(reason: &PgnReason) -> bool {
    matches!(reason, PgnReason::TagName | PgnReason::TagValue | PgnReason::UnterminatedTag)
}
