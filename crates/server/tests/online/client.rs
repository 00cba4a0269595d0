//! A client that speaks the protocol over a real socket.

use std::fmt::Debug;

use futures_util::{SinkExt, StreamExt};
use protocol::{
    Act, ActId, Event, Farewell, GameId, GameState, Happening, MoveText, Player, Refusal, Seat, ToClient,
    ToServer,
};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{Response, StatusCode};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::{LONG, Server};

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) me: Player,
    pub(crate) cookie: String,
    acts: u128,
}

impl Client {
    /// Somebody new.
    pub(crate) async fn new(server: &Server) -> Client {
        Client::with_cookie(server, None).await
    }

    /// Somebody who was here before, on another connection.
    pub(crate) async fn again(&self, server: &Server) -> Client {
        Client::with_cookie(server, Some(&self.cookie)).await
    }

    pub(crate) async fn with_cookie(server: &Server, cookie: Option<&str>) -> Client {
        let headers: Vec<_> = cookie.map(|cookie| ("cookie", cookie)).into_iter().collect();
        let (socket, response) = connect(server, &headers).await.unwrap();
        let cookie = match response.headers().get("set-cookie") {
            Some(set) => set.to_str().unwrap().split(';').next().unwrap().to_owned(),
            None => cookie.unwrap().to_owned(),
        };
        let nobody = Player { id: None, name: None, standing: protocol::Standing::Gone, rating: None };
        // Ids of acts must not repeat between the connections of one player.
        let acts = u128::from_be_bytes(*b"acts of a client")
            ^ u128::from(socket.get_ref().local_addr().unwrap().port()) << 64;
        let mut client = Client { socket, me: nobody, cookie, acts };
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

    /// The next message; nothing when the connection has ended.
    pub(crate) async fn try_next(&mut self) -> Option<ToClient> {
        loop {
            match timeout(LONG, self.socket.next()).await.expect("no message came") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    pub(crate) async fn next(&mut self) -> ToClient {
        self.try_next().await.expect("the connection has ended")
    }

    /// The first message of which something comes; others are passed over.
    pub(crate) async fn until<T>(&mut self, mut which: impl FnMut(&ToClient) -> Option<T>) -> T {
        // Beats go on coming, whatever else does not.
        let found = timeout(LONG, async {
            loop {
                if let Some(found) = which(&self.next().await) {
                    return found;
                }
            }
        });
        found.await.expect("what was waited for did not come")
    }

    pub(crate) async fn enter(&mut self, game: GameId) -> (Option<Seat>, GameState) {
        self.send(&ToServer::Enter { game, since: None }).await;
        self.until(|message| match message {
            ToClient::State { you, state, .. } => Some((*you, (**state).clone())),
            _ => None,
        })
        .await
    }

    /// Does something and waits for the answer.
    pub(crate) async fn act(&mut self, game: GameId, act: Act) -> Result<u32, Refusal> {
        self.acts += 1;
        let id = ActId::from_bits(self.acts);
        self.act_with(game, id, act).await
    }

    pub(crate) async fn act_with(&mut self, game: GameId, id: ActId, act: Act) -> Result<u32, Refusal> {
        self.send(&ToServer::Act { game, id, act }).await;
        self.until(|message| match message {
            ToClient::Accepted { id: done, number } if *done == id => Some(Ok(number.unwrap())),
            ToClient::Refused { id: Some(done), reason, .. } if *done == id => Some(Err(*reason)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn play(&mut self, game: GameId, ply: u32, uci: &str) -> Result<u32, Refusal> {
        self.act(game, Act::Move { ply, uci: MoveText(uci.parse().unwrap()) }).await
    }

    /// The first event of which something comes.
    pub(crate) async fn event<T: Debug>(&mut self, mut which: impl FnMut(&Event) -> Option<T>) -> T {
        self.until(|message| match message {
            ToClient::Events { events, .. } => events.iter().find_map(&mut which),
            _ => None,
        })
        .await
    }

    /// Waits for a move.
    pub(crate) async fn sees(&mut self, uci: &str) -> u32 {
        self.event(|event| match &event.happening {
            Happening::Moved { played, .. } if played.uci.0.to_string() == uci => Some(event.number),
            _ => None,
        })
        .await
    }

    /// The server says goodbye and hangs up; the client is to come back.
    pub(crate) async fn is_let_go(&mut self) {
        self.until(|message| match message {
            ToClient::Farewell { reason: Farewell::Closing, retry: Some(_) } => Some(()),
            _ => None,
        })
        .await;
        assert_eq!(self.try_next().await, None);
    }

    /// The last message before the server hangs up, which it has to do soon.
    pub(crate) async fn last_word(&mut self) -> Option<ToClient> {
        let mut last = None;
        let end = async {
            while let Some(message) = self.try_next().await {
                last = Some(message);
            }
        };
        timeout(LONG, end).await.expect("the connection does not end");
        last
    }

    /// Goes away without a word.
    pub(crate) async fn vanish(self) {
        drop(self.socket);
    }
}

pub(crate) async fn connect(
    server: &Server,
    headers: &[(&'static str, &str)],
) -> Result<(WebSocketStream<TcpStream>, Response<Option<Vec<u8>>>), Error> {
    let mut request = format!("ws://{}/socket", server.address).into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    client_async(request, server.connect().await).await
}

/// How a connection is refused.
pub(crate) async fn refused(server: &Server, headers: &[(&'static str, &str)]) -> StatusCode {
    match connect(server, headers).await {
        Err(Error::Http(response)) => response.status(),
        other => panic!("let in: {:?}", other.map(|_| ())),
    }
}
