//! Heuristic distance to a checkmate. It only orders the search and need not be correct.

use rules::{Bitboard, Board, Color, Position, Role, Square, attacks};

/// Estimated distance: falls as the enemy loses pieces, as pawns approach promotion, and as the enemy king is
/// driven to the edge and loses flight squares.
pub(super) fn distance(position: &Position, by: Color) -> u16 {
    let board = position.board();
    let men = |role: Role| board.pieces(role.of(by));
    let (king, prey) = (position.king(by), position.king(!by));
    let enemies = board.color(!by).without(prey.bitboard());
    let (knights, bishops) = (men(Role::Knight), men(Role::Bishop));
    let pair = knights.more_than_one()
        || knights.any() && bishops.any()
        || (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any();
    let common = king_hunt_distance(board, by, king, prey) + 10 * enemies.count() as u16;
    if (men(Role::Queen) | men(Role::Rook)).any() {
        common
    } else if pair {
        // Bishop and knight mate in a corner of the bishop's color.
        let corners = if knights.any() && bishops.any() { square_color_of(bishops) } else { Bitboard::FULL };
        15 + common + 3 * nearest(prey, CORNERS & corners)
    } else if men(Role::Pawn).any() {
        let promotion = men(Role::Pawn).into_iter().map(|pawn| steps_to_promotion(board, by, pawn)).min();
        let meal = nearest(king, enemies);
        60 + common + 8 * promotion.unwrap_or(0) + 2 * meal
    } else {
        30 + common + helpmate_distance(board, by, prey, bishops)
    }
}

/// Distance of the enemy king from a mate by pieces that suffice for it.
fn king_hunt_distance(board: &Board, by: Color, king: Square, prey: Square) -> u16 {
    let occupied = board.occupied() ^ prey.bitboard();
    let mut covered = attacks::king(king);
    let mut closest = 8;
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in board.pieces(role.of(by)) {
            covered |= attacks::piece(role.of(by), square, occupied);
            if role != Role::Pawn {
                closest = closest.min(square.distance(prey));
            }
        }
    }
    let flights = attacks::king(prey).without(board.color(!by) | covered).count() as u16;
    let [file, rank] = [prey.file() as u16, prey.rank() as u16].map(|line| line.min(7 - line));
    let check = if covered.has(prey) { 0 } else { 3 };
    2 * flights
        + 3 * file.min(rank)
        + file.max(rank)
        + 2 * u16::from(prey.distance(king))
        + u16::from(closest)
        + check
}

/// Steps to promotion; blockers count as additional steps.
fn steps_to_promotion(board: &Board, by: Color, pawn: Square) -> u16 {
    let last = Square::new(pawn.file(), by.promotion_rank());
    let way = attacks::between(pawn, last).with(last);
    (way.count() + (way & board.occupied()).count()) as u16
}

/// Distance for a lone knight or bishops of one color, which need an enemy piece that blocks a flight square
/// of its own king.
fn helpmate_distance(board: &Board, by: Color, prey: Square, bishops: Bitboard) -> u16 {
    let men = |role: Role| board.pieces(role.of(!by));
    // A bishop mates in a corner of its color; an enemy bishop blocks a flight square of the other color.
    let (corners, helpers) = if bishops.any() {
        let colour = square_color_of(bishops);
        (colour, men(Role::Knight) | men(Role::Bishop).without(colour))
    } else if (men(Role::Knight) | men(Role::Rook)).any() {
        (Bitboard::FULL, men(Role::Knight) | men(Role::Rook))
    } else {
        (!square_color_of(men(Role::Bishop)), men(Role::Bishop))
    };
    let promotion = men(Role::Pawn).into_iter().map(|pawn| steps_to_promotion(board, !by, pawn)).min();
    let helper = match promotion {
        Some(steps) if helpers.is_empty() => 20 + 8 * steps,
        _ => 3 * nearest(prey, helpers),
    };
    3 * nearest(prey, CORNERS & corners) + helper
}

fn square_color_of(bishops: Bitboard) -> Bitboard {
    if (bishops & Bitboard::LIGHT).any() { Bitboard::LIGHT } else { Bitboard::DARK }
}

const CORNERS: Bitboard = Bitboard::EMPTY.with(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8);

fn nearest(from: Square, squares: Bitboard) -> u16 {
    squares.into_iter().map(|square| u16::from(from.distance(square))).min().unwrap_or(0)
}
