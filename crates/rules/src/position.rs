//! Legal positions.

use core::fmt;
use core::num::NonZeroU32;

use crate::cpu::Cpu;
use crate::{Bitboard, Board, CastlingSide, Color, Move, Piece, Setup, Square, attacks, zobrist};

/// A legal position: both sides have one king, and the side that has just moved is not in check. 120 bytes,
/// `Copy`.
///
/// # Equality
///
/// Equality compares all fields, counters included. The en passant square is kept when a pawn stands ready to
/// capture, even if the capture would expose its king; FEN has only legal captures, so a position parsed from
/// its own FEN may differ in that. [`repetition_key`](Position::repetition_key) is the same for both.
///
/// ```
/// use hanpan_rules::{Position, Square};
/// let position = Position::start();
/// assert_eq!(position.legal_moves().len(), 20);
/// assert_eq!(position.moves_from(Square::B1).len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    /// Squares of the rooks with a castling right.
    pub(crate) castling_rights: Bitboard,
    pub(crate) hash: u64,
    pub(crate) fullmoves: u32,
    pub(crate) halfmoves: u16,
    /// Set only if an enemy pawn stands beside the pawn that made the double step.
    pub(crate) en_passant: Option<Square>,
    pub(crate) turn: Color,
}

const _: () = assert!(size_of::<Position>() == 120);

impl Position {
    /// The starting position of standard chess.
    #[must_use]
    pub fn start() -> Position {
        Position::from_checked(&Setup::start())
    }

    /// Converts a setup that has been validated by the caller.
    pub(crate) fn from_checked(setup: &Setup) -> Position {
        let Setup { board, turn, castling_rights, en_passant, halfmoves, fullmoves } = *setup;
        let en_passant =
            en_passant.filter(|&target| (attacks::pawn(!turn, target) & board.sides[turn].pawns).any());
        let hash = zobrist::from_scratch(&board, turn, castling_rights, en_passant);
        Position { board, castling_rights, hash, fullmoves: fullmoves.get(), halfmoves, en_passant, turn }
    }

    /// The position as a setup. The en passant square is set only if a capture there is legal.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling_rights: self.castling_rights,
            en_passant: self.legal_en_passant(),
            halfmoves: self.halfmoves,
            fullmoves: NonZeroU32::new(self.fullmoves).unwrap_or(NonZeroU32::MIN),
        }
    }

    /// The pieces.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Halfmove clock: plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Fullmove number, incremented after Black's move.
    #[inline]
    #[must_use]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Ply number, from 0 for White's first move.
    #[must_use]
    pub fn ply(&self) -> u64 {
        u64::from(self.fullmoves - 1) * 2 + self.turn as u64
    }

    /// Squares of the rooks with a castling right.
    #[must_use]
    pub fn castling_rights(&self) -> Bitboard {
        self.castling_rights
    }

    /// The rook with which a side may castle to a side.
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        let rooks = self.castling_rights & Bitboard::rank(color.back_rank());
        rooks.into_iter().find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Square of a king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.board.sides[color].king.first_unchecked()
    }

    /// Zobrist hash with Polyglot's keys (unless the feature `computed-keys` is on), updated incrementally. Includes en
    /// passant if a pawn stands ready to capture.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Hash that is equal for positions that are the same by Article 9.2.3 of the Laws: en passant is
    /// included only if the capture is legal.
    #[must_use]
    pub fn repetition_key(&self) -> u64 {
        match self.en_passant {
            Some(target) if self.legal_en_passant().is_none() => {
                self.hash ^ zobrist::en_passant(target.file())
            }
            _ => self.hash,
        }
    }

    /// The en passant square, if a capture there is legal.
    #[must_use]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.legal_captures().iter().any(|m| m.is_en_passant()))
    }

    /// The checkers: pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.board.attackers(self.king(self.turn), !self.turn, self.board.occupied())
    }

    /// Returns true if the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// As [`Position::is_check`], with the instructions of the processor `C`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn is_check_on<C: Cpu>(&self) -> bool {
        self.board.attackers_on::<C>(self.king(self.turn), !self.turn, self.board.occupied()).any()
    }

    /// Returns true if the side to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_moves()
    }

    /// Returns true if the side to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_moves()
    }

    /// The pinned pieces of a color.
    #[must_use]
    pub fn pinned(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        self.pinners(color)
            .into_iter()
            .fold(Bitboard::EMPTY, |pinned, by| pinned | attacks::between(king, by) & self.board.color(color))
    }

    /// The enemy sliders that pin a piece of a color to its king.
    #[must_use]
    pub fn pinners(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let (us, them) = (&self.board.sides[color], &self.board.sides[!color]);
        let snipers =
            attacks::diagonal_rays(king) & them.diagonals | attacks::straight_rays(king) & them.straights;
        snipers
            .into_iter()
            .filter(|&sniper| {
                let between = attacks::between(king, sniper) & self.board.occupied();
                between.single().is_some_and(|blocker| us.all.has(blocker))
            })
            .collect()
    }

    /// Pieces of color `by` that attack a square.
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.board.attackers(square, by, self.board.occupied())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns the unchanged position if the move is illegal.
    #[allow(
        clippy::result_large_err,
        reason = "the error returns the position, which is as large as the success value"
    )]
    pub fn play(self, m: Move) -> Result<Position, IllegalMoveError> {
        if self.is_legal(m) {
            Ok(self.play_unchecked(m))
        } else {
            Err(IllegalMoveError { position: self, m })
        }
    }
}

impl core::hash::Hash for Position {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{} to move", self.board, self.turn)
    }
}

/// An illegal move and the position it was played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMoveError {
    /// The position, unchanged.
    pub position: Position,
    /// The illegal move.
    pub m: Move,
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {:?}", self.m)
    }
}

impl core::error::Error for IllegalMoveError {}
