//! Golden games: a level plays the same moves for the same seed, on every machine and in every version.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::{Level, NeverStop, Opponent, SearchPosition, TimeLimit};
use rules::{CastlingStyle, Position};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 18";

/// Plays a level against itself, Black with the complement of the seed, for as many plies as were recorded.
fn check(level: Level, seed: u64, fen: &str, recorded: &str) {
    let mut players = [Opponent::new(level, seed), Opponent::new(level, !seed)];
    let mut position = SearchPosition::new(fen.parse::<Position>().unwrap());
    let mut played = Vec::new();
    for ply in 0..recorded.split(' ').count() {
        let choice = players[ply % 2].choose(&position, TimeLimit::Unlimited, &NeverStop).unwrap();
        played.push(choice.m.uci(CastlingStyle::Chess960).to_string());
        position.play(choice.m).unwrap();
    }
    assert_eq!(played.join(" "), recorded, "{level} seed {seed} from {fen}");
}

#[test]
fn levels_play_the_recorded_moves() {
    for (level, seed, fen, recorded) in [
        (
            Level::Haru,
            1,
            START,
            "d2d4 d7d5 g1f3 g8f6 f3h4 d8d7 d1d2 h7h6 d2e3 f6g4 e3c3 c7c5 f2f3 c5d4 c3d4 e7e5",
        ),
        (
            Level::Haru,
            1,
            MIDDLEGAME,
            "d1e2 c5c4 a1e1 d8b6 b2b3 f6e8 b3c4 d5c4 d2c4 b6a5 c4a5 c6a5 e2c2 g8h8 c2d1 b7b5",
        ),
        (
            Level::Haru,
            42,
            START,
            "e2e4 d7d6 d2d4 g8f6 h2h4 c7c6 c2c4 c8d7 f1e2 d7c8 e4e5 f6d7 g2g3 d6e5 d4e5 d7e5",
        ),
        (
            Level::Haru,
            42,
            MIDDLEGAME,
            "d1b1 c5c4 a2a4 e6e5 d4e5 c4d3 e5f6 e7f6 b1d3 g7g6 b2b4 c8f5 d3b5 f6c3 f4g5 f7f6",
        ),
        (
            Level::Haru,
            0xDEAD_BEEF_0123_4567,
            START,
            "e2e4 e7e5 g1f3 b8c6 f1c4 c6a5 c4d5 c7c6 d5f7 e8f7 d2d3 d8f6 c1d2 f7e8 d2g5 f6g6",
        ),
        (
            Level::Haru,
            0xDEAD_BEEF_0123_4567,
            MIDDLEGAME,
            "d1c2 c5c4 d3e2 f6h5 f1e1 g7g5 f4g3 d8b6 a2a3 f7f6 c2b1 c8d7 h2h3 c6b8 f3h2 h5g3",
        ),
        (
            Level::Momo,
            1,
            START,
            "d2d4 d7d5 g1f3 g8f6 c2c4 e7e6 e2e3 d8e7 b1c3 a7a5 f1d3 b8c6 e1h1 a8b8 d1e2 c6b4",
        ),
        (
            Level::Momo,
            1,
            MIDDLEGAME,
            "d4c5 e7c5 d2b3 d8b6 b3c5 b6c5 g2g3 c5e7 a2a4 e6e5 f4e5 c6e5 f3e5 e7e5 d1b1 c8d7",
        ),
        (
            Level::Momo,
            42,
            START,
            "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 d1e2 c7c6 g1h3 d6d5 e4e5 c8g4 f2f3 g4h3 g2h3 f6h5",
        ),
        (
            Level::Momo,
            42,
            MIDDLEGAME,
            "f3h4 c5c4 d3b1 f6e8 h4f3 g7g5 f4g3 d8b6 d1c2 f7f5 g1h1 c8d7 b2b3 g5g4 f3h4 b6d8",
        ),
        (
            Level::Momo,
            0xDEAD_BEEF_0123_4567,
            START,
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 b7c6 f3e5 d8f6 d2d4 f6e7 c2c3 f7f6 e5d3 e7e4",
        ),
        (
            Level::Momo,
            0xDEAD_BEEF_0123_4567,
            MIDDLEGAME,
            "d1e1 c5c4 d3e2 c6a5 f3e5 d8b6 b2b4 c4b3 a2b3 a5b3 a1b1 b3d2 e1d2 f6e4 d2e1 b6c7",
        ),
        (
            Level::Mina,
            1,
            START,
            "d2d4 d7d5 g1f3 g8f6 c2c4 e7e6 b1c3 c7c6 e2e3 f8e7 f1e2 d8b6 c4c5 b6a5 e2d3 b7b6",
        ),
        (
            Level::Mina,
            1,
            MIDDLEGAME,
            "d4c5 e7c5 d2b3 c5b6 b3d2 a7a6 h2h3 c8d7 g1h1 f6h5 f4h2 h5f6 h2d6 f8e8 f3e5 d7c8",
        ),
        (
            Level::Mina,
            42,
            START,
            "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 g1f3 f8g7 f1e2 a7a5 c1e3 f6g4 e2c4 e7e6 e3g5 g7f6",
        ),
        (
            Level::Mina,
            42,
            MIDDLEGAME,
            "f3e5 c5c4 d3e2 c6e5 d4e5 f6d7 e3e4 g7g5 f4g3 d8c7 d1c2 d7e5 g3e5 c7e5 e2f3 e5f4",
        ),
        (
            Level::Mina,
            0xDEAD_BEEF_0123_4567,
            START,
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 a4c6 d7c6 d2d3 c8g4 c1d2 d8d6 e1h1 f8e7",
        ),
        (
            Level::Mina,
            0xDEAD_BEEF_0123_4567,
            MIDDLEGAME,
            "d4c5 a7a6 d3c2 a6a5 f3e5 c8d7 d2f3 h7h6 h2h3 d7e8 e5d3 g7g5 f4g3 c6a7 d1c1 e8b5",
        ),
        (
            Level::Otto,
            1,
            START,
            "d2d4 d7d5 g1f3 g8f6 c2c4 e7e6 b1c3 c7c6 e2e3 b8d7 f1e2 d5c4 e2c4 a7a6 e1h1 d8c7",
        ),
        (
            Level::Otto,
            1,
            MIDDLEGAME,
            "d4c5 e7c5 a2a3 c5d6 f4d6 d8d6 d1e2 c8d7 a1c1 a8d8 c3c4 f6g4 c4c5 d6b8 d3h7 g8h7",
        ),
        (
            Level::Otto,
            42,
            START,
            "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 g1f3 f8g7 f1e2 e8h8 e1h1 e7e6 e4e5 d6e5 f3e5 h7h5",
        ),
        (
            Level::Otto,
            42,
            MIDDLEGAME,
            "d1e1 c5c4 d3e2 c8d7 e1b1 f6h5 b1c1 a7a5 f4e5 a5a4 g2g4 h5f6 h2h3 f6e4 e5h2 b7b5",
        ),
        (
            Level::Otto,
            0xDEAD_BEEF_0123_4567,
            START,
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1 f8e7 a4c6 d7c6 f3e5 f6e4 d2d3 e4g5",
        ),
        (
            Level::Otto,
            0xDEAD_BEEF_0123_4567,
            MIDDLEGAME,
            "d4c5 e7c5 f4g3 c8d7 d2b3 c5e7 b3d2 a8c8 d1c2 h7h6 f1d1 f6h5 a2a3 h5g3 h2g3 e6e5",
        ),
        (Level::Bruno, 1, START, "d2d4 d7d5 g1f3 g8f6 c2c4 e7e6"),
        (Level::Bruno, 1, MIDDLEGAME, "d4c5 e7c5 b2b4 c5e7 a2a4 e7d6"),
        (Level::Bruno, 42, START, "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6"),
        (Level::Bruno, 42, MIDDLEGAME, "d4c5 e7c5 d1e2 f6h5 f4g5 f7f6"),
        (Level::Bruno, 0xDEAD_BEEF_0123_4567, START, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"),
        (Level::Bruno, 0xDEAD_BEEF_0123_4567, MIDDLEGAME, "d4c5 e7c5 b2b4 c5d6 b4b5 d6f4"),
        (Level::Doyun, 1, START, "d2d4 d7d5 g1f3 g8f6 c2c4 e7e6"),
        (Level::Doyun, 1, MIDDLEGAME, "d4c5 e7c5 e3e4 f6h5 f4g5 f7f6"),
        (Level::Doyun, 42, START, "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6"),
        (Level::Doyun, 42, MIDDLEGAME, "d4c5 e7c5 b2b4 c5d6 f4g3 a7a6"),
        (Level::Doyun, 0xDEAD_BEEF_0123_4567, START, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"),
        (Level::Doyun, 0xDEAD_BEEF_0123_4567, MIDDLEGAME, "d4c5 e7c5 b2b4 c5d6 f4g3 a7a6"),
    ] {
        check(level, seed, fen, recorded);
    }
}
