//! Whatever is asked in whatever order: nothing panics, no illegal game comes of it, and its log tells the same.

use std::collections::BTreeSet;

use protocol::DrawClaim;

use super::*;

/// A small generator of numbers that only look random: the same each time.
struct Rng(u64);

impl Rng {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[test]
fn any_sequence_of_acts_keeps_the_rules() {
    let (mut longest, mut endings) = (0, BTreeSet::new());
    for seed in 0..120 {
        let mut dice = Rng(seed);
        let control = match dice.below(4) {
            0 => clock(60, Bonus::Increment(Millis(500))),
            1 => clock(20, Bonus::Delay(Millis(500))),
            2 => TimeControl::Correspondence { days: std::num::NonZeroU32::MIN },
            _ => TimeControl::Unlimited,
        };
        let mut desk = TestGame::new(control);
        for _ in 0..400 {
            step(&mut desk, &mut dice);
        }
        longest = longest.max(desk.state.game().plies());
        endings.extend(desk.ending());
        assert_eq!(desk.replay().state(desk.now), desk.state.state(desk.now), "seed {seed}");
        let pgn = desk.state.pgn("Hanpan").to_string();
        let read =
            pgn.parse::<game::pgn::PgnGame>().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{pgn}"));
        assert_eq!(read.moves().len(), desk.state.game().plies(), "seed {seed}");
        let mut game = game::Game::standard();
        for played in desk.state.state(desk.now).moves {
            let m = game.parse_move(&played.uci.0.to_string()).unwrap();
            game.play(m).unwrap();
        }
    }
    // It would prove little if all games were over soon, and in the same way.
    assert!(longest >= 150, "{longest}");
    assert!(endings.len() >= 5, "{endings:?}");
}

fn step(desk: &mut TestGame, dice: &mut Rng) {
    let was = desk.state.state(desk.now);
    desk.advance(dice.below(400));
    desk.round_trip = Millis(dice.below(500));
    desk.tick();
    let seat = Seat::ALL[dice.below(2) as usize];
    if dice.below(20) == 0 {
        if desk.presence.is_connected(seat) {
            desk.presence.disconnect(connection_of(seat), player_id(seat), desk.now);
        } else {
            desk.presence.connect(connection_of(seat), player_id(seat), Some(seat));
        }
    }
    if dice.below(40) == 0 {
        let from = desk.now;
        desk.advance(dice.below(30_000));
        desk.command(&GameCommand::Outage { from, until: desk.now }, None).unwrap();
    }
    let before = desk.state.next_number();
    let act = any_action(desk, dice);
    let stranger = dice.below(15) == 0;
    let result =
        if stranger { desk.action_as(player(3), act.clone()) } else { desk.action(seat, act.clone()) };
    match result {
        Ok(events) => {
            assert!(!stranger, "a stranger did {act:?}");
            let numbers: Vec<u32> = events.iter().map(|event| event.number).collect();
            assert_eq!(numbers, (before..desk.state.next_number()).collect::<Vec<_>>());
        }
        Err(_) => assert_eq!(desk.state.next_number(), before, "what is refused changes nothing"),
    }
    if was.result.is_some() {
        assert_eq!(desk.state.state(desk.now).moves, was.moves, "what is over stays as it is");
    }
}

fn any_action(desk: &TestGame, dice: &mut Rng) -> PlayerAction {
    let moves = desk.state.game().legal_moves();
    let ply = desk.state.game().plies() as u32;
    // What ends a game comes seldom, so that most of it happens in games that are on.
    match dice.below(400) {
        0 => PlayerAction::Resign,
        1 => PlayerAction::Abort,
        2 => PlayerAction::ClaimWin,
        3 => PlayerAction::ClaimDraw,
        4 | 5 => accept(OfferKind::ALL[dice.below(3) as usize]),
        6..=15 => PlayerAction::Claim { claim: DrawClaim::Threefold, uci: None },
        16..=25 => PlayerAction::Claim { claim: DrawClaim::Fifty, uci: None },
        26..=45 => PlayerAction::GiveTime,
        46..=55 => PlayerAction::Sit { name: None },
        56..=75 => offer(OfferKind::ALL[dice.below(3) as usize]),
        76..=85 => PlayerAction::Decline { offer: OfferKind::ALL[dice.below(3) as usize] },
        86..=95 => accept(OfferKind::Takeback),
        96..=105 => PlayerAction::Move { ply, uci: WireMove("a1a8".parse().unwrap()) },
        106..=115 => PlayerAction::Move { ply: ply + 1, uci: WireMove("e2e4".parse().unwrap()) },
        _ if moves.is_empty() => offer(OfferKind::Rematch),
        _ => {
            let m = moves[dice.below(moves.len() as u64) as usize];
            PlayerAction::Move { ply, uci: WireMove(m.uci(desk.state.castling_style())) }
        }
    }
}
