//! What is wrong with a position, or with the FEN that describes it.

use rules::{Fault, Faults, FenError, FenReason, ParseFenError};

use super::Words;

impl Words {
    /// What is wrong with a position, one sentence.
    #[must_use]
    pub fn fault(self, fault: Fault) -> &'static str {
        self.text(match fault {
            Fault::NoWhiteKing => "fault.no-white-king",
            Fault::NoBlackKing => "fault.no-black-king",
            Fault::TooManyWhiteKings => "fault.too-many-white-kings",
            Fault::TooManyBlackKings => "fault.too-many-black-kings",
            Fault::PawnOnEndRank => "fault.pawn-on-end-rank",
            Fault::OpponentInCheck => "fault.opponent-in-check",
            Fault::TooManyMen => "fault.too-many-men",
            Fault::TooMuchMaterial => "fault.too-much-material",
            Fault::ImpossibleCheck => "fault.impossible-check",
            Fault::MixedCastling => "fault.mixed-castling",
            Fault::BadCastling => "fault.bad-castling",
            Fault::BadEnPassant => "fault.bad-en-passant",
        })
    }

    /// All that is wrong with a position, a sentence for each.
    #[must_use]
    pub fn faults(self, faults: Faults) -> String {
        faults.iter().map(|fault| self.fault(fault)).collect::<Vec<_>>().join(" ")
    }

    /// Why a FEN gives no position.
    #[must_use]
    pub fn fen_error(self, error: &FenError) -> String {
        match error {
            FenError::Syntax(error) => self.parse_fen_error(error),
            FenError::Illegal(illegal) => self.faults(illegal.faults),
        }
    }

    /// Why a text is no FEN, and where. All that comes before the trouble is ASCII, so bytes count characters.
    #[must_use]
    pub fn parse_fen_error(self, error: &ParseFenError) -> String {
        let problem = self.fen_reason(error.reason);
        self.fill("fen.at", &[("at", &(error.at + 1)), ("problem", &problem)])
    }

    fn fen_reason(self, reason: FenReason) -> String {
        let key = match reason {
            FenReason::RankTooLong(rank) => return self.fill("fen.rank-too-long", &[("rank", &rank)]),
            FenReason::RankTooShort(rank) => return self.fill("fen.rank-too-short", &[("rank", &rank)]),
            FenReason::BoardTooShort(rank) => return self.fill("fen.board-too-short", &[("rank", &rank)]),
            FenReason::Empty => "fen.empty",
            FenReason::NotAPiece => "fen.not-a-piece",
            FenReason::BadDigit => "fen.bad-digit",
            FenReason::TwoDigits => "fen.two-digits",
            FenReason::BoardTooLong => "fen.board-too-long",
            FenReason::BadTurn => "fen.bad-turn",
            FenReason::BadCastling => "fen.bad-castling",
            FenReason::DoubleCastling => "fen.double-castling",
            FenReason::BadEnPassant => "fen.bad-en-passant",
            FenReason::BadHalfmoves => "fen.bad-halfmoves",
            FenReason::BadFullmoves => "fen.bad-fullmoves",
            FenReason::TooManyFields => "fen.too-many-fields",
        };
        self.text(key).to_owned()
    }
}
