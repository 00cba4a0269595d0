//! Reasons why a move is illegal, one sentence each.

use std::fmt::Display;

use rules::{CastlingSide, IllegalCastlingReason, IllegalMoveReason, Role};

use super::Locale;

impl Locale {
    /// Explains an illegal move in one sentence.
    #[must_use]
    pub fn refusal(self, refusal: &IllegalMoveReason) -> String {
        match *refusal {
            IllegalMoveReason::Checkmate { king, checkers } => {
                self.fill("refusal.checkmate", &[("king", &king), ("checkers", &self.squares(checkers))])
            }
            IllegalMoveReason::Stalemate { .. } => self.text("refusal.stalemate").to_owned(),
            IllegalMoveReason::NoPiece { square } => self.fill("refusal.no-piece", &[("square", &square)]),
            IllegalMoveReason::NotYourPiece { piece } => {
                let (owner, turn) = (self.color(piece.piece.color), self.color(!piece.piece.color));
                let piece = self.placed_piece(piece);
                self.fill("refusal.not-your-piece", &[("piece", &piece), ("owner", &owner), ("turn", &turn)])
            }
            IllegalMoveReason::SameSquare { piece } => {
                self.fill("refusal.same-square", &[("piece", &self.placed_piece(piece))])
            }
            IllegalMoveReason::OwnPiece { piece } => {
                let role = self.role(piece.piece.role);
                self.fill("refusal.own-piece", &[("role", &role), ("square", &piece.square)])
            }
            IllegalMoveReason::WrongMovement { piece, to } => {
                self.fill(piece_movement_key(piece.piece.role), &[("from", &piece.square), ("to", &to)])
            }
            IllegalMoveReason::Blocked { piece, by } => self.fill(
                "refusal.blocked",
                &[("piece", &self.placed_piece(piece)), ("by", &self.placed_piece(by))],
            ),
            IllegalMoveReason::PawnCapturesDiagonally { pawn, by } => self
                .fill("refusal.pawn-captures-diagonally", &[("pawn", &pawn), ("by", &self.placed_piece(by))]),
            IllegalMoveReason::PawnCaptureNeedsPiece { to, .. } => {
                self.fill("refusal.pawn-capture-needs-piece", &[("to", &to)])
            }
            IllegalMoveReason::DoubleStepTooLate { pawn } => {
                self.fill("refusal.double-step-too-late", &[("pawn", &pawn)])
            }
            IllegalMoveReason::EnPassantExpired { enemy_pawn: passed, .. } => {
                self.fill("refusal.en-passant-expired", &[("passed", &passed)])
            }
            IllegalMoveReason::EnPassantExposesKing { king, attackers } => {
                let attackers = self.squares(attackers);
                self.fill("refusal.en-passant-exposes-king", &[("king", &king), ("attackers", &attackers)])
            }
            IllegalMoveReason::Castling { side, reason: refusal, .. } => self.castling_refusal(side, refusal),
            IllegalMoveReason::DoubleCheck { king, checkers } => {
                self.fill("refusal.double-check", &[("king", &king), ("checkers", &self.squares(checkers))])
            }
            IllegalMoveReason::StillInCheck { king, checker } => self
                .fill("refusal.still-in-check", &[("king", &king), ("checker", &self.placed_piece(checker))]),
            IllegalMoveReason::Pinned { piece, by, .. } => self.fill(
                "refusal.pinned",
                &[("piece", &self.placed_piece(piece)), ("by", &self.placed_piece(by))],
            ),
            IllegalMoveReason::KingWouldBeInCheck { to, attackers, .. } => {
                let attackers = self.squares(attackers);
                self.fill("refusal.king-would-be-in-check", &[("to", &to), ("attackers", &attackers)])
            }
            IllegalMoveReason::PromotionMissing { pawn, to } => {
                self.fill("refusal.promotion-missing", &[("pawn", &pawn), ("to", &to)])
            }
            IllegalMoveReason::PromotionImpossible { role, .. } => {
                self.fill("refusal.promotion-impossible", &[("role", &self.role(role))])
            }
            IllegalMoveReason::NotAPromotion { piece, to, .. } => {
                self.fill("refusal.not-a-promotion", &[("piece", &self.placed_piece(piece)), ("to", &to)])
            }
        }
    }

    fn castling_refusal(self, side: CastlingSide, refusal: IllegalCastlingReason) -> String {
        let side = self.castling_side(side);
        match refusal {
            IllegalCastlingReason::KingMoved => self.fill("castling.king-moved", &[("side", &side)]),
            IllegalCastlingReason::RookMoved { rook } => {
                self.fill("castling.rook-moved", &[("side", &side), ("rook", &rook)])
            }
            IllegalCastlingReason::KingOrRookMoved { rook } => {
                self.fill("castling.king-or-rook-moved", &[("side", &side), ("rook", &rook)])
            }
            IllegalCastlingReason::NoRook => self.fill("castling.no-rook", &[("side", &side)]),
            IllegalCastlingReason::Blocked { blockers, .. } => {
                let values: [(&str, &dyn Display); 2] =
                    [("side", &side), ("squares", &self.squares(blockers))];
                self.fill_plural("castling.in-the-way", u64::from(blockers.count()), &values)
            }
            IllegalCastlingReason::InCheck { checkers } => {
                self.fill("castling.in-check", &[("side", &side), ("checkers", &self.squares(checkers))])
            }
            IllegalCastlingReason::PassesThroughCheck { square, attackers } => {
                let attackers = self.squares(attackers);
                let key = "castling.passes-through";
                self.fill(key, &[("side", &side), ("square", &square), ("attackers", &attackers)])
            }
            IllegalCastlingReason::LandsInCheck { square, attackers } => {
                let attackers = self.squares(attackers);
                let key = "castling.lands-on";
                self.fill(key, &[("side", &side), ("square", &square), ("attackers", &attackers)])
            }
        }
    }
}

fn piece_movement_key(role: Role) -> &'static str {
    match role {
        Role::Pawn => "refusal.moves-so.pawn",
        Role::Knight => "refusal.moves-so.knight",
        Role::Bishop => "refusal.moves-so.bishop",
        Role::Rook => "refusal.moves-so.rook",
        Role::Queen => "refusal.moves-so.queen",
        Role::King => "refusal.moves-so.king",
    }
}
