//! Validation and counting without building trees.

use rules::Position;

use super::semantics::{self, StartTags};
use super::{PgnNote, PgnReason, PgnResult, RawTag, Visit, Visitor};
use crate::variant_position::VariantPosition;

/// Checks that games begin at a legal position and that all moves are legal. Keeps only counts.
///
/// ```
/// use hanpan_game::pgn::{Reader, Validator};
/// let mut reader = Reader::new(&b"1. e4 e5 (1... Ke6) 2. Nf3 *"[..]);
/// let mut main_line = Validator::main_line();
/// assert_eq!(reader.read_game(&mut main_line), Some(Ok(())));
/// assert_eq!((main_line.games(), main_line.moves()), (1, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Validator {
    variations: Visit,
    start_tags: StartTags,
    line: LineState,
    /// The lines around the open variations.
    outer: Vec<LineState>,
    games: u64,
    moves: u64,
    notes: Vec<PgnNote>,
}

/// The last two positions of a line, as a double buffer into which moves are played.
#[derive(Clone, Copy, Debug)]
struct LineState {
    states: [VariantPosition; 2],
    /// Index of the current position.
    now: usize,
    /// True if the other position is the one before the last move.
    has_moved: bool,
}

impl LineState {
    fn new(start: VariantPosition) -> LineState {
        LineState { states: [start; 2], now: 0, has_moved: false }
    }
}

impl Validator {
    /// Checks main lines and variations.
    #[must_use]
    pub fn new() -> Validator {
        Validator::with(Visit::Enter)
    }

    /// Checks main lines only.
    #[must_use]
    pub fn main_line() -> Validator {
        Validator::with(Visit::Skip)
    }

    fn with(variations: Visit) -> Validator {
        let line = LineState::new(VariantPosition::Standard(Position::start()));
        Validator {
            variations,
            start_tags: StartTags::default(),
            line,
            outer: Vec::new(),
            games: 0,
            moves: 0,
            notes: Vec::new(),
        }
    }

    /// Number of valid games so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The notes about the last game.
    #[must_use]
    pub fn notes(&self) -> &[PgnNote] {
        &self.notes
    }

    /// Number of legal moves so far.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }
}

impl Default for Validator {
    fn default() -> Validator {
        Validator::new()
    }
}

impl Visitor for Validator {
    const NOTES: bool = true;

    fn begin(&mut self) {
        self.notes.clear();
        self.start_tags = StartTags::default();
        self.outer.clear();
    }

    fn tag(&mut self, tag: RawTag<'_>) -> Result<(), PgnReason> {
        self.start_tags.tag(tag);
        Ok(())
    }

    fn moves(&mut self) -> Result<Visit, PgnReason> {
        let (_, start) = self.start_tags.state()?;
        self.line = LineState::new(start);
        Ok(Visit::Enter)
    }

    #[inline]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnReason> {
        let [a, b] = &mut self.line.states;
        let (now, next) = if self.line.now == 0 { (a, b) } else { (b, a) };
        let m = semantics::resolve(now, san)?;
        semantics::play(now, m, next);
        self.line.now ^= 1;
        self.line.has_moved = true;
        self.moves += 1;
        Ok(())
    }

    fn null_move(&mut self) -> Result<Visit, PgnReason> {
        let Some(next) = self.line.states[self.line.now].null_move() else { return Ok(Visit::Skip) };
        self.line.now ^= 1;
        self.line.states[self.line.now] = next;
        self.line.has_moved = true;
        Ok(Visit::Enter)
    }

    fn begin_variation(&mut self) -> Result<Visit, PgnReason> {
        if !self.line.has_moved {
            return Err(PgnReason::NothingToVary);
        }
        if self.variations == Visit::Enter {
            self.outer.push(self.line);
            self.line = LineState::new(self.line.states[self.line.now ^ 1]);
        }
        Ok(self.variations)
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.outer.pop() {
            self.line = line;
        }
    }

    fn final_result(&self) -> Option<PgnResult> {
        semantics::result_on_board(&self.line.states[self.line.now])
    }

    fn note(&mut self, note: PgnNote) {
        self.notes.push(note);
    }

    fn end(&mut self) {
        self.games += 1;
    }
}
