//! Behaviour of the levels.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::time::Duration;

use engine::{Choice, Level, Limits, NeverStop, Opponent, SearchControl, SearchPosition, TimeLimit};
use rules::{Color, Move, Position, San};

fn choose(level: Level, seed: u64, search_position: &SearchPosition) -> Option<Choice> {
    Opponent::new(level, seed).choose(search_position, TimeLimit::Unlimited, &NeverStop)
}

/// Number of seeds, of forty, with which a level plays the move.
fn seeds_playing(level: Level, search_position: &SearchPosition, san: &str) -> usize {
    let position = search_position.position();
    let wanted = san.parse::<San>().unwrap().resolve(position).unwrap();
    (0..40).filter(|&seed| choose(level, seed, search_position).unwrap().m == wanted).count()
}

fn search_position(fen: &str) -> SearchPosition {
    SearchPosition::new(fen.parse().unwrap())
}

#[test]
fn weak_levels_usually_find_mate_in_one() {
    let back_rank = search_position("6k1/5ppp/8/8/8/1P6/P4PPP/3R2K1 w - - 0 30");
    assert!(seeds_playing(Level::Haru, &back_rank, "Rd8#") >= 24);
    assert!(seeds_playing(Level::Momo, &back_rank, "Rd8#") >= 28);
    for level in [Level::Areum, Level::Doyun] {
        assert_eq!(seeds_playing(level, &back_rank, "Rd8#"), 40, "{level}");
    }
}

#[test]
fn obvious_recaptures_are_played() {
    let mut exchange = search_position("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 20");
    let takes = "Bxc6".parse::<San>().unwrap().resolve(exchange.position()).unwrap();
    exchange.play(takes).unwrap();
    for level in [Level::Haru, Level::Sol, Level::Bruno] {
        let back = seeds_playing(level, &exchange, "dxc6") + seeds_playing(level, &exchange, "bxc6");
        assert!(back >= 34, "{level}: {back}");
    }
}

#[test]
fn the_same_seed_repeats_and_other_seeds_vary() {
    let middlegame = search_position("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 18");
    for level in [Level::Haru, Level::Otto] {
        let first = choose(level, 5, &middlegame);
        assert_eq!(choose(level, 5, &middlegame), first, "{level}");
        let moves: HashSet<_> = (0..40).map(|seed| choose(level, seed, &middlegame).unwrap().m).collect();
        assert!(moves.len() >= 3, "{level}: {moves:?}");
    }
}

#[test]
fn first_moves_vary_at_every_level() {
    let start = SearchPosition::new(Position::start());
    for level in [Level::Haru, Level::Doyun, Level::Hanpan] {
        let moves: HashSet<_> = (0..40).map(|seed| choose(level, seed, &start).unwrap().m).collect();
        assert!(moves.len() >= 4, "{level}: {moves:?}");
    }
}

/// Plays a level against arbitrary legal moves; true if the level mates.
fn wins(fen: &str, level: Level, seed: u64) -> bool {
    let mut search_position = search_position(fen);
    let mut opponent = Opponent::new(level, seed);
    let us = search_position.position().turn();
    for ply in 0..140 {
        let position = *search_position.position();
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmoves() >= 100 {
            break;
        }
        let m = match position.turn() == us {
            true => opponent.choose(&search_position, TimeLimit::Unlimited, &NeverStop).unwrap().m,
            false => moves[(ply * 7 + seed as usize) % moves.len()],
        };
        search_position.play(m).unwrap();
    }
    search_position.position().is_checkmate() && search_position.position().turn() != us
}

#[test]
fn weak_levels_win_elementary_endings() {
    for fen in ["8/8/8/4k3/8/8/8/3QK3 w - - 0 60", "8/8/4k3/8/8/8/8/R3K3 w - - 0 60"] {
        for level in [Level::Haru, Level::Mina] {
            for seed in 0..3 {
                assert!(wins(fen, level, seed), "{fen} {level} {seed}");
            }
        }
    }
}

/// True if the opponent can mate in one after the move.
fn allows_mate(position: &Position, m: Move) -> bool {
    let after = position.play(m).unwrap();
    after.legal_moves().iter().any(|&reply| after.play(reply).unwrap().is_checkmate())
}

#[test]
fn lost_positions_are_defended_against_mate_in_one() {
    // Clearly lost, and most moves allow a mate in one: by chance about eight of forty would avoid it.
    for fen in [
        "rn3bk1/p2p4/bpp1R3/6p1/1P1P2P1/P3PPq1/2PK2P1/RNB4r w - - 3 17",
        "rnb4r/pp2p1kp/2p4b/P3NppQ/3P2P1/N3P2P/P2P1P2/R1B1K1R1 b Q - 0 17",
        "2b5/2p4p/rpn4n/3p2kP/7R/3NPQ2/P1P5/RN5K b - - 3 22",
        "r3k2r/p7/p6P/2q1p3/2p5/2P2bP1/2P1N3/RNB2K1n w - - 2 27",
    ] {
        let lost = search_position(fen);
        let position = lost.position();
        let all = position.legal_moves();
        let defences = all.iter().filter(|&&m| !allows_mate(position, m)).count();
        assert!((1..all.len() / 3).contains(&defences), "{fen}: {defences} of {}", all.len());
        for (level, least) in [(Level::Mina, 22), (Level::Otto, 33)] {
            let defended =
                (0..40).filter(|&seed| !allows_mate(position, choose(level, seed, &lost).unwrap().m)).count();
            assert!(defended >= least, "{fen} {level}: {defended} of 40");
        }
    }
}

#[test]
fn openings_vary() {
    for level in [Level::Haru, Level::Otto, Level::Greta] {
        let start = SearchPosition::new(Position::start());
        let firsts: HashSet<_> = (0..30).map(|seed| choose(level, seed, &start).unwrap().m).collect();
        assert!(firsts.len() >= 3, "{level}: {firsts:?}");
    }
}

#[test]
fn no_legal_move_gives_none_and_forced_moves_are_played() {
    assert_eq!(choose(Level::Haru, 1, &search_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), None);
    let forced = search_position("7k/8/6K1/8/8/8/8/Q7 b - - 0 1");
    for &level in Level::ALL {
        let choice = choose(level, 1, &forced).unwrap();
        assert_eq!(forced.position().turn(), Color::Black);
        assert_eq!(format!("{:?}", choice.m), "Kh8-g8", "{level}");
    }
}

/// A clock that has run for an hour.
struct LateClock;

impl SearchControl for LateClock {
    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_secs(3_600))
    }

    fn should_stop(&self) -> bool {
        false
    }
}

#[test]
fn limits_bind_every_level() {
    let middlegame = search_position("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 18");
    for level in [Level::Otto, Level::Doyun] {
        let within = |limits: &Limits, control: &dyn SearchControl| {
            Opponent::new(level, 3).choose_with_limits(&middlegame, limits, control).unwrap()
        };
        let free = within(&Limits::default(), &NeverStop);
        assert_eq!(within(&Limits::nodes(free.nodes * 2), &LateClock), free, "{level}: nothing binds");
        assert_eq!(within(&Limits::depth(2), &NeverStop).depth, 2);
        let few = within(&Limits::nodes(2_000), &NeverStop);
        assert!(few.nodes <= 2_000 && few.depth < free.depth, "{level}: {few:?}");
        let (left, increment, overhead) = (Duration::from_millis(5), Duration::ZERO, Duration::ZERO);
        for time in [
            TimeLimit::MoveTime(left),
            TimeLimit::Clock { remaining: left, increment, moves_to_go: None, overhead },
        ] {
            let hurried = within(&Limits { time, ..Limits::default() }, &LateClock);
            // Two checks of the clock, some thousand nodes apart, and the first iteration, which always
            // completes.
            assert!(hurried.nodes < free.nodes / 2, "{level}: {hurried:?}");
        }
    }
}

#[test]
fn search_moves_restrict_the_choice() {
    let middlegame = search_position("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 18");
    let all = middlegame.position().legal_moves();
    let among = |level, seed, only: &[Move]| {
        let limits = Limits { search_moves: only.to_vec(), ..Limits::default() };
        Opponent::new(level, seed).choose_with_limits(&middlegame, &limits, &NeverStop)
    };
    for level in [Level::Haru, Level::Otto, Level::Doyun] {
        for seed in 0..5 {
            let only = [all[3], all[8], all[15]];
            assert!(only.contains(&among(level, seed, &only).unwrap().m), "{level} {seed}");
            assert_eq!(among(level, seed, &only[..1]).unwrap().m, only[0], "{level} {seed}");
            // An empty list and a list of all moves are no restriction.
            let free = choose(level, seed, &middlegame);
            assert!(free.is_some_and(|free| free.depth > 0 && free.nodes > 0), "{free:?}");
            assert_eq!((among(level, seed, &[]), among(level, seed, &all)), (free, free), "{level} {seed}");
        }
    }
}

#[test]
fn levels_play_chess960() {
    let start = search_position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    for &level in &Level::ALL[..15] {
        assert!(start.position().is_legal(choose(level, 2, &start).unwrap().m));
    }
}

#[test]
fn an_opponent_wants_a_draw_unless_it_stands_better() {
    let check = |fen: &str, expected| {
        for level in [Level::Otto, Level::Hanpan] {
            let search_position = SearchPosition::new(Position::from_fen(fen).unwrap());
            let choice = Opponent::new(level, 3).choose(&search_position, TimeLimit::Unlimited, &NeverStop);
            assert_eq!(choice.unwrap().wants_draw, expected, "{fen} {level}");
        }
    };
    check("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 30", true);
    check("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30", false);
    // The only legal move is played without a search.
    check("7k/4K2p/7P/8/8/8/8/1N6 b - - 0 1", true);
}
