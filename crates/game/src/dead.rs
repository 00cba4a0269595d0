//! Detection of dead positions (Article 5.2.2), and of flag falls against an opponent who cannot checkmate
//! (Article 6.9).
//!
//! A side can win if *some* series of legal moves ends in its checkmate (a helpmate). Repetition and
//! move-count rules are ignored. Three methods, from cheap to expensive, each exact if it proves that a side
//! cannot win:
//!
//! 1. **Material** that cannot checkmate on any board ([`can_mate`](crate::material::can_mate)).
//! 2. **Blockade**: locked pawns and pieces that cannot reach each other.
//! 3. **Search** for a helpmate. If there is none, the search ends after all reachable positions, which are
//!    few in most dead positions.
//!
//! Tests verify case by case that a lone knight cannot mate a king with queens only, nor bishops of one color
//! a king with rooks and queens only: a queen or rook on a flight square of its king can also capture or
//! block the checking piece.

mod blockade;
mod heuristic;
mod search;

use rules::{Color, Position};

use crate::material;

/// Answer to the question if a side can still checkmate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winnable {
    /// Some series of legal moves ends in its checkmate.
    Yes,
    /// No series of legal moves does.
    No,
    /// The budget was exhausted.
    Unknown,
}

/// Determines if `by` can still checkmate, by searching about `budget` positions at most.
///
/// Ten thousand positions are nearly always enough and take about two milliseconds; a million take less than
/// a second and up to 300 MB. Callers should treat `Unknown` as winnable: almost all positions with a long
/// search can be won.
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

/// Returns true if it is proven that neither side can checkmate. Cheap enough to be called after every move.
///
/// The search runs only if both sides have few moves, where it is likely to finish. Otherwise material and
/// blockade decide, which takes a few microseconds.
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
        // Positions with many moves are not checkmates.
        return Color::ALL.into_iter().all(|by| is_provably_unwinnable(position, by));
    }
    let more_hopeful = Color::ALL.into_iter().min_by_key(|&by| heuristic::distance(position, by));
    let first = more_hopeful.unwrap_or(Color::White);
    [first, !first].into_iter().all(|by| winnable(position, by, budget) == Winnable::No)
}

/// Returns true if this side is checkmated.
fn is_mated(position: &Position, side: Color) -> bool {
    position.turn() == side && position.is_checkmate()
}

/// Returns true if material or blockade prove that this side cannot checkmate. The position itself is not
/// checkmate.
fn is_provably_unwinnable(position: &Position, by: Color) -> bool {
    !material::can_mate(position.board(), by) || blockade::cannot_mate(position, by)
}

/// Returns true if there are few combinations of a move and a reply.
fn has_few_moves(position: &Position) -> bool {
    const FEW: u32 = 100;
    // In check, replies are unknown before the move.
    const TYPICAL: u32 = 20;
    let replies = position.null_move().map_or(TYPICAL, |next| next.count_legal_moves());
    position.count_legal_moves() * replies < FEW
}
