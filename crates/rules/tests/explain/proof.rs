//! Proofs of reasons, independent of the implementation: pieces are moved on a copy of the board, attacks are
//! found square by square, and pseudo-legal moves come from the pseudo-legal generator.

use rules::{
    Bitboard, Board, CastlingSide, Color, IllegalCastlingReason, IllegalMoveReason, PlacedPiece, Position,
    Rank, Role, Setup, Square,
};

/// An attempted move for which a reason was given.
pub(crate) struct Attempt<'a> {
    pub(crate) position: &'a Position,
    pub(crate) setup: &'a Setup,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
}

impl Attempt<'_> {
    pub(crate) fn proves(&self, reason: IllegalMoveReason) -> bool {
        let board = self.position.board();
        let us = self.position.turn();
        let own_king = self.position.king(us);
        let role = board.piece_at(self.from).map(|piece| piece.role);
        let checkers_now = attackers(board, own_king, !us);
        let is_king = role == Some(Role::King);
        match reason {
            IllegalMoveReason::Checkmate { king, checkers } => {
                king == own_king && checkers.any() && checkers == checkers_now && self.has_no_legal_moves()
            }
            IllegalMoveReason::Stalemate { king } => {
                king == own_king && checkers_now.is_empty() && self.has_no_legal_moves()
            }
            IllegalMoveReason::NoPiece { square } => square == self.from && role.is_none(),
            IllegalMoveReason::NotYourPiece { piece } => {
                self.is_piece_on(piece, self.from) && piece.piece.color != us
            }
            IllegalMoveReason::SameSquare { piece } => {
                self.is_piece_on(piece, self.from) && self.from == self.to
            }
            IllegalMoveReason::OwnPiece { piece } => {
                self.is_piece_on(piece, self.to)
                    && piece.piece.color == us
                    && !(is_king && self.position.castling_rights().has(self.to))
            }
            IllegalMoveReason::WrongMovement { piece, to } => {
                self.is_piece_on(piece, self.from)
                    && to == self.to
                    && !self.fits_on_empty_board()
                    && !self.is_pseudo_legal()
            }
            IllegalMoveReason::Blocked { piece, by } => {
                self.is_piece_on(piece, self.from)
                    && self.fits_on_empty_board()
                    && !self.is_pseudo_legal()
                    && path(self.from, self.to).find(|&square| board.piece_at(square).is_some())
                        == Some(by.square)
                    && self.is_piece_on(by, by.square)
                    && by.square != self.to
            }
            IllegalMoveReason::PawnCapturesDiagonally { pawn, by } => {
                self.is_pawn(pawn)
                    && self.files() == 0
                    && self.is_piece_on(by, self.to)
                    && by.piece.color != us
                    && path(self.from, self.to).find(|&square| board.piece_at(square).is_some())
                        == Some(self.to)
            }
            IllegalMoveReason::PawnCaptureNeedsPiece { pawn, to } => {
                self.is_pawn(pawn)
                    && to == self.to
                    && self.is_empty_diagonal()
                    && !self.has_enemy_pawn_beside()
            }
            IllegalMoveReason::DoubleStepTooLate { pawn } => {
                self.is_pawn(pawn)
                    && (self.files(), self.ranks()) == (0, 2)
                    && us.relative(pawn).rank() != Rank::Second
            }
            IllegalMoveReason::EnPassantExpired { pawn, enemy_pawn: passed } => {
                self.is_pawn(pawn)
                    && self.is_empty_diagonal()
                    && self.has_enemy_pawn_beside()
                    && passed == Square::new(self.to.file(), self.from.rank())
                    && self.setup.en_passant != Some(self.to)
            }
            IllegalMoveReason::EnPassantExposesKing { king, attackers: exposed } => {
                let mut without_pawn = *board;
                without_pawn.remove(self.from);
                king == own_king
                    && self.setup.en_passant == Some(self.to)
                    && self.is_pseudo_legal()
                    && exposed.any()
                    && exposed == attackers(&self.board_after(), king, !us)
                    && (exposed & checkers_now).is_empty()
                    && (attackers(&without_pawn, king, !us) & exposed).is_empty()
            }
            IllegalMoveReason::DoubleCheck { king, checkers } => {
                king == own_king
                    && !is_king
                    && checkers.count() >= 2
                    && checkers == checkers_now
                    && self.is_pseudo_legal()
            }
            IllegalMoveReason::StillInCheck { king, checker } => {
                king == own_king
                    && !is_king
                    && self.is_pseudo_legal()
                    && checkers_now == checker.square.bitboard()
                    && self.is_piece_on(checker, checker.square)
                    && attackers(&self.board_after(), king, !us).has(checker.square)
            }
            IllegalMoveReason::Pinned { piece, by, line } => {
                let mut without_piece = *board;
                without_piece.remove(self.from);
                self.is_piece_on(piece, self.from)
                    && self.is_piece_on(by, by.square)
                    && self.is_pseudo_legal()
                    && !is_king
                    && !checkers_now.has(by.square)
                    && attackers(&without_piece, own_king, !us).has(by.square)
                    && attackers(&self.board_after(), own_king, !us).has(by.square)
                    && line == path(own_king, by.square).chain([own_king]).collect()
                    && line.has(self.from)
            }
            IllegalMoveReason::KingWouldBeInCheck { king, to, attackers: there } => {
                king == own_king
                    && king == self.from
                    && to == self.to
                    && self.is_pseudo_legal()
                    && there.any()
                    && there == attackers(&self.board_after(), to, !us)
            }
            IllegalMoveReason::PromotionMissing { pawn, to } => {
                self.is_pawn(pawn)
                    && to == self.to
                    && self.promotion.is_none()
                    && self.legal_with(Some(Role::Queen))
            }
            IllegalMoveReason::PromotionImpossible { pawn, role } => {
                self.is_pawn(pawn)
                    && self.promotion == Some(role)
                    && matches!(role, Role::King | Role::Pawn)
                    && self.legal_with(Some(Role::Queen))
            }
            IllegalMoveReason::NotAPromotion { piece, to, role } => {
                self.is_piece_on(piece, self.from)
                    && (to == self.to || is_king)
                    && self.promotion == Some(role)
                    && self.legal_with(None)
            }
            IllegalMoveReason::Castling { side, king, reason } => {
                is_king
                    && king == self.from
                    && (side == CastlingSide::King) == (self.files() > 0)
                    && self.proves_castling(side, reason)
            }
        }
    }

    fn proves_castling(&self, side: CastlingSide, reason: IllegalCastlingReason) -> bool {
        let board = self.position.board();
        let us = self.position.turn();
        let king = self.from;
        let own_rook =
            |rook| board.piece_at(rook) == Some(Role::Rook.of(us)) && rook.rank() == us.back_rank();
        let rights = self.position.castling_rights() & board.color(us);
        let Some(rook) = self.position.castling_rook(us, side) else {
            return match reason {
                IllegalCastlingReason::KingMoved => {
                    let file = king.file().letter();
                    rights.is_empty()
                        && own_rook(self.to)
                        && (king.rank() != us.back_rank() || "ah".contains(file))
                }
                IllegalCastlingReason::RookMoved { rook } => {
                    own_rook(rook) && rights.any() && !rights.has(rook)
                }
                IllegalCastlingReason::KingOrRookMoved { rook } => {
                    own_rook(rook) && rights.is_empty() && king.rank() == us.back_rank()
                }
                IllegalCastlingReason::NoRook => Square::ALL
                    .into_iter()
                    .all(|rook| !own_rook(rook) || CastlingSide::of(king, rook) != side),
                _ => false,
            };
        };
        if self.to != rook && own_rook(self.to) && self.to.file() != side.king_file() {
            return reason == IllegalCastlingReason::RookMoved { rook: self.to };
        }
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let blockers: Bitboard = path(king, king_to)
            .chain(path(rook, rook_to))
            .filter(|&square| square != king && square != rook && board.piece_at(square).is_some())
            .collect();
        if blockers.any() {
            return reason == IllegalCastlingReason::Blocked { rook, blockers };
        }
        let checkers = attackers(board, king, !us);
        if checkers.any() {
            return reason == IllegalCastlingReason::InCheck { checkers };
        }
        let mut without_king = *board;
        without_king.remove(king);
        for square in path(king, king_to).filter(|&square| square != king_to) {
            let attackers = attackers(&without_king, square, !us);
            if attackers.any() {
                return reason == IllegalCastlingReason::PassesThroughCheck { square, attackers };
            }
        }
        let mut castled = without_king;
        castled.remove(rook);
        castled.set(rook_to, Role::Rook.of(us));
        let attackers = attackers(&castled, king_to, !us);
        attackers.any() && reason == IllegalCastlingReason::LandsInCheck { square: king_to, attackers }
    }

    fn has_no_legal_moves(&self) -> bool {
        self.position.legal_moves().is_empty()
    }

    fn legal_with(&self, promotion: Option<Role>) -> bool {
        self.position.explain(self.from, self.to, promotion).is_ok()
    }

    fn is_piece_on(&self, placed: PlacedPiece, square: Square) -> bool {
        placed.square == square && self.position.piece_at(square) == Some(placed.piece)
    }

    fn is_pawn(&self, pawn: Square) -> bool {
        pawn == self.from && self.position.piece_at(pawn) == Some(Role::Pawn.of(self.position.turn()))
    }

    /// Returns true if the move is pseudo-legal.
    fn is_pseudo_legal(&self) -> bool {
        self.setup
            .pseudo_legal_moves()
            .iter()
            .any(|m| m.from() == self.from && m.to() == self.to && !m.is_castle())
    }

    fn board_after(&self) -> Board {
        let moves = self.setup.pseudo_legal_moves();
        let m = moves.iter().find(|m| m.from() == self.from && m.to() == self.to && !m.is_castle());
        self.setup.play_pseudo_unchecked(*m.unwrap()).board
    }

    fn files(&self) -> i8 {
        self.to.file() as i8 - self.from.file() as i8
    }

    /// Ranks forward, from the point of view of the side to move.
    fn ranks(&self) -> i8 {
        let us = self.position.turn();
        us.relative(self.to).rank() as i8 - us.relative(self.from).rank() as i8
    }

    fn is_empty_diagonal(&self) -> bool {
        self.files().abs() == 1 && self.ranks() == 1 && self.position.piece_at(self.to).is_none()
    }

    /// Returns true if an enemy pawn is_piece_on beside the pawn on its fifth rank.
    fn has_enemy_pawn_beside(&self) -> bool {
        let us = self.position.turn();
        let beside = Square::new(self.to.file(), self.from.rank());
        us.relative(self.from).rank() == Rank::Fifth
            && self.position.piece_at(beside) == Some(Role::Pawn.of(!us))
    }

    fn fits_on_empty_board(&self) -> bool {
        let (files, ranks) = (self.files().abs(), self.ranks().abs());
        let home = self.position.turn().relative(self.from).rank() == Rank::Second;
        match self.position.piece_at(self.from).map(|piece| piece.role) {
            Some(Role::Pawn) => match self.ranks() {
                1 => files <= 1,
                2 => files == 0 && home,
                _ => false,
            },
            Some(Role::Knight) => files * ranks == 2,
            Some(Role::Bishop) => files == ranks,
            Some(Role::Rook) => files * ranks == 0,
            Some(Role::Queen) => files == ranks || files * ranks == 0,
            Some(Role::King) => files.max(ranks) == 1,
            None => false,
        }
    }
}

/// Squares along a line without the first and with the last; empty if the squares are not aligned.
fn path(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let steps = if aligned { files.abs().max(ranks.abs()) } else { 0 };
    (1..=steps).filter_map(move |n| from.offset(files.signum() * n, ranks.signum() * n))
}

/// Attackers of a square, by testing each piece.
fn attackers(board: &Board, target: Square, by: Color) -> Bitboard {
    board.color(by).into_iter().filter(|&from| attacks_square(board, from, target)).collect()
}

fn attacks_square(board: &Board, from: Square, target: Square) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let files = (target.file() as i8 - from.file() as i8).abs();
    let forward = piece.color.relative(target).rank() as i8 - piece.color.relative(from).rank() as i8;
    let ranks = forward.abs();
    let open = || path(from, target).all(|square| square == target || board.piece_at(square).is_none());
    match piece.role {
        _ if from == target => false,
        Role::Pawn => files == 1 && forward == 1,
        Role::Knight => files * ranks == 2,
        Role::Bishop => files == ranks && open(),
        Role::Rook => files * ranks == 0 && open(),
        Role::Queen => (files == ranks || files * ranks == 0) && open(),
        Role::King => files.max(ranks) == 1,
    }
}
