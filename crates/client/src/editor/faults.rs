//! The squares that a fault of a position is about.

use rules::{Bitboard, Color, Piece, Rank, Role, Setup, SetupFault};

/// The squares to mark for a fault; empty if it is about pieces that are missing.
#[must_use]
pub fn fault_squares(setup: &Setup, fault: SetupFault) -> Bitboard {
    let board = &setup.board;
    let king = |color| board.pieces(Role::King.of(color));
    let checkers = |of: Color| {
        let attackers = king(of).into_iter().map(|king| board.attackers(king, !of, board.occupied()));
        attackers.fold(king(of), |all, some| all | some)
    };
    match fault {
        SetupFault::NoWhiteKing | SetupFault::NoBlackKing => Bitboard::EMPTY,
        SetupFault::TooManyWhiteKings => king(Color::White),
        SetupFault::TooManyBlackKings => king(Color::Black),
        SetupFault::PawnOnEndRank => {
            board.role(Role::Pawn) & (Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth))
        }
        SetupFault::OpponentInCheck => checkers(!setup.turn),
        SetupFault::ImpossibleCheck => checkers(setup.turn),
        SetupFault::TooManyPieces => Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| {
            let pawns = board.pieces(Piece { color, role: Role::Pawn });
            let is_crowded = board.color(color).count() > 16;
            all | match (is_crowded, pawns.count() > 8) {
                (_, true) => pawns,
                (true, false) => board.color(color),
                (false, false) => Bitboard::EMPTY,
            }
        }),
        SetupFault::TooMuchMaterial => board.occupied().without(board.role(Role::King)),
        SetupFault::InconsistentCastling | SetupFault::BadCastling => setup.castling_rights,
        SetupFault::BadEnPassant => setup.en_passant.into_iter().collect(),
    }
}
