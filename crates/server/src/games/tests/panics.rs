//! A panic in the actor of one game.

use super::*;
use crate::bus::Topic;
use crate::games::Broadcast;

async fn panic(test: &TestGame) {
    test.node.games.send(&test.node, test.game, GameRequest::Panic).await.unwrap();
    sleep(Duration::from_millis(10)).await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_ends_no_game() {
    let broken = TestGame::begun().await;
    let sound = TestGame {
        store: Arc::clone(&broken.store),
        node: Arc::clone(&broken.node),
        game: create(&broken.node, minute()).await,
    };
    sound.enter(Seat::White, 1).await;
    panic(&broken).await;
    assert_eq!(broken.node.games.len(), 1, "the other actor still runs");
    sound.play(0, "d2d4").await.unwrap();
    broken.play(2, "g1f3").await.unwrap();
    assert_eq!(broken.logged_plies().await, [0, 1, 2], "the game was loaded from its log");
    sleep(Duration::from_secs(61)).await;
    assert_eq!(broken.ending().await, Some(Ending::Timeout), "its clock goes on");
}

#[tokio::test(start_paused = true)]
async fn connections_enter_again_after_a_panic() {
    let test = TestGame::begun().await;
    let mut subscription = test.node.bus.subscribe(Topic::Game(test.game)).await.unwrap();
    panic(&test).await;
    let heard = subscription.next().await.unwrap().unwrap();
    assert_eq!(Broadcast::decode(&heard).map(|(broadcast, _)| broadcast), Some(Broadcast::Reload));
}

#[tokio::test(start_paused = true)]
async fn a_request_that_panics_is_answered_with_an_error() {
    let test = TestGame::begun().await;
    // The actor is busy with the panic when the move arrives.
    test.node.games.send(&test.node, test.game, GameRequest::Panic).await.unwrap();
    assert_eq!(test.play(2, "g1f3").await, Err(ActionError::Storage));
    test.play(2, "g1f3").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_game_that_keeps_panicking_is_not_loaded_by_itself() {
    let test = TestGame::begun().await;
    for _ in 0..4 {
        panic(&test).await;
    }
    assert_eq!(test.store.due_games(Timestamp(u64::MAX), 10).await, Ok(vec![]));
    test.play(2, "g1f3").await.unwrap();
    assert_eq!(
        test.store.due_games(Timestamp(u64::MAX), 10).await,
        Ok(vec![test.game]),
        "the next move counts"
    );
}
