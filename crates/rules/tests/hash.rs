//! Hashing: Polyglot's published keys, incremental updates, no collisions.
#![allow(clippy::unwrap_used, reason = "invalid test data fails the test")]

extern crate hanpan_rules as rules;

mod common;

use std::collections::HashMap;

use common::{reachable_positions, unreachable_positions, visit_random_games};
use rules::{Color, Position, San, Setup, SetupFaults};

/// Test vectors of the Polyglot book format.
#[cfg(not(feature = "computed-keys"))]
#[test]
fn hashes_equal_the_polyglot_test_vectors() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e4", 0x823c_9b50_fd11_4196),
        ("e4 d5", 0x0756_b944_61c5_0fb0),
        ("e4 d5 e5", 0x662f_afb9_65db_29d4),
        ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
        ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
        ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
        ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
        ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
    ] {
        let mut position = Position::start();
        for san in moves.split_whitespace() {
            position =
                position.play_unchecked(San::parse(san.as_bytes()).unwrap().resolve(&position).unwrap());
        }
        assert_eq!(position.hash(), key, "{moves}");
    }
}

/// The position created from a setup, with a hash computed from scratch.
fn from_setup(setup: &Setup) -> Position {
    setup.position_waiving(SetupFaults::WAIVABLE).unwrap_or_else(|error| panic!("{setup}: {error}"))
}

#[test]
fn playing_updates_the_hash() {
    visit_random_games(
        &[reachable_positions(), unreachable_positions()].concat(),
        1,
        20_000,
        |position, _| {
            for m in &position.legal_moves() {
                let next = position.play(m).unwrap();
                let forward = if position.turn() == Color::White { 1 } else { -1 };
                let en_passant = if m.is_double_step() { m.from().offset(0, forward) } else { None };
                let expected = from_setup(&Setup { en_passant, ..next.setup() });
                assert_eq!(next.hash(), expected.hash(), "{m:?} in {}", position.fen());
                assert_eq!(next, expected, "{m:?} in {}", position.fen());
                assert_eq!(
                    next.repetition_key(),
                    from_setup(&next.setup()).hash(),
                    "{m:?} in {}",
                    position.fen()
                );
            }
        },
    );
}

#[test]
fn a_null_move_updates_the_hash() {
    visit_random_games(&reachable_positions(), 2, 20_000, |position, _| {
        let Some(passed) = position.null_move() else {
            assert!(position.is_check(), "{}", position.fen());
            return;
        };
        assert!(!position.is_check(), "{}", position.fen());
        let setup = Setup { turn: !position.turn(), en_passant: None, ..position.setup() };
        assert_eq!(passed.hash(), from_setup(&setup).hash(), "{}", position.fen());
        assert_eq!(
            (passed.board(), passed.castling_rights()),
            (position.board(), position.castling_rights())
        );
        assert_eq!(passed.legal_en_passant(), None, "{}", position.fen());
    });
}

#[test]
fn different_positions_have_different_keys() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    visit_random_games(&reachable_positions(), 3, 60_000, |position, _| {
        let fen = position.setup().shredder_fen();
        let without_counters = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let first = seen.entry(position.repetition_key()).or_insert_with(|| without_counters.clone());
        assert_eq!(*first, without_counters);
    });
    assert!(seen.len() > 20_000, "{}", seen.len());
}
