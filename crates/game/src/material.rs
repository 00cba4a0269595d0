//! Material: sufficiency for checkmate, and material balance.

use rules::{Bitboard, Board, ByColor, Color, Role};

/// Returns true if neither side has sufficient material for checkmate: king against king, with one additional
/// knight, or with any number of bishops on squares of one color. Other dead positions need a search.
///
/// ```
/// use hanpan_game::material::is_insufficient;
/// use hanpan_game::rules::Setup;
/// let setup: Setup = "8/8/3bk3/8/8/4K3/8/2B5 w - - 0 1".parse().unwrap();
/// assert!(is_insufficient(&setup.board));
/// ```
#[must_use]
pub fn is_insufficient(board: &Board) -> bool {
    let (knights, bishops) = (board.role(Role::Knight), board.role(Role::Bishop));
    let others = board.occupied().without(board.role(Role::King) | knights | bishops);
    if others.any() {
        return false;
    }
    if bishops.is_empty() {
        return knights.count() <= 1;
    }
    knights.is_empty() && (Bitboard::LIGHT.contains(bishops) || Bitboard::DARK.contains(bishops))
}

/// Returns true if a side has the material for a helpmate, in which enemy pieces may block their own king.
/// Exact with respect to material; a blocked position may still not allow it.
#[must_use]
pub fn can_mate(board: &Board, color: Color) -> bool {
    let own = |role: Role| board.pieces(role.of(color));
    let theirs = |role: Role| board.pieces(role.of(!color));
    if (own(Role::Pawn) | own(Role::Rook) | own(Role::Queen)).any() {
        return true;
    }
    let (knights, bishops) = (own(Role::Knight), own(Role::Bishop));
    if knights.any() {
        // A lone knight needs an enemy piece on a flight square that cannot capture the knight: a queen
        // always can.
        let helpers = board.color(!color).without(theirs(Role::King) | theirs(Role::Queen));
        return knights.more_than_one() || bishops.any() || helpers.any();
    }
    // Bishops of one color leave the king the squares of the other color, unless a pawn, a knight or a bishop
    // blocks one.
    let all = bishops | theirs(Role::Bishop);
    let both_colors = (all & Bitboard::LIGHT).any() && (all & Bitboard::DARK).any();
    bishops.any() && (both_colors || (theirs(Role::Pawn) | theirs(Role::Knight)).any())
}

/// Material balance by role: White's pieces minus Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Balance {
    by_role: [i32; 6],
}

impl Balance {
    /// Counts the pieces of a board.
    #[must_use]
    pub fn of(board: &Board) -> Balance {
        Balance {
            by_role: Role::ALL.map(|role| {
                let counts = ByColor::new_with(|color| board.pieces(role.of(color)).count());
                counts.white.cast_signed() - counts.black.cast_signed()
            }),
        }
    }

    /// White's pieces of this role minus Black's.
    #[must_use]
    pub const fn role(&self, role: Role) -> i32 {
        self.by_role[role as usize - 1]
    }

    /// Balance in points for White: pawn 1, knight and bishop 3, rook 5, queen 9.
    #[must_use]
    pub fn points(&self) -> i32 {
        Role::ALL.into_iter().map(|role| self.role(role) * points(role)).sum()
    }
}

/// Conventional value in points; 0 for the king.
#[must_use]
pub const fn points(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(pieces: &str) -> Board {
        let mut board = Board::empty();
        for word in pieces.split(' ') {
            let (letter, square) = word.split_at(1);
            let piece = rules::Piece::from_letter(letter.as_bytes()[0]).unwrap();
            board.set(square.parse().unwrap(), piece);
        }
        board
    }

    #[test]
    fn can_mate_depends_on_material_of_both_sides() {
        let check = |pieces: &str, white: bool, black: bool| {
            let board = board(pieces);
            assert_eq!(can_mate(&board, Color::White), white, "White: {pieces}");
            assert_eq!(can_mate(&board, Color::Black), black, "Black: {pieces}");
            assert_eq!(is_insufficient(&board), !white && !black, "{pieces}");
        };
        check("Ke3 ke6", false, false);
        check("Ke3 ke6 Bf1", false, false);
        check("Ke3 ke6 nf1", false, false);
        check("Ke3 ke6 Bc1 bd6", false, false);
        check("Ke3 ke6 Bc1 Bf4 bd6", false, false);
        check("Ke3 ke6 Bc1 bd5", true, true);
        check("Ke3 ke6 Bc1 Bf1", true, false);
        check("Ke3 ke6 Nf1 nd6", true, true);
        check("Ke3 ke6 Bf1 nd6", true, true);
        check("Ke3 ke6 Ne1 Nf1", true, false);
        check("Ke3 ke6 Pe2", true, false);
        check("Ke3 ke6 Qd1", true, false);
        check("Ke3 ke6 Qd1 nd6", true, false);
        check("Ke3 ke6 Qc1 Qd1 nd6", true, false);
        check("Ke3 ke6 Qd1 bd6", true, false);
        check("Ke3 ke6 Rd1 bd6", true, false);
        check("Ke3 ke6 Rd1 nd6", true, true);
        check("Ke3 ke6 Pd2 nd6", true, true);
        check("Ke3 ke6 Pd2 bd6", true, true);
        check("Ke3 ke6 Rd1 Ne1 bd6", true, true);
        check("Ke3 ke6 Qc1 Rd1 nd6", true, true);
    }

    #[test]
    fn balance_counts_pieces_and_points() {
        assert_eq!(Balance::of(&Board::start()).points(), 0);
        let balance = Balance::of(&board("Ke3 ke6 Qd1 Pa2 Pb2 rd8 pa7 bc8 nc7"));
        assert_eq!((balance.role(Role::Pawn), balance.role(Role::Rook), balance.points()), (1, -1, -1));
    }
}
