use super::*;

/// One minute each: the quota starts at 3 × 390 ms and gains 390 ms a move.
fn desk(round_trip: u64) -> TestGame {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    desk.round_trip = Millis(round_trip);
    desk
}

fn lag_of(events: &[GameEvent]) -> Option<u64> {
    let GameEventKind::Moved { played, .. } = &events[0].kind else { panic!("{events:?}") };
    played.lag.map(|lag| lag.0)
}

#[test]
fn the_network_is_made_up_for_and_that_is_recorded() {
    let mut desk = desk(200);
    let events = desk.play("g1f3", 1_000);
    assert_eq!(lag_of(&events), Some(200));
    assert_eq!(desk.clock_millis(), (59_200, 60_000));
    assert_eq!(desk.state.state(desk.now).moves[2].lag.map(|lag| lag.0), Some(200));
    assert!(desk.state.pgn("Hanpan").to_string().contains("[%lag 0:00:00.2]"));
}

#[test]
fn nobody_gets_more_back_than_they_used() {
    let mut desk = desk(500);
    assert_eq!(lag_of(&desk.play("g1f3", 300)), Some(300));
    assert_eq!(desk.clock_millis(), (60_000, 60_000));
}

#[test]
fn the_quota_runs_out() {
    let mut desk = desk(2_000);
    let white = [1_170, 390, 390].into_iter();
    for (uci, lag) in ["g1f3", "f1c4", "e1g1"].into_iter().zip(white) {
        assert_eq!(lag_of(&desk.play(uci, 5_000)), Some(lag), "{uci}");
        desk.play(["b8c6", "f8c5", "g8f6"][desk.state.game().plies() / 2 - 1], 0);
    }
}

#[test]
fn the_first_moves_use_nothing_of_it() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.round_trip = Millis(2_000);
    assert_eq!(lag_of(&desk.play("e2e4", 5_000)), None);
    assert_eq!(lag_of(&desk.play("e7e5", 5_000)), None);
    assert_eq!(lag_of(&desk.play("g1f3", 5_000)), Some(1_170));
}

#[test]
fn a_move_that_was_sent_in_time_counts_though_it_comes_after_the_flag() {
    let mut desk = desk(300);
    desk.presence.set_round_trip(connection_of(Seat::White), Seat::White, Millis(300));
    desk.advance(60_250);
    assert!(desk.tick().is_empty(), "it is waited for");
    desk.play("g1f3", 0);
    assert_eq!(desk.clock_millis(), (50, 60_000));
}

#[test]
fn one_that_was_sent_too_late_does_not() {
    let mut desk = desk(300);
    desk.presence.set_round_trip(connection_of(Seat::White), Seat::White, Millis(300));
    desk.advance(60_300);
    let late =
        desk.action(Seat::White, PlayerAction::Move { ply: 2, uci: WireMove("g1f3".parse().unwrap()) });
    assert_eq!(late, Err(ActionError::TimeOut));
    desk.tick();
    assert_eq!(desk.ending(), Some(Ending::Timeout));
}

#[test]
fn what_is_taken_back_costs_nothing_of_the_quota() {
    let mut desk = desk(2_000);
    assert_eq!(lag_of(&desk.play("g1f3", 5_000)), Some(1_170));
    desk.action(Seat::White, offer(OfferKind::Takeback)).unwrap();
    desk.action(Seat::Black, accept(OfferKind::Takeback)).unwrap();
    assert_eq!(lag_of(&desk.play("g1f3", 5_000)), Some(1_170), "as much as before");
    assert_eq!(desk.replay().state(desk.now), desk.state.state(desk.now));
}
