//! Reasons for illegal moves in King capture. King safety does not matter, only the movement of the pieces.
//!
//! The reasons are those of the Laws as far as they apply: no piece, not yours, same square, castling, own
//! piece on the target, blocked, wrong movement, and the special pawn moves.

use rules::{
    Bitboard, CastlingSide, Color, IllegalCastlingReason, IllegalMoveReason, Move, PlacedPiece, Role, Setup,
    Square, attacks,
};

use crate::explain::move_destinations;

/// Returns the move, or the reason why it is illegal.
pub(crate) fn explain(
    setup: &Setup,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, IllegalMoveReason> {
    let piece = placed_piece(setup, from).ok_or(IllegalMoveReason::NoPiece { square: from })?;
    if piece.piece.color != setup.turn {
        return Err(IllegalMoveReason::NotYourPiece { piece });
    }
    if from == to {
        return Err(IllegalMoveReason::SameSquare { piece });
    }
    let mut moves = setup.pseudo_legal_moves();
    moves.retain(|m| m.from() == from && move_destinations(m).has(to));
    match (moves.first(), promotion) {
        (None, _) => Err(illegal_move_reason(setup, piece, to)),
        (Some(m), None) if m.promotion().is_some() => {
            Err(IllegalMoveReason::PromotionMissing { pawn: from, to })
        }
        (Some(&m), None) => Ok(m),
        (Some(m), Some(role)) if m.promotion().is_none() => {
            Err(IllegalMoveReason::NotAPromotion { piece, to, role })
        }
        (Some(_), Some(role)) => moves
            .iter()
            .copied()
            .find(|m| m.promotion() == Some(role))
            .ok_or(IllegalMoveReason::PromotionImpossible { pawn: from, role }),
    }
}

fn illegal_move_reason(setup: &Setup, piece: PlacedPiece, to: Square) -> IllegalMoveReason {
    if let Some(reason) = castling_reason(setup, piece, to) {
        return reason;
    }
    if let Some(piece) = placed_piece(setup, to).filter(|own| own.piece.color == setup.turn) {
        return IllegalMoveReason::OwnPiece { piece };
    }
    if piece.piece.role == Role::Pawn {
        return pawn_move_reason(setup, piece, to);
    }
    match attacks::piece(piece.piece, piece.square, Bitboard::EMPTY)
        .has(to)
        .then(|| blocker(setup, piece, to))
    {
        Some(Some(by)) => IllegalMoveReason::Blocked { piece, by },
        Some(None) | None => IllegalMoveReason::WrongMovement { piece, to },
    }
}

/// The reason for a castling attempt: a king on its back rank moves two squares to the c- or g-file.
fn castling_reason(setup: &Setup, piece: PlacedPiece, to: Square) -> Option<IllegalMoveReason> {
    let king = piece.square;
    let side = CastlingSide::ALL.into_iter().find(|side| side.king_file() == to.file())?;
    let goes_two = king.rank() == to.rank() && king.distance(to) == 2;
    let is_castling = piece.piece.role == Role::King && king.rank() == setup.turn.back_rank() && goes_two;
    is_castling.then(|| explain_castling(setup, king, side))
}

/// The reason why this king cannot castle to a side.
pub(crate) fn explain_castling(setup: &Setup, king: Square, side: CastlingSide) -> IllegalMoveReason {
    let rooks = setup.board.pieces(Role::Rook.of(setup.turn)) & Bitboard::rank(king.rank());
    let on_side = |rook: &Square| CastlingSide::of(king, *rook) == side;
    let able = (rooks & setup.castling_rights).into_iter().find(on_side);
    let reason = match (able, rooks.into_iter().find(on_side)) {
        _ if king.rank() != setup.turn.back_rank() => IllegalCastlingReason::KingMoved,
        (Some(rook), _) => {
            let blockers = attacks::between(king, rook) & setup.board.occupied();
            IllegalCastlingReason::Blocked { rook, blockers }
        }
        (None, Some(rook)) => IllegalCastlingReason::KingOrRookMoved { rook },
        (None, None) => IllegalCastlingReason::NoRook,
    };
    IllegalMoveReason::Castling { side, king, reason }
}

/// The reason why a piece cannot move there other than by castling: `Kg1` never means castling.
pub(crate) fn explain_without_castling(
    setup: &Setup,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> IllegalMoveReason {
    match (explain(setup, from, to, promotion), placed_piece(setup, from), placed_piece(setup, to)) {
        (Err(IllegalMoveReason::Castling { .. }) | Ok(_), _, Some(piece))
            if piece.piece.color == setup.turn =>
        {
            IllegalMoveReason::OwnPiece { piece }
        }
        (Err(IllegalMoveReason::Castling { .. }) | Ok(_), Some(piece), _) => {
            IllegalMoveReason::WrongMovement { piece, to }
        }
        (Err(reason), _, _) => reason,
        (Ok(_), None, _) => IllegalMoveReason::NoPiece { square: from },
    }
}

fn pawn_move_reason(setup: &Setup, piece: PlacedPiece, to: Square) -> IllegalMoveReason {
    let pawn = piece.square;
    if attacks::pawn(setup.turn, pawn).has(to) {
        let passed = Square::new(to.file(), pawn.rank());
        let could_have_passed = to.rank() == (!setup.turn).relative(Square::A3).rank();
        let stands = setup.board.pieces(Role::Pawn.of(!setup.turn)).has(passed);
        return if could_have_passed && stands {
            IllegalMoveReason::EnPassantExpired { pawn, enemy_pawn: passed }
        } else {
            IllegalMoveReason::PawnCaptureNeedsPiece { pawn, to }
        };
    }
    let up = if setup.turn == Color::White { 1 } else { -1 };
    let is_double = pawn.offset(0, 2 * up) == Some(to);
    if is_double && pawn.rank() != setup.turn.pawn_rank() {
        return IllegalMoveReason::DoubleStepTooLate { pawn };
    }
    if !is_double && pawn.offset(0, up) != Some(to) {
        return IllegalMoveReason::WrongMovement { piece, to };
    }
    match (blocker(setup, piece, to), placed_piece(setup, to)) {
        (Some(by), _) => IllegalMoveReason::Blocked { piece, by },
        (None, Some(by)) => IllegalMoveReason::PawnCapturesDiagonally { pawn, by },
        (None, None) => IllegalMoveReason::WrongMovement { piece, to },
    }
}

/// The blocking piece nearest to the origin.
fn blocker(setup: &Setup, piece: PlacedPiece, to: Square) -> Option<PlacedPiece> {
    let in_the_way = attacks::between(piece.square, to) & setup.board.occupied();
    let nearest = in_the_way.into_iter().min_by_key(|square| square.distance(piece.square))?;
    placed_piece(setup, nearest)
}

fn placed_piece(setup: &Setup, square: Square) -> Option<PlacedPiece> {
    setup.board.piece_at(square).map(|piece| PlacedPiece { piece, square })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_moves_have_reasons() {
        let check = |fen: &str, from: Square, to: Square, reason: &str| {
            let found = explain(&fen.parse().unwrap(), from, to, None).unwrap_err();
            assert_eq!(found.to_string(), reason, "{fen} {from}{to}");
        };
        use Square::*;
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        check(start, E4, E5, "there is no piece on e4");
        check(start, A8, A4, "the rook on a8 is blocked by the pawn on a7");
        for (from, to, is) in [
            (E2, E4, "NotYourPiece"),
            (E7, E7, "SameSquare"),
            (A8, A7, "OwnPiece"),
            (B8, B6, "WrongMovement"),
            (E7, D6, "PawnCaptureNeedsPiece"),
            (E7, E4, "WrongMovement"),
            (E8, G8, "Blocked"),
        ] {
            let found = explain(&start.parse().unwrap(), from, to, None).unwrap_err();
            assert!(format!("{found:?}").contains(is), "{from}{to}: {found:?}");
        }
        let open = "r3k2r/8/8/3pP3/P3p3/4P3/8/4K3 w kq - 0 1";
        for (from, to, is) in [
            (E3, E4, "PawnCapturesDiagonally"),
            (A4, A6, "DoubleStepTooLate"),
            (E5, D6, "EnPassantExpired"),
            (E1, G1, "NoRook"),
        ] {
            let found = explain(&open.parse().unwrap(), from, to, None).unwrap_err();
            assert!(format!("{found:?}").contains(is), "{from}{to}: {found:?}");
        }
    }
}
