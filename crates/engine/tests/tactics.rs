//! The search sees combinations at few nodes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::{Engine, Limits, NeverStop, Options, SearchPosition};
use rules::{Epd, Move};

/// Number of positions of a suite, and of those of which a best move is found.
fn solve(suite: &str, nodes: u64) -> (usize, usize) {
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let (mut positions, mut solved) = (0, 0);
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let epd = Epd::parse(line.as_bytes()).unwrap();
        let position = epd.setup.position().unwrap();
        let wanted: Vec<Move> =
            epd.operands("bm").unwrap().iter().map(|m| position.parse_move(m).unwrap()).collect();
        engine.clear();
        let limits = Limits::nodes(nodes);
        let result = engine.search(&SearchPosition::new(position), &limits, &NeverStop, &mut |_| {});
        positions += 1;
        solved += usize::from(result.best_move.is_some_and(|m| wanted.contains(&m)));
    }
    (positions, solved)
}

#[test]
fn famous_sacrifices_are_found_within_the_nodes_of_a_review() {
    let suite = r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "Reinfeld";
rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - bm Qd8+; id "Réti and Tartakower, 1910";
rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - bm Qxh7+; id "Lasker and Thomas, 1912";
1r2k1r1/pbppnp1p/1bn2P2/8/Q7/B1PB1q2/P4PPP/3RR1K1 w - - bm Rxe7+; id "Evergreen Game, 1852";"#;
    assert_eq!(solve(suite, 100_000), (4, 4));
}

/// Mates in two to four moves that begin with a sacrifice, from games of the engine against itself.
const SACRIFICIAL_MATES: &str = include_str!("../../../testdata/tactics/sacrificial-mates.epd");

#[test]
fn sacrificial_mates_are_found_in_20_000_nodes() {
    let (positions, solved) = solve(SACRIFICIAL_MATES, 20_000);
    assert!(positions >= 100 && solved * 100 >= positions * 98, "{solved} of {positions}");
}
