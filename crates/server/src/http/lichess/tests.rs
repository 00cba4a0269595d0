//! Requests without a connection, which can be dropped at any point.

mod dropped_requests;
mod export_limits;
mod lost_messages;
mod rates;
mod repeated_accept;
mod token_end;

use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Extension;
use axum::extract::{Path, State};
use game::Timestamp;
use protocol::{GameId, PlayerId, ToClient};
use serde_json::Value;
use tokio::time::{Duration, sleep};

use super::auth::TokenCaller;
use super::error::LichessResult;
use super::fields::Fields;
use super::play::PlayApi;
use super::{challenges, game_stream, new_games};
use crate::accounts::{ApiToken, PasswordHash, Scopes};
use crate::assets::Assets;
use crate::bus::InProcessBus;
use crate::config::Config;
use crate::http::AppState;
use crate::node::{Node, ServerClock};
use crate::random;
use crate::store::{NewAccount, NewApiToken, SqliteStore};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A server without a listener.
pub(super) async fn app() -> AppState {
    app_on(Arc::new(SqliteStore::in_memory().unwrap()), Config::default()).await
}

/// A server on existing data.
async fn app_on(store: Arc<SqliteStore>, config: Config) -> AppState {
    let time = ServerClock::start_at(Timestamp(1_000_000_000));
    let node = Node::start(store, Arc::new(InProcessBus::new()), config, time).await.unwrap();
    AppState::new(Assets::new(&[]), node)
}

/// Creates an account and a token with every scope.
pub(super) async fn caller(app: &AppState, number: u128, name: &str) -> TokenCaller {
    let player = PlayerId::from_bits(number);
    let password = PasswordHash::from_stored("$x$".to_owned());
    let account = NewAccount { player, name: name.parse().unwrap(), password, at: Timestamp(5) };
    app.node.store.create_account(account).await.unwrap();
    with_new_token(app, player).await
}

/// Creates one more token of an account.
async fn with_new_token(app: &AppState, player: PlayerId) -> TokenCaller {
    let store = &app.node.store;
    let token = ApiToken::random().unwrap();
    let new = NewApiToken {
        id: random::id(),
        token: token.hash(),
        player,
        session: None,
        description: "test".to_owned(),
        scopes: Scopes::all(),
        at: Timestamp(6),
        limit: 50,
    };
    store.create_api_token(new).await.unwrap();
    let token = store.api_token(token.hash()).await.unwrap().unwrap();
    TokenCaller { token, address: HERE }
}

/// Polls a request once, which must not complete, and waits until it could go on.
async fn poll_once(request: Pin<&mut impl Future<Output = LichessResult>>) {
    let (mut request, mut is_polled) = (request, false);
    let polling = std::future::poll_fn(|context| {
        if is_polled {
            return Poll::Ready(());
        }
        is_polled = true;
        assert!(request.as_mut().poll(context).is_pending(), "the request has completed");
        Poll::Pending
    });
    polling.await;
}

/// Waits until a condition holds.
async fn until(mut condition: impl AsyncFnMut() -> bool) {
    for _ in 0..1_000 {
        if condition().await {
            return;
        }
        sleep(Duration::from_millis(5)).await;
    }
    panic!("the condition never holds");
}

async fn open_seeks(app: &AppState) -> usize {
    let (seeks, _) = app.node.lobby.list().await.unwrap();
    seeks.len()
}

/// Begins a game of two players; the first is White.
pub(super) async fn begin_game(app: &AppState, white: &TokenCaller, black: &TokenCaller) -> GameId {
    let id = challenge(app, white, black).await;
    challenges::accept(State(app.clone()), black.clone(), Path(id.to_string())).await.unwrap();
    id
}

/// Challenges a player; the challenger is White.
async fn challenge(app: &AppState, challenger: &TokenCaller, challenged: &TokenCaller) -> GameId {
    let fields = Fields::parse("color=white&clock.limit=300&clock.increment=0", "");
    let (name, headers) = (challenged.token.name.to_string(), Default::default());
    let created =
        challenges::create(State(app.clone()), challenger.clone(), headers, Path(name), fields).await;
    let body = axum::body::to_bytes(created.unwrap().into_body(), usize::MAX).await.unwrap();
    serde_json::from_slice::<Value>(&body).unwrap()["id"].as_str().unwrap().parse().unwrap()
}
