//! Exports have the limits of downloads, and are complete or aborted.

use axum::body::to_bytes;
use axum::http::HeaderMap;

use super::*;
use crate::http::PeerAddress;
use crate::http::lichess::export;

/// Exports a game alone and in a list; returns whether each of them succeeded and was complete.
async fn exports(app: &AppState, game: GameId) -> [bool; 2] {
    let (state, peer) = (|| State(app.clone()), Extension(PeerAddress(HERE)));
    let (headers, id) = (HeaderMap::new(), game.to_string());
    let single = export::game(state(), None, Path(id.clone()), headers.clone(), Fields::default()).await;
    let list = export::games_by_id(state(), peer, None, headers, Fields::parse("", &id)).await.unwrap();
    let body = to_bytes(list.into_body(), usize::MAX).await;
    assert!(
        body.as_ref().is_ok_and(|body| !body.is_empty()) || body.is_err(),
        "an empty list hides an error"
    );
    [single.is_ok(), body.is_ok()]
}

/// Closed permits fail at once, where others would have to be waited for.
#[tokio::test]
async fn exports_wait_for_a_place_to_read_and_to_compute() {
    for close in [0, 1] {
        let app = app().await;
        let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
        let game = begin_game(&app, &ann, &bob).await;
        assert_eq!(exports(&app, game).await, [true, true]);
        [&app.archive_exports.reads, &app.archive_exports.work][close].close();
        assert_eq!(exports(&app, game).await, [false, false]);
    }
}
