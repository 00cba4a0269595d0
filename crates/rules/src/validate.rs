//! Validation: converts a [`Setup`] to a [`Position`]. All faults are reported at once, and callers may waive
//! some.

use core::fmt;

use crate::moves::{en_passant_pawn, en_passant_rank};
use crate::{
    Bitboard, Board, CastlingSide, Color, Position, Rank, Role, Setup, SetupFault, SetupFaults, Square,
    attacks,
};

/// An illegal setup with all its faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalPositionError {
    /// All faults found.
    pub faults: SetupFaults,
    /// The setup, unchanged.
    pub setup: Setup,
}

impl IllegalPositionError {
    /// Converts the setup regardless of the given faults, if there are no others and they are waivable.
    ///
    /// ```
    /// use hanpan_rules::{Setup, SetupFault};
    /// let three_queens: Setup = "k7/8/8/8/8/8/PPPPPPPP/1QQQ2K1 w - - 0 1".parse().unwrap();
    /// assert!(three_queens.position().is_err());
    /// assert!(three_queens.position().or_else(|e| e.waive(SetupFault::TooMuchMaterial)).is_ok());
    /// ```
    ///
    /// # Errors
    /// Returns the remaining faults.
    pub fn waive(self, faults: impl Into<SetupFaults>) -> Result<Position, IllegalPositionError> {
        self.setup.position_waiving(faults)
    }
}

impl fmt::Display for IllegalPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal position: {}", self.faults)
    }
}

impl core::error::Error for IllegalPositionError {}

impl Setup {
    /// Validates the setup.
    ///
    /// # Errors
    /// Returns all faults.
    pub fn position(&self) -> Result<Position, IllegalPositionError> {
        self.position_waiving(SetupFaults::NONE)
    }

    /// Validates the setup regardless of the given faults.
    ///
    /// # Errors
    /// Returns the faults that were not waived or cannot be waived.
    pub fn position_waiving(&self, waived: impl Into<SetupFaults>) -> Result<Position, IllegalPositionError> {
        let waived = waived.into();
        let faults = self.faults();
        let unwaivable = faults.without(SetupFaults::WAIVABLE);
        let left = faults.without(waived) | unwaivable;
        if !left.is_empty() {
            return Err(IllegalPositionError { faults: left, setup: *self });
        }
        let mut setup = *self;
        if faults.has(SetupFault::BadCastling) {
            setup.castling_rights = valid_castling_rights(self);
        }
        if faults.has(SetupFault::BadEnPassant) {
            setup.en_passant = None;
        }
        Ok(Position::from_checked(&setup))
    }

    /// All faults of the setup.
    #[must_use]
    pub fn faults(&self) -> SetupFaults {
        let board = &self.board;
        let mut faults = SetupFaults::NONE;
        let kings = |color| board.pieces(Role::King.of(color)).count();
        faults.add_if(SetupFault::NoWhiteKing, kings(Color::White) == 0);
        faults.add_if(SetupFault::NoBlackKing, kings(Color::Black) == 0);
        faults.add_if(SetupFault::TooManyWhiteKings, kings(Color::White) > 1);
        faults.add_if(SetupFault::TooManyBlackKings, kings(Color::Black) > 1);
        let end_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        faults.add_if(SetupFault::PawnOnEndRank, (board.role(Role::Pawn) & end_ranks).any());
        let too_many =
            |color| board.color(color).count() > 16 || board.pieces(Role::Pawn.of(color)).count() > 8;
        faults.add_if(SetupFault::TooManyPieces, Color::ALL.into_iter().any(too_many));
        faults.add_if(
            SetupFault::TooMuchMaterial,
            Color::ALL.into_iter().any(|color| too_much_material(board, color)),
        );
        let valid_rights = valid_castling_rights(self);
        faults.add_if(SetupFault::BadCastling, valid_rights != self.castling_rights);
        faults.add_if(SetupFault::InconsistentCastling, has_inconsistent_castling(board, valid_rights));
        let bad_en_passant = self.en_passant.is_some_and(|target| !is_valid_en_passant(self, target));
        faults.add_if(SetupFault::BadEnPassant, bad_en_passant);
        if let Some(king) = board.king(!self.turn) {
            let checkers = board.attackers(king, self.turn, board.occupied());
            faults.add_if(SetupFault::OpponentInCheck, checkers.any());
        }
        if let Some(king) = board.king(self.turn) {
            let passed = self.en_passant.filter(|_| !bad_en_passant);
            faults.add_if(SetupFault::ImpossibleCheck, is_impossible_check(self, king, passed));
        }
        faults
    }
}

/// Returns true if there are more promoted pieces than missing pawns.
fn too_much_material(board: &Board, color: Color) -> bool {
    let pieces = |role: Role| board.pieces(role.of(color));
    let beyond = |set: Bitboard, first: u32| set.count().saturating_sub(first);
    let bishops = pieces(Role::Bishop);
    let promoted = beyond(pieces(Role::Knight), 2)
        + beyond(bishops & Bitboard::LIGHT, 1)
        + beyond(bishops & Bitboard::DARK, 1)
        + beyond(pieces(Role::Rook), 2)
        + beyond(pieces(Role::Queen), 1);
    pieces(Role::Pawn).count() + promoted > 8
}

/// Rights whose king and rook stand on the back rank, at most one rook on each side of the king.
fn valid_castling_rights(setup: &Setup) -> Bitboard {
    let mut sound = Bitboard::EMPTY;
    for color in Color::ALL {
        let rank = Bitboard::rank(color.back_rank());
        let Some(king) = setup.board.king(color).filter(|&king| rank.has(king)) else { continue };
        let rooks = setup.castling_rights & setup.board.pieces(Role::Rook.of(color)) & rank;
        for side in CastlingSide::ALL {
            let mut of_side = rooks.into_iter().filter(|&rook| CastlingSide::of(king, rook) == side);
            if let (Some(rook), None) = (of_side.next(), of_side.next()) {
                sound |= rook.bitboard();
            }
        }
    }
    sound
}

/// Returns true if both sides have castling rights, but with kings or rooks on different files.
fn has_inconsistent_castling(board: &Board, castles: Bitboard) -> bool {
    let [white, black] = Color::ALL.map(|color| castles & Bitboard::rank(color.back_rank()));
    let (Some(white_king), Some(black_king)) = (board.king(Color::White), board.king(Color::Black)) else {
        return false;
    };
    if white.is_empty() || black.is_empty() {
        return false;
    }
    let black_rook = |side| black.into_iter().find(|&rook| CastlingSide::of(black_king, rook) == side);
    white_king.file() != black_king.file()
        || white.into_iter().any(|rook| {
            black_rook(CastlingSide::of(white_king, rook)).is_some_and(|other| other.file() != rook.file())
        })
}

/// Returns true if an enemy pawn can just have passed the square: it stands behind it, and the square and the
/// pawn's origin are empty.
pub(crate) fn is_valid_en_passant(setup: &Setup, target: Square) -> bool {
    let enemy = !setup.turn;
    target.rank() == en_passant_rank(enemy)
        && setup.board.pieces(Role::Pawn.of(enemy)).has(en_passant_pawn(target))
        && !setup.board.occupied().has(target)
        && !setup.board.occupied().has(double_step_origin(target))
}

/// Origin of the pawn that passed over this square.
fn double_step_origin(target: Square) -> Square {
    en_passant_pawn(target).offset(0, if target.rank() == Rank::Third { -2 } else { 2 }).unwrap_or(target)
}

/// One move gives at most two checks, on different lines, at most one of them by a knight or pawn. A pawn's
/// double step gives check itself or discovers one on the line it left, never both.
fn is_impossible_check(setup: &Setup, king: Square, passed: Option<Square>) -> bool {
    let board = &setup.board;
    let checkers = board.attackers(king, !setup.turn, board.occupied());
    if let Some(target) = passed.filter(|_| checkers.any()) {
        let (pawn, origin) = (en_passant_pawn(target), double_step_origin(target));
        let before = (board.occupied() ^ pawn.bitboard()) | origin.bitboard();
        let others = checkers.without(pawn.bitboard());
        // A check before the double step is impossible, also by a slider that the pawn now blocks.
        let was_in_check = others.any() && board.attackers(king, !setup.turn, before).any();
        return checkers.more_than_one() || was_in_check;
    }
    let steppers = board.role(Role::Pawn) | board.role(Role::Knight);
    let mut squares = checkers.into_iter();
    match (squares.next(), squares.next(), squares.next()) {
        (_, _, Some(_)) => true,
        (Some(a), Some(b), None) => attacks::line(a, b).has(king) || steppers.contains(checkers),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: &[SetupFault]) {
        let setup: Setup = fen.parse().unwrap();
        assert_eq!(setup.faults().iter().collect::<alloc::vec::Vec<_>>(), expected, "{fen}");
    }

    #[test]
    fn all_faults_are_found() {
        use SetupFault::*;
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[]);
        check("8/8/8/8/8/8/8/8 w - - 0 1", &[NoWhiteKing, NoBlackKing]);
        check("kk6/8/8/8/8/8/8/6KK w - - 0 1", &[TooManyWhiteKings, TooManyBlackKings]);
        check("3P4/1k2K3/8/8/8/8/8/3p4 w - - 0 1", &[PawnOnEndRank]);
        check("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &[OpponentInCheck]);
        check("rnbqkbnr/ppppNNpp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[TooManyPieces, TooMuchMaterial]);
        check("rnbqkbnr/bbbbbbbb/8/8/8/8/BBBBBBBB/RNBQKBNR w KQkq - 0 1", &[]);
        check("nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1", &[TooMuchMaterial]);
        // Three checkers; two on one line; two that are not sliders.
        check("4k3/8/3N4/1B6/8/8/8/2K1R3 b - - 0 1", &[ImpossibleCheck]);
        check("5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1", &[ImpossibleCheck]);
        check("1q4k1/3r1Ppp/5NP1/pP6/8/1Q6/3B4/2K2R2 b - - 0 1", &[ImpossibleCheck]);
        // The pawn has just moved from d2 to d4, and the queen was giving check before.
        check("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", &[ImpossibleCheck]);
        // The pawn has just moved from c7 to c5, and the bishop on d4 was giving check before.
        check("3b4/8/1K6/2p5/3b4/8/8/4k3 w - c6 0 1", &[ImpossibleCheck]);
        check("3b4/8/1K6/2p5/8/8/8/4k3 w - c6 0 1", &[]);
        check("nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[InconsistentCastling]);
        check("r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", &[InconsistentCastling]);
        check("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", &[BadCastling]);
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e7 0 1", &[BadEnPassant]);
        check("rnbqkbnr/1p1ppppp/B1p5/8/6P1/4P3/PPPP1P1P/RNBQK1NR w KQkq g3 0 3", &[BadEnPassant]);
    }

    #[test]
    fn waivable_faults_can_be_waived() {
        let bad_rights: Setup = "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1".parse().unwrap();
        assert!(bad_rights.position_waiving(SetupFault::BadCastling).is_err());
        let position =
            bad_rights.position_waiving(SetupFault::BadCastling | SetupFault::BadEnPassant).unwrap();
        assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let no_king: Setup = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse().unwrap();
        assert!(no_king.position_waiving(SetupFaults::WAIVABLE | SetupFault::NoWhiteKing).is_err());
    }
}
