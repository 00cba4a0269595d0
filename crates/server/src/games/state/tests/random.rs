//! Property test with random actions: no panic, only legal games, and the log replays to the same state.

use std::collections::BTreeSet;

use protocol::DrawClaim;
use rng::Rng;

use super::*;

#[test]
fn random_actions_keep_the_rules() {
    let (mut longest, mut endings) = (0, BTreeSet::new());
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let control = match rng.below(4) {
            0 => clock(60, Bonus::Increment(Millis(500))),
            1 => clock(20, Bonus::Delay(Millis(500))),
            2 => TimeControl::Correspondence { days: std::num::NonZeroU32::MIN },
            _ => TimeControl::Unlimited,
        };
        let mut test = TestGame::new(control);
        for _ in 0..400 {
            step(&mut test, &mut rng);
        }
        longest = longest.max(test.state.game().plies());
        endings.extend(test.ending());
        assert_eq!(test.replay().state(test.now), test.state.state(test.now), "seed {seed}");
        let pgn = test.state.pgn("Hanpan").to_string();
        let mut written = String::new();
        test.state.write_pgn("Hanpan", &mut written);
        assert_eq!(written, pgn, "seed {seed}");
        let read =
            pgn.parse::<game::pgn::PgnGame>().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{pgn}"));
        assert_eq!(read.moves().count(), test.state.game().plies(), "seed {seed}");
        let mut game = game::Game::standard();
        for played in test.state.state(test.now).moves {
            let m = game.parse_move(&played.uci.0.to_string()).unwrap();
            game.play(m).unwrap();
        }
    }
    // Guards against a test that explores too little.
    assert!(longest >= 150, "{longest}");
    assert!(endings.len() >= 5, "{endings:?}");
}

pub(super) fn step(test: &mut TestGame, rng: &mut Rng) {
    let was = test.state.state(test.now);
    test.advance(rng.below(400));
    test.round_trip = Millis(rng.below(500));
    test.tick();
    let seat = Seat::ALL[rng.below(2) as usize];
    if rng.below(20) == 0 {
        if test.presence.is_connected(seat) {
            test.presence.disconnect(connection_of(seat), player_id(seat), test.now);
        } else {
            test.presence.connect(connection_of(seat), player_id(seat), Some(seat), test.now);
        }
    }
    if rng.below(40) == 0 {
        let from = test.now;
        test.advance(rng.below(30_000));
        test.command(&GameCommand::Outage { from, until: test.now }, None).unwrap();
    }
    let before = test.state.next_number();
    let action = any_action(test, rng);
    let stranger = rng.below(15) == 0;
    let result =
        if stranger { test.action_as(player(3), action.clone()) } else { test.action(seat, action.clone()) };
    match result {
        Ok(events) => {
            assert!(!stranger, "a stranger did {action:?}");
            let numbers: Vec<u32> = events.iter().map(|event| event.number.0).collect();
            assert_eq!(numbers, (before.0..test.state.next_number().0).collect::<Vec<_>>());
        }
        Err(_) => assert_eq!(test.state.next_number(), before, "a refused action changes nothing"),
    }
    if was.result.is_some() {
        assert_eq!(test.state.state(test.now).moves, was.moves, "a finished game does not change");
    }
}

fn any_action(test: &TestGame, rng: &mut Rng) -> PlayerAction {
    let moves = test.state.game().legal_moves();
    let ply = test.state.game().ply();
    // Actions that end a game are rare, so that most actions hit a game in progress.
    match rng.below(400) {
        0 => PlayerAction::Resign,
        1 => PlayerAction::Abort,
        2 => PlayerAction::ClaimWin,
        3 => PlayerAction::ClaimDraw,
        4 | 5 => accept(OfferKind::ALL[rng.below(3) as usize]),
        6..=15 => PlayerAction::Claim { claim: DrawClaim::Threefold, uci: None },
        16..=25 => PlayerAction::Claim { claim: DrawClaim::Fifty, uci: None },
        26..=45 => PlayerAction::GiveTime,
        46..=55 => PlayerAction::Sit { name: None },
        56..=75 => offer(OfferKind::ALL[rng.below(3) as usize]),
        76..=85 => PlayerAction::Decline { offer: OfferKind::ALL[rng.below(3) as usize] },
        86..=95 => accept(OfferKind::Takeback),
        96..=105 => PlayerAction::play(ply, "a1a8".parse().unwrap()),
        106..=115 => PlayerAction::play(ply.next(), "e2e4".parse().unwrap()),
        _ if moves.is_empty() => offer(OfferKind::Rematch),
        _ => {
            let m = moves[rng.below(moves.len() as u64) as usize];
            PlayerAction::play(ply, m.uci(test.state.castling_style()))
        }
    }
}
