//! Every tier that this processor has gives the same results. One test, because the limit is the process's.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

extern crate hanpan_rules as rules;

mod common;

use common::{perft_cases, reachable_positions, unreachable_positions, visit_random_games};
use rules::cpu::{self, Tier};
use rules::{MoveList, San, perft};

/// Results of all queries that dispatch, in a sequence of random positions.
fn queries() -> Vec<(MoveList, MoveList, u32)> {
    let mut results = Vec::new();
    visit_random_games(
        &[reachable_positions(), unreachable_positions()].concat(),
        3,
        3_000,
        |position, _| {
            let moves = position.legal_moves();
            assert_eq!(moves.len(), position.count_legal_moves() as usize, "{}", position.fen());
            for &m in &*moves {
                assert!(position.is_legal(m), "{m:?} in {}", position.fen());
                let text = position.san(m).to_string();
                assert_eq!(
                    text.parse::<San>().unwrap().resolve(position),
                    Ok(m),
                    "{text} in {}",
                    position.fen()
                );
            }
            results.push((moves, position.legal_captures(), position.count_legal_moves()));
        },
    );
    results
}

fn check_perft(tier: Tier) {
    for file in ["famous.epd", "special.epd", "impossible.epd", "chess960.epd"] {
        for case in perft_cases(file) {
            for (depth, nodes) in case.counts.into_iter().filter(|&(_, nodes)| nodes <= 3_000_000) {
                assert_eq!(
                    perft::count(&case.position, depth),
                    nodes,
                    "{} at depth {depth}: {}",
                    tier.name(),
                    case.setup
                );
                if nodes <= 100_000 {
                    assert_eq!(perft::count_without_bulk(&case.position, depth), nodes, "{}", case.setup);
                }
            }
        }
    }
}

#[test]
fn every_tier_gives_the_same_results() {
    assert_eq!(cpu::limit(Tier::Baseline), Tier::Baseline);
    let expected = queries();
    for tier in Tier::ALL.into_iter().filter(|&tier| tier <= Tier::detect()) {
        assert_eq!(cpu::limit(tier), tier);
        assert_eq!(cpu::tier(), tier);
        check_perft(tier);
        assert!(queries() == expected, "{}", tier.name());
    }
    assert_eq!(cpu::limit(Tier::Avx512), Tier::detect(), "a limit never raises the tier");
}
