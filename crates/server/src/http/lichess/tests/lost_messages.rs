//! Streams go on when messages of the bus were lost, and read the store instead.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::Response;
use game::Ply;
use protocol::{ChatContent, ChatRoom, ChatText, DeclineReason, PlayerAction};
use tokio::time::timeout;

use super::*;
use crate::bus::{Bus, BusError, Subscription, Topic};
use crate::games::{ApiEvent, GameRequest};
use crate::http::lichess::event_stream;
use crate::store::BoxFuture;

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

/// A bus that loses all messages from some moment on.
#[derive(Default)]
struct LossyBus {
    bus: InProcessBus,
    is_losing: AtomicBool,
}

impl Bus for LossyBus {
    fn publish(&self, topic: Topic, message: Bytes) {
        if !self.is_losing.load(Ordering::Relaxed) {
            self.bus.publish(topic, message);
        }
    }

    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>> {
        self.bus.subscribe(topic)
    }

    fn lag_subscribers(&self) {
        self.bus.lag_subscribers();
    }
}

#[tokio::test]
async fn chat_and_absence_that_were_not_heard_are_made_up_for_once() {
    let bus = Arc::<LossyBus>::default();
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let time = ServerClock::start_at(Timestamp(1_000_000_000));
    let node = Node::start(store, bus.clone(), Config::default(), time).await.unwrap();
    let here = AppState::new(Assets::new(&[]), node);
    let (ann, bob) = (caller(&here, 1, "Ann").await, caller(&here, 2, "Bob").await);
    let game = begin_game(&here, &ann, &bob).await;
    let (connection, player) = (here.node.next_connection_id(), bob.player());
    let entering = |reply| GameRequest::Enter { connection, player, since: None, is_preview: false, reply };
    here.node.games.request(&here.node, game, entering).await.unwrap();
    for (ply, caller, uci) in [(0, &ann, "e2e4"), (1, &bob, "e7e5")] {
        here.act(caller, game, PlayerAction::play(Ply(ply), uci.parse().unwrap())).await.unwrap();
    }
    let say = async |text: &str| {
        let (identity, speech) = (bob.identity(), ChatContent::Text(ChatText::new(text).unwrap()));
        let room = ChatRoom::Players;
        let saying = |reply| GameRequest::Chat { identity, room, speech, reply };
        here.node.games.request(&here.node, game, saying).await.unwrap();
    };
    say("before the stream").await;
    let (state, id) = (State(here.clone()), Path(game.to_string()));
    let stream = game_stream::stream(state, ann.clone(), Extension(PlayApi::Board), id);
    let mut stream = Lines::of(stream.await.unwrap());
    assert_eq!(stream.next().await.unwrap()["type"], "gameFull");
    say("heard").await;
    assert_eq!(stream.next().await.unwrap()["text"], "heard");

    bus.is_losing.store(true, Ordering::Relaxed);
    say("lost").await;
    here.node.games.send(&here.node, game, GameRequest::Leave { connection, player }).await.unwrap();
    for _ in 0..2 {
        bus.lag_subscribers();
    }
    assert_eq!(stream.next().await.unwrap()["text"], "lost");
    let gone = stream.next().await.unwrap();
    assert_eq!((&gone["type"], &gone["gone"]), (&"opponentGone".into(), &true.into()));
    here.node.games.request(&here.node, game, entering).await.unwrap();
    bus.lag_subscribers();
    let back = stream.next().await.unwrap();
    assert_eq!((&back["type"], &back["gone"]), (&"opponentGone".into(), &false.into()));
}

#[tokio::test]
async fn the_end_of_a_game_is_shown_although_the_game_was_not_heard_of() {
    let (here, there) = two_servers().await;
    let (ann, bob) = (caller(&here, 1, "Ann").await, caller(&here, 2, "Bob").await);
    let game = begin_game(&here, &ann, &bob).await;
    let mut heard = events(&here, &ann).await;
    assert_eq!(heard.next().await.unwrap()["type"], "gameStart");
    there.act(&bob, game, PlayerAction::Abort).await.unwrap();
    // The message to the player is there before the one to the game.
    here.node.publish_api_event(ann.player(), ApiEvent::GameFinish { game });
    let finish = heard.next().await.unwrap();
    assert_eq!(
        (&finish["type"], &finish["game"]["status"]["name"]),
        (&"gameFinish".into(), &"aborted".into())
    );
}
