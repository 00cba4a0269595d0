//! Positions of a table as numbers, up to symmetry.

use rules::{Color, File, Rank, Square};

use crate::Material;
use crate::placement::{BLACK_KING, FIRST_MAN, Men, Placement, WHITE_KING};
use crate::symmetry::{KING_PAIRS, PAIR_INDEX, PAIRS, Symmetry, diagonal_side};

/// Numbers the positions of a table. Without pawns the board has eight symmetries: the kings are one of 462 pairs. With
/// pawns it has two: the first pawn is on the files a to d.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableIndex {
    material: Material,
    /// Slot of the pawn on the files a to d.
    pawn: Option<usize>,
    /// Squares of the first pawn, times 64 by 64 for the kings; or the pairs of kings.
    heads: usize,
}

/// Ranks of a pawn. With en passant there is one more: a pawn that can be captured en passant is noted on its first rank.
const PAWN_RANKS: usize = 6;

/// The numbers of a position: two if it has a symmetry that both leave canonical.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Indices {
    pub(crate) first: usize,
    pub(crate) second: Option<usize>,
}

impl TableIndex {
    pub(crate) fn new(material: Material) -> TableIndex {
        let pawn = material.pawn_slot().map(|slot| slot + FIRST_MAN);
        let heads = match pawn {
            None => KING_PAIRS,
            Some(_) => 4 * (PAWN_RANKS + usize::from(material.has_en_passant())) * 64 * 64,
        };
        TableIndex { material, pawn, heads }
    }

    /// Number of indices.
    pub(crate) fn len(&self) -> usize {
        let others = self.material.count() - usize::from(self.pawn.is_some());
        2 * self.heads * 64usize.pow(u32::try_from(others).unwrap_or_default())
    }

    /// The indices of a placement. `None` if the kings are adjacent.
    pub(crate) fn indices(&self, placement: &Placement) -> Option<Indices> {
        let placement = self.noted(placement);
        match self.pawn {
            None => self.without_pawns(&placement),
            Some(pawn) => Some(self.with_pawns(&placement, pawn)),
        }
    }

    /// The placement of an index; not every index has one.
    pub(crate) fn placement(&self, index: usize) -> Option<Placement> {
        let mut rest = index;
        let mut next = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let mut squares = [Square::A1; 4];
        for slot in
            (FIRST_MAN..FIRST_MAN + self.material.count()).rev().filter(|slot| Some(*slot) != self.pawn)
        {
            squares[slot] = Square::ALL[next(64)];
        }
        match self.pawn {
            None => (squares[WHITE_KING], squares[BLACK_KING]) = PAIRS[next(KING_PAIRS)],
            Some(pawn) => {
                squares[BLACK_KING] = Square::ALL[next(64)];
                squares[WHITE_KING] = Square::ALL[next(64)];
                let file = File::ALL[next(4)];
                let is_noted = self.material.has_en_passant();
                let rank = Rank::ALL[next(PAWN_RANKS + usize::from(is_noted)) + usize::from(!is_noted)];
                let color = self.material.man(pawn - FIRST_MAN)?.color;
                squares[pawn] = color.relative(Square::new(file, rank));
            }
        }
        let turn = if next(2) == 0 { Color::White } else { Color::Black };
        let mut placement = Placement { squares, turn, en_passant: false };
        if self.material.has_en_passant()
            && let Some(slot) = Men::of(self.material).double_stepped(&placement)
            && (!turn).relative(placement.squares[slot]).rank() == Rank::First
        {
            placement.squares[slot] = on_rank(placement.squares[slot], !turn, Rank::Fourth);
            placement.en_passant = true;
        }
        let indices = self.indices(&placement)?;
        (indices.first == index || indices.second == Some(index)).then_some(placement)
    }

    /// The placement with a pawn that can be captured en passant on its first rank.
    fn noted(&self, placement: &Placement) -> Placement {
        let mut noted = *placement;
        if placement.en_passant
            && let Some(slot) = Men::of(self.material).double_stepped(placement)
        {
            noted.squares[slot] = on_rank(placement.squares[slot], !placement.turn, Rank::First);
        }
        noted
    }

    fn without_pawns(&self, placement: &Placement) -> Option<Indices> {
        let [white, black, ..] = placement.squares;
        let symmetry = Symmetry::of_kings(white, black);
        let image = placement.squares.map(|square| symmetry.apply(square));
        let pair = PAIR_INDEX[image[WHITE_KING] as usize][image[BLACK_KING] as usize];
        if pair == u16::MAX {
            return None;
        }
        let number = |image: [Square; 4]| {
            self.number(placement.turn, usize::from(pair), self.ordered([image[2], image[3]]))
        };
        let is_on_diagonal =
            diagonal_side(image[WHITE_KING]).is_eq() && diagonal_side(image[BLACK_KING]).is_eq();
        let second = is_on_diagonal.then(|| number(image.map(|square| Symmetry::DIAGONAL.apply(square))));
        Some(Indices { first: number(image), second })
    }

    fn with_pawns(&self, placement: &Placement, pawn: usize) -> Indices {
        let mut squares = placement.squares;
        let other = 5 - pawn;
        let mut is_tie = false;
        if self.material.is_pair() {
            let (own, far) = (edge_order(squares[pawn]), edge_order(squares[other]));
            is_tie = own == far;
            if far < own || is_tie && squares[other].file() as u8 <= 3 {
                squares.swap(pawn, other);
            }
        }
        let number = |mut squares: [Square; 4], symmetry: Symmetry| {
            squares = squares.map(|square| symmetry.apply(square));
            let color = self.material.man(pawn - FIRST_MAN).map_or(Color::White, |man| man.color);
            let lead = color.relative(squares[pawn]);
            let is_noted = self.material.has_en_passant();
            let rank = (lead.rank() as usize + usize::from(is_noted)).saturating_sub(1);
            let file = lead.file() as usize;
            let head =
                ((rank * 4 + file) * 64 + squares[WHITE_KING] as usize) * 64 + squares[BLACK_KING] as usize;
            self.number(placement.turn, head, [squares[other], Square::A1])
        };
        let symmetry = if squares[pawn].file() as u8 > 3 { Symmetry::FILES } else { Symmetry::IDENTITY };
        let second = is_tie.then(|| {
            let mut mirrored = squares;
            mirrored.swap(pawn, other);
            number(mirrored, Symmetry::FILES)
        });
        Indices { first: number(squares, symmetry), second }
    }

    /// Equal men in the order of their squares.
    fn ordered(&self, mut men: [Square; 2]) -> [Square; 2] {
        if self.material.is_pair() {
            men.sort_unstable();
        }
        men
    }

    fn number(&self, turn: Color, head: usize, others: [Square; 2]) -> usize {
        let count = self.material.count() - usize::from(self.pawn.is_some());
        let head = turn as usize * self.heads + head;
        others.into_iter().take(count).fold(head, |number, square| number * 64 + square as usize)
    }
}

fn on_rank(square: Square, color: Color, rank: Rank) -> Square {
    color.relative(Square::new(square.file(), rank))
}

/// Order of two equal pawns, the same for squares that the reflection of files exchanges.
fn edge_order(square: Square) -> (u8, u8) {
    let file = square.file() as u8;
    (file.min(7 - file), square.rank() as u8)
}
