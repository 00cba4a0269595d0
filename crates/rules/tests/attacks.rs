//! Attacks, checks and pins compared with a naive implementation that walks from square to square.

extern crate hanpan_rules as rules;

mod common;

use common::{reachable_positions, unreachable_positions, visit_random_games};
use rules::{Bitboard, Board, Color, Piece, Position, Role, Square};

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Attacks of a piece, found by walking.
fn walked(board: &Board, piece: Piece, from: Square) -> Bitboard {
    let forward = if piece.color == Color::White { 1 } else { -1 };
    let around = [STRAIGHT, DIAGONAL].concat();
    match piece.role {
        Role::Pawn => steps(from, &[(-1, forward), (1, forward)]),
        Role::Knight => steps(from, &KNIGHT),
        Role::King => steps(from, &around),
        Role::Bishop => slides(board, from, &DIAGONAL),
        Role::Rook => slides(board, from, &STRAIGHT),
        Role::Queen => slides(board, from, &around),
    }
}

fn steps(from: Square, directions: &[(i8, i8)]) -> Bitboard {
    directions.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
}

/// Walks up to and including the first piece.
fn slides(board: &Board, from: Square, directions: &[(i8, i8)]) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for &(files, ranks) in directions {
        let mut square = from;
        while let Some(next) = square.offset(files, ranks) {
            reached |= next.bitboard();
            square = next;
            if board.piece_at(next).is_some() {
                break;
            }
        }
    }
    reached
}

fn attackers(board: &Board, target: Square, by: Color) -> Bitboard {
    let pieces = board.iter().filter(|&(_, piece)| piece.color == by);
    pieces.filter(|&(from, piece)| walked(board, piece, from).has(target)).map(|(from, _)| from).collect()
}

/// Pieces whose removal would open a line to their king.
fn pinned(board: &Board, king: Square, color: Color) -> Bitboard {
    let attackers_now = attackers(board, king, !color);
    let opens_a_line = |&square: &Square| {
        let mut without = *board;
        without.remove(square);
        attackers(&without, king, !color) != attackers_now
    };
    board.color(color).into_iter().filter(|&square| square != king).filter(opens_a_line).collect()
}

fn check(position: &Position) {
    let (board, fen) = (position.board(), position.fen());
    for color in Color::ALL {
        let mut all = Bitboard::EMPTY;
        for (square, piece) in board.iter().filter(|(_, piece)| piece.color == color) {
            let attacked = walked(board, piece, square);
            assert_eq!(board.attacks_from(square), attacked, "{square} in {fen}");
            all |= attacked;
        }
        assert_eq!(board.attacks_by(color), all, "{color} in {fen}");
        for square in Square::ALL {
            let by = attackers(board, square, color);
            assert_eq!(position.attackers(square, color), by, "{color} against {square} in {fen}");
        }
        let pinned = pinned(board, position.king(color), color);
        assert_eq!(position.pinned(color), pinned, "{color}'s pins in {fen}");
        assert_eq!(position.pinners(color).count(), pinned.count(), "{color}'s pinners in {fen}");
    }
    let us = position.turn();
    let checkers = attackers(board, position.king(us), !us);
    assert_eq!(position.checkers(), checkers, "{fen}");
    assert_eq!(position.is_check(), checkers.any(), "{fen}");
}

#[test]
fn attacks_checks_and_pins_agree_with_walking() {
    visit_random_games(
        &[reachable_positions(), unreachable_positions()].concat(),
        1,
        6_000,
        |position, _| check(position),
    );
}
