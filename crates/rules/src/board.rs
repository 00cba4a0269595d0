//! Which piece stands where.

use core::fmt;

use crate::{Bitboard, ByColor, Color, File, Piece, Rank, Role, Square, attacks};

/// A placement of pieces, any at all.
///
/// A queen is a diagonal slider and a straight slider at once, so she is in both of those sets and has none of her
/// own. That keeps a board at twelve sets and lets move generation look at two kinds of slider, not three.
///
/// ```
/// use rules::{Board, Color, Role, Square};
/// let mut board = Board::start();
/// assert_eq!(board.remove(Square::D1), Some(Role::Queen.of(Color::White)));
/// assert_eq!(board.role(Role::Queen).single(), Some(Square::D8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    pub(crate) sides: ByColor<SideBitboards>,
}

/// The sets of one side.
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

    /// What stands on a square of this side's.
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

    /// The pieces of this side, which is `color`, that attack a square.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(!color, square) & self.pawns
            | attacks::knight(square) & self.knights
            | attacks::bishop(square, occupied) & self.diagonals
            | attacks::rook(square, occupied) & self.straights
            | attacks::king(square) & self.king
    }

    /// Takes whatever stands on these squares off the board.
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

    /// Puts a piece on a square that is empty, or takes it off again.
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
    /// A board with nothing on it.
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

    /// Pawns in front of these pieces, the same for both sides, listed from the a-file.
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

    /// Puts a piece on a square; whatever stood there is gone.
    pub fn set(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.sides[piece.color].toggle(piece.role, square.bitboard());
    }

    /// Takes the piece off a square and tells what it was.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        for color in Color::ALL {
            self.sides[color].clear(square.bitboard());
        }
        piece
    }

    /// All squares with a piece on them.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.sides.white.all | self.sides.black.all
    }

    /// The squares of one side's pieces.
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.sides[color].all
    }

    /// The squares of one role's pieces, both colours.
    #[must_use]
    pub fn role(&self, role: Role) -> Bitboard {
        self.sides.white.role(role) | self.sides.black.role(role)
    }

    /// The squares of one kind of piece.
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

    /// The pieces of one side that attack a square, read backwards from the square. `occupied` may differ from the
    /// board's own, to see through a piece that is about to move.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.sides[by].attackers(by, square, occupied)
    }

    /// The squares that the piece on a square attacks; empty if nothing stands there.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        match self.piece_at(square) {
            Some(piece) => attacks::piece(piece, square, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// All squares one side attacks, its own pieces' among them where they are protected.
    #[must_use]
    pub fn attacks_by(&self, color: Color) -> Bitboard {
        self.color(color).into_iter().fold(Bitboard::EMPTY, |all, square| all | self.attacks_from(square))
    }
}

/// The letter board, rank 8 first.
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
