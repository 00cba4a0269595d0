//! A challenge is accepted once, however often it is asked for.

use super::*;
use crate::config::Limits;
use crate::store::{ChallengeState, ChallengeStore};

/// Two servers on the same data; the second one can create no games.
async fn two_servers() -> (Arc<SqliteStore>, AppState, AppState) {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let limits = Limits { connections_per_address: 0, ..Limits::default() };
    let app = app_on(Arc::clone(&store), Config::default()).await;
    let full = app_on(Arc::clone(&store), Config { limits, ..Config::default() }).await;
    (store, app, full)
}

async fn state(store: &SqliteStore, id: GameId) -> ChallengeState {
    store.challenge(id).await.unwrap().unwrap().state
}

async fn accept(app: &AppState, caller: &TokenCaller, id: GameId) -> LichessResult {
    challenges::accept(State(app.clone()), caller.clone(), Path(id.to_string())).await
}

#[tokio::test]
async fn a_repeated_accept_never_reopens_a_challenge() {
    let (store, app, full) = two_servers().await;
    let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
    let begun = begin_game(&app, &ann, &bob).await;
    assert!(accept(&full, &bob, begun).await.is_ok(), "the game exists");
    assert_eq!(state(&store, begun).await, ChallengeState::Accepted);
    // Accepted by a server that has died before it stored the game.
    let id = challenge(&app, &ann, &bob).await;
    let (open, accepted) = (ChallengeState::Open, ChallengeState::Accepted);
    assert!(store.settle_challenge(id, open, accepted, Timestamp(u64::MAX >> 1)).await.unwrap());
    assert!(accept(&full, &bob, id).await.is_err());
    assert_eq!(state(&store, id).await, ChallengeState::Accepted);
    assert!(accept(&app, &bob, id).await.is_ok());
}

#[tokio::test]
async fn a_challenge_whose_game_cannot_be_created_stays_open() {
    let (store, app, full) = two_servers().await;
    let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
    let id = challenge(&app, &ann, &bob).await;
    assert!(accept(&full, &bob, id).await.is_err());
    assert_eq!(state(&store, id).await, ChallengeState::Open);
    assert!(accept(&app, &bob, id).await.is_ok());
}
