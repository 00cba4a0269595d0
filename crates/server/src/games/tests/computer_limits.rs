//! Limits of computer games under concurrency.

use futures_util::future::join_all;

use super::*;
use crate::config::Limits;

/// A node whose computer plays four games.
async fn node_with_four_computer_games(store: &Arc<SqliteStore>) -> Arc<Node> {
    let limits = Limits { computer_games: 4, ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let bus = Arc::new(InProcessBus::new());
    Node::start(store.clone(), bus, config, ServerClock::start_at(START)).await.unwrap()
}

/// Number of these concurrent challenges that succeed.
async fn reservations_granted(node: &Arc<Node>, people: &[u128]) -> usize {
    let identities = people.iter().map(|&bits| Identity::guest(PlayerId::from_bits(bits)));
    let answers = join_all(identities.map(|who| challenge(node, who, None, minute()))).await;
    let refused = answers.iter().filter_map(|answer| answer.as_ref().err());
    assert!(
        refused.into_iter().all(|reason| matches!(reason, ActionError::ComputerBusy | ActionError::Storage))
    );
    answers.iter().filter(|answer| answer.is_ok()).count()
}

#[tokio::test(start_paused = true)]
async fn concurrent_challenges_do_not_exceed_the_limit() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let node = node_with_four_computer_games(&store).await;
    assert_eq!(reservations_granted(&node, &[11, 12, 13]).await, 3);
    assert_eq!(reservations_granted(&node, &[14, 15, 16, 17, 18, 19]).await, 1);
    assert_eq!(reservations_granted(&node, &[20]).await, 0);
    assert_eq!(store.unfinished(PlayerId::COMPUTER, 9).await.unwrap().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn concurrent_challenges_do_not_exceed_the_limit_per_player() {
    let node = node_with_four_computer_games(&Arc::new(SqliteStore::in_memory().unwrap())).await;
    assert_eq!(reservations_granted(&node, &[11, 11]).await, 2);
    assert_eq!(reservations_granted(&node, &[11, 11]).await, 1);
    assert_eq!(reservations_granted(&node, &[12]).await, 1, "other players are not limited");
}

#[tokio::test(start_paused = true)]
async fn a_failed_write_releases_the_reservation() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let node = node_with_four_computer_games(&store).await;
    store.refuse_writes();
    assert_eq!(reservations_granted(&node, &[11, 12, 13, 14]).await, 0);
    store.allow_writes();
    assert_eq!(reservations_granted(&node, &[11, 12, 13, 14]).await, 4);
}

#[tokio::test(start_paused = true)]
async fn limits_survive_a_restart() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let node = node_with_four_computer_games(&store).await;
    assert_eq!(reservations_granted(&node, &[11, 11, 11]).await, 3);
    node.shut_down().await;
    let node = node_with_four_computer_games(&store).await;
    assert_eq!(reservations_granted(&node, &[11]).await, 0);
    assert_eq!(reservations_granted(&node, &[12, 13]).await, 1);
}
