//! Being told what stands in a game, without a tree being built.

use super::{Nag, PgnReason, PgnResult, RawComment, RawTag};

/// Whether to be told about a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// Tell me.
    Enter,
    /// Pass over it.
    Skip,
}

/// Is told by [`Reader::read_game`](super::Reader::read_game) what stands in a game, in the order of the text.
///
/// Everything has a default, which does nothing. An `Err` ends the game there and is reported at that place; then
/// [`Visitor::end`] is not called, and the visitor holds what it was told before.
///
/// ```
/// use game::pgn::{PgnReason, Reader, Visitor};
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
    /// A game may begin. Called again without an end in between if there was only a comment before the end of the
    /// text, or an error.
    fn begin(&mut self) {}

    /// A tag.
    ///
    /// # Errors
    /// Ends the game here.
    fn tag(&mut self, tag: RawTag<'_>) -> Result<(), PgnReason> {
        let _ = tag;
        Ok(())
    }

    /// All tags have been told; called once for each game, even if there is no tag or no move.
    ///
    /// # Errors
    /// Ends the game here.
    fn moves(&mut self) -> Result<Visit, PgnReason> {
        Ok(Visit::Enter)
    }

    /// Something in the place of a move, without the marks that follow it.
    ///
    /// # Errors
    /// Ends the game here.
    fn san(&mut self, san: &[u8]) -> Result<(), PgnReason> {
        let _ = san;
        Ok(())
    }

    /// A mark on the move before it.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A comment. It may come before the tags, too.
    fn comment(&mut self, comment: RawComment<'_>) {
        let _ = comment;
    }

    /// A `(`: what follows replaces the last move. If it is skipped, its end is not told.
    ///
    /// # Errors
    /// Ends the game here.
    fn begin_variation(&mut self) -> Result<Visit, PgnReason> {
        Ok(Visit::Enter)
    }

    /// The `)` of a variation that was entered.
    fn end_variation(&mut self) {}

    /// The result at the end of the moves. Not told if there is none.
    fn result(&mut self, score: PgnResult) {
        let _ = score;
    }

    /// The game is over, and nothing was wrong with it.
    fn end(&mut self) {}
}
