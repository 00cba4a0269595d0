//! Streams and seeks end with their token.

use axum::body::{Body, to_bytes};
use axum::http::Response;
use tokio::time::timeout;

use super::*;
use crate::http::PeerAddress;
use crate::http::lichess::{event_stream, spectate, tokens};
use crate::store::Ban;

async fn seek(app: &AppState, caller: &TokenCaller, terms: &str) -> Response<Body> {
    new_games::seek(State(app.clone()), caller.clone(), Fields::parse(terms, "")).await.unwrap()
}

/// Opens every kind of stream.
async fn streams(
    app: &AppState,
    ann: &TokenCaller,
    bob: &TokenCaller,
) -> Vec<(&'static str, Response<Body>)> {
    let game = begin_game(app, ann, bob).await.to_string();
    let (state, caller, peer) = (|| State(app.clone()), || ann.clone(), || Extension(PeerAddress(HERE)));
    let kept = Fields::parse("clock.limit=300&clock.increment=0&keepAliveStream=true", "");
    vec![
        ("events", event_stream::stream(state(), caller(), Default::default()).await.unwrap()),
        (
            "game",
            game_stream::stream(state(), caller(), Extension(PlayApi::Board), Path(game.clone()))
                .await
                .unwrap(),
        ),
        (
            "spectator",
            spectate::game(state(), peer(), Some(caller()), Default::default(), Path(game)).await.unwrap(),
        ),
        ("tv", spectate::tv(state(), peer(), Some(caller()), Default::default()).await.unwrap()),
        ("seek", seek(app, ann, "time=10&increment=0").await),
        (
            "kept challenge",
            challenges::create(state(), caller(), Default::default(), Path("bob".to_owned()), kept)
                .await
                .unwrap(),
        ),
    ]
}

async fn ban(app: &AppState, caller: &TokenCaller) {
    // Commands from before the first round of the maintenance are skipped.
    sleep(Duration::from_millis(100)).await;
    let ban = Ban { reason: "test".to_owned(), at: Timestamp(7) };
    app.node.store.set_ban(caller.player(), Some(ban)).await.unwrap();
}

async fn check_ended(streams: Vec<(&'static str, Response<Body>)>) {
    for (name, response) in streams {
        let whole = timeout(Duration::from_secs(10), to_bytes(response.into_body(), usize::MAX)).await;
        assert!(whole.is_ok_and(|body| body.is_ok()), "{name}: the stream goes on");
    }
}

#[tokio::test]
async fn streams_end_with_their_token() {
    let app = app().await;
    let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
    let open = streams(&app, &ann, &bob).await;
    tokens::revoke(State(app.clone()), ann.clone()).await.unwrap();
    check_ended(open).await;
    let refused = event_stream::stream(State(app.clone()), ann, Default::default()).await;
    assert!(refused.is_err(), "the token has ended since it was read");
}

#[tokio::test]
async fn streams_end_with_a_ban() {
    let app = app().await;
    let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
    let open = streams(&app, &ann, &bob).await;
    ban(&app, &ann).await;
    check_ended(open).await;
}

#[tokio::test]
async fn a_seek_in_days_ends_with_its_token() {
    let app = app().await;
    let ann = caller(&app, 1, "Ann").await;
    let other = with_new_token(&app, ann.player()).await;
    seek(&app, &ann, "days=3").await;
    seek(&app, &other, "days=2").await;
    assert_eq!(open_seeks(&app).await, 2);
    tokens::revoke(State(app.clone()), ann.clone()).await.unwrap();
    // The lobby reads its inbox in order.
    assert_eq!(open_seeks(&app).await, 1, "the seek of the other token stays");
    ban(&app, &ann).await;
    until(async || open_seeks(&app).await == 0).await;
}
