//! Two nodes serving one game.

use super::*;

#[tokio::test(start_paused = true)]
async fn conflicting_moves_on_two_nodes_are_resolved_by_the_store() {
    let here = TestGame::new(minute()).await;
    let there = here.on_another_node(&Arc::new(InProcessBus::new())).await;
    assert_eq!(here.state().await.number, there.state().await.number);
    here.play(0, "e2e4").await.unwrap();
    // The other node learns of the move by a conflict in the store.
    assert_eq!(there.play(0, "d2d4").await, Err(ActionError::Stale));
    there.play(1, "e7e5").await.unwrap();
    assert_eq!(there.logged_plies().await, [0, 1]);
}

#[tokio::test(start_paused = true)]
async fn two_nodes_on_one_bus_share_a_game() {
    let test = TestGame::new(minute()).await;
    let bus = Arc::new(InProcessBus::new());
    let (here, there) = (test.on_another_node(&bus).await, test.on_another_node(&bus).await);
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]) {
        let test = if ply % 2 == 0 { &here } else { &there };
        test.play(ply, uci).await.unwrap();
        // Let the bus deliver.
        sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(here.state().await, there.state().await);
    assert_eq!(here.logged_plies().await, [0, 1, 2, 3, 4, 5]);
}

#[tokio::test(start_paused = true)]
async fn flag_fall_considers_moves_of_other_nodes() {
    let test = TestGame::begun().await;
    let bus = Arc::new(InProcessBus::new());
    let (here, there) = (test.on_another_node(&bus).await, test.on_another_node(&bus).await);
    here.state().await;
    sleep(Duration::from_secs(59)).await;
    there.play(2, "g1f3").await.unwrap();
    sleep(Duration::from_secs(59)).await;
    assert_eq!(here.ending().await, None, "White has moved, and Black has a second left");
    sleep(Duration::from_secs(2)).await;
    assert_eq!(here.ending().await, Some(Ending::Timeout));
}
