//! Heuristic distance to a checkmate. It only orders the search and need not be correct.

use rules::{Bitboard, Board, Color, Position, Role, Square, attacks};

/// Estimated distance: falls as the enemy loses pieces, as pawns approach promotion, and as the enemy king is
/// driven to the edge and loses flight squares.
pub(super) fn distance(position: &Position, by: Color) -> u16 {
    let board = position.board();
    let pieces = |role: Role| board.pieces(role.of(by));
    let (king, enemy_king) = (position.king(by), position.king(!by));
    let enemies = board.color(!by).without(enemy_king.bitboard());
    let (knights, bishops) = (pieces(Role::Knight), pieces(Role::Bishop));
    let pair = knights.more_than_one()
        || knights.any() && bishops.any()
        || (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any();
    let common = king_hunt_distance(board, by, king, enemy_king) + 10 * enemies.count() as u16;
    if (pieces(Role::Queen) | pieces(Role::Rook)).any() {
        common
    } else if pair {
        // Bishop and knight mate in a corner of the bishop's color.
        let corners = if knights.any() && bishops.any() { square_color_of(bishops) } else { Bitboard::FULL };
        15 + common + 3 * nearest(enemy_king, CORNERS & corners)
    } else if pieces(Role::Pawn).any() {
        let promotion = pieces(Role::Pawn).into_iter().map(|pawn| steps_to_promotion(board, by, pawn)).min();
        let nearest_enemy = nearest(king, enemies);
        60 + common + 8 * promotion.unwrap_or(0) + 2 * nearest_enemy
    } else {
        30 + common + helpmate_distance(board, by, enemy_king, bishops)
    }
}

/// Distance of the enemy king from a mate by pieces that suffice for it.
fn king_hunt_distance(board: &Board, by: Color, king: Square, enemy_king: Square) -> u16 {
    let occupied = board.occupied() ^ enemy_king.bitboard();
    let mut covered = attacks::king(king);
    let mut closest = 8;
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in board.pieces(role.of(by)) {
            covered |= attacks::piece(role.of(by), square, occupied);
            if role != Role::Pawn {
                closest = closest.min(square.distance(enemy_king));
            }
        }
    }
    let flights = attacks::king(enemy_king).without(board.color(!by) | covered).count() as u16;
    let [file, rank] = [enemy_king.file() as u16, enemy_king.rank() as u16].map(|line| line.min(7 - line));
    let check = if covered.has(enemy_king) { 0 } else { 3 };
    2 * flights
        + 3 * file.min(rank)
        + file.max(rank)
        + 2 * u16::from(enemy_king.distance(king))
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
fn helpmate_distance(board: &Board, by: Color, enemy_king: Square, bishops: Bitboard) -> u16 {
    let pieces = |role: Role| board.pieces(role.of(!by));
    // A bishop mates in a corner of its color; an enemy bishop blocks a flight square of the other color.
    let (corners, helpers) = if bishops.any() {
        let color = square_color_of(bishops);
        (color, pieces(Role::Knight) | pieces(Role::Bishop).without(color))
    } else if (pieces(Role::Knight) | pieces(Role::Rook)).any() {
        (Bitboard::FULL, pieces(Role::Knight) | pieces(Role::Rook))
    } else {
        (!square_color_of(pieces(Role::Bishop)), pieces(Role::Bishop))
    };
    let promotion = pieces(Role::Pawn).into_iter().map(|pawn| steps_to_promotion(board, !by, pawn)).min();
    let helper = match promotion {
        Some(steps) if helpers.is_empty() => 20 + 8 * steps,
        _ => 3 * nearest(enemy_king, helpers),
    };
    3 * nearest(enemy_king, CORNERS & corners) + helper
}

fn square_color_of(bishops: Bitboard) -> Bitboard {
    if (bishops & Bitboard::LIGHT).any() { Bitboard::LIGHT } else { Bitboard::DARK }
}

const CORNERS: Bitboard = Bitboard::EMPTY.with(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8);

fn nearest(from: Square, squares: Bitboard) -> u16 {
    squares.into_iter().map(|square| u16::from(from.distance(square))).min().unwrap_or(0)
}
