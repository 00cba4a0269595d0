//! Whatever is asked in whatever order: nothing panics, no illegal game comes of it, and its log tells the same.

use std::collections::BTreeSet;

use protocol::DrawClaim;

use super::*;

/// A small generator of numbers that only look random: the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[test]
fn any_sequence_of_acts_keeps_the_rules() {
    let (mut longest, mut endings) = (0, BTreeSet::new());
    for seed in 0..120 {
        let mut dice = Dice(seed);
        let control = match dice.below(4) {
            0 => clock(60, Bonus::Increment(Millis(500))),
            1 => clock(20, Bonus::Delay(Millis(500))),
            2 => TimeControl::Correspondence { days: std::num::NonZeroU32::MIN },
            _ => TimeControl::Unlimited,
        };
        let mut desk = Desk::new(control);
        for _ in 0..400 {
            step(&mut desk, &mut dice);
        }
        longest = longest.max(desk.live.game().plies());
        endings.extend(desk.ending());
        assert_eq!(desk.replayed().state(desk.now), desk.live.state(desk.now), "seed {seed}");
        let pgn = desk.live.pgn("Hanpan").to_string();
        let read =
            pgn.parse::<game::pgn::PgnGame>().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{pgn}"));
        assert_eq!(read.moves().len(), desk.live.game().plies(), "seed {seed}");
        let mut game = game::Game::standard();
        for played in desk.live.state(desk.now).moves {
            let m = game.read_move(&played.uci.0.to_string()).unwrap();
            game.play(m).unwrap();
        }
    }
    // It would prove little if all games were over soon, and in the same way.
    assert!(longest >= 150, "{longest}");
    assert!(endings.len() >= 5, "{endings:?}");
}

fn step(desk: &mut Desk, dice: &mut Dice) {
    let was = desk.live.state(desk.now);
    desk.wait(dice.below(400));
    desk.round_trip = Millis(dice.below(500));
    desk.tick();
    let seat = Seat::ALL[dice.below(2) as usize];
    if dice.below(20) == 0 {
        if desk.attendance.is_here(seat) {
            desk.attendance.go(window(seat), who(seat), desk.now);
        } else {
            desk.attendance.come(window(seat), who(seat), Some(seat));
        }
    }
    if dice.below(40) == 0 {
        let from = desk.now;
        desk.wait(dice.below(30_000));
        desk.command(&Command::Outage { from, until: desk.now }, None).unwrap();
    }
    let before = desk.live.next();
    let act = any_act(desk, dice);
    let stranger = dice.below(15) == 0;
    let result = if stranger { desk.act_as(player(3), act.clone()) } else { desk.act(seat, act.clone()) };
    match result {
        Ok(events) => {
            assert!(!stranger, "a stranger did {act:?}");
            let numbers: Vec<u32> = events.iter().map(|event| event.number).collect();
            assert_eq!(numbers, (before..desk.live.next()).collect::<Vec<_>>());
        }
        Err(_) => assert_eq!(desk.live.next(), before, "what is refused changes nothing"),
    }
    if was.result.is_some() {
        assert_eq!(desk.live.state(desk.now).moves, was.moves, "what is over stays as it is");
    }
}

fn any_act(desk: &Desk, dice: &mut Dice) -> Act {
    let moves = desk.live.game().legal_moves();
    let ply = desk.live.game().plies() as u32;
    // What ends a game comes seldom, so that most of it happens in games that are on.
    match dice.below(400) {
        0 => Act::Resign,
        1 => Act::Abort,
        2 => Act::ClaimWin,
        3 => Act::ClaimDraw,
        4 | 5 => accept(Offer::ALL[dice.below(3) as usize]),
        6..=15 => Act::Claim { claim: DrawClaim::Threefold, uci: None },
        16..=25 => Act::Claim { claim: DrawClaim::Fifty, uci: None },
        26..=45 => Act::GiveTime,
        46..=55 => Act::Sit { name: None },
        56..=75 => offer(Offer::ALL[dice.below(3) as usize]),
        76..=85 => Act::Decline { offer: Offer::ALL[dice.below(3) as usize] },
        86..=95 => accept(Offer::Takeback),
        96..=105 => Act::Move { ply, uci: MoveText("a1a8".parse().unwrap()) },
        106..=115 => Act::Move { ply: ply + 1, uci: MoveText("e2e4".parse().unwrap()) },
        _ if moves.is_empty() => offer(Offer::Rematch),
        _ => {
            let m = moves[dice.below(moves.len() as u64) as usize];
            Act::Move { ply, uci: MoveText(m.uci(desk.live.castling_style())) }
        }
    }
}
