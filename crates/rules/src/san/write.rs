//! SAN writer.

use super::{PieceMove, San, SanKind, SanSuffix};
use crate::cpu::BuildTarget;
use crate::{Bitboard, File, Move, Position, Rank, Role};

impl Position {
    /// The move in SAN with minimal disambiguation and `+` or `#`. The result is meaningless for an illegal
    /// move.
    ///
    /// ```
    /// use hanpan_rules::{Position, San};
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    /// let m = San::parse(b"Ra8").unwrap().resolve(&position).unwrap();
    /// assert_eq!(position.san(m).to_string(), "Ra8#");
    /// ```
    #[must_use]
    pub fn san(&self, m: Move) -> San {
        self.san_to(m, &self.play_unchecked(m))
    }

    /// As [`Position::san`] for a move whose position after it is known.
    #[must_use]
    pub fn san_to(&self, m: Move, after: &Position) -> San {
        let suffix = match after.is_check() {
            false => None,
            true if after.has_legal_moves() => Some(SanSuffix::Check),
            true => Some(SanSuffix::Checkmate),
        };
        San { action: self.san_kind(m), suffix }
    }

    fn san_kind(&self, m: Move) -> SanKind {
        if let Some(side) = m.castling_side() {
            return SanKind::Castle(side);
        }
        let (file, rank) = self.disambiguation(m);
        SanKind::Piece(PieceMove {
            role: m.role(),
            file,
            rank,
            captures: m.is_capture(),
            to: m.to(),
            promotion: m.promotion(),
        })
    }

    /// File, else rank, else both, if another piece of the same role can legally move to the target.
    fn disambiguation(&self, m: Move) -> (Option<File>, Option<Rank>) {
        let (role, from, to) = (m.role(), m.from(), m.to());
        match role {
            Role::Pawn => return (m.is_capture().then_some(from.file()), None),
            Role::King => return (None, None),
            _ => {}
        }
        let rivals: Bitboard = self
            .pseudo_legal_origins::<BuildTarget>(role, to)
            .without(from.bitboard())
            .into_iter()
            .filter(|&rival| self.is_king_safe_after::<BuildTarget>(role, rival, to))
            .collect();
        if rivals.is_empty() {
            (None, None)
        } else if (rivals & Bitboard::file(from.file())).is_empty() {
            (Some(from.file()), None)
        } else if (rivals & Bitboard::rank(from.rank())).is_empty() {
            (None, Some(from.rank()))
        } else {
            (Some(from.file()), Some(from.rank()))
        }
    }
}
