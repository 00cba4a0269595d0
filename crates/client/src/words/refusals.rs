//! Why a move is not allowed, one sentence each.

use rules::{CastlingRefusal, CastlingSide, Refusal, Role};

use super::Words;

impl Words {
    /// Why a move is not allowed, in one sentence to the player who tried it.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal) -> String {
        match *refusal {
            Refusal::Checkmate { king, checkers } => {
                self.fill("refusal.checkmate", &[("king", &king), ("checkers", &self.squares(checkers))])
            }
            Refusal::Stalemate { .. } => self.text("refusal.stalemate").to_owned(),
            Refusal::NoPiece { square } => self.fill("refusal.no-piece", &[("square", &square)]),
            Refusal::NotYourPiece { piece } => {
                let (owner, turn) = (self.color(piece.piece.color), self.color(!piece.piece.color));
                let piece = self.placed(piece);
                self.fill("refusal.not-your-piece", &[("piece", &piece), ("owner", &owner), ("turn", &turn)])
            }
            Refusal::SameSquare { piece } => {
                self.fill("refusal.same-square", &[("piece", &self.placed(piece))])
            }
            Refusal::OwnPiece { piece } => {
                let role = self.role(piece.piece.role);
                self.fill("refusal.own-piece", &[("role", &role), ("square", &piece.square)])
            }
            Refusal::DoesNotMoveSo { piece, to } => {
                self.fill(moves_so_key(piece.piece.role), &[("from", &piece.square), ("to", &to)])
            }
            Refusal::Blocked { piece, by } => {
                self.fill("refusal.blocked", &[("piece", &self.placed(piece)), ("by", &self.placed(by))])
            }
            Refusal::PawnCapturesDiagonally { pawn, by } => {
                self.fill("refusal.pawn-captures-diagonally", &[("pawn", &pawn), ("by", &self.placed(by))])
            }
            Refusal::PawnCaptureNeedsPiece { to, .. } => {
                self.fill("refusal.pawn-capture-needs-piece", &[("to", &to)])
            }
            Refusal::DoubleStepTooLate { pawn } => {
                self.fill("refusal.double-step-too-late", &[("pawn", &pawn)])
            }
            Refusal::EnPassantExpired { passed, .. } => {
                self.fill("refusal.en-passant-expired", &[("passed", &passed)])
            }
            Refusal::EnPassantExposesKing { king, attackers } => {
                let attackers = self.squares(attackers);
                self.fill("refusal.en-passant-exposes-king", &[("king", &king), ("attackers", &attackers)])
            }
            Refusal::Castling { side, refusal, .. } => self.castling_refusal(side, refusal),
            Refusal::DoubleCheck { king, checkers } => {
                self.fill("refusal.double-check", &[("king", &king), ("checkers", &self.squares(checkers))])
            }
            Refusal::StillInCheck { king, checker } => {
                self.fill("refusal.still-in-check", &[("king", &king), ("checker", &self.placed(checker))])
            }
            Refusal::Pinned { piece, by, .. } => {
                self.fill("refusal.pinned", &[("piece", &self.placed(piece)), ("by", &self.placed(by))])
            }
            Refusal::KingWouldBeInCheck { to, attackers, .. } => {
                let attackers = self.squares(attackers);
                self.fill("refusal.king-would-be-in-check", &[("to", &to), ("attackers", &attackers)])
            }
            Refusal::PromotionMissing { pawn, to } => {
                self.fill("refusal.promotion-missing", &[("pawn", &pawn), ("to", &to)])
            }
            Refusal::PromotionImpossible { role, .. } => {
                self.fill("refusal.promotion-impossible", &[("role", &self.role(role))])
            }
            Refusal::NotAPromotion { piece, to, .. } => {
                self.fill("refusal.not-a-promotion", &[("piece", &self.placed(piece)), ("to", &to)])
            }
        }
    }

    fn castling_refusal(self, side: CastlingSide, refusal: CastlingRefusal) -> String {
        let side = self.castling_side(side);
        match refusal {
            CastlingRefusal::KingMoved => self.fill("castling.king-moved", &[("side", &side)]),
            CastlingRefusal::RookMoved { rook } => {
                self.fill("castling.rook-moved", &[("side", &side), ("rook", &rook)])
            }
            CastlingRefusal::KingOrRookMoved { rook } => {
                self.fill("castling.king-or-rook-moved", &[("side", &side), ("rook", &rook)])
            }
            CastlingRefusal::NoRook => self.fill("castling.no-rook", &[("side", &side)]),
            CastlingRefusal::InTheWay { blockers, .. } => {
                let several = blockers.more_than_one();
                let key = if several { "castling.in-the-way.more" } else { "castling.in-the-way.one" };
                self.fill(key, &[("side", &side), ("squares", &self.squares(blockers))])
            }
            CastlingRefusal::InCheck { checkers } => {
                self.fill("castling.in-check", &[("side", &side), ("checkers", &self.squares(checkers))])
            }
            CastlingRefusal::PassesThrough { square, attackers } => {
                let attackers = self.squares(attackers);
                let key = "castling.passes-through";
                self.fill(key, &[("side", &side), ("square", &square), ("attackers", &attackers)])
            }
            CastlingRefusal::LandsOn { square, attackers } => {
                let attackers = self.squares(attackers);
                let key = "castling.lands-on";
                self.fill(key, &[("side", &side), ("square", &square), ("attackers", &attackers)])
            }
        }
    }
}

fn moves_so_key(role: Role) -> &'static str {
    match role {
        Role::Pawn => "refusal.moves-so.pawn",
        Role::Knight => "refusal.moves-so.knight",
        Role::Bishop => "refusal.moves-so.bishop",
        Role::Rook => "refusal.moves-so.rook",
        Role::Queen => "refusal.moves-so.queen",
        Role::King => "refusal.moves-so.king",
    }
}
