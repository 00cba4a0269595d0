use std::num::NonZeroU32;

use rules::ByColor;

use super::*;

#[test]
fn the_clocks_stand_still_until_both_have_moved() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.play("e2e4", 5_000);
    desk.play("e7e5", 5_000);
    assert_eq!(desk.left(), (60_000, 60_000));
    desk.play("g1f3", 3_000);
    desk.wait(2_000);
    assert_eq!(desk.left(), (57_000, 58_000));
}

#[test]
fn each_bonus_is_counted_as_it_is_called() {
    let check = |bonus, expected: (u64, u64)| {
        let mut desk = Desk::new(clock(60, bonus));
        desk.moves("e2e4 e7e5");
        desk.play("g1f3", 3_000);
        desk.play("b8c6", 1_000);
        assert_eq!(desk.left(), expected, "{bonus:?}");
    };
    check(Bonus::None, (57_000, 59_000));
    check(Bonus::Increment(Millis::seconds(2)), (59_000, 61_000));
    check(Bonus::Bronstein(Millis::seconds(2)), (59_000, 60_000));
    check(Bonus::Delay(Millis::seconds(2)), (59_000, 60_000));
}

#[test]
fn a_move_tells_what_it_took_and_what_is_left() {
    let mut desk = Desk::new(clock(60, Bonus::Increment(Millis::seconds(1))));
    desk.moves("e2e4 e7e5");
    let events = desk.play("g1f3", 3_000);
    let Happening::Moved { ply, played, clocks } = &events[0].happening else { panic!("{events:?}") };
    assert_eq!((*ply, played.spent.unwrap().0, played.left.unwrap().0, played.lag), (2, 3_000, 58_000, None));
    assert_eq!(clocks.unwrap().running, Some(Seat::Black));
}

#[test]
fn a_flag_falls_at_its_moment() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4 e7e5");
    assert_eq!(desk.live.deadline(&desk.attendance), Some(desk.now + Millis::seconds(60)));
    desk.wait(59_999);
    assert!(desk.tick().is_empty());
    desk.wait(1);
    let events = desk.tick();
    assert!(is_end(&events[0]), "{events:?}");
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
    assert_eq!(desk.left(), (0, 60_000));
    assert_eq!(desk.live.deadline(&desk.attendance), None);
}

#[test]
fn a_move_after_the_flag_is_too_late() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4 e7e5");
    desk.wait(60_000);
    let late = desk.act(Seat::White, Act::Move { ply: 2, uci: MoveText("g1f3".parse().unwrap()) });
    assert_eq!(late, Err(Refusal::TimeOut));
}

#[test]
fn time_runs_out_against_a_bare_king_for_a_draw() {
    let start = Start::FromPosition { fen: "4k3/8/8/8/8/8/7P/4K3 w - - 0 1".to_owned().try_into().unwrap() };
    let mut desk = Desk::on(&Terms { start, ..terms(clock(60, Bonus::None)) });
    desk.moves("h2h4 e8e7");
    desk.wait(60_000);
    desk.tick();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::TimeoutInsufficient), None));
}

#[test]
fn time_odds_are_each_sides_own() {
    let side = |seconds| Allowance::new(Millis::seconds(seconds), Bonus::None).unwrap();
    let mut desk = Desk::new(TimeControl::Clock(ByColor { white: side(60), black: side(300) }));
    desk.moves("e2e4 e7e5 g1f3");
    assert_eq!(desk.left(), (59_000, 300_000));
}

#[test]
fn a_first_move_that_does_not_come_calls_the_game_off() {
    for played in ["", "e2e4"] {
        let mut desk = Desk::new(clock(60, Bonus::None));
        desk.moves(played);
        assert_eq!(desk.live.state(desk.now).first_move_by, Some((desk.now + Millis::seconds(20)).into()));
        desk.wait(19_999);
        assert!(desk.tick().is_empty());
        desk.wait(1);
        desk.tick();
        assert_eq!(desk.ending(), Some(Ending::Aborted), "after {played:?}");
    }
}

#[test]
fn an_invitation_lapses() {
    let opening = Opening::new(GameId::from_bits(1), &terms(clock(60, Bonus::None)), 0).unwrap();
    let mut desk = Desk::from(opening.seat(Seat::White, player(1)).unwrap());
    desk.wait(Millis::days(1).0 - 1);
    assert!(desk.tick().is_empty());
    desk.wait(1);
    desk.tick();
    assert_eq!(desk.ending(), Some(Ending::Aborted));
}

#[test]
fn correspondence_gives_days_for_every_move() {
    let days = Millis::days(3).0;
    let mut desk = Desk::new(TimeControl::Correspondence { days: NonZeroU32::new(3).unwrap() });
    desk.play("e2e4", days - 1);
    desk.play("e7e5", 1_000);
    assert_eq!(desk.left(), (days, days));
    assert!(desk.live.can_wait(), "nobody has to be there");
    desk.wait(days - 1);
    assert!(desk.tick().is_empty());
    desk.wait(1);
    desk.tick();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
}

#[test]
fn without_a_clock_nobody_waits_for_less_than_a_month() {
    let mut desk = Desk::new(TimeControl::Unlimited);
    assert_eq!(desk.live.deadline(&desk.attendance), Some(desk.now + Millis::days(30)));
    desk.wait(Millis::days(29).0);
    assert!(desk.tick().is_empty());
    desk.moves("e2e4 e7e5 g1f3");
    assert_eq!(desk.live.clocks(desk.now), None);
}

#[test]
fn time_can_be_given_to_the_other_player() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4 e7e5");
    desk.act(Seat::Black, Act::GiveTime).unwrap();
    assert_eq!(desk.left(), (75_000, 60_000));
    assert_eq!(desk.act(Seat::Black, Act::GiveTime), Err(Refusal::TooFast), "once for each move");
    desk.act(Seat::White, Act::GiveTime).unwrap();
    desk.play("g1f3", 0);
    desk.act(Seat::Black, Act::GiveTime).unwrap();
    assert_eq!(desk.left(), (90_000, 75_000));
    let mut desk = Desk::new(TimeControl::Unlimited);
    assert_eq!(desk.act(Seat::Black, Act::GiveTime), Err(Refusal::NoClock));
    let mut desk = Desk::new(clock(86_395, Bonus::None));
    assert_eq!(desk.act(Seat::Black, Act::GiveTime), Err(Refusal::TooMuchTime));
}

#[test]
fn an_outage_costs_nobody_time() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4 e7e5");
    let (from, until) = (desk.now + Millis::seconds(10), desk.now + Millis::seconds(100));
    desk.wait(100_000);
    let events = desk.command(&Command::Outage { from, until }, None).unwrap();
    assert!(
        matches!(events[0].happening, Happening::Interrupted { away, .. } if away.0 == 90_000),
        "{events:?}"
    );
    assert_eq!(desk.left(), (50_000, 60_000));
    assert!(desk.tick().is_empty());
    assert!(desk.command(&Command::Outage { from, until }, None).unwrap().is_empty(), "it counts once");
    desk.wait(1_000);
    assert_eq!(desk.left(), (49_000, 60_000));
}

#[test]
fn an_outage_before_the_last_move_is_none() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    let (from, until) = (Timestamp(0), desk.now);
    desk.moves("e2e4 e7e5");
    assert!(desk.command(&Command::Outage { from, until }, None).unwrap().is_empty());
}
