//! Streams go on when messages of the bus were lost, and read the store instead.

use axum::body::{Body, BodyDataStream};
use axum::http::Response;
use protocol::{DeclineReason, PlayerAction};
use tokio::time::timeout;

use super::*;
use crate::http::lichess::event_stream;

/// Two servers on the same data without a common bus: neither hears of what is done on the other one.
async fn two_servers() -> (AppState, AppState) {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let here = app_on(Arc::clone(&store), Config::default()).await;
    (here, app_on(store, Config::default()).await)
}

/// The lines of a response.
struct Lines {
    body: BodyDataStream,
}

impl Lines {
    fn of(response: Response<Body>) -> Lines {
        Lines { body: response.into_body().into_data_stream() }
    }

    /// The next line that is not blank.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let chunk = std::future::poll_fn(|context| {
                futures_core::Stream::poll_next(Pin::new(&mut self.body), context)
            });
            let line = timeout(Duration::from_secs(10), chunk).await.expect("a line or the end")?.unwrap();
            if line.as_ref() != b"\n" {
                return serde_json::from_slice(&line).ok();
            }
        }
    }

    /// Type and id of the next line.
    async fn next_event(&mut self) -> (String, String) {
        let line = self.next().await.expect("the stream goes on");
        let kind = line["type"].as_str().unwrap().to_owned();
        let id = line["game"]["id"].as_str().or(line["challenge"]["id"].as_str()).unwrap();
        (kind, id.to_owned())
    }
}

async fn events(app: &AppState, caller: &TokenCaller) -> Lines {
    Lines::of(event_stream::stream(State(app.clone()), caller.clone(), Default::default()).await.unwrap())
}

#[tokio::test]
async fn events_that_were_not_heard_are_found_in_the_store_and_sent_once() {
    let (here, there) = two_servers().await;
    let (ann, bob) = (caller(&here, 1, "Ann").await, caller(&here, 2, "Bob").await);
    let mut heard = events(&here, &bob).await;
    let expect = |kind: &str, id: GameId| (kind.to_owned(), id.to_string());

    let declined = challenge(&there, &ann, &bob).await;
    let accepted = challenge(&there, &ann, &bob).await;
    here.node.bus.lag_subscribers();
    // Nothing has changed since.
    here.node.bus.lag_subscribers();
    // Challenges of the same millisecond have no order.
    let mut listed = [heard.next_event().await, heard.next_event().await];
    listed.sort();
    let mut expected = [expect("challenge", declined), expect("challenge", accepted)];
    expected.sort();
    assert_eq!(listed, expected);

    let stored = there.node.find_challenge(declined).await.unwrap();
    there.node.decline_challenge(&stored, bob.player(), DeclineReason::Later).await.unwrap();
    here.node.bus.lag_subscribers();
    assert_eq!(heard.next_event().await, expect("challengeDeclined", declined));
    challenges::accept(State(there.clone()), bob.clone(), Path(accepted.to_string())).await.unwrap();
    here.node.bus.lag_subscribers();
    assert_eq!(heard.next_event().await, expect("gameStart", accepted));

    there.act(&ann, accepted, PlayerAction::Abort).await.unwrap();
    here.node.bus.lag_subscribers();
    assert_eq!(heard.next_event().await, expect("gameFinish", accepted));
}

#[tokio::test]
async fn streams_go_on_after_a_loss_unless_their_token_has_ended() {
    let here = app().await;
    let (ann, bob) = (caller(&here, 1, "Ann").await, caller(&here, 2, "Bob").await);
    let terms = "clock.limit=300&clock.increment=0&keepAliveStream=true";
    let (state, name) = (State(here.clone()), Path("bob".to_owned()));
    let kept = challenges::create(state, ann.clone(), Default::default(), name, Fields::parse(terms, ""));
    let mut kept = Lines::of(kept.await.unwrap());
    let id: GameId = kept.next().await.unwrap()["id"].as_str().unwrap().parse().unwrap();
    let seek = Fields::parse("time=10&increment=0", "");
    let seek = new_games::seek(State(here.clone()), ann.clone(), seek).await.unwrap();
    let mut seek = Lines::of(seek);
    let mut heard = events(&here, &ann).await;
    assert_eq!(heard.next_event().await.0, "challenge");
    for _ in 0..3 {
        here.node.bus.lag_subscribers();
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(open_seeks(&here).await, 1);
    let stored = here.node.find_challenge(id).await.unwrap();
    assert!(
        here.node.decline_challenge(&stored, bob.player(), DeclineReason::Later).await.is_ok(),
        "it is open"
    );
    assert_eq!(kept.next().await.unwrap()["done"], "declined");
    assert_eq!(heard.next_event().await.0, "challengeDeclined");

    here.node.store.revoke_api_token(ann.player(), ann.token_id()).await.unwrap();
    here.node.bus.lag_subscribers();
    assert_eq!((heard.next().await, seek.next().await), (None, None));
    until(async || open_seeks(&here).await == 0).await;
}

#[tokio::test]
async fn a_move_is_played_although_the_server_has_not_heard_of_the_last_one() {
    let (here, there) = two_servers().await;
    let (ann, bob) = (caller(&here, 1, "Ann").await, caller(&here, 2, "Bob").await);
    let game = begin_game(&here, &ann, &bob).await;
    // Both have the game in memory.
    for app in [&here, &there] {
        app.snapshot(game, ann.player()).await.unwrap();
    }
    for (number, (app, caller, uci)) in
        [(&here, &ann, "e2e4"), (&there, &bob, "e7e5"), (&here, &ann, "g1f3")].into_iter().enumerate()
    {
        let path = Path((game.to_string(), uci.to_owned()));
        let (state, api, fields) = (State(app.clone()), Extension(PlayApi::Board), Fields::parse("", ""));
        let played = crate::http::lichess::play::make_move(state, caller.clone(), api, path, fields).await;
        assert!(played.is_ok(), "move {number}: {played:?}");
    }
}

#[tokio::test]
async fn a_repeated_accept_tells_of_a_game_that_nobody_has_heard_of() {
    let (here, there) = two_servers().await;
    let (ann, bob) = (caller(&here, 1, "Ann").await, caller(&here, 2, "Bob").await);
    let game = begin_game(&there, &ann, &bob).await;
    let mut heard = events(&here, &ann).await;
    assert_eq!(heard.next_event().await, ("gameStart".to_owned(), game.to_string()), "a new stream lists it");
    let later = challenge(&there, &ann, &bob).await;
    let accept = async |app: &AppState| {
        challenges::accept(State(app.clone()), bob.clone(), Path(later.to_string())).await.is_ok()
    };
    assert!(accept(&there).await && accept(&here).await);
    assert_eq!(heard.next_event().await, ("gameStart".to_owned(), later.to_string()));
}
