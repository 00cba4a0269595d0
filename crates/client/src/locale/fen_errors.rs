//! Errors in positions and FENs.

use rules::{FenError, FenReason, ParseFenError, SetupFault, SetupFaults};

use super::Locale;

impl Locale {
    /// One sentence about a fault of a position.
    #[must_use]
    pub fn fault(self, fault: SetupFault) -> &'static str {
        self.text(match fault {
            SetupFault::NoWhiteKing => "fault.no-white-king",
            SetupFault::NoBlackKing => "fault.no-black-king",
            SetupFault::TooManyWhiteKings => "fault.too-many-white-kings",
            SetupFault::TooManyBlackKings => "fault.too-many-black-kings",
            SetupFault::PawnOnEndRank => "fault.pawn-on-end-rank",
            SetupFault::OpponentInCheck => "fault.opponent-in-check",
            SetupFault::TooManyPieces => "fault.too-many-men",
            SetupFault::TooMuchMaterial => "fault.too-much-material",
            SetupFault::ImpossibleCheck => "fault.impossible-check",
            SetupFault::InconsistentCastling => "fault.mixed-castling",
            SetupFault::BadCastling => "fault.bad-castling",
            SetupFault::BadEnPassant => "fault.bad-en-passant",
        })
    }

    /// One sentence for each fault of a position.
    #[must_use]
    pub fn faults(self, faults: SetupFaults) -> String {
        faults.iter().map(|fault| self.fault(fault)).collect::<Vec<_>>().join(" ")
    }

    /// Explains an error in a FEN.
    #[must_use]
    pub fn fen_error(self, error: &FenError) -> String {
        match error {
            FenError::Syntax(error) => self.parse_fen_error(error),
            FenError::Illegal(illegal) => self.faults(illegal.faults),
        }
    }

    /// Explains a syntax error in a FEN with its position. Text before the error is ASCII, so bytes are characters.
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
