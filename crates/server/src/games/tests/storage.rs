//! What is kept, and what happens when it cannot be.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_game_that_cannot_be_read_keeps_nobody_from_being_looked_after() {
    let damaged = TestGame::new(minute()).await;
    let sound = TestGame {
        store: Arc::clone(&damaged.store),
        node: Arc::clone(&damaged.node),
        game: create(&damaged.node, minute()).await,
    };
    let nonsense = LogEntry { number: 3, ply: None, at: START, body: "?".to_owned() };
    damaged.store.append(Append::new(damaged.game, vec![nonsense])).await.unwrap();
    sleep(Duration::from_secs(25)).await;
    assert_eq!(sound.ending().await, Some(Ending::Aborted), "its first move did not come");
    assert_eq!(
        sound.store.due_games(Timestamp(u64::MAX), 10).await,
        Ok(vec![]),
        "nor is the other due for ever"
    );
}

#[tokio::test(start_paused = true)]
async fn the_archive_has_what_was_finished() {
    let desk = TestGame::begun().await;
    assert_eq!(desk.node.live_games.featured(desk.node.time.now()), Some(desk.game));
    desk.action(Seat::White, PlayerAction::Resign).await.unwrap();
    let page = desk.store.finished_games(Filter::default(), None, 10).await.unwrap();
    assert_eq!(page.games.iter().map(|head| head.id).collect::<Vec<_>>(), [desk.game]);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_late_rather_than_never_when_the_disk_is_full() {
    let desk = TestGame::begun().await;
    desk.store.refuse_writes();
    sleep(Duration::from_secs(30)).await;
    assert_eq!(desk.play(2, "g1f3").await, Err(ActionError::Storage));
    assert_eq!(desk.logged_plies().await, [0, 1], "what could not be written is not played");
    sleep(Duration::from_secs(60)).await;
    assert_eq!(desk.ending().await, None, "nor is it over while that cannot be written");
    desk.store.allow_writes();
    sleep(Duration::from_secs(2)).await;
    assert_eq!(desk.ending().await, Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_opened_once_however_often_it_is_tried() {
    let desk = TestGame::begun().await;
    desk.action(Seat::White, PlayerAction::Resign).await.unwrap();
    // It was opened before, and the note of it lost.
    let stored = desk.store.load(desk.game).await.unwrap().unwrap();
    let opening = GameBuilder::rematch(GameBuilder::rematch_id(desk.game), &restore(&stored).unwrap());
    let next = opening.id;
    desk.node.create_game(opening, None, None).await.unwrap();
    desk.action(Seat::White, PlayerAction::Offer { offer: OfferKind::Rematch }).await.unwrap();
    desk.action(Seat::Black, PlayerAction::Accept { offer: OfferKind::Rematch }).await.unwrap();
    assert_eq!(desk.state().await.rematch, Some(next));
    let current = desk.store.unfinished(identity(Seat::White).id, 10).await.unwrap();
    assert_eq!(current.iter().map(|head| head.id).collect::<Vec<_>>(), [next]);
}

#[tokio::test(start_paused = true)]
async fn a_log_with_a_gap_is_no_game() {
    let desk = TestGame::new(minute()).await;
    desk.play(0, "e2e4").await.unwrap();
    let mut stored = desk.store.load(desk.game).await.unwrap().unwrap();
    assert!(restore(&stored).is_ok());
    stored.entries.remove(2);
    let words = restore(&stored).unwrap_err().to_string();
    assert_eq!(words, "entry 3 stands where entry 2 should");
}
