//! Whatever is asked in whatever order: nothing panics, no illegal game comes of it, and its log tells the same.

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
    for seed in 0..60 {
        let mut dice = Dice(seed);
        let control = match dice.below(3) {
            0 => clock(10, Bonus::Increment(Millis(100))),
            1 => clock(5, Bonus::Delay(Millis(500))),
            _ => TimeControl::Unlimited,
        };
        let mut desk = Desk::new(control);
        for _ in 0..150 {
            step(&mut desk, &mut dice);
        }
        assert_eq!(desk.replayed().state(desk.now), desk.live.state(desk.now), "seed {seed}");
        let pgn = desk.live.pgn("Hanpan").to_string();
        let read =
            pgn.parse::<game::pgn::PgnGame>().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{pgn}"));
        assert_eq!(read.moves().len(), desk.live.game().plies(), "seed {seed}");
    }
}

fn step(desk: &mut Desk, dice: &mut Dice) {
    let was = desk.live.state(desk.now);
    desk.wait(dice.below(400));
    desk.round_trip = Millis(dice.below(500));
    desk.tick();
    let seat = Seat::ALL[dice.below(2) as usize];
    if dice.below(20) == 0 {
        match desk.attendance.is_here(seat) {
            true => desk.attendance.go(who(seat), Some(seat), desk.now),
            false => desk.attendance.come(who(seat), Some(seat)),
        }
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
    match dice.below(40) {
        0 => Act::Resign,
        1 => Act::Abort,
        2 | 3 => Act::GiveTime,
        4 => Act::ClaimWin,
        5 => Act::ClaimDraw,
        6 => Act::Sit { name: None },
        7 => Act::Claim { claim: DrawClaim::Threefold, uci: None },
        8 => Act::Claim { claim: DrawClaim::Fifty, uci: None },
        9..=11 => offer(Offer::ALL[dice.below(3) as usize]),
        12 | 13 => accept(Offer::ALL[dice.below(3) as usize]),
        14 => Act::Decline { offer: Offer::ALL[dice.below(3) as usize] },
        15 => Act::Move { ply, uci: MoveText("a1a8".parse().unwrap()) },
        16 => Act::Move { ply: ply + 1, uci: MoveText("e2e4".parse().unwrap()) },
        _ if moves.is_empty() => offer(Offer::Rematch),
        _ => {
            let m = moves[dice.below(moves.len() as u64) as usize];
            Act::Move { ply, uci: MoveText(m.uci(desk.live.castling_style())) }
        }
    }
}
