use super::*;

/// One minute each: the quota starts at 2 × 390 ms and gains 390 ms a move.
fn started_game(round_trip: u64) -> TestGame {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    test.round_trip = Millis(round_trip);
    test
}

fn lag_of(events: &[GameEvent]) -> Option<u64> {
    let GameEventKind::Moved { played, .. } = &events[0].kind else { panic!("{events:?}") };
    played.lag.map(|lag| lag.0)
}

#[test]
fn lag_is_compensated_and_recorded() {
    let mut test = started_game(200);
    let events = test.play("g1f3", 1_000);
    assert_eq!(lag_of(&events), Some(200));
    assert_eq!(test.clock_millis(), (59_200, 60_000));
    assert_eq!(test.state.state(test.now).moves[2].lag.map(|lag| lag.0), Some(200));
    assert!(test.state.pgn("Hanpan").to_string().contains("[%lag 0:00:00.2]"));
}

#[test]
fn a_slow_connection_beside_a_fast_one_gains_nothing() {
    let mut test = started_game(400);
    test.presence.set_round_trip(connection_of(Seat::White), Seat::White, Millis(10));
    // Seen at once by the fast connection, sent 200 ms later by the slow one.
    assert_eq!(lag_of(&test.play("g1f3", 1_200)), Some(205));
}

#[test]
fn compensation_never_exceeds_the_time_spent() {
    let mut test = started_game(500);
    assert_eq!(lag_of(&test.play("g1f3", 300)), Some(300));
    assert_eq!(test.clock_millis(), (60_000, 60_000));
}

#[test]
fn the_quota_runs_out() {
    let mut test = started_game(2_000);
    let white = [780, 390, 390].into_iter();
    for (uci, lag) in ["g1f3", "f1c4", "e1g1"].into_iter().zip(white) {
        assert_eq!(lag_of(&test.play(uci, 5_000)), Some(lag), "{uci}");
        test.play(["b8c6", "f8c5", "g8f6"][test.state.game().plies() / 2 - 1], 0);
    }
}

#[test]
fn the_first_moves_do_not_use_the_quota() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.round_trip = Millis(2_000);
    assert_eq!(lag_of(&test.play("e2e4", 5_000)), None);
    assert_eq!(lag_of(&test.play("e7e5", 5_000)), None);
    assert_eq!(lag_of(&test.play("g1f3", 5_000)), Some(780));
}

#[test]
fn a_move_sent_in_time_counts_after_flag_fall() {
    let mut test = started_game(300);
    test.presence.set_round_trip(connection_of(Seat::White), Seat::White, Millis(300));
    test.advance(60_250);
    assert!(test.tick().is_empty(), "a move may still be in flight");
    test.play("g1f3", 0);
    assert_eq!(test.clock_millis(), (50, 60_000));
}

#[test]
fn a_move_sent_too_late_is_refused() {
    let mut test = started_game(300);
    test.presence.set_round_trip(connection_of(Seat::White), Seat::White, Millis(300));
    test.advance(60_300);
    let late = test.action(Seat::White, PlayerAction::play(Ply(2), "g1f3".parse().unwrap()));
    assert_eq!(late, Err(ActionError::TimeOut));
    test.tick();
    assert_eq!(test.ending(), Some(Ending::Timeout));
}

#[test]
fn a_takeback_restores_the_quota() {
    let mut test = started_game(2_000);
    assert_eq!(lag_of(&test.play("g1f3", 5_000)), Some(780));
    test.action(Seat::White, offer(OfferKind::Takeback)).unwrap();
    test.action(Seat::Black, accept(OfferKind::Takeback)).unwrap();
    assert_eq!(lag_of(&test.play("g1f3", 5_000)), Some(780), "the quota is restored");
    assert_eq!(test.replay().state(test.now), test.state.state(test.now));
}

#[test]
fn a_slow_write_is_not_charged_and_uses_up_no_quota() {
    let mut test = started_game(60);
    let mut replies = [("g1f3", "b8c6"), ("f1c4", "f8c5"), ("c2c3", "g8f6")].into_iter();
    for (white, black) in replies.by_ref() {
        test.play(white, 2_000);
        // Black learns of the move late.
        test.presence.set_turn_delay(test.state.turn_number(), Millis(900));
        let before = test.clock_millis().1;
        let events = test.play(black, 960);
        assert_eq!(lag_of(&events), Some(60), "the lag is that of the network");
        assert_eq!(test.clock_millis().1, before, "nothing is charged");
    }
    assert_eq!(test.replay().state(test.now), test.state.state(test.now));
    assert!(test.state.pgn("Hanpan").to_string().contains("[%lag 0:00:00.06]"));
}

#[test]
fn the_delay_of_a_write_belongs_to_one_turn() {
    let mut test = started_game(0);
    test.presence.set_turn_delay(test.state.turn_number(), Millis(900));
    test.play("g1f3", 1_000);
    test.play("b8c6", 1_000);
    assert_eq!(test.clock_millis(), (59_900, 59_000));
}

/// Quiet moves of both sides after e2e4 e7e5.
const QUIET: [(&str, &str); 12] = [
    ("a2a3", "a7a6"),
    ("b2b3", "b7b6"),
    ("c2c3", "c7c6"),
    ("d2d3", "d7d6"),
    ("f2f3", "f7f6"),
    ("g2g3", "g7g6"),
    ("h2h3", "h7h6"),
    ("a3a4", "a6a5"),
    ("b3b4", "b6b5"),
    ("c3c4", "c6c5"),
    ("g3g4", "g6g5"),
    ("h3h4", "h6h5"),
];

/// White plays `QUIET` with this time per move; returns the time charged.
fn charged_to_white(test: &mut TestGame, elapsed: u64) -> u64 {
    for (white, black) in QUIET {
        test.play(white, elapsed);
        test.play(black, 1_000);
    }
    60_000 - test.clock_millis().0
}

#[test]
fn late_answers_on_every_ping_do_not_make_thinking_free() {
    let mut test = started_game(400);
    let charged = charged_to_white(&mut test, 380);
    // 4.56 s: two gains and a quarter of the rest are compensated.
    assert!(charged >= 2_800, "{charged}");
}

#[test]
fn an_honest_lag_is_compensated_in_full() {
    let mut test = started_game(400);
    assert_eq!(charged_to_white(&mut test, 1_900), 12 * 1_500);
}

#[test]
fn a_fast_reply_bounds_the_lag_of_the_game() {
    let mut test = started_game(400);
    test.play("g1f3", 60);
    test.play("b8c6", 1_000);
    assert_eq!(lag_of(&test.play("f1c4", 2_000)), Some(60), "a round trip takes 60 ms at most");
    assert_eq!(test.replay().state(test.now), test.state.state(test.now));
}
