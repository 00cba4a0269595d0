//! Storage failures and durability.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_damaged_game_does_not_block_others() {
    let damaged = TestGame::new(minute()).await;
    let sound = TestGame {
        store: Arc::clone(&damaged.store),
        node: Arc::clone(&damaged.node),
        game: create(&damaged.node, minute()).await,
    };
    let nonsense = LogEntry { number: 3, ply: None, at: START, body: "?".to_owned() };
    damaged.store.append(Append::new(damaged.game, vec![nonsense])).await.unwrap();
    sleep(Duration::from_secs(25)).await;
    assert_eq!(sound.ending().await, Some(Ending::Aborted), "aborted for lack of a first move");
    assert_eq!(
        sound.store.due_games(Timestamp(u64::MAX), 10).await,
        Ok(vec![]),
        "the damaged game is quarantined"
    );
}

/// A server of an older version must not take away the deadline that a newer one has to see.
#[tokio::test(start_paused = true)]
async fn a_game_with_a_record_of_a_newer_version_stays_due() {
    let test = TestGame::new(minute()).await;
    let newer = LogEntry { number: 3, ply: None, at: START, body: r#"{"type":"danced"}"#.to_owned() };
    test.store.append(Append::new(test.game, vec![newer])).await.unwrap();
    sleep(Duration::from_secs(25)).await;
    assert_eq!(test.store.due_games(Timestamp(u64::MAX), 10).await, Ok(vec![test.game]));
    assert_eq!(test.store.damage(), None);
}

#[tokio::test(start_paused = true)]
async fn a_finished_game_is_archived() {
    let test = TestGame::begun().await;
    assert_eq!(test.node.live_games.featured(test.node.time.now()), Some(test.game));
    test.action(Seat::White, PlayerAction::Resign).await.unwrap();
    let page = test.store.finished_games(Filter::default(), None, 10).await.unwrap();
    assert_eq!(page.games.iter().map(|head| head.id).collect::<Vec<_>>(), [test.game]);
}

#[tokio::test(start_paused = true)]
async fn a_move_that_cannot_be_stored_costs_no_time() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    test.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(30)).await;
    test.store.refuse_writes();
    assert_eq!(test.play(2, "g1f3").await, Err(ActionError::Storage));
    assert_eq!(test.logged_plies().await, [0, 1], "a failed write is not applied");
    sleep(Duration::from_secs(90)).await;
    let left = white_seconds(&test).await;
    assert!((30..=35).contains(&left), "the clock waits: {left}");
    assert_eq!(test.play(2, "g1f3").await, Err(ActionError::Storage));
    test.store.allow_writes();
    sleep(Duration::from_secs(10)).await;
    assert_eq!(test.ending().await, None);
    test.play(2, "g1f3").await.unwrap();
    let state = test.state().await;
    let spent = state.moves[2].spent.map(|spent| spent.0).unwrap();
    // The last write known to have succeeded was up to five seconds before the move.
    assert!((25_000..=30_000).contains(&spent), "{spent}");
    assert_eq!(state.clocks.unwrap().running, Some(Seat::Black));
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    let (told, now) = (test.state().await, test.node.time.now());
    assert_eq!(restore(&stored).unwrap().state(now), told, "the log replays to the same state");
}

#[tokio::test(start_paused = true)]
async fn an_append_that_hangs_costs_the_opponent_no_time() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    test.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(10)).await;
    test.store.delay_writes(Duration::from_secs(30));
    test.play(2, "g1f3").await.unwrap();
    test.store.delay_writes(Duration::ZERO);
    sleep(Duration::from_secs(5)).await;
    let state = test.state().await;
    assert_eq!(state.clocks.unwrap().running, Some(Seat::Black));
    let left = state.clocks.unwrap().black.0 / 1_000;
    assert!((53..=60).contains(&left), "Black has known the move for five seconds: {left}");
    test.play(3, "b8c6").await.unwrap();
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    let (told, now) = (test.state().await, test.node.time.now());
    assert_eq!(restore(&stored).unwrap().state(now), told, "the log replays to the same state");
}

#[tokio::test(start_paused = true)]
async fn a_slow_append_costs_the_opponent_no_time() {
    for delay in [30, 500, 999, 1_000, 1_999, 2_000] {
        let test = TestGame::begun().await;
        test.enter(Seat::White, 1).await;
        test.enter(Seat::Black, 2).await;
        sleep(Duration::from_secs(10)).await;
        test.store.delay_writes(Duration::from_millis(delay));
        test.play(2, "g1f3").await.unwrap();
        test.store.delay_writes(Duration::ZERO);
        sleep(Duration::from_secs(3)).await;
        test.play(3, "b8c6").await.unwrap();
        let state = test.state().await;
        let spent = [2, 3].map(|ply: usize| state.moves[ply].spent.map(|spent| spent.0).unwrap());
        assert!(spent[0].abs_diff(10_000) <= 20, "{delay}: White thought for ten seconds: {spent:?}");
        assert!((1_900..=3_020).contains(&spent[1]), "{delay}: Black for three: {spent:?}");
        let stored = test.store.load(test.game).await.unwrap().unwrap();
        let now = test.node.time.now();
        assert_eq!(restore(&stored).unwrap().state(now), state, "{delay}: the log replays to the same state");
    }
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_later_by_the_delay_of_the_write() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    test.enter(Seat::Black, 2).await;
    test.store.delay_writes(Duration::from_millis(900));
    test.play(2, "g1f3").await.unwrap();
    test.store.delay_writes(Duration::ZERO);
    sleep(Duration::from_millis(59_800)).await;
    assert_eq!(test.ending().await, None, "Black has known the move for less than a minute");
    test.play(3, "b8c6").await.unwrap();
    assert!(test.state().await.clocks.unwrap().black.0 <= 300);
}

/// White's clock in seconds.
async fn white_seconds(test: &TestGame) -> u64 {
    test.state().await.clocks.unwrap().white.0 / 1_000
}

#[tokio::test(start_paused = true)]
async fn no_flag_falls_while_nothing_can_be_stored() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    sleep(Duration::from_secs(20)).await;
    test.store.refuse_writes();
    sleep(Duration::from_secs(120)).await;
    assert_eq!(test.ending().await, None);
    test.store.allow_writes();
    sleep(Duration::from_secs(2)).await;
    let left = white_seconds(&test).await;
    assert!((38..=45).contains(&left), "{left}");
    sleep(Duration::from_secs(left + 1)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout), "the clock runs again");
}

#[tokio::test(start_paused = true)]
async fn the_clock_is_held_until_a_move_is_sent_again() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    sleep(Duration::from_millis(59_900)).await;
    test.store.refuse_writes();
    assert_eq!(test.play(2, "g1f3").await, Err(ActionError::Storage));
    sleep(Duration::from_secs(10)).await;
    test.store.allow_writes();
    sleep(Duration::from_secs(19)).await;
    assert_eq!(test.ending().await, None, "the move may be sent again");
    sleep(Duration::from_secs(15)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout), "20 seconds are enough");
}

#[tokio::test(start_paused = true)]
async fn a_restart_does_not_charge_for_a_full_disk() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    sleep(Duration::from_secs(20)).await;
    test.store.refuse_writes();
    sleep(Duration::from_secs(300)).await;
    test.node.shut_down().await;
    test.store.allow_writes();
    let test = test.restarted(START + Millis::minutes(60)).await;
    let left = white_seconds(&test).await;
    assert!((40..=45).contains(&left), "{left}");
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_game_is_not_flagged_by_a_full_disk() {
    let test = TestGame::new(DAY).await;
    sleep(Duration::from_secs(86_400 - 60)).await;
    test.store.refuse_writes();
    sleep(Duration::from_secs(3_600)).await;
    test.store.allow_writes();
    sleep(Duration::from_secs(30)).await;
    assert_eq!(test.ending().await, None);
    sleep(Duration::from_secs(60)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn health_follows_the_store() {
    let test = TestGame::begun().await;
    assert_eq!(test.node.check_health().await, Ok(()));
    test.store.refuse_writes();
    sleep(Duration::from_secs(2)).await;
    let words = test.node.check_health().await.unwrap_err().to_string();
    assert_eq!(words, "the data is read-only");
    test.store.allow_writes();
    sleep(Duration::from_secs(2)).await;
    assert_eq!(test.node.check_health().await, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_retried_rematch_is_created_once() {
    let test = TestGame::begun().await;
    test.action(Seat::White, PlayerAction::Resign).await.unwrap();
    // The rematch exists, but its record was lost.
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    let builder = GameBuilder::rematch(
        GameBuilder::rematch_id(test.game, &test.node.secret),
        &restore(&stored).unwrap(),
    );
    let next = builder.id;
    test.node.create_game(builder, None, None).await.unwrap();
    test.action(Seat::White, PlayerAction::Offer { offer: OfferKind::Rematch }).await.unwrap();
    test.action(Seat::Black, PlayerAction::Accept { offer: OfferKind::Rematch }).await.unwrap();
    assert_eq!(test.state().await.rematch, Some(next));
    let current = test.store.unfinished(identity(Seat::White).id, 10).await.unwrap();
    assert_eq!(current.iter().map(|head| head.id).collect::<Vec<_>>(), [next]);
}

#[tokio::test(start_paused = true)]
async fn a_log_with_a_gap_is_rejected() {
    let test = TestGame::new(minute()).await;
    test.play(0, "e2e4").await.unwrap();
    let mut stored = test.store.load(test.game).await.unwrap().unwrap();
    assert!(restore(&stored).is_ok());
    stored.entries.remove(2);
    let words = restore(&stored).unwrap_err().to_string();
    assert_eq!(words, "expected entry 2, found entry 3");
}
