//! Detection of dead positions (Article 5.2.2), and of flag falls and resignations against an opponent who
//! cannot checkmate (Articles 6.9 and 5.1.2).
//!
//! A side can win if *some* series of legal moves ends in its checkmate (a helpmate). Repetition and
//! move-count rules are ignored. Four methods, from cheap to expensive, each exact if it proves that a side
//! cannot win:
//!
//! 1. **Material** that cannot checkmate on any board ([`can_mate`](crate::material::can_mate)).
//! 2. **Blockade**: the squares that each piece can ever reach, past locked pawns and trapped pieces, and the
//!    checkmates that are possible within them.
//! 3. **Tempo**: a side that can move nothing but pawns runs out of moves before the other can promote.
//! 4. **Search** for a helpmate, with the first three at its nodes. If there is none, the search ends after all
//!    reachable positions, which are few in most dead positions.
//!
//! Tests verify case by case that a lone knight cannot mate a king with queens only, nor bishops of one color
//! a king with rooks and queens only: a queen or rook on a flight square of its king can also capture or
//! block the checking piece.

mod blockade;
mod heuristic;
mod mate;
mod search;
mod tempo;

use rules::{Bitboard, Color, Piece, Position, Role, Square, attacks};

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
/// Most positions take less than 50 µs; fifty thousand positions take about 30 ms and 15 MB. Callers should
/// treat `Unknown` as winnable: almost all positions with a long search can be won.
///
/// ```
/// use hanpan_game::dead::{Winnable, winnable};
/// use hanpan_game::rules::{Color, Position};
/// let position: Position = "8/8/3nk3/8/8/4K3/8/3Q4 w - - 0 1".parse().unwrap();
/// assert_eq!(winnable(&position, Color::White, 10_000), Winnable::Yes);
/// assert_eq!(winnable(&position, Color::Black, 10_000), Winnable::No);
/// ```
#[must_use]
pub fn winnable(position: &Position, by: Color, mut budget: u32) -> Winnable {
    winnable_within(position, by, &mut budget)
}

/// Takes what the search costs from the budget.
fn winnable_within(position: &Position, by: Color, budget: &mut u32) -> Winnable {
    if is_mated(position, !by) {
        Winnable::Yes
    } else if !material::can_mate(position.board(), by) || blockade::cannot_mate(position, by) {
        Winnable::No
    } else {
        search::search(position, by, budget)
    }
}

/// Returns true if it is proven that neither side can checkmate. Called after every move: most positions take a
/// fraction of a microsecond, those with few legal moves about 50 µs, and the worst as long as `budget` allows (48,000
/// positions take 46 ms).
///
/// ```
/// use hanpan_game::dead::is_dead;
/// use hanpan_game::rules::Position;
/// let only_move_takes_the_rook: Position = "6Rk/8/7K/8/8/8/8/8 b - - 0 1".parse().unwrap();
/// assert!(is_dead(&only_move_takes_the_rook, 10_000));
/// ```
#[must_use]
pub fn is_dead(position: &Position, mut budget: u32) -> bool {
    is_dead_within(position, &mut budget)
}

/// Like [`is_dead`]; takes what the search costs from the budget, so that several searches can share one.
pub fn is_dead_within(position: &Position, budget: &mut u32) -> bool {
    let can_mate = |by| material::can_mate(position.board(), by);
    if Color::ALL.into_iter().any(can_mate) && !has_few_moves(position) && !might_be_blocked(position) {
        return false;
    }
    // The side with more material is more likely to have a helpmate, which ends the search.
    let is_white_ahead = material::Balance::of(position.board()).points() > 0;
    let first = if is_white_ahead { Color::White } else { Color::Black };
    [first, !first].into_iter().all(|by| winnable_within(position, by, budget) == Winnable::No)
}

/// Returns true if this side is checkmated.
fn is_mated(position: &Position, side: Color) -> bool {
    position.turn() == side && position.is_checkmate()
}

/// Returns true if there are few combinations of a move and a reply.
fn has_few_moves(position: &Position) -> bool {
    const FEW: u32 = 100;
    // In check, replies are unknown before the move.
    const TYPICAL: u32 = 10;
    let replies = position.null_move().map_or(TYPICAL, |next| next.count_legal_moves());
    position.count_legal_moves() * replies < FEW
}

/// A quick test for blockades: pawns block each other, no pawn has a free way to promotion, and at most one
/// queen, rook or knight can move.
fn might_be_blocked(position: &Position) -> bool {
    let board = position.board();
    let occupied = board.occupied();
    let [white, black] = [Color::White, Color::Black].map(|color| board.pieces(Role::Pawn.of(color)));
    if (Bitboard(white.0 << 8) & black).is_empty() {
        return false;
    }
    let covered_from_above = [8, 16, 32].into_iter().fold(occupied.0 >> 8, |fill, by| fill | fill >> by);
    let covered_from_below = [8, 16, 32].into_iter().fold(occupied.0 << 8, |fill, by| fill | fill << by);
    if (white.without(Bitboard(covered_from_above)) | black.without(Bitboard(covered_from_below))).any() {
        return false;
    }
    let can_move = |&(square, piece): &(Square, Piece)| {
        attacks::piece(piece, square, occupied).without(board.color(piece.color)).any()
    };
    let pieces = board.role(Role::Knight) | board.role(Role::Rook) | board.role(Role::Queen);
    let pieces = pieces.into_iter().filter_map(|square| Some((square, board.piece_at(square)?)));
    pieces.filter(can_move).nth(1).is_none()
}
