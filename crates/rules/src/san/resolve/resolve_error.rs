//! Slow path of SAN resolution: the reason why a move is illegal.

use super::super::{PieceMove, San, SanError, SanKind};
use super::{castle, legal_origins, named_origins, pawn_move, pawn_origin, piece_origins};
use crate::cpu::BuildTarget;
use crate::{Bitboard, Board, CastlingSide, Color, Move, Position, Role, Square};

impl San {
    /// The error for a move that is illegal under the rules of the game, with the pieces that may be meant.
    /// For games under the Laws, [`resolve`](San::resolve) gives more precise errors.
    ///
    /// ```
    /// use hanpan_rules::{Board, Color, San, SanError, Square};
    /// let queen = San::parse(b"Qxf7")?.illegal_error(&Board::start(), Color::White);
    /// assert!(matches!(queen, SanError::Illegal { from, .. } if from.single() == Some(Square::D1)));
    /// # Ok::<(), hanpan_rules::ParseSanError>(())
    /// ```
    #[must_use]
    pub fn illegal_error(&self, board: &Board, turn: Color) -> SanError {
        match self.action {
            SanKind::Null => SanError::Null,
            SanKind::Castle(side) => SanError::IllegalCastling(side),
            SanKind::Piece(piece) => illegal(piece, possible_origins(board, turn, piece)),
        }
    }
}

/// Resolves what the fast path has not found, or returns the error.
#[cold]
pub(super) fn resolve_slow(action: SanKind, position: &Position) -> Result<Move, SanError> {
    match action {
        SanKind::Null => Err(SanError::Null),
        SanKind::Castle(side) => castle(position, side).ok_or(SanError::IllegalCastling(side)),
        SanKind::Piece(pawn) if pawn.role == Role::Pawn => Err(pawn_error(position, pawn)),
        SanKind::Piece(piece) => {
            long_algebraic_castling(position, piece).ok_or_else(|| piece_error(position, piece))
        }
    }
}

/// Castling in long algebraic notation, `Ke1-g1`, with the complete origin.
fn long_algebraic_castling(position: &Position, king: PieceMove) -> Option<Move> {
    let (Role::King, Some(file), Some(rank), false) = (king.role, king.file, king.rank, king.captures) else {
        return None;
    };
    let from = Square::new(file, rank);
    let side = CastlingSide::ALL.into_iter().find(|side| side.king_to(rank) == king.to)?;
    castle(position, side).filter(|m| m.from() == from && from.distance(king.to) > 1)
}

fn pawn_error(position: &Position, pawn: PieceMove) -> SanError {
    let queening = PieceMove { promotion: Some(Role::Queen), ..pawn };
    match pawn_move::<BuildTarget>(position, queening) {
        Some(m) if pawn.promotion.is_none() => SanError::PromotionMissing { from: m.from(), to: m.to() },
        _ => illegal_in(position, pawn, pawn_origin(position, pawn)),
    }
}

fn piece_error(position: &Position, piece: PieceMove) -> SanError {
    let candidates = piece_origins::<BuildTarget>(position, piece);
    let legal = legal_origins(position, piece, candidates);
    if !legal.more_than_one() {
        return illegal_in(position, piece, candidates);
    }
    let PieceMove { role, to, .. } = piece;
    let capture = position.board.sides[!position.turn].role_at(to);
    SanError::Ambiguous(legal.into_iter().map(|from| Move::normal(role, from, to, capture)).collect())
}

/// Pieces that reach the target are preferred to those that do not.
fn illegal_in(position: &Position, piece: PieceMove, candidates: Bitboard) -> SanError {
    let is_reached = candidates.any();
    illegal(
        piece,
        if is_reached { candidates } else { possible_origins(&position.board, position.turn, piece) },
    )
}

fn illegal(piece: PieceMove, from: Bitboard) -> SanError {
    let PieceMove { role, to, promotion, file, rank, .. } = piece;
    // A pawn without a file comes from the file of the target.
    let file = if role == Role::Pawn { file.or(Some(to.file())) } else { file };
    SanError::Illegal { role, file, rank, from, to, promotion }
}

/// Pieces of the role that match the disambiguation, whether or not they reach the target.
fn possible_origins(board: &Board, turn: Color, piece: PieceMove) -> Bitboard {
    let fitting = board.sides[turn].role(piece.role) & named_origins(piece);
    if piece.role == Role::Pawn && piece.file.is_none() {
        return fitting & Bitboard::file(piece.to.file());
    }
    fitting
}
