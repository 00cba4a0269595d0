//! The pseudo-legal generator compared with the legal one: without moves that leave the king attacked, both
//! give the same list.

#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_rules as rules;

#[path = "explain/random_games.rs"]
mod random_games;

use random_games::visit_random_games;
use rng::Rng;
use rules::{Bitboard, Board, Color, Move, Piece, Role, Setup, SetupFaults, Square};

#[test]
fn pseudo_legal_moves_that_keep_the_king_safe_are_the_legal_moves() {
    let mut seen = 0;
    visit_random_games(12, 120, |position, setup| {
        let mut pseudo = setup.pseudo_legal_moves();
        pseudo.retain(|m| keeps_king_safe(setup, m));
        assert_eq!(sorted(&pseudo), sorted(&position.legal_moves()), "{position:?}");
        seen += 1;
    });
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn playing_pseudo_legally_gives_the_same_position() {
    visit_random_games(12, 120, |position, setup| {
        assert_eq!(setup.position_waiving(SetupFaults::WAIVABLE).unwrap(), *position);
        for m in position.legal_moves() {
            let played = setup.play_pseudo_unchecked(m).position_waiving(SetupFaults::WAIVABLE).unwrap();
            assert_eq!(played, position.play_unchecked(m), "{m:?} in {position:?}");
            assert_eq!(played.setup(), position.play_unchecked(m).setup());
        }
    });
}

#[test]
fn no_setup_makes_the_generator_panic() {
    let mut rng = Rng::new(42);
    for index in 0..20_000 {
        let mut setup = random_setup(&mut rng, index % 65);
        for _ in 0..8 {
            let moves = setup.pseudo_legal_moves();
            if moves.is_empty() {
                break;
            }
            setup = setup.play_pseudo_unchecked(moves[rng.index(moves.len())]);
        }
    }
}

#[test]
fn the_move_list_has_room_for_any_board() {
    let crowded = [
        "Q1Q1Q1Q1/8/Q6Q/8/Q6Q/8/Q6Q/Q1Q1Q1QK w - - 0 1",
        "nnnnnnnn/PPPPPPPP/8/Q6Q/8/Q6Q/8/R3K2R w KQ - 0 1",
        "r1r1r1r1/PPPPPPPP/QQQQQQQQ/8/8/8/8/QNNQNNQN w - - 0 1",
        "NNNNNNNN/8/NNNNNNNN/8/QQQQQQQQ/8/NNNNNNNN/8 w - - 0 1",
    ];
    for fen in crowded {
        assert!(fen.parse::<Setup>().unwrap().pseudo_legal_moves().len() > 100, "{fen}");
    }
}

#[test]
fn kings_can_be_captured_and_left_in_check() {
    check("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", true);
    check("8/8/8/8/8/8/3k4/4K3 w - - 0 1", "e1d2", true);
    check("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", true); // pinned, and free to go
    check("4r2k/8/8/8/8/8/8/4K2N w - - 0 1", "h1g3", true); // in check, and free not to care
    check("8/8/8/8/8/8/8/K1K4N w - - 0 1", "a1a2", true);
    check("8/8/8/8/8/8/8/K1K4N w - - 0 1", "c1c2", true);
    check("8/8/8/8/8/8/8/7N w - - 0 1", "h1g3", true);
}

#[test]
fn castling_needs_only_the_right_and_empty_squares() {
    check("4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true); // out of check
    check("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true); // through an attack
    check("6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true); // into an attack
    check("6k1/8/8/8/8/8/8/4K1NR w K - 0 1", "e1g1", false);
    check("6k1/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", false);
    check("6k1/8/8/8/8/8/8/4KK1R w K - 0 1", "e1g1", false); // which king?
}

#[test]
fn pawns_on_end_ranks_have_defined_moves() {
    check("P7/8/8/8/8/8/8/8 w - - 0 1", "a8a8", false);
    check("8/8/8/8/8/8/8/P7 w - - 0 1", "a1a2", true);
    check("8/8/8/8/8/8/8/P7 w - - 0 1", "a1a3", false);
    check("8/8/8/8/8/8/7p/8 b - - 0 1", "h2h1", true);
    check("8/8/8/8/8/8/6Pp/8 b - - 0 1", "h2g1", false);
    assert!("P6P/8/8/8/8/8/8/8 w - - 0 1".parse::<Setup>().unwrap().pseudo_legal_moves().is_empty());
    assert_eq!("8/P7/8/8/8/8/8/8 w - - 0 1".parse::<Setup>().unwrap().pseudo_legal_moves().len(), 4);
}

#[test]
fn en_passant_needs_a_pawn_that_can_have_passed() {
    check("8/8/8/3pP3/8/8/8/8 w - d6 0 1", "e5d6", true);
    check("8/8/8/3pP3/8/8/8/8 w - - 0 1", "e5d6", false);
    check("8/8/8/4P3/8/8/8/8 w - d6 0 1", "e5d6", false);
    check("8/8/8/3nP3/8/8/8/8 w - d6 0 1", "e5d6", false);
}

#[test]
fn capturing_a_king_removes_its_castling_rights() {
    let setup: Setup = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
    let with_rook = Setup { board: with(setup.board, Square::E4, Role::Rook.of(Color::White)), ..setup };
    let m = find(&with_rook, "e4e8").unwrap();
    assert_eq!(m.capture(), Some(Role::King));
    let next = with_rook.play_pseudo_unchecked(m);
    assert_eq!(next.castling_rights, Bitboard::from([Square::A1, Square::H1]));
    assert_eq!(next.board.king(Color::Black), None);
    assert!(!next.pseudo_legal_moves().iter().any(|m| m.is_castle()));
}

fn check(fen: &str, squares: &str, possible: bool) {
    let setup: Setup = fen.parse().unwrap();
    assert_eq!(find(&setup, squares).is_some(), possible, "{squares} in {fen}");
}

fn find(setup: &Setup, squares: &str) -> Option<Move> {
    let moves = setup.pseudo_legal_moves();
    moves.into_iter().find(|m| format!("{}{}", m.from(), m.to()) == squares)
}

/// Returns true if the king is not attacked after the move and, for castling, on every square it passes.
fn keeps_king_safe(setup: &Setup, m: Move) -> bool {
    let us = setup.turn;
    let next = setup.play_pseudo_unchecked(m);
    let king = next.board.king(us).unwrap();
    if next.board.attackers(king, !us, next.board.occupied()).any() {
        return false;
    }
    let mut without_king = setup.board;
    without_king.remove(m.from());
    // The target was checked above with the rook on its new square; it counts here only if the king starts
    // there.
    let (low, high) = (m.from().min(m.to()), m.from().max(m.to()));
    let passes = |square: Square| low <= square && square <= high && (square != m.to() || square == m.from());
    let attacked = |square: Square| without_king.attackers(square, !us, without_king.occupied()).any();
    !(m.is_castle() && Square::ALL.into_iter().any(|square| passes(square) && attacked(square)))
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

fn with(mut board: Board, square: Square, piece: Piece) -> Board {
    board.set(square, piece);
    board
}

/// Random pieces on random squares with invalid rights.
fn random_setup(rng: &mut Rng, pieces: usize) -> Setup {
    let mut setup = Setup::empty();
    for _ in 0..pieces {
        let color = Color::ALL[rng.index(2)];
        setup.board.set(Square::ALL[rng.index(64)], Role::ALL[rng.index(6)].of(color));
    }
    setup.turn = Color::ALL[rng.index(2)];
    setup.castling_rights = Bitboard(rng.next_u64() & rng.next_u64());
    setup.en_passant = Some(Square::ALL[rng.index(64)]).filter(|_| rng.index(2) == 0);
    setup.halfmoves = rng.next_u64() as u16;
    setup
}
