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

#[tokio::test(start_paused = true)]
async fn a_finished_game_is_archived() {
    let test = TestGame::begun().await;
    assert_eq!(test.node.live_games.featured(test.node.time.now()), Some(test.game));
    test.action(Seat::White, PlayerAction::Resign).await.unwrap();
    let page = test.store.finished_games(Filter::default(), None, 10).await.unwrap();
    assert_eq!(page.games.iter().map(|head| head.id).collect::<Vec<_>>(), [test.game]);
}

#[tokio::test(start_paused = true)]
async fn flag_fall_is_retried_after_a_store_failure() {
    let test = TestGame::begun().await;
    test.store.refuse_writes();
    sleep(Duration::from_secs(30)).await;
    assert_eq!(test.play(2, "g1f3").await, Err(ActionError::Storage));
    assert_eq!(test.logged_plies().await, [0, 1], "a failed write is not applied");
    sleep(Duration::from_secs(60)).await;
    assert_eq!(test.ending().await, None, "the end is not applied either");
    test.store.allow_writes();
    sleep(Duration::from_secs(2)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout));
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
