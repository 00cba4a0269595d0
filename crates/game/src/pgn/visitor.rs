//! Visitor interface of the reader.

use super::{Nag, PgnNote, PgnReason, PgnResult, RawComment, RawTag};

/// Return value that enters or skips a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// Visit this part.
    Enter,
    /// Skip this part.
    Skip,
}

/// Callbacks for the elements of a game, called by [`Reader::read_game`](super::Reader::read_game) in the
/// order of the text.
///
/// The default implementations do nothing. An `Err` ends the game and is reported with its location; then
/// [`Visitor::end`] is not called.
///
/// ```
/// use hanpan_game::pgn::{PgnReason, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl Visitor for Count {
///     fn san(&mut self, _: &[u8]) -> Result<(), PgnReason> {
///         self.0 += 1;
///         Ok(())
///     }
/// }
///
/// let mut count = Count::default();
/// let mut reader = Reader::new(&b"1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 1-0"[..]);
/// while reader.read_game(&mut count).is_some() {}
/// assert_eq!(count.0, 6);
/// ```
pub trait Visitor {
    /// True if [`note`](Visitor::note) is called.
    const NOTES: bool = false;

    /// A game may begin. Called again without `end` if the text ended after a comment, or after an error.
    fn begin(&mut self) {}

    /// A tag.
    ///
    /// # Errors
    /// Ends the game here.
    fn tag(&mut self, tag: RawTag<'_>) -> Result<(), PgnReason> {
        let _ = tag;
        Ok(())
    }

    /// All tags have been read; called once for each game, even without tags or moves.
    ///
    /// # Errors
    /// Ends the game here.
    fn moves(&mut self) -> Result<Visit, PgnReason> {
        Ok(Visit::Enter)
    }

    /// A move, not yet validated, without the NAG symbols that follow it.
    ///
    /// # Errors
    /// Ends the game here.
    fn san(&mut self, san: &[u8]) -> Result<(), PgnReason> {
        let _ = san;
        Ok(())
    }

    /// A null move in a variation. [`Visit::Skip`] ends the variation before it; so does the reader in the main
    /// line.
    ///
    /// # Errors
    /// Ends the game here.
    fn null_move(&mut self) -> Result<Visit, PgnReason> {
        Ok(Visit::Skip)
    }

    /// A NAG of the preceding move.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A comment, possibly before the tags.
    fn comment(&mut self, comment: RawComment<'_>) {
        let _ = comment;
    }

    /// A `(`: the variation replaces the last move. `end_variation` is not called for a skipped variation.
    ///
    /// # Errors
    /// Ends the game here.
    fn begin_variation(&mut self) -> Result<Visit, PgnReason> {
        Ok(Visit::Enter)
    }

    /// The `)` of an entered variation.
    fn end_variation(&mut self) {}

    /// The result at the end of the moves, if there is one.
    fn result(&mut self, score: PgnResult) {
        let _ = score;
    }

    /// The result by checkmate or stalemate on the board, for a note if another result is written; `None` if the
    /// position does not end the game or is not known.
    fn final_result(&self) -> Option<PgnResult> {
        None
    }

    /// A note about the game.
    fn note(&mut self, note: PgnNote) {
        let _ = note;
    }

    /// The game is complete and valid.
    fn end(&mut self) {}
}
