//! Deadlines, outages and clocks.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_flag_falls_without_requests() {
    let test = TestGame::begun().await;
    sleep(Duration::from_millis(59_900)).await;
    assert_eq!(test.ending().await, None);
    sleep(Duration::from_millis(200)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout));
    assert_eq!(test.node.live_games.len(), 0, "no live game left");
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_game_is_aborted_when_due() {
    let test = TestGame::new(minute()).await;
    assert_eq!(test.node.games.len(), 0);
    sleep(Duration::from_secs(25)).await;
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    assert!(matches!(stored.head.status, crate::store::GameStatus::Over { outcome, .. }
        if outcome.ending() == Ending::Aborted));
}

#[tokio::test(start_paused = true)]
async fn downtime_is_not_charged() {
    let test = TestGame::begun().await;
    sleep(Duration::from_secs(20)).await;
    let test = test.restarted(START + Millis::minutes(60)).await;
    let state = test.state().await;
    assert_eq!(state.result, None);
    let clocks = state.clocks.unwrap();
    assert_eq!((clocks.white.0 / 1_000, clocks.black.0), (40, 60_000));
    test.play(2, "g1f3").await.unwrap();
    assert_eq!(test.state().await.moves[2].spent.map(|spent| spent.0 / 1_000), Some(20));
}

/// A restarted server; White had 40 seconds when it stopped.
async fn after_restart() -> TestGame {
    let test = TestGame::begun().await;
    sleep(Duration::from_secs(20)).await;
    test.restarted(START + Millis::minutes(60)).await
}

/// White's seconds and the running side.
async fn white_clock(test: &TestGame) -> (u64, Option<Seat>) {
    let clocks = test.state().await.clocks.unwrap();
    (clocks.white.0 / 1_000, clocks.running)
}

#[tokio::test(start_paused = true)]
async fn the_clock_is_held_until_the_player_reconnects() {
    let test = after_restart().await;
    test.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(3)).await;
    assert_eq!(white_clock(&test).await, (40, None), "White's clock is held");
    test.enter(Seat::White, 1).await;
    assert_eq!(white_clock(&test).await, (40, Some(Seat::White)));
    sleep(Duration::from_secs(5)).await;
    assert_eq!(white_clock(&test).await, (35, Some(Seat::White)));
    test.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(5)).await;
    assert_eq!(white_clock(&test).await, (30, Some(Seat::White)), "the clock is held once");
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    let (told, now) = (test.state().await, test.node.time.now());
    assert_eq!(restore(&stored).unwrap().state(now), told, "the log replays to the same state");
}

#[tokio::test(start_paused = true)]
async fn the_clock_is_held_for_a_player_whose_opponent_moves_first() {
    let test = after_restart().await;
    test.enter(Seat::White, 1).await;
    test.play(2, "g1f3").await.unwrap();
    sleep(Duration::from_secs(3)).await;
    assert_eq!(test.state().await.clocks.unwrap().running, None, "Black's clock is held");
    test.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(5)).await;
    let clocks = test.state().await.clocks.unwrap();
    assert_eq!((clocks.black.0 / 1_000, clocks.running), (55, Some(Seat::Black)));
    test.play(3, "b8c6").await.unwrap();
    test.leave(Seat::Black, 2).await;
    test.play(4, "f1b5").await.unwrap();
    assert_eq!(test.state().await.clocks.unwrap().running, Some(Seat::Black), "the clock is held once");
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    let (told, now) = (test.state().await, test.node.time.now());
    assert_eq!(restore(&stored).unwrap().state(now), told, "the log replays to the same state");
}

#[tokio::test(start_paused = true)]
async fn the_clock_resumes_after_the_reconnect_grace() {
    let test = after_restart().await;
    test.enter(Seat::Black, 2).await;
    sleep(Duration::from_millis(19_900)).await;
    assert_eq!(white_clock(&test).await, (40, None));
    sleep(Duration::from_millis(200)).await;
    assert_eq!(white_clock(&test).await, (39, Some(Seat::White)), "the clock resumes after 20 s");
    sleep(Duration::from_secs(39)).await;
    assert_eq!(test.ending().await, None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_game_ends_after_a_restart() {
    let test = after_restart().await;
    sleep(Duration::from_secs(65)).await;
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    assert!(matches!(stored.head.status, crate::store::GameStatus::Over { outcome, .. }
        if outcome.ending() == Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn absence_does_not_count_during_the_reconnect_grace() {
    let test = after_restart().await;
    test.enter(Seat::Black, 2).await;
    // Reconnect grace, then the absence grace of a one-minute game.
    sleep(Duration::from_secs(20 + 14)).await;
    assert_eq!(test.action(Seat::Black, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    sleep(Duration::from_secs(2)).await;
    test.action(Seat::Black, PlayerAction::ClaimWin).await.unwrap();
    assert_eq!(test.ending().await, Some(Ending::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn a_second_restart_holds_the_clock_again() {
    let test = after_restart().await;
    test.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(15)).await;
    let test = test.restarted(START + Millis::minutes(120)).await;
    sleep(Duration::from_secs(15)).await;
    assert_eq!(white_clock(&test).await, (40, None));
    test.enter(Seat::Black, 2).await;
    test.play(2, "g1f3").await.unwrap();
    let state = test.state().await;
    assert_eq!(state.clocks.unwrap().running, Some(Seat::Black), "a move counts as a reconnect");
    assert_eq!(state.moves[2].spent.map(|spent| spent.0 / 1_000), Some(20));
}

#[tokio::test(start_paused = true)]
async fn several_outages_are_not_charged() {
    let mut test = TestGame::begun().await;
    sleep(Duration::from_secs(20)).await;
    for minutes in [10, 20, 30] {
        // Five seconds uptime without a request for the game.
        test = test.restarted(START + Millis::minutes(minutes)).await;
        sleep(Duration::from_secs(5)).await;
    }
    let test = test.restarted(START + Millis::minutes(40)).await;
    let clocks = test.state().await.clocks.unwrap();
    assert_eq!((clocks.white.0 / 1_000, clocks.black.0), (40, 60_000), "20 s before the outages, none after");
}

#[tokio::test(start_paused = true)]
async fn time_in_the_inbox_is_not_charged() {
    let test = TestGame::begun().await;
    sleep(Duration::from_millis(59_900)).await;
    let (reply, answer) = tokio::sync::oneshot::channel();
    let knight = PlayerAction::play(Ply(2), "g1f3".parse().unwrap());
    // The move is in the inbox when the flag falls.
    let request = test.request(Seat::White, knight)(reply);
    test.node.games.send(&test.node, test.game, request).await.unwrap();
    tokio::time::advance(Duration::from_millis(200)).await;
    assert!(answer.await.unwrap().is_ok());
    assert_eq!(test.state().await.moves[2].spent.map(|spent| spent.0 / 100), Some(599));
}

#[tokio::test(start_paused = true)]
async fn setting_the_system_clock_back_does_not_stop_clocks() {
    let test = TestGame::begun().await.restarted(Timestamp(5)).await;
    test.state().await;
    sleep(Duration::from_secs(61)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout));
}

/// A time at which a system clock may be.
const TODAY: Timestamp = Timestamp(1_800_000_000_000);

#[tokio::test(start_paused = true)]
async fn games_survive_a_jump_of_the_system_clock_and_back() {
    let wrong = TODAY + Millis::days(100);
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let first = node(&store, &Arc::new(InProcessBus::new()), TODAY).await;
    let on = |game| TestGame { store: Arc::clone(&store), node: Arc::clone(&first), game };
    let [blitz, days, untouched] =
        [on(create(&first, minute()).await), on(create(&first, DAY).await), on(create(&first, DAY).await)];
    let invitation = GameBuilder::new(random::id(), &terms(minute()), 0).unwrap();
    let invitation = invitation.seat(Seat::White, identity(Seat::White).to_player(None)).unwrap();
    let open = on(invitation.id);
    first.create_game(invitation, None, None).await.unwrap();
    blitz.play(0, "e2e4").await.unwrap();
    blitz.play(1, "e7e5").await.unwrap();
    days.play(0, "e2e4").await.unwrap();
    sleep(Duration::from_secs(10)).await;

    let blitz = blitz.restarted(wrong).await;
    let on = |game| TestGame { store: Arc::clone(&store), node: Arc::clone(&blitz.node), game };
    let [days, untouched, open] = [on(days.game), on(untouched.game), on(open.game)];
    sleep(Duration::from_secs(5)).await;
    for game in [&blitz, &days, &untouched, &open] {
        assert_eq!(game.ending().await, None, "after the jump ahead");
    }
    days.play(1, "e7e5").await.unwrap();
    assert!(blitz.node.time.now() >= wrong);

    let days = days.restarted(TODAY + Millis::minutes(60)).await;
    let on = |game| TestGame { store: Arc::clone(&store), node: Arc::clone(&days.node), game };
    let [blitz, untouched, open] = [on(blitz.game), on(untouched.game), on(open.game)];
    assert_eq!(days.node.time.now(), TODAY + Millis::minutes(60), "the time is right again");
    sleep(Duration::from_secs(5)).await;
    for game in [&blitz, &days, &untouched, &open] {
        assert_eq!(game.ending().await, None, "after the jump back");
    }
    assert_eq!(blitz.state().await.clocks.unwrap().white.0 / 1_000, 50);
    blitz.play(2, "g1f3").await.unwrap();
    days.play(2, "g1f3").await.unwrap();
    // The grace time to reconnect, then Black's minute.
    sleep(Duration::from_secs(20 + 61)).await;
    assert_eq!(blitz.ending().await, Some(Ending::Timeout), "clocks run");
    sleep(Duration::from_secs(86_400)).await;
    assert_eq!(days.ending().await, Some(Ending::Timeout), "by the right time");
    assert_eq!(untouched.ending().await, Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn an_impossible_heartbeat_is_not_believed() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    for wrong in [TODAY + Millis::days(100), Timestamp(u64::MAX)] {
        store.record_heartbeat(wrong).await.unwrap();
        let node = node(&store, &Arc::new(InProcessBus::new()), TODAY).await;
        assert_eq!(node.time.now(), TODAY);
        node.shut_down().await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_computer_game_frees_its_seat() {
    let day = TimeControl::same(Allowance::new(Millis::days(1), Bonus::None).unwrap());
    let test = against_computer(day).await;
    let unfinished = async || test.node.store.unfinished(PlayerId::COMPUTER, 9).await.unwrap().len();
    test.enter(Seat::White, 1).await;
    test.play(0, "e2e4").await.unwrap();
    while test.state().await.moves.len() < 2 {
        sleep(Duration::from_millis(100)).await;
    }
    test.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(59 * 60)).await;
    assert_eq!(unfinished().await, 1);
    sleep(Duration::from_secs(2 * 60)).await;
    assert_eq!(unfinished().await, 0);
    assert_eq!(test.ending().await, Some(Ending::Abandoned));
    assert!(challenge(&test.node, identity(Seat::White), None, day).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_standstill_shorter_than_the_lease_costs_no_time() {
    for seconds in [2, 4] {
        let test = TestGame::begun().await;
        test.enter(Seat::White, 1).await;
        test.enter(Seat::Black, 2).await;
        sleep(Duration::from_millis(58_500)).await;
        // The process is stopped: no task runs.
        tokio::time::advance(Duration::from_secs(seconds)).await;
        sleep(Duration::from_millis(300)).await;
        assert_eq!(test.ending().await, None, "{seconds} s");
        test.play(2, "g1f3").await.unwrap();
        let spent = test.state().await.moves[2].spent.unwrap().0;
        assert!((58_000..=59_300).contains(&spent), "{seconds} s: {spent} ms");
    }
}
