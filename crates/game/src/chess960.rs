//! Chess960 starting positions in Scharnagl's numbering.

use std::fmt;

use rules::{Board, Position, Role, Setup};

/// A Chess960 starting position. Number 518 is the standard one.
///
/// ```
/// use hanpan_game::Chess960;
/// let start = Chess960::new(0).unwrap();
/// assert_eq!(start.to_string(), "BBQNNRKR");
/// assert_eq!(Chess960::of(&start.setup()), Some(start));
/// assert_eq!(Chess960::new(960), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chess960(u16);

/// Number of starting positions.
pub const COUNT: u16 = 960;

/// The two of five free squares on which the knights stand, by their number.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Chess960 {
    /// The standard starting position.
    pub const STANDARD: Chess960 = Chess960(518);

    /// The starting position with this number, 0 to 959.
    #[must_use]
    pub const fn new(number: u16) -> Option<Chess960> {
        if number < COUNT { Some(Chess960(number)) } else { None }
    }

    /// All starting positions by number.
    pub fn all() -> impl Iterator<Item = Chess960> {
        (0..COUNT).map(Chess960)
    }

    /// The starting position that equals this setup, if any: move 1, all pieces in place, all castling
    /// rights.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Chess960> {
        Chess960::all().find(|start| start.setup() == *setup)
    }

    /// Number, 0 to 959.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The pieces of the first rank, a-file first.
    #[must_use]
    pub fn back_rank(self) -> [Role; 8] {
        let number = usize::from(self.0);
        let mut rank: [Option<Role>; 8] = [None; 8];
        rank[number % 4 * 2 + 1] = Some(Role::Bishop); // on a light square
        rank[number / 4 % 4 * 2] = Some(Role::Bishop); // on a dark square
        place(&mut rank, number / 16 % 6, Role::Queen);
        let [first, second] = KNIGHTS[number / 96];
        place(&mut rank, second, Role::Knight); // the later one first: it does not shift the earlier
        place(&mut rank, first, Role::Knight);
        for role in [Role::Rook, Role::King, Role::Rook] {
            place(&mut rank, 0, role);
        }
        rank.map(|role| role.unwrap_or(Role::Rook)) // eight pieces fill eight squares
    }

    /// The setup with all castling rights.
    #[must_use]
    pub fn setup(self) -> Setup {
        let board = Board::with_back_rank(self.back_rank());
        Setup { board, castling_rights: board.role(Role::Rook), ..Setup::empty() }
    }

    /// The position.
    #[must_use]
    pub fn position(self) -> Position {
        // All 960 are legal, as a test shows.
        self.setup().position().unwrap_or_default()
    }
}

/// Puts a piece on the n-th free square.
fn place(rank: &mut [Option<Role>; 8], free: usize, role: Role) {
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(free) {
        *square = Some(role);
    }
}

/// The letters of the first rank: `RNBQKBNR`.
impl fmt::Display for Chess960 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.back_rank().map(Role::upper_char).iter().collect();
        f.pad(&letters)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rules::{Bitboard, Color, Square};

    use super::*;

    #[test]
    fn known_numbers() {
        let check = |number, letters: &str| assert_eq!(Chess960(number).to_string(), letters, "{number}");
        check(0, "BBQNNRKR");
        check(1, "BQNBNRKR");
        check(2, "BQNNRBKR");
        check(4, "QBBNNRKR");
        check(16, "BBNQNRKR");
        check(96, "BBQNRNKR");
        check(518, "RNBQKBNR");
        check(534, "RNBKQBNR");
        check(959, "RKRNNQBB");
    }

    #[test]
    fn the_standard_start_is_518() {
        assert_eq!(Chess960::STANDARD.setup(), Setup::start());
        assert_eq!(Chess960::of(&Setup::start()), Some(Chess960::STANDARD));
        assert_eq!(Chess960::of(&Setup { turn: Color::Black, ..Setup::start() }), None);
    }

    #[test]
    fn all_960_are_different_and_legal() {
        let mut seen = HashSet::new();
        for start in Chess960::all() {
            let setup = start.setup();
            assert_eq!(setup.position().map(|position| position.setup()), Ok(setup), "{start}");
            assert_eq!(start.position().castling_rights(), setup.castling_rights, "{start}");
            assert_eq!(setup.castling_rights.count(), 4, "{start}");

            let first_rank = Bitboard::rank(Color::White.back_rank());
            let bishops = setup.board.role(Role::Bishop) & first_rank;
            assert_eq!((bishops & Bitboard::LIGHT).count(), 1, "{start}");
            let rooks: Vec<Square> = (setup.board.role(Role::Rook) & first_rank).into_iter().collect();
            let king = setup.board.king(Color::White).map(Square::file);
            assert!(king > Some(rooks[0].file()) && king < Some(rooks[1].file()), "{start}");
            assert!(seen.insert(setup.board), "{start}");
            assert_eq!(Chess960::of(&setup), Some(start));
        }
        assert_eq!(seen.len(), 960);
    }
}
