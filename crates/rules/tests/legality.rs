//! The list of legal moves agrees with all other legality queries.

extern crate hanpan_rules as rules;

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{reachable_positions, unreachable_positions, visit_random_games};
use rules::{CastlingStyle, Color, Move, MoveList, Position, Role, Square, UciMove};

const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];

fn all() -> Vec<Position> {
    [reachable_positions(), unreachable_positions()].concat()
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
fn uci_resolves_exactly_the_listed_moves() {
    visit_random_games(&all(), 1, 4_000, |position, _| {
        let legal = spellings(position);
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in PROMOTIONS {
                    let uci = UciMove::Normal { from, to, promotion };
                    let listed = legal.get(&(from, to, promotion)).copied();
                    assert_eq!(uci.resolve(position).ok(), listed, "{uci} in {}", position.fen());
                }
            }
        }
    });
}

#[test]
fn is_legal_agrees_with_the_list_for_moves_of_other_positions() {
    let mut other_moves = BTreeSet::new();
    visit_random_games(&all(), 2, 30_000, |position, _| other_moves.extend(&position.legal_moves()));
    let (common, rare): (Vec<Move>, Vec<Move>) =
        other_moves.into_iter().partition(|m| !m.is_castle() && !m.is_en_passant());
    assert!(common.len() > 5_000 && rare.len() > 40, "{} and {} moves", common.len(), rare.len());
    let mut legal_count = 0_u32;
    visit_random_games(&all(), 3, 4_000, |position, rng| {
        let legal = set(&position.legal_moves());
        let some = std::iter::repeat_with(|| rng.pick(&common).copied()).flatten().take(500);
        for m in some.chain(rare.iter().copied()) {
            let is_legal = position.is_legal(m);
            assert_eq!(is_legal, legal.contains(&m), "{m:?} in {}", position.fen());
            legal_count += u32::from(is_legal);
            match position.play(m) {
                Ok(_) => assert!(is_legal, "{m:?} in {}", position.fen()),
                Err(refused) => assert_eq!((refused.position, refused.m), (*position, m)),
            }
        }
    });
    assert!(legal_count > 1_000, "{legal_count}");
}

#[test]
fn captures_counts_and_moves_from_agree_with_the_list() {
    visit_random_games(&all(), 4, 60_000, |position, _| {
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
fn move_properties_agree_with_the_board() {
    visit_random_games(&all(), 5, 20_000, |position, _| {
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
            let piece_count = |position: &Position| position.board().occupied().count();
            assert_eq!(
                piece_count(position) - piece_count(&next),
                u32::from(m.is_capture()),
                "{}",
                context()
            );
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
