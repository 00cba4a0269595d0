//! Whether a game can still be won: dead positions (Article 5.2.2) and flags that fall against an opponent who cannot
//! mate any more (Article 6.9).
//!
//! A side can win if *some* series of legal moves ends in its mate, however badly the enemy has to play. Repetitions
//! and the counts to fifty and seventy-five do not matter. Three means, from cheap to dear, each exact when it says
//! no:
//!
//! 1. **Material**: what the pieces could never do on any board ([`can_mate`](crate::material::can_mate)).
//! 2. **Blockade**: what they can never do on this one, because the pawns are locked and the pieces cannot get at
//!    each other.
//! 3. **Search** for a mate that both sides help to bring about. Where there is none, it ends when every position
//!    that can still arise has been seen, which in dead positions tends to be soon.
//!
//! That a lone knight cannot mate a king with queens only, nor bishops of one colour a king with rooks and queens
//! only, is checked case by case in the tests: a queen or rook that takes a flight from her king stops the check too.

mod blockade;
mod heuristic;
mod search;

use rules::{Color, Position};

use crate::material;

/// Whether a side can still mate by some series of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winnable {
    /// Some series of legal moves ends in its mate.
    Yes,
    /// None does.
    No,
    /// The budget ran out before it was known.
    Unknown,
}

/// Whether `by` can still mate, looking at no more than about `budget` positions.
///
/// Ten thousand are nearly always enough and take about two milliseconds; a million takes less than a second and up
/// to 300 MB. When a flag falls and the answer is not known, the opponent has the better claim: almost all positions
/// that take long can be won.
///
/// ```
/// use game::dead::{Winnable, winnable};
/// use rules::{Color, Position};
/// let position: Position = "8/8/3nk3/8/8/4K3/8/3Q4 w - - 0 1".parse().unwrap();
/// assert_eq!(winnable(&position, Color::White, 10_000), Winnable::Yes);
/// assert_eq!(winnable(&position, Color::Black, 10_000), Winnable::No);
/// ```
#[must_use]
pub fn winnable(position: &Position, by: Color, budget: u32) -> Winnable {
    if is_mated(position, !by) {
        Winnable::Yes
    } else if is_provably_unwinnable(position, by) {
        Winnable::No
    } else {
        search::search(position, by, budget)
    }
}

/// Whether it is proven that neither side can mate any more. Cheap enough to be asked after every move.
///
/// The budget is spent only where it is likely to help: where both sides together have few moves. Elsewhere material
/// and blockade decide, which takes a few microseconds.
///
/// ```
/// use game::dead::is_dead;
/// use rules::Position;
/// let only_move_takes_the_rook: Position = "6Rk/8/7K/8/8/8/8/8 b - - 0 1".parse().unwrap();
/// assert!(is_dead(&only_move_takes_the_rook, 10_000));
/// ```
#[must_use]
pub fn is_dead(position: &Position, budget: u32) -> bool {
    if !has_few_moves(position) {
        // Where there are many moves nobody is mated.
        return Color::ALL.into_iter().all(|by| is_provably_unwinnable(position, by));
    }
    let more_hopeful = Color::ALL.into_iter().min_by_key(|&by| heuristic::distance(position, by));
    let first = more_hopeful.unwrap_or(Color::White);
    [first, !first].into_iter().all(|by| winnable(position, by, budget) == Winnable::No)
}

/// Whether this side has lost already.
fn is_mated(position: &Position, side: Color) -> bool {
    position.turn() == side && position.is_checkmate()
}

/// Whether material or blockade say that this side, which has not mated yet, never will.
fn is_provably_unwinnable(position: &Position, by: Color) -> bool {
    !material::can_mate(position.board(), by) || blockade::cannot_mate(position, by)
}

/// Whether a move and its reply can be chosen in few ways only.
fn has_few_moves(position: &Position) -> bool {
    const FEW: u32 = 100;
    // In check the replies are not known before the move.
    const TYPICAL: u32 = 20;
    let replies = position.null_move().map_or(TYPICAL, |next| next.count_legal_moves());
    position.count_legal_moves() * replies < FEW
}
