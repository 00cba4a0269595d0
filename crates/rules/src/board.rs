//! Piece placement.

use core::fmt;

use crate::cpu::{BuildTarget, Cpu};
use crate::{Bitboard, ByColor, Color, File, Piece, Rank, Role, Square, attacks};

/// Piece placement without any legality requirement.
///
/// A queen is a diagonal slider and a straight slider at once, so queens are in both sets and have no set of
/// their own. A board is twelve bitboards, and move generation has two kinds of sliders instead of three.
///
/// ```
/// use hanpan_rules::{Board, Color, Role, Square};
/// let mut board = Board::start();
/// assert_eq!(board.remove(Square::D1), Some(Role::Queen.of(Color::White)));
/// assert_eq!(board.role(Role::Queen).single(), Some(Square::D8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    pub(crate) sides: ByColor<SideBitboards>,
}

/// Bitboards of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct SideBitboards {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    /// Bishops and queens.
    pub(crate) diagonals: Bitboard,
    /// Rooks and queens.
    pub(crate) straights: Bitboard,
    pub(crate) king: Bitboard,
    pub(crate) all: Bitboard,
}

impl SideBitboards {
    pub(crate) fn role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonals.without(self.straights),
            Role::Rook => self.straights.without(self.diagonals),
            Role::Queen => self.diagonals & self.straights,
            Role::King => self.king,
        }
    }

    /// The role on a square, if a piece of this side stands there.
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        if !self.all.has(square) {
            return None;
        }
        Some(if self.pawns.has(square) {
            Role::Pawn
        } else if self.knights.has(square) {
            Role::Knight
        } else if self.king.has(square) {
            Role::King
        } else {
            match (self.diagonals.has(square), self.straights.has(square)) {
                (true, true) => Role::Queen,
                (true, false) => Role::Bishop,
                (false, _) => Role::Rook,
            }
        })
    }

    /// Pieces of this side that attack a square; `color` is the color of this side.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn attackers<C: Cpu>(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(!color, square) & self.pawns
            | attacks::knight(square) & self.knights
            | C::bishop(square, occupied) & self.diagonals
            | C::rook(square, occupied) & self.straights
            | attacks::king(square) & self.king
    }

    /// Removes the pieces on the given squares.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        let rest = !squares;
        self.pawns &= rest;
        self.knights &= rest;
        self.diagonals &= rest;
        self.straights &= rest;
        self.king &= rest;
        self.all &= rest;
    }

    /// Adds a piece on empty squares or removes it again.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn toggle(&mut self, role: Role, squares: Bitboard) {
        match role {
            Role::Pawn => self.pawns ^= squares,
            Role::Knight => self.knights ^= squares,
            Role::Bishop => self.diagonals ^= squares,
            Role::Rook => self.straights ^= squares,
            Role::Queen => {
                self.diagonals ^= squares;
                self.straights ^= squares;
            }
            Role::King => self.king ^= squares,
        }
        self.all ^= squares;
    }
}

impl Board {
    /// The empty board.
    #[must_use]
    pub fn empty() -> Board {
        Board::default()
    }

    /// The starting position.
    #[must_use]
    pub fn start() -> Board {
        use Role::{Bishop, King, Knight, Queen, Rook};
        Board::with_back_rank([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
    }

    /// Both sides with these pieces on the back rank, a-file first, and pawns in front of them.
    #[must_use]
    pub fn with_back_rank(roles: [Role; 8]) -> Board {
        let mut board = Board::empty();
        for color in Color::ALL {
            for (file, role) in File::ALL.into_iter().zip(roles) {
                board.set(Square::new(file, color.back_rank()), role.of(color));
                board.set(Square::new(file, color.pawn_rank()), Role::Pawn.of(color));
            }
        }
        board
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Color::ALL.into_iter().find_map(|color| self.sides[color].role_at(square).map(|role| role.of(color)))
    }

    /// Puts a piece on a square, replacing any piece there.
    pub fn set(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.sides[piece.color].toggle(piece.role, square.bitboard());
    }

    /// Removes and returns the piece on a square.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        for color in Color::ALL {
            self.sides[color].clear(square.bitboard());
        }
        piece
    }

    /// All occupied squares.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.sides.white.all | self.sides.black.all
    }

    /// Squares of all pieces of one color.
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.sides[color].all
    }

    /// Squares of all pieces of one role, both colors.
    #[must_use]
    pub fn role(&self, role: Role) -> Bitboard {
        self.sides.white.role(role) | self.sides.black.role(role)
    }

    /// Squares of all pieces of one role and color.
    #[must_use]
    pub fn pieces(&self, piece: Piece) -> Bitboard {
        self.sides[piece.color].role(piece.role)
    }

    /// The king's square, if that side has exactly one king.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.sides[color].king.single()
    }

    /// All pieces with their squares, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Pieces of color `by` that attack a square. `occupied` may differ from the board's own occupancy, for
    /// x-rays through a piece that is about to move.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.attackers_on::<BuildTarget>(square, by, occupied)
    }

    /// As [`Board::attackers`], with the instructions of the processor `C`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn attackers_on<C: Cpu>(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.sides[by].attackers::<C>(by, square, occupied)
    }

    /// The squares that the piece on a square attacks; empty if nothing stands there.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        match self.piece_at(square) {
            Some(piece) => attacks::piece(piece, square, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// All squares that one side attacks, including its own protected pieces.
    #[must_use]
    pub fn attacks_by(&self, color: Color) -> Bitboard {
        self.color(color).into_iter().fold(Bitboard::EMPTY, |all, square| all | self.attacks_from(square))
    }
}

/// Eight lines of letters, rank 8 first.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                write!(f, "{}", piece.map_or('.', Piece::letter))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
