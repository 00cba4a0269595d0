//! Typed reasons for illegal moves, so that a board can state and draw them. A reason is given only if it is
//! true; where a position does not know (king or rook moved when a castling right was lost), the reason says
//! no more than is known.
//!
//! Several reasons may hold at once. The first of this list is returned:
//!
//! 1. The game is over by checkmate or stalemate. (Endings that depend on the history of the game are not
//!    checked here.)
//! 2. There is no piece on the square, it belongs to the opponent, or origin and target are the same.
//! 3. The move is a castling attempt (see below): the right is lost, there is no rook, pieces are in the way,
//!    the king is in check, or it would pass or land on an attacked square.
//! 4. A piece of the same side stands on the target.
//! 5. The piece does not move that way, or is blocked; for pawns also: no capture straight ahead, no diagonal
//!    step without a capture, en passant expired, no double step from this rank.
//! 6. King safety: the king would be in check; only the king may move in double check; the king is still in
//!    check; the piece is pinned; capturing en passant would expose the king.
//! 7. The promotion is missing, impossible, or given for a move that is not a promotion. This comes last, so
//!    that a query without a promotion tells whether the user must be asked for one.
//!
//! A king move is a castling attempt if its target is
//!
//! * an own rook with a castling right, or any other own rook on the king's back rank that is more than a
//!   king's step and at least one file away;
//! * the king's castling target (c- or g-file) on its back rank, two or more squares away, if the king has
//!   the right to castle to that side or stands on the e-file.
//!
//! Both spellings work in standard chess and Chess960, but a Chess960 king one square from its castling
//! target needs the first one, because the second is an ordinary king move.

mod castling;
mod name;
mod reason;
mod display;

pub use reason::{IllegalCastlingReason, IllegalMoveReason, PlacedPiece};

use crate::moves::{en_passant_pawn, en_passant_rank};
use crate::{Bitboard, Move, Position, Role, Square, attacks};
use reason::lines;

impl Position {
    /// Returns the legal move between two squares, or the reason why it is illegal.
    ///
    /// ```
    /// use hanpan_rules::{IllegalMoveReason, Position, Square};
    /// let start = Position::start();
    /// assert!(start.explain(Square::G1, Square::F3, None).is_ok());
    ///
    /// let reason = start.explain(Square::A1, Square::A5, None).unwrap_err();
    /// assert!(matches!(reason, IllegalMoveReason::Blocked { by, .. } if by.square == Square::A2));
    /// assert_eq!(reason.to_string(), "the rook on a1 is blocked by the pawn on a2");
    /// ```
    ///
    /// # Errors
    /// Returns the first reason in the order of the module `explain`: game over, wrong squares, castling, own
    /// piece on the target, movement of the piece, king safety, promotion.
    pub fn explain(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalMoveReason> {
        self.check_not_over()?;
        let piece = self.placed_piece(from).ok_or(IllegalMoveReason::NoPiece { square: from })?;
        if piece.piece.color != self.turn {
            return Err(IllegalMoveReason::NotYourPiece { piece });
        }
        if from == to {
            return Err(IllegalMoveReason::SameSquare { piece });
        }
        if let Some(attempt) = self.castling_attempt(piece, to) {
            let m = self.check_castling(from, attempt)?;
            return explain_promotion(m, piece, promotion);
        }
        if let Some(piece) = self.placed_piece(to).filter(|own| own.piece.color == self.turn) {
            return Err(IllegalMoveReason::OwnPiece { piece });
        }
        let m = self.explain_movement(piece, to)?;
        self.explain_king_safety(m, piece)?;
        explain_promotion(m, piece, promotion)
    }

    pub(super) fn check_not_over(&self) -> Result<(), IllegalMoveReason> {
        if self.has_legal_moves() {
            return Ok(());
        }
        let (king, checkers) = (self.king(self.turn), self.checkers());
        Err(if checkers.any() {
            IllegalMoveReason::Checkmate { king, checkers }
        } else {
            IllegalMoveReason::Stalemate { king }
        })
    }

    /// Checks the movement of the piece. A promotion is not yet set.
    fn explain_movement(&self, piece: PlacedPiece, to: Square) -> Result<Move, IllegalMoveReason> {
        if piece.piece.role == Role::Pawn {
            return self.explain_pawn(piece, to);
        }
        if !attacks::piece(piece.piece, piece.square, Bitboard::EMPTY).has(to) {
            return Err(IllegalMoveReason::WrongMovement { piece, to });
        }
        self.check_not_blocked(piece, to)?;
        let capture = self.placed_piece(to).map(|taken| taken.piece.role);
        Ok(Move::normal(piece.piece.role, piece.square, to, capture))
    }

    fn explain_pawn(&self, piece: PlacedPiece, to: Square) -> Result<Move, IllegalMoveReason> {
        let pawn = piece.square;
        let enemy = self.placed_piece(to);
        if attacks::pawn(self.turn, pawn).has(to) {
            return match enemy {
                Some(enemy) => Ok(Move::normal(Role::Pawn, pawn, to, Some(enemy.piece.role))),
                None if self.en_passant == Some(to) => Ok(Move::en_passant(pawn, to)),
                None => Err(self.explain_empty_diagonal(pawn, to)),
            };
        }
        let ahead =
            |steps| self.turn.relative(pawn).offset(0, steps).map(|square| self.turn.relative(square));
        let (step, double) = (ahead(1), ahead(2));
        if step != Some(to) && double != Some(to) {
            return Err(IllegalMoveReason::WrongMovement { piece, to });
        }
        if double == Some(to) && pawn.rank() != self.turn.pawn_rank() {
            return Err(IllegalMoveReason::DoubleStepTooLate { pawn });
        }
        self.check_not_blocked(piece, to)?;
        match enemy {
            Some(by) => Err(IllegalMoveReason::PawnCapturesDiagonally { pawn, by }),
            None => Ok(Move::normal(Role::Pawn, pawn, to, None)),
        }
    }

    /// The reason why a pawn cannot capture on an empty square.
    fn explain_empty_diagonal(&self, pawn: Square, to: Square) -> IllegalMoveReason {
        let passed = en_passant_pawn(to);
        let enemies = self.board.pieces(Role::Pawn.of(!self.turn));
        if to.rank() == en_passant_rank(!self.turn) && enemies.has(passed) {
            IllegalMoveReason::EnPassantExpired { pawn, enemy_pawn: passed }
        } else {
            IllegalMoveReason::PawnCaptureNeedsPiece { pawn, to }
        }
    }

    fn check_not_blocked(&self, piece: PlacedPiece, to: Square) -> Result<(), IllegalMoveReason> {
        let in_the_way = attacks::between(piece.square, to) & self.board.occupied();
        let nearest = in_the_way.into_iter().min_by_key(|square| square.distance(piece.square));
        match nearest.and_then(|square| self.placed_piece(square)) {
            Some(by) => Err(IllegalMoveReason::Blocked { piece, by }),
            None => Ok(()),
        }
    }

    /// Checks that the own king is not attacked on the board after the move.
    fn explain_king_safety(&self, m: Move, piece: PlacedPiece) -> Result<(), IllegalMoveReason> {
        let (from, to) = (m.from(), m.to());
        let taken = m.capture_square().map_or(Bitboard::EMPTY, Square::bitboard);
        let occupied = self.board.occupied().without(taken | from.bitboard()).with(to);
        let attackers = |king| self.board.attackers(king, !self.turn, occupied).without(taken);

        let king = self.king(self.turn);
        if m.role() == Role::King {
            let attackers = attackers(to);
            let safe = attackers.is_empty();
            return if safe {
                Ok(())
            } else {
                Err(IllegalMoveReason::KingWouldBeInCheck { king, to, attackers })
            };
        }
        let (checkers, attackers) = (self.checkers(), attackers(king));
        if checkers.more_than_one() {
            return Err(IllegalMoveReason::DoubleCheck { king, checkers });
        }
        if let Some(checker) = (checkers & attackers).first().and_then(|square| self.placed_piece(square)) {
            return Err(IllegalMoveReason::StillInCheck { king, checker });
        }
        // A pinned piece is the only one on the line; en passant can also open a line on which both pawns
        // stood.
        let shielded = |by: &Square| attacks::between(king, *by) & self.board.occupied() == from.bitboard();
        let pinner = attackers.into_iter().find(shielded);
        match pinner.and_then(|square| self.placed_piece(square)) {
            Some(by) => Err(IllegalMoveReason::Pinned { piece, by, line: lines(by.square.bitboard(), king) }),
            None if attackers.any() => Err(IllegalMoveReason::EnPassantExposesKing { king, attackers }),
            None => Ok(()),
        }
    }

    pub(crate) fn placed_piece(&self, square: Square) -> Option<PlacedPiece> {
        self.board.piece_at(square).map(|piece| PlacedPiece { piece, square })
    }
}

/// Sets the promotion, or returns the reason why it is wrong.
fn explain_promotion(
    m: Move,
    piece: PlacedPiece,
    promotion: Option<Role>,
) -> Result<Move, IllegalMoveReason> {
    let (pawn, to) = (m.from(), m.to());
    let promotes = m.role() == Role::Pawn && to.rank() == piece.piece.color.promotion_rank();
    match promotion {
        None if promotes => Err(IllegalMoveReason::PromotionMissing { pawn, to }),
        None => Ok(m),
        Some(role) if !promotes => Err(IllegalMoveReason::NotAPromotion { piece, to, role }),
        Some(role) if !role.is_promotion() => Err(IllegalMoveReason::PromotionImpossible { pawn, role }),
        Some(role) => Ok(Move::promote(pawn, to, m.capture(), role)),
    }
}
