//! The list of legal moves agrees with all other legality queries.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{impossible, possible, walk};
use rules::{CastlingStyle, Color, Move, MoveList, Position, Role, Square, UciMove};

const WHAT_A_PAWN_BECOMES: [Option<Role>; 5] =
    [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];

fn all() -> Vec<Position> {
    [possible(), impossible()].concat()
}

fn set(moves: &MoveList) -> BTreeSet<Move> {
    let set: BTreeSet<Move> = moves.into_iter().collect();
    assert_eq!(set.len(), moves.len(), "a move is listed twice: {moves:?}");
    set
}

/// All UCI spellings of the legal moves.
fn spellings(position: &Position) -> BTreeMap<(Square, Square, Option<Role>), Move> {
    let mut spellings = BTreeMap::new();
    for m in &position.legal_moves() {
        let UciMove::Normal { from, to, promotion } = m.uci(CastlingStyle::Chess960) else { continue };
        assert_eq!(spellings.insert((from, to, promotion), m), None, "two moves are both {from}{to}");
    }
    for m in &position.legal_moves() {
        if m.is_castle() && m.from().distance(m.to()) > 1 {
            spellings.insert((m.from(), m.to(), None), m);
        }
    }
    spellings
}

#[test]
fn of_all_pairs_of_squares_just_the_listed_moves_are_legal() {
    walk(&all(), 1, 4_000, |position, _| {
        let legal = spellings(position);
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in WHAT_A_PAWN_BECOMES {
                    let uci = UciMove::Normal { from, to, promotion };
                    let listed = legal.get(&(from, to, promotion)).copied();
                    assert_eq!(uci.resolve(position).ok(), listed, "{uci} in {}", position.fen());
                }
            }
        }
    });
}

#[test]
fn a_move_from_elsewhere_is_legal_if_it_is_listed() {
    let mut elsewhere = BTreeSet::new();
    walk(&all(), 2, 30_000, |position, _| elsewhere.extend(&position.legal_moves()));
    let (common, rare): (Vec<Move>, Vec<Move>) =
        elsewhere.into_iter().partition(|m| !m.is_castle() && !m.is_en_passant());
    assert!(common.len() > 5_000 && rare.len() > 40, "{} and {} moves", common.len(), rare.len());
    let mut legal_elsewhere = 0_u32;
    walk(&all(), 3, 4_000, |position, dice| {
        let legal = set(&position.legal_moves());
        let some = std::iter::repeat_with(|| dice.pick(&common).copied()).flatten().take(500);
        for m in some.chain(rare.iter().copied()) {
            let is_legal = position.is_legal(m);
            assert_eq!(is_legal, legal.contains(&m), "{m:?} in {}", position.fen());
            legal_elsewhere += u32::from(is_legal);
            match position.play(m) {
                Ok(_) => assert!(is_legal, "{m:?} in {}", position.fen()),
                Err(refused) => assert_eq!((refused.position, refused.m), (*position, m)),
            }
        }
    });
    assert!(legal_elsewhere > 1_000, "{legal_elsewhere}");
}

#[test]
fn all_lists_are_parts_of_one() {
    walk(&all(), 4, 60_000, |position, _| {
        let fen = position.fen();
        let moves = set(&position.legal_moves());
        let captures: BTreeSet<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
        assert_eq!(set(&position.legal_captures()), captures, "{fen}");
        assert_eq!(position.count_legal_moves() as usize, moves.len(), "{fen}");
        assert_eq!(position.has_legal_moves(), !moves.is_empty(), "{fen}");
        let by_piece: BTreeSet<Move> =
            Square::ALL.into_iter().flat_map(|from| position.moves_from(from)).collect();
        assert_eq!(by_piece, moves, "{fen}");
        assert!(Square::ALL.iter().all(|&from| position.moves_from(from).iter().all(|m| m.from() == from)));
        assert!(moves.iter().all(|&m| position.is_legal(m)), "{fen}");
    });
}

/// The properties of a move agree with its effect on the board.
#[test]
fn moves_know_what_they_do() {
    walk(&all(), 5, 20_000, |position, _| {
        for m in &position.legal_moves() {
            let context = || format!("{m:?} in {}", position.fen());
            let (us, next) = (position.turn(), position.play_unchecked(m));
            assert_eq!(position.piece_at(m.from()), Some(m.role().of(us)), "{}", context());
            let arrived = m.promotion().unwrap_or(m.role()).of(us);
            assert_eq!(next.piece_at(m.to()), Some(arrived), "{}", context());
            let captured = m.capture_square().and_then(|square| position.piece_at(square));
            assert_eq!(captured, m.capture().map(|role| role.of(!us)), "{}", context());
            if let Some((from, to)) = m.castling_rook() {
                let rook = Some(Role::Rook.of(us));
                assert_eq!((position.piece_at(from), next.piece_at(to)), (rook, rook), "{}", context());
            }
            let men = |position: &Position| position.board().occupied().count();
            assert_eq!(men(position) - men(&next), u32::from(m.is_capture()), "{}", context());
            let count = if m.is_irreversible() { 0 } else { position.halfmoves() + 1 };
            assert_eq!(next.halfmoves(), count, "{}", context());
            assert_eq!(
                next.fullmoves(),
                position.fullmoves() + u32::from(us == Color::Black),
                "{}",
                context()
            );
            assert!(next.attackers(next.king(us), !us).is_empty(), "{}", context());
        }
    });
}
