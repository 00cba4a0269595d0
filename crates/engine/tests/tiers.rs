//! The search visits the same nodes on every tier. One test, because the limit is the process's.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::{Engine, Limits, NeverStop, Options, SearchPosition};
use rules::Position;
use rules::cpu::{self, Tier};

const POSITIONS: [&str; 4] = [
    "rnbqkb1r/1p1ppppp/p4n2/2p5/7P/N5P1/PPPPPP2/R1BQKBNR w KQkq - 0 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/3r2k1/1b4p1/3B1p1p/1r3P2/p3PKPP/2R5/R7 w - - 2 33",
    "1b6/8/8/2B1k2p/2P5/4K3/6P1/8 w - - 3 56",
];

#[test]
fn every_tier_searches_the_same_nodes() {
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let mut search = |fen: &str| {
        let position: Position = fen.parse().unwrap();
        engine.clear();
        engine.search(&SearchPosition::new(position), &Limits::depth(10), &NeverStop, &mut |_| {})
    };
    cpu::limit(Tier::Baseline);
    let expected = POSITIONS.map(&mut search);
    for tier in Tier::ALL.into_iter().filter(|&tier| tier <= Tier::detect()) {
        assert_eq!(cpu::limit(tier), tier);
        for (fen, expected) in POSITIONS.into_iter().zip(&expected) {
            let found = search(fen);
            assert!(found.nodes > 1_000, "{} nodes in {fen}", found.nodes);
            assert_eq!((found.nodes, &found.pv), (expected.nodes, &expected.pv), "{} {fen}", tier.name());
        }
    }
}
