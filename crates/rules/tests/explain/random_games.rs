//! Random games from varied positions.

use rng::Rng;
use rules::{Position, Setup, SetupFaults};

/// Standard chess and Chess960 with castling, en passant, promotion and bare endings.
pub(crate) const STARTS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/8/3q4/8/8/3Q4/8/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2",
    "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1",
    "qr2k1r1/8/8/8/8/8/8/QR2K1R1 w GBgb - 0 1",
];

/// Plays `games` random games from each start and visits every position both as [`Position`] and as the
/// [`Setup`] that the pseudo-legal rules make of the same moves.
pub(crate) fn visit_random_games(games: usize, plies: usize, mut visit: impl FnMut(&Position, &Setup)) {
    let mut rng = Rng::new(1);
    for start in STARTS {
        for _ in 0..games {
            let mut setup: Setup = start.parse().unwrap();
            let mut position = setup.position_waiving(SetupFaults::WAIVABLE).unwrap();
            for _ in 0..plies {
                visit(&position, &setup);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[rng.index(moves.len())];
                position = position.play_unchecked(m);
                setup = setup.play_pseudo_unchecked(m);
            }
        }
    }
}
