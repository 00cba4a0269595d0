//! A client that speaks the protocol over a real socket.

use game::Ply;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{SinkExt, StreamExt};
use protocol::{
    ActionError, ActionId, CloseReason, EventNumber, GameEvent, GameEventKind, GameId, GameState,
    PlayerAction, PlayerInfo, Seat, ToClient, ToServer,
};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{Response, StatusCode};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::{Stream, TIMEOUT, TestServer};

/// Number of clients so far.
static CLIENTS: AtomicU64 = AtomicU64::new(0);

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<Box<dyn Stream>>,
    pub(crate) me: PlayerInfo,
    pub(crate) cookie: String,
    acts: u128,
}

impl Client {
    /// Connects as a new guest.
    pub(crate) async fn new(server: &TestServer) -> Client {
        Client::with_cookie(server, None).await
    }

    /// Connects again with the same identity.
    pub(crate) async fn reconnect(&self, server: &TestServer) -> Client {
        Client::with_cookie(server, Some(&self.cookie)).await
    }

    pub(crate) async fn with_cookie(server: &TestServer, cookie: Option<&str>) -> Client {
        let headers: Vec<_> = cookie.map(|cookie| ("cookie", cookie)).into_iter().collect();
        Client::with_headers(server, &headers).await
    }

    pub(crate) async fn with_headers(server: &TestServer, headers: &[(&'static str, &str)]) -> Client {
        let (socket, response) = connect(server, headers).await.unwrap();
        let cookie = headers.iter().find_map(|&(name, value)| (name == "cookie").then_some(value));
        let cookie = match response.headers().get("set-cookie") {
            Some(set) => set.to_str().unwrap().split(';').next().unwrap().to_owned(),
            None => cookie.unwrap().to_owned(),
        };
        let unknown = PlayerInfo {
            id: None,
            name: None,
            standing: protocol::PlayerKind::Gone,
            rating: None,
            bot: false,
        };
        // Action ids must be unique across a player's connections.
        let acts = u128::from_be_bytes(*b"acts of a client")
            ^ u128::from(CLIENTS.fetch_add(1, Ordering::Relaxed)) << 64;
        let mut client = Client { socket, me: unknown, cookie, acts };
        let ToClient::Welcome { you, .. } = client.next().await else { panic!("no welcome") };
        client.me = you;
        client
    }

    pub(crate) async fn send(&mut self, message: &ToServer) {
        self.send_text(&serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message; `None` when the connection has closed.
    pub(crate) async fn try_next(&mut self) -> Option<ToClient> {
        loop {
            match timeout(TIMEOUT, self.socket.next()).await.expect("no message came") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    pub(crate) async fn next(&mut self) -> ToClient {
        self.try_next().await.expect("the connection has ended")
    }

    /// Waits for the first message that `which` accepts.
    pub(crate) async fn until<T>(&mut self, mut which: impl FnMut(&ToClient) -> Option<T>) -> T {
        // `beat` messages keep arriving, so the whole wait has a timeout.
        let found = timeout(TIMEOUT, async {
            loop {
                if let Some(found) = which(&self.next().await) {
                    return found;
                }
            }
        });
        found.await.expect("expected message did not arrive")
    }

    pub(crate) async fn enter(&mut self, game: GameId) -> (Option<Seat>, GameState) {
        self.send(&ToServer::Enter { game, since: None }).await;
        self.until(|message| match message {
            ToClient::State { you, state, .. } => Some((*you, (**state).clone())),
            _ => None,
        })
        .await
    }

    /// Sends an action and waits for the reply.
    pub(crate) async fn action(
        &mut self,
        game: GameId,
        act: PlayerAction,
    ) -> Result<EventNumber, ActionError> {
        self.acts += 1;
        let id = ActionId::from_bits(self.acts);
        self.action_with_id(game, id, act).await
    }

    pub(crate) async fn action_with_id(
        &mut self,
        game: GameId,
        id: ActionId,
        act: PlayerAction,
    ) -> Result<EventNumber, ActionError> {
        self.send(&ToServer::Action { game, id, action: act }).await;
        self.until(|message| match message {
            ToClient::Accepted { id: done, number } if *done == id => Some(Ok(number.unwrap())),
            ToClient::Refused { id: Some(done), reason, .. } if *done == id => Some(Err(*reason)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn play(
        &mut self,
        game: GameId,
        ply: u32,
        uci: &str,
    ) -> Result<EventNumber, ActionError> {
        self.action(game, PlayerAction::play(Ply(ply), uci.parse().unwrap())).await
    }

    /// Waits for the first event that `which` accepts.
    pub(crate) async fn event<T: Debug>(&mut self, mut which: impl FnMut(&GameEvent) -> Option<T>) -> T {
        self.until(|message| match message {
            ToClient::Events { events, .. } => events.iter().find_map(&mut which),
            _ => None,
        })
        .await
    }

    /// Waits for a move; returns its event number.
    pub(crate) async fn wait_for_move(&mut self, uci: &str) -> EventNumber {
        self.event(|event| match &event.kind {
            GameEventKind::Moved { played, .. } if played.uci.0.to_string() == uci => Some(event.number),
            _ => None,
        })
        .await
    }

    /// Expects a farewell with a retry time and the end of the connection.
    pub(crate) async fn expect_disconnect(&mut self) {
        self.until(|message| match message {
            ToClient::Farewell { reason: CloseReason::Closing, retry: Some(_) } => Some(()),
            _ => None,
        })
        .await;
        assert_eq!(self.try_next().await, None);
    }

    /// The last message before the server closes.
    pub(crate) async fn last_message(&mut self) -> Option<ToClient> {
        let mut last = None;
        let end = async {
            while let Some(message) = self.try_next().await {
                last = Some(message);
            }
        };
        timeout(TIMEOUT, end).await.expect("the connection was not closed");
        last
    }

    /// Drops the connection without a close frame.
    pub(crate) async fn drop_connection(self) {
        drop(self.socket);
    }
}

pub(crate) async fn connect(
    server: &TestServer,
    headers: &[(&'static str, &str)],
) -> Result<(WebSocketStream<Box<dyn Stream>>, Response<Option<Vec<u8>>>), Error> {
    let mut request = format!("ws://{}/socket", server.address).into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    client_async(request, server.open().await).await
}

/// Status of a refused upgrade.
pub(crate) async fn refused(server: &TestServer, headers: &[(&'static str, &str)]) -> StatusCode {
    match connect(server, headers).await {
        Err(Error::Http(response)) => response.status(),
        other => panic!("let in: {:?}", other.map(|_| ())),
    }
}
