use std::num::NonZeroU32;

use rules::ByColor;

use super::*;

#[test]
fn clocks_start_after_both_first_moves() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play("e2e4", 5_000);
    test.play("e7e5", 5_000);
    assert_eq!(test.clock_millis(), (60_000, 60_000));
    test.play("g1f3", 3_000);
    test.advance(2_000);
    assert_eq!(test.clock_millis(), (57_000, 58_000));
}

#[test]
fn every_kind_of_bonus_is_applied() {
    let check = |bonus, expected: (u64, u64)| {
        let mut test = TestGame::new(clock(60, bonus));
        test.play_moves("e2e4 e7e5");
        test.play("g1f3", 3_000);
        test.play("b8c6", 1_000);
        assert_eq!(test.clock_millis(), expected, "{bonus:?}");
    };
    check(Bonus::None, (57_000, 59_000));
    check(Bonus::Increment(Millis::seconds(2)), (59_000, 61_000));
    check(Bonus::Bronstein(Millis::seconds(2)), (59_000, 60_000));
    check(Bonus::Delay(Millis::seconds(2)), (59_000, 60_000));
}

#[test]
fn a_move_reports_time_spent_and_left() {
    let mut test = TestGame::new(clock(60, Bonus::Increment(Millis::seconds(1))));
    test.play_moves("e2e4 e7e5");
    let events = test.play("g1f3", 3_000);
    let GameEventKind::Moved { ply, played, clocks } = &events[0].kind else { panic!("{events:?}") };
    assert_eq!(
        (ply.0, played.spent.unwrap().0, played.left.unwrap().0, played.lag),
        (2, 3_000, 58_000, None)
    );
    assert_eq!(clocks.unwrap().running, Some(Seat::Black));
}

#[test]
fn the_flag_falls_exactly_at_the_deadline() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    assert_eq!(test.state.deadline(&test.presence), Some(test.now + Millis::seconds(60)));
    test.advance(59_999);
    assert!(test.tick().is_empty());
    test.advance(1);
    let events = test.tick();
    assert!(is_end_event(&events[0]), "{events:?}");
    assert_eq!((test.ending(), test.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
    assert_eq!(test.clock_millis(), (0, 60_000));
    assert_eq!(test.state.deadline(&test.presence), None);
}

#[test]
fn a_move_after_flag_fall_is_refused() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    test.advance(60_000);
    let late = test.action(Seat::White, PlayerAction::play(Ply(2), "g1f3".parse().unwrap()));
    assert_eq!(late, Err(ActionError::TimeOut));
}

#[test]
fn timeout_against_a_bare_king_is_a_draw() {
    let start =
        StartPosition::FromPosition { fen: "4k3/8/8/8/8/8/7P/4K3 w - - 0 1".to_owned().try_into().unwrap() };
    let mut test = TestGame::on(&GameSetup { start, ..terms(clock(60, Bonus::None)) });
    test.play_moves("h2h4 e8e7");
    test.advance(60_000);
    test.tick();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::TimeoutInsufficient), None));
}

#[test]
fn time_odds_are_each_sides_own() {
    let side = |seconds| Allowance::new(Millis::seconds(seconds), Bonus::None).unwrap();
    let mut test = TestGame::new(TimeControl::Clock(ByColor { white: side(60), black: side(300) }));
    test.play_moves("e2e4 e7e5 g1f3");
    assert_eq!(test.clock_millis(), (59_000, 300_000));
}

#[test]
fn a_missing_first_move_aborts_the_game() {
    for played in ["", "e2e4"] {
        let mut test = TestGame::new(clock(60, Bonus::None));
        test.play_moves(played);
        assert_eq!(test.state.state(test.now).first_move_by, Some((test.now + Millis::seconds(20)).into()));
        test.advance(19_999);
        assert!(test.tick().is_empty());
        test.advance(1);
        test.tick();
        assert_eq!(test.ending(), Some(Ending::Aborted), "after {played:?}");
    }
}

#[test]
fn an_invitation_expires() {
    let builder = GameBuilder::new(GameId::from_bits(1), &terms(clock(60, Bonus::None)), 0).unwrap();
    let mut test = TestGame::from(builder.seat(Seat::White, player(1)).unwrap());
    test.advance(Millis::days(1).0 - 1);
    assert!(test.tick().is_empty());
    test.advance(1);
    test.tick();
    assert_eq!(test.ending(), Some(Ending::Aborted));
}

#[test]
fn correspondence_gives_days_for_every_move() {
    let days = Millis::days(3).0;
    let mut test = TestGame::new(TimeControl::Correspondence { days: NonZeroU32::new(3).unwrap() });
    test.play("e2e4", days - 1);
    test.play("e7e5", 1_000);
    assert_eq!(test.clock_millis(), (days, days));
    assert!(test.state.can_unload(), "no connection is needed");
    test.advance(days - 1);
    assert!(test.tick().is_empty());
    test.advance(1);
    test.tick();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
}

#[test]
fn untimed_games_wait_for_thirty_days() {
    let mut test = TestGame::new(TimeControl::Unlimited);
    assert_eq!(test.state.deadline(&test.presence), Some(test.now + Millis::days(30)));
    test.advance(Millis::days(29).0);
    assert!(test.tick().is_empty());
    test.play_moves("e2e4 e7e5 g1f3");
    assert_eq!(test.state.clocks(test.now), None);
}

#[test]
fn a_player_can_give_the_opponent_time() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    test.action(Seat::Black, PlayerAction::GiveTime).unwrap();
    assert_eq!(test.clock_millis(), (75_000, 60_000));
    assert_eq!(test.action(Seat::Black, PlayerAction::GiveTime), Err(ActionError::TooFast), "once per move");
    test.action(Seat::White, PlayerAction::GiveTime).unwrap();
    test.play("g1f3", 0);
    test.action(Seat::Black, PlayerAction::GiveTime).unwrap();
    assert_eq!(test.clock_millis(), (90_000, 75_000));
    let mut test = TestGame::new(TimeControl::Unlimited);
    assert_eq!(test.action(Seat::Black, PlayerAction::GiveTime), Err(ActionError::NoClock));
    let mut test = TestGame::new(clock(86_395, Bonus::None));
    assert_eq!(test.action(Seat::Black, PlayerAction::GiveTime), Err(ActionError::TooMuchTime));
}

#[test]
fn an_outage_is_not_charged() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    let (from, until) = (test.now + Millis::seconds(10), test.now + Millis::seconds(100));
    test.advance(100_000);
    let events = test.command(&GameCommand::Outage { from, until }, None).unwrap();
    assert!(
        matches!(events[0].kind, GameEventKind::Interrupted { away, .. } if away.0 == 90_000),
        "{events:?}"
    );
    assert_eq!(test.clock_millis(), (50_000, 60_000));
    assert!(test.tick().is_empty());
    assert!(
        test.command(&GameCommand::Outage { from, until }, None).unwrap().is_empty(),
        "an outage is applied once"
    );
    test.advance(1_000);
    assert_eq!(test.clock_millis(), (49_000, 60_000));
}

#[test]
fn an_outage_before_the_last_move_is_ignored() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    let (from, until) = (Timestamp(0), test.now);
    test.play_moves("e2e4 e7e5");
    assert!(test.command(&GameCommand::Outage { from, until }, None).unwrap().is_empty());
}
