//! The task that owns one connection.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_sink::Sink;
use game::{Millis, Timestamp};
use protocol::{Farewell, GameId, Refusal, Room, Span, ToClient, ToServer};
use tokio::time::{Duration, MissedTickBehavior, interval, timeout};

use super::dispatch::Address;
use super::follow::{Ears, Following, Source};
use super::pulse::{EVERY, Pulse, Tick};
use crate::bus::Topic;
use crate::gate::Pass;
use crate::lobby::Request as LobbyRequest;
use crate::node::{Node, closed};
use crate::pace::{Bucket, Pace};
use crate::tables::{News, Request};
use crate::visitor::{ConnectionId, Visitor};

/// So much of what is there already is written before it is sent: one piece costs less than many.
const TOGETHER: usize = 16;

/// How fast one connection may send.
const MESSAGES: Pace = Pace { burst: 40, every: Duration::from_millis(50) };

/// How fast it may send pings and pongs: the server asks for one pong every few seconds.
const CONTROLS: Pace = Pace { burst: 20, every: Duration::from_millis(500) };

/// How often it may ask for the whole of a game or of the lobby: a short question with a long answer.
const WHOLES: Pace = Pace { burst: 20, every: Duration::from_millis(500) };

/// After so many messages too many, or so many that are none, the connection is closed.
const STRIKES: u32 = 30;
const MALFORMED: u32 = 5;

/// How long a client waits before it comes back to a server that was started again.
const RETURN: Span = Span(1_000);

/// A connection.
pub(super) struct Connection {
    pub(super) id: ConnectionId,
    pub(super) node: Arc<Node>,
    pub(super) visitor: Visitor,
    socket: WebSocket,
    pub(super) pass: Pass,
    pub(super) pulse: Pulse,
    bucket: Bucket,
    controls: Bucket,
    wholes: Bucket,
    strikes: u32,
    malformed: u32,
    /// When it was last noted that the session is used.
    noted: Timestamp,
    pub(super) games: HashMap<GameId, Following>,
    pub(super) ears: Ears,
}

/// The connection is at its end.
#[derive(Debug)]
pub(super) struct Over;

impl Connection {
    pub(super) fn new(node: Arc<Node>, visitor: Visitor, socket: WebSocket, pass: Pass) -> Connection {
        let now = node.time.now();
        Connection {
            id: node.connection_id(),
            visitor,
            socket,
            pass,
            pulse: Pulse::new(now),
            bucket: Bucket::new(MESSAGES),
            controls: Bucket::new(CONTROLS),
            wholes: Bucket::new(WHOLES),
            strikes: 0,
            malformed: 0,
            noted: now,
            games: HashMap::new(),
            ears: Ears::default(),
            node,
        }
    }

    /// Serves the client until one of the two goes.
    pub(super) async fn run(mut self) {
        // However it ends, the rest is the same.
        let Err(Over) = self.serve().await;
        for &game in self.games.keys() {
            let gone = Request::Leave { connection: self.id, player: self.visitor.id };
            self.node.tables.tell(&self.node, game, gone).await.ok();
        }
        self.node.lobby.tell(LobbyRequest::Gone { owner: self.id }).await;
    }

    async fn serve(&mut self) -> Result<std::convert::Infallible, Over> {
        self.listen(Topic::Player(self.visitor.id), Source::Player).await?;
        let you = self.visitor.player(None);
        self.send(&ToClient::Welcome { you, now: self.node.time.now().into() }).await?;
        self.flush().await?;
        let mut closing = self.node.closing.subscribe();
        let mut closing = pin!(closed(&mut closing));
        let mut pings = interval(Duration::from_millis(EVERY.0));
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = &mut closing => {
                    return self.farewell(Farewell::Closing, Some(RETURN)).await;
                }
                message = self.socket.recv() => self.receive(message).await?,
                (source, heard) = self.ears.next() => self.hear(source, heard).await?,
                _ = pings.tick() => self.beat().await?,
            }
            for _ in 0..TOGETHER {
                let Some((source, heard)) = self.ears.at_once().await else { break };
                self.hear(source, heard).await?;
            }
            self.flush().await?;
        }
    }

    async fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Over> {
        let now = self.node.time.now();
        self.pulse.heard(now);
        match message {
            Some(Ok(Message::Text(text))) => self.read(&text).await,
            Some(Ok(Message::Binary(_))) => self.refuse_malformed().await,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) if !self.controls.take(now) => self.strike().await,
            Some(Ok(Message::Pong(payload))) => {
                if let Some(round_trip) = self.pulse.pong(&payload, now) {
                    self.measured(round_trip).await;
                }
                Ok(())
            }
            // Pings are answered by the library.
            Some(Ok(Message::Ping(_))) => Ok(()),
            // Whatever broke, or is too large, cannot be answered any more.
            Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Over),
        }
    }

    async fn read(&mut self, text: &str) -> Result<(), Over> {
        let now = self.node.time.now();
        self.node.metrics.received.add(1);
        let own = self.bucket.take(now);
        if !own {
            self.strike().await?;
        }
        // Others at the same address may have sent too much: then this is not done either, but nobody is blamed for it.
        let allowed = own && self.pass.message(now);
        match serde_json::from_str::<ToServer>(text) {
            Ok(ToServer::Enter { .. } | ToServer::EnterLobby) if allowed && !self.wholes.take(now) => {
                self.strike().await?;
                self.send(&ToClient::Refused { id: None, game: None, reason: Refusal::TooFast }).await
            }
            Ok(message) if allowed => self.dispatch(message).await,
            Ok(message) => self.refuse(Address::of(&message), Refusal::TooFast).await,
            Err(_) => self.refuse_malformed().await,
        }
    }

    /// One message too many.
    async fn strike(&mut self) -> Result<(), Over> {
        self.strikes += 1;
        if self.strikes < STRIKES {
            return Ok(());
        }
        self.node.metrics.dropped.add(1);
        self.farewell(Farewell::Flood, Some(Span(30_000))).await.map(|never| match never {})
    }

    async fn refuse_malformed(&mut self) -> Result<(), Over> {
        self.malformed += 1;
        if self.malformed >= MALFORMED {
            self.node.metrics.dropped.add(1);
            return self.farewell(Farewell::Malformed, None).await.map(|never| match never {});
        }
        self.node.metrics.refused.add(1);
        self.send(&ToClient::Refused { id: None, game: None, reason: Refusal::Malformed }).await
    }

    async fn hear(&mut self, source: Source, heard: Option<Bytes>) -> Result<(), Over> {
        let news = heard.as_ref().and_then(News::decode);
        match (source, news) {
            (Source::Game(game), None) => {
                self.node.metrics.resyncs.add(1);
                self.refresh(game).await
            }
            (Source::Game(game), Some((news, json))) => self.hear_of_game(game, news, json).await,
            (Source::Lobby, None) => self.show_lobby().await,
            (Source::Player, Some((News::Disconnect(cut), _))) if !cut.concerns(self.visitor.session) => {
                Ok(())
            }
            (Source::Player, Some((News::Disconnect(_), farewell))) => {
                self.pass_on(farewell).await?;
                self.close().await.map(|never| match never {})
            }
            // What was missed may have been that this connection is to end; who comes back is whoever they are now.
            (Source::Player, None) => {
                self.farewell(Farewell::Closing, Some(Span(0))).await.map(|never| match never {})
            }
            (Source::Lobby | Source::Player, Some((_, json))) => self.pass_on(json).await,
        }
    }

    async fn hear_of_game(&mut self, game: GameId, news: News, json: Bytes) -> Result<(), Over> {
        let Some(following) = self.games.get_mut(&game) else { return Ok(()) };
        match news {
            News::Events { last, .. } | News::Seats { last, .. } if last <= following.number => Ok(()),
            News::Events { first, last } if first == following.number + 1 => {
                following.number = last;
                self.pass_on(json).await
            }
            // Something is missing.
            News::Events { .. } => {
                self.node.metrics.resyncs.add(1);
                self.refresh(game).await
            }
            // One may have a seat now.
            News::Seats { .. } => self.refresh(game).await,
            News::Talk(room) => {
                let here = if following.seat.is_some() { Room::Players } else { Room::Watchers };
                if room == here { self.pass_on(json).await } else { Ok(()) }
            }
            News::Plain => self.pass_on(json).await,
            News::Disconnect(_) => Ok(()),
        }
    }

    async fn beat(&mut self) -> Result<(), Over> {
        let now = self.node.time.now();
        let (payload, beat) = match self.pulse.tick(now) {
            Tick::Ping(payload) => (payload, false),
            Tick::PingAndBeat(payload) => (payload, true),
            Tick::Dead => return Err(Over),
        };
        self.write(Message::Ping(Bytes::copy_from_slice(&payload))).await?;
        if beat {
            let lag = self.pulse.round_trip().map(Span::from);
            self.send(&ToClient::Beat { now: now.into(), lag }).await?;
            if let Some(session) = self.visitor.session {
                self.noted = self.node.note_use(session, self.noted).await;
            }
        }
        Ok(())
    }

    async fn measured(&mut self, round_trip: Millis) {
        let playing = self.games.iter().filter(|(_, following)| following.seat.is_some());
        for (&game, _) in playing {
            let measure = Request::Measure { connection: self.id, player: self.visitor.id, round_trip };
            self.node.tables.tell(&self.node, game, measure).await.ok();
        }
    }

    /// Hears what is said under a topic from now on.
    pub(super) async fn listen(&mut self, topic: Topic, source: Source) -> Result<(), Over> {
        let subscription = self.node.bus.subscribe(topic).await.map_err(|error| {
            tracing::error!(%error, "a connection hears nothing");
            Over
        })?;
        self.ears.open(source, subscription);
        Ok(())
    }

    pub(super) async fn send(&mut self, message: &ToClient) -> Result<(), Over> {
        let json = serde_json::to_string(message).map_err(|_| Over)?;
        self.write(Message::Text(json.into())).await
    }

    /// Passes on what was written for all.
    async fn pass_on(&mut self, json: Bytes) -> Result<(), Over> {
        self.write(Message::Text(Utf8Bytes::try_from(json).map_err(|_| Over)?)).await
    }

    /// Writes a message; it is sent with the next [`flush`](Connection::flush), or before if there are many.
    async fn write(&mut self, message: Message) -> Result<(), Over> {
        self.patiently(|socket, context| socket.poll_ready(context)).await?;
        Pin::new(&mut self.socket).start_send(message).map_err(|_| Over)?;
        self.node.metrics.sent.add(1);
        Ok(())
    }

    /// Sends what was written.
    async fn flush(&mut self) -> Result<(), Over> {
        self.patiently(|socket, context| socket.poll_flush(context)).await
    }

    /// Waits for the socket, but not for ever.
    async fn patiently(
        &mut self,
        mut step: impl FnMut(Pin<&mut WebSocket>, &mut Context<'_>) -> Poll<Result<(), axum::Error>>,
    ) -> Result<(), Over> {
        let patience = self.node.config.limits.patience;
        let mut socket = Pin::new(&mut self.socket);
        let done = poll_fn(|context| step(socket.as_mut(), context));
        match timeout(patience, done).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Over),
            Err(_) => {
                self.node.metrics.dropped.add(1);
                Err(Over)
            }
        }
    }

    /// Says why it ends, and ends.
    async fn farewell(
        &mut self,
        reason: Farewell,
        retry: Option<Span>,
    ) -> Result<std::convert::Infallible, Over> {
        self.send(&ToClient::Farewell { reason, retry }).await?;
        self.close().await
    }

    /// Ends after what was said last.
    async fn close(&mut self) -> Result<std::convert::Infallible, Over> {
        // The other side may be gone before us.
        self.write(Message::Close(None)).await?;
        self.flush().await?;
        Err(Over)
    }
}
