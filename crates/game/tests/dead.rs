//! Dead positions: known positions, and comparison with an exhaustive search.
#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

use std::collections::HashSet;

use game::dead::{Winnable, is_dead, winnable};
use rng::Rng;
use rules::{Bitboard, Board, Color, Piece, Position, Role, Setup, SetupFaults, Square, attacks};

/// Sufficient for all positions here.
const BUDGET: u32 = 48_000;

fn who_can_win(position: &Position) -> String {
    let letter = |by: Color| match (winnable(position, by, BUDGET), by) {
        (Winnable::Yes, Color::White) => 'W',
        (Winnable::Yes, Color::Black) => 'B',
        (Winnable::No, _) => '-',
        (Winnable::Unknown, _) => '?',
    };
    Color::ALL.map(letter).into_iter().collect()
}

/// Positions and the sides that can still checkmate.
const KNOWN: &[(&str, &str)] = &[
    // Pawn walls: with no pieces, with bishops on harmless colors, and with a gap.
    ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "--"),
    ("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1", "--"),
    ("3k4/8/8/p1p2p1p/P1P2P1P/8/8/3K4 w - - 0 1", "--"),
    ("8/8/3k2p1/5pPp/4pP1P/1p1pP2P/1P1P4/4K3 b - - 0 1", "--"),
    ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", "--"),
    ("8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 1", "--"),
    ("8/2k5/8/1p1p1p2/1P1P1P2/4B3/2K5/8 w - - 0 1", "WB"),
    // A wall and a pawn with spare moves.
    ("4k3/8/8/p2p2p1/P2P2P1/8/6P1/4K3 w - - 0 1", "--"),
    // Pawns that meet before they pass, with steps left.
    ("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1", "--"),
    ("1k6/p1p1p1p1/P1P1P1P1/2p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1", "--"),
    // Bishops behind a wall: too few pieces block the squares of the other color.
    ("8/2k5/4b3/1p1p1pBp/1P1P1P1P/8/3K1B2/8 b - - 0 1", "--"),
    // A king with two squares: the other king stalemates it when it comes near.
    ("5b1k/4p1p1/4P1P1/7B/8/5B2/8/7K w - - 0 1", "--"),
    ("8/8/p7/P1p5/K1p1b3/1pP5/1P6/1bk5 b - - 0 1", "--"),
    // A side that can move only pawns runs out of moves before a promotion.
    ("6k1/p5P1/2p3PB/6P1/8/8/PKP5/8 b - - 0 1", "--"),
    // A castling right that can never be used, and one that can.
    ("3bkbnr/2p1bpbp/1bPp1p1p/2bP1P1P/8/8/8/2K5 b k - 0 1", "--"),
    ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K2R w K - 0 1", "WB"),
    // A wall that an en passant capture opens.
    ("4k3/1p6/1P6/1Pp1p1p1/2P1P1P1/8/8/4K3 w - c6 0 1", "WB"),
    ("4k3/1p6/1P6/1Pp1p1p1/2P1P1P1/8/8/4K3 w - - 0 1", "--"),
    // Permanently trapped pieces, and similar positions in which they are not.
    ("4k3/5p2/4pP2/3pP3/2pP4/1pP5/pP6/K7 b - - 0 1", "--"),
    ("8/8/5k2/1p6/1Pp5/B1Pp4/RK1P4/QRB5 b - - 0 1", "--"),
    ("8/8/5k2/1p6/1PpK4/B1Pp4/R2P4/QRB5 w - - 0 1", "WB"),
    ("5bk1/4p1p1/4P1P1/7K/8/8/8/8 w - - 0 1", "--"),
    ("k1b2K2/1p1pB3/1P1P4/8/8/8/8/8 b - - 0 1", "--"),
    ("4k3/1p4p1/1Pp2pP1/n1P2P1n/N1p2p1N/1pP2Pp1/1P4P1/4K3 w - - 0 1", "--"),
    ("3k4/2p1p3/1pP1Pp2/1P1n1P2/1p1N1p2/1Pp1pP2/2P1P3/3K4 w - - 0 1", "--"),
    ("k7/8/8/8/8/1p6/pP6/K1B5 w - - 0 1", "--"),
    ("1k6/8/8/8/1p2p1p1/1P2PpP1/5P2/6BK w - - 0 1", "--"),
    ("2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2 w - - 0 1", "--"),
    ("7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - - 0 1", "--"),
    ("7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/3B2K1 b - - 0 1", "WB"),
    // A composition by A. Buchanan: one square decides.
    ("Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1", "W-"),
    ("Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - - 0 1", "--"),
    // The only legal move loses the winning chances.
    ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", "--"),
    ("r7/K1k5/8/8/8/8/8/8 w - - 0 1", "--"),
    ("6k1/4B2R/4K3/8/8/8/8/8 b - - 0 1", "--"),
    ("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", "W-"),
    // Material.
    ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "--"),
    ("8/8/3bk3/8/5B2/4K3/8/2B5 w - - 0 1", "--"),
    ("8/8/4k3/3b4/8/4K3/8/2B5 w - - 0 1", "WB"),
    ("8/8/8/8/8/1kB5/1B6/BKB5 w - - 0 1", "--"),
    ("8/8/8/8/2b5/1kB5/1B6/BKB5 w - - 0 1", "WB"),
    ("8/8/3nk3/8/8/4K3/8/5N2 w - - 0 1", "WB"),
    ("8/8/3nk3/8/8/4K3/8/5B2 w - - 0 1", "WB"),
    ("8/8/4k3/8/8/4K3/8/4NN2 w - - 0 1", "W-"),
    ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "W-"),
    ("8/8/3nk3/8/8/4K3/8/2QQ4 w - - 0 1", "W-"),
    ("8/8/3nk3/8/8/4K3/8/2QR4 w - - 0 1", "WB"),
    ("8/8/3nk3/8/8/4K3/3P4/8 w - - 0 1", "WB"),
    ("8/8/3bk3/8/8/4K3/8/3R4 w - - 0 1", "W-"),
    ("8/8/3bk3/8/8/4K3/8/3RN3 w - - 0 1", "WB"),
    ("8/8/3bk3/8/8/4K3/3P4/8 w - - 0 1", "WB"),
    // Over already: mate and stalemate.
    ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "W-"),
    ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "--"),
    // Not dead.
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "WB"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "WB"),
];

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap();
    setup.position().or_else(|fault| fault.waive(SetupFaults::WAIVABLE)).unwrap()
}

fn check(fen: &str, expected: &str) {
    let position = position(fen);
    assert_eq!(who_can_win(&position), expected, "{fen}");
    assert_eq!(is_dead(&position, BUDGET), expected == "--", "{fen}");
}

#[test]
fn known_positions_are_decided() {
    for (fen, expected) in KNOWN {
        check(fen, expected);
    }
}

/// The labels come from an exhaustive search of up to 150,000 positions each.
#[test]
fn labelled_pawn_walls_are_decided() {
    let lines =
        include_str!("../../../testdata/dead/walls.txt").lines().filter(|line| !line.starts_with('#'));
    let checked = lines.map(|line| check(&line[3..], &line[..2])).count();
    assert!(checked > 50, "{checked}");
}

/// Exhaustive search of at most `limit` positions, with nothing but the rules of play.
struct ExhaustiveSearch {
    mated: [bool; 2],
    is_complete: bool,
}

impl ExhaustiveSearch {
    fn search(position: &Position, limit: usize) -> ExhaustiveSearch {
        let mut mated = [false; 2];
        let mut seen = HashSet::from([position.hash()]);
        let mut open = std::collections::VecDeque::from([*position]);
        while let Some(position) = open.pop_front() {
            if seen.len() > limit {
                return ExhaustiveSearch { mated, is_complete: false };
            }
            mated[!position.turn() as usize] |= position.is_checkmate();
            for &m in position.legal_moves().iter() {
                let next = position.play_unchecked(m);
                if seen.insert(next.hash()) {
                    open.push_back(next);
                }
            }
        }
        ExhaustiveSearch { mated, is_complete: true }
    }

    fn check(&self, position: &Position, by: Color, answer: Winnable) {
        let agrees = match answer {
            Winnable::Yes => self.mated[by as usize] || !self.is_complete,
            Winnable::No => !self.mated[by as usize],
            Winnable::Unknown => true,
        };
        assert!(agrees, "{by} in {}: {answer:?}", position.fen());
    }
}

/// Random positions from a seed.
struct PositionRng(Rng);

impl PositionRng {
    fn below(&mut self, sides: usize) -> usize {
        self.0.index(sides)
    }

    /// A random position with a wall of rammed pawns with gaps, a few free pawns and some pieces.
    fn locked_position(&mut self) -> Option<Position> {
        let mut board = Board::empty();
        let mut put = |square: Square, piece: Piece| {
            if board.piece_at(square).is_none() {
                board.set(square, piece);
            }
        };
        let mut rank = 1 + self.below(5);
        for file in 0..8 {
            // Adjacent pairs must not be on the same rank: they could capture each other.
            rank = match rank {
                1 => 2,
                5 => 4,
                _ => rank - 1 + 2 * self.below(2),
            };
            if self.below(8) > 0 {
                put(Square::ALL[rank * 8 + file], Role::Pawn.of(Color::White));
                put(Square::ALL[rank * 8 + 8 + file], Role::Pawn.of(Color::Black));
            }
        }
        for _ in 0..self.below(2) {
            put(Square::ALL[8 + self.below(48)], Role::Pawn.of(Color::ALL[self.below(2)]));
        }
        for _ in 0..self.below(4) {
            let role = [Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Queen][self.below(5)];
            put(Square::ALL[self.below(64)], role.of(Color::ALL[self.below(2)]));
        }
        put(Square::ALL[self.below(24)], Role::King.of(Color::White));
        put(Square::ALL[40 + self.below(24)], Role::King.of(Color::Black));
        self.with_either_turn(board)
    }

    /// A known position in which up to three pieces were removed or put elsewhere.
    fn changed_position(&mut self) -> Option<Position> {
        let mut board = *position(KNOWN[self.below(KNOWN.len())].0).board();
        for _ in 0..=self.below(3) {
            let pieces: Vec<(Square, Piece)> = board.iter().collect();
            let (from, piece) = pieces[self.below(pieces.len())];
            let to = Square::ALL[self.below(64)];
            let mut changed = Board::empty();
            for &(square, piece) in pieces.iter().filter(|&&(square, _)| square != from) {
                changed.set(square, piece);
            }
            if changed.piece_at(to).is_none() && (piece.role == Role::King || self.below(4) > 0) {
                changed.set(to, piece);
            }
            board = changed;
        }
        self.with_either_turn(board)
    }

    fn with_either_turn(&mut self, board: Board) -> Option<Position> {
        let setup = Setup { board, turn: Color::ALL[self.below(2)], ..Setup::empty() };
        setup.position().or_else(|fault| fault.waive(SetupFaults::WAIVABLE)).ok()
    }
}

/// Neither the blockade analysis (no budget) nor the search may contradict the exhaustive search, and at most
/// one in a hundred positions that it completes may remain undecided.
#[test]
fn agrees_with_exhaustive_search() {
    let mut rng = PositionRng(Rng::new(1));
    let (mut proven, mut complete, mut undecided) = (0, 0, 0);
    for index in 0..5_000 {
        let random = if index % 2 == 0 { rng.locked_position() } else { rng.changed_position() };
        let Some(position) = random else { continue };
        let exhaustive = ExhaustiveSearch::search(&position, 3_000);
        for by in Color::ALL {
            let without_search = winnable(&position, by, 0);
            proven += usize::from(without_search == Winnable::No);
            exhaustive.check(&position, by, without_search);
            let answer = winnable(&position, by, 5_000);
            exhaustive.check(&position, by, answer);
            complete += usize::from(exhaustive.is_complete);
            undecided += usize::from(exhaustive.is_complete && answer == Winnable::Unknown);
        }
    }
    assert!(proven > 100 && complete > 500, "{proven} proven without search, {complete} searches complete");
    assert!(undecided * 100 <= complete, "{undecided} of {complete} undecided");
}

#[test]
fn dead_positions_never_become_checkmate() {
    let mut rng = PositionRng(Rng::new(2));
    let mut dead_ends = 0;
    for _ in 0..60 {
        let mut position = Position::start();
        let mut was_dead = false;
        for _ in 0..400 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[rng.below(moves.len())]);
            let is_dead = is_dead(&position, BUDGET);
            assert!(!(was_dead && position.is_checkmate()), "{}", position.fen());
            assert!(!(is_dead && position.is_checkmate()), "{}", position.fen());
            was_dead |= is_dead;
        }
        dead_ends += usize::from(was_dead);
    }
    assert!(dead_ends > 0);
}

/// A knight gives check, and a queen stands on every flight square that neither king nor knight covers. One
/// of these queens can capture the knight; more queens elsewhere only add defenders.
#[test]
fn a_knight_never_mates_a_king_among_queens() {
    for mated in Square::ALL {
        for knight in attacks::knight(mated) {
            for king in Square::ALL.into_iter().filter(|&king| king.distance(mated) > 1 && king != knight) {
                let covered = attacks::knight(knight) | attacks::king(king);
                let queens = attacks::king(mated).without(covered);
                let occupied = queens.with(mated).with(king).with(knight);
                let takes = |queen| attacks::queen(queen, occupied).has(knight);
                assert!(queens.into_iter().any(takes), "{mated} {knight} {king}");
            }
        }
    }
}

/// A bishop gives check, and all squares of its color are covered. A rook or queen stands on every flight
/// square of the other color that the king does not cover, and one of them can capture the bishop or block.
#[test]
fn bishops_of_one_color_never_mate_a_king_among_rooks() {
    for mated in Square::ALL {
        let color = if mated.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        for bishop in attacks::bishop(mated, Bitboard::EMPTY) {
            for king in Square::ALL.into_iter().filter(|&king| king.distance(mated) > 1) {
                let rooks = attacks::king(mated).without(color | attacks::king(king));
                let occupied = rooks.with(mated).with(king).with(bishop);
                let answers = attacks::between(mated, bishop).with(bishop);
                let defends = |rook| (attacks::rook(rook, occupied) & answers).any();
                assert!(answers.has(king) || rooks.into_iter().any(defends), "{mated} {bishop} {king}");
            }
        }
    }
}
