use std::num::NonZeroU32;

use rules::ByColor;

use super::*;

#[test]
fn the_clocks_stand_still_until_both_have_moved() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play("e2e4", 5_000);
    desk.play("e7e5", 5_000);
    assert_eq!(desk.clock_millis(), (60_000, 60_000));
    desk.play("g1f3", 3_000);
    desk.advance(2_000);
    assert_eq!(desk.clock_millis(), (57_000, 58_000));
}

#[test]
fn each_bonus_is_counted_as_it_is_called() {
    let check = |bonus, expected: (u64, u64)| {
        let mut desk = TestGame::new(clock(60, bonus));
        desk.play_moves("e2e4 e7e5");
        desk.play("g1f3", 3_000);
        desk.play("b8c6", 1_000);
        assert_eq!(desk.clock_millis(), expected, "{bonus:?}");
    };
    check(Bonus::None, (57_000, 59_000));
    check(Bonus::Increment(Millis::seconds(2)), (59_000, 61_000));
    check(Bonus::Bronstein(Millis::seconds(2)), (59_000, 60_000));
    check(Bonus::Delay(Millis::seconds(2)), (59_000, 60_000));
}

#[test]
fn a_move_tells_what_it_took_and_what_is_left() {
    let mut desk = TestGame::new(clock(60, Bonus::Increment(Millis::seconds(1))));
    desk.play_moves("e2e4 e7e5");
    let events = desk.play("g1f3", 3_000);
    let GameEventKind::Moved { ply, played, clocks } = &events[0].kind else { panic!("{events:?}") };
    assert_eq!((*ply, played.spent.unwrap().0, played.left.unwrap().0, played.lag), (2, 3_000, 58_000, None));
    assert_eq!(clocks.unwrap().running, Some(Seat::Black));
}

#[test]
fn a_flag_falls_at_its_moment() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    assert_eq!(desk.state.deadline(&desk.presence), Some(desk.now + Millis::seconds(60)));
    desk.advance(59_999);
    assert!(desk.tick().is_empty());
    desk.advance(1);
    let events = desk.tick();
    assert!(is_end_event(&events[0]), "{events:?}");
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
    assert_eq!(desk.clock_millis(), (0, 60_000));
    assert_eq!(desk.state.deadline(&desk.presence), None);
}

#[test]
fn a_move_after_the_flag_is_too_late() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    desk.advance(60_000);
    let late =
        desk.action(Seat::White, PlayerAction::Move { ply: 2, uci: WireMove("g1f3".parse().unwrap()) });
    assert_eq!(late, Err(ActionError::TimeOut));
}

#[test]
fn time_runs_out_against_a_bare_king_for_a_draw() {
    let start =
        StartPosition::FromPosition { fen: "4k3/8/8/8/8/8/7P/4K3 w - - 0 1".to_owned().try_into().unwrap() };
    let mut desk = TestGame::on(&GameSetup { start, ..terms(clock(60, Bonus::None)) });
    desk.play_moves("h2h4 e8e7");
    desk.advance(60_000);
    desk.tick();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::TimeoutInsufficient), None));
}

#[test]
fn time_odds_are_each_sides_own() {
    let side = |seconds| Allowance::new(Millis::seconds(seconds), Bonus::None).unwrap();
    let mut desk = TestGame::new(TimeControl::Clock(ByColor { white: side(60), black: side(300) }));
    desk.play_moves("e2e4 e7e5 g1f3");
    assert_eq!(desk.clock_millis(), (59_000, 300_000));
}

#[test]
fn a_first_move_that_does_not_come_calls_the_game_off() {
    for played in ["", "e2e4"] {
        let mut desk = TestGame::new(clock(60, Bonus::None));
        desk.play_moves(played);
        assert_eq!(desk.state.state(desk.now).first_move_by, Some((desk.now + Millis::seconds(20)).into()));
        desk.advance(19_999);
        assert!(desk.tick().is_empty());
        desk.advance(1);
        desk.tick();
        assert_eq!(desk.ending(), Some(Ending::Aborted), "after {played:?}");
    }
}

#[test]
fn an_invitation_lapses() {
    let opening = GameBuilder::new(GameId::from_bits(1), &terms(clock(60, Bonus::None)), 0).unwrap();
    let mut desk = TestGame::from(opening.seat(Seat::White, player(1)).unwrap());
    desk.advance(Millis::days(1).0 - 1);
    assert!(desk.tick().is_empty());
    desk.advance(1);
    desk.tick();
    assert_eq!(desk.ending(), Some(Ending::Aborted));
}

#[test]
fn correspondence_gives_days_for_every_move() {
    let days = Millis::days(3).0;
    let mut desk = TestGame::new(TimeControl::Correspondence { days: NonZeroU32::new(3).unwrap() });
    desk.play("e2e4", days - 1);
    desk.play("e7e5", 1_000);
    assert_eq!(desk.clock_millis(), (days, days));
    assert!(desk.state.can_unload(), "nobody has to be there");
    desk.advance(days - 1);
    assert!(desk.tick().is_empty());
    desk.advance(1);
    desk.tick();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
}

#[test]
fn without_a_clock_nobody_waits_for_less_than_a_month() {
    let mut desk = TestGame::new(TimeControl::Unlimited);
    assert_eq!(desk.state.deadline(&desk.presence), Some(desk.now + Millis::days(30)));
    desk.advance(Millis::days(29).0);
    assert!(desk.tick().is_empty());
    desk.play_moves("e2e4 e7e5 g1f3");
    assert_eq!(desk.state.clocks(desk.now), None);
}

#[test]
fn time_can_be_given_to_the_other_player() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    desk.action(Seat::Black, PlayerAction::GiveTime).unwrap();
    assert_eq!(desk.clock_millis(), (75_000, 60_000));
    assert_eq!(
        desk.action(Seat::Black, PlayerAction::GiveTime),
        Err(ActionError::TooFast),
        "once for each move"
    );
    desk.action(Seat::White, PlayerAction::GiveTime).unwrap();
    desk.play("g1f3", 0);
    desk.action(Seat::Black, PlayerAction::GiveTime).unwrap();
    assert_eq!(desk.clock_millis(), (90_000, 75_000));
    let mut desk = TestGame::new(TimeControl::Unlimited);
    assert_eq!(desk.action(Seat::Black, PlayerAction::GiveTime), Err(ActionError::NoClock));
    let mut desk = TestGame::new(clock(86_395, Bonus::None));
    assert_eq!(desk.action(Seat::Black, PlayerAction::GiveTime), Err(ActionError::TooMuchTime));
}

#[test]
fn an_outage_costs_nobody_time() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    let (from, until) = (desk.now + Millis::seconds(10), desk.now + Millis::seconds(100));
    desk.advance(100_000);
    let events = desk.command(&GameCommand::Outage { from, until }, None).unwrap();
    assert!(
        matches!(events[0].kind, GameEventKind::Interrupted { away, .. } if away.0 == 90_000),
        "{events:?}"
    );
    assert_eq!(desk.clock_millis(), (50_000, 60_000));
    assert!(desk.tick().is_empty());
    assert!(desk.command(&GameCommand::Outage { from, until }, None).unwrap().is_empty(), "it counts once");
    desk.advance(1_000);
    assert_eq!(desk.clock_millis(), (49_000, 60_000));
}

#[test]
fn an_outage_before_the_last_move_is_none() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    let (from, until) = (Timestamp(0), desk.now);
    desk.play_moves("e2e4 e7e5");
    assert!(desk.command(&GameCommand::Outage { from, until }, None).unwrap().is_empty());
}
