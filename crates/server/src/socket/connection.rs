//! The task that owns one WebSocket.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_sink::Sink;
use game::{Millis, Timestamp};
use protocol::{ActionError, ChatRoom, CloseReason, DurationMillis, GameId, ToClient, ToServer};
use tokio::time::{Duration, MissedTickBehavior, interval, timeout};

use super::dispatch::ReplyTo;
use super::ping::{LagBound, PING_INTERVAL, PingAction, PingState};
use super::subscriptions::{FollowedGame, Source, Subscriptions};
use crate::accounts::Identity;
use crate::bus::{Delivery, Lagged, Topic};
use crate::games::{Broadcast, GameRequest};
use crate::limits::ConnectionGuard;
use crate::limits::{Rate, TokenBucket};
use crate::lobby::LobbyRequest;
use crate::node::{Node, shutdown_started};
use crate::panics::catch_panic;
use crate::socket::ConnectionId;

/// Bus messages written before a flush.
const MAX_BATCH: usize = 16;

/// Message rate per connection.
const MESSAGE_RATE: Rate = Rate { burst: 40, every: Duration::from_millis(50) };

/// Rate of pings and pongs; the server asks for one pong every few seconds.
const CONTROL_FRAME_RATE: Rate = Rate { burst: 20, every: Duration::from_millis(500) };

/// Rate of requests for a full game or the lobby: short requests with long responses.
const SNAPSHOT_RATE: Rate = Rate { burst: 20, every: Duration::from_millis(500) };

/// Messages above the rate that a connection may send, and malformed messages; the next one closes it. They are forgiven
/// one by one, so that a connection of many days is not closed for what a short one may do.
const STRIKES: Rate = Rate { burst: 29, every: Duration::from_secs(10) };
const MALFORMED: Rate = Rate { burst: 4, every: Duration::from_secs(60) };

/// Time a client should wait before reconnecting to a restarted server.
const RECONNECT_DELAY: DurationMillis = DurationMillis(1_000);

/// Time a client should wait after its connection has given way to another network's.
const EVICTED_DELAY: DurationMillis = DurationMillis(30_000);

/// A WebSocket connection.
pub(super) struct Connection {
    pub(super) id: ConnectionId,
    pub(super) node: Arc<Node>,
    pub(super) identity: Identity,
    socket: WebSocket,
    pub(super) guard: ConnectionGuard,
    pub(super) ping: PingState,
    message_bucket: TokenBucket,
    control_bucket: TokenBucket,
    snapshot_bucket: TokenBucket,
    strikes: TokenBucket,
    malformed: TokenBucket,
    /// Last extension of the session.
    session_touched_at: Timestamp,
    pub(super) games: HashMap<GameId, FollowedGame>,
    pub(super) subscriptions: Subscriptions,
}

/// The connection is closed.
#[derive(Debug)]
pub(super) struct Disconnected;

impl Connection {
    pub(super) fn new(
        node: Arc<Node>,
        identity: Identity,
        socket: WebSocket,
        guard: ConnectionGuard,
        lag_bound: LagBound,
    ) -> Connection {
        let now = node.time.now();
        Connection {
            id: node.next_connection_id(),
            identity,
            socket,
            guard,
            ping: PingState::new(now, lag_bound),
            message_bucket: TokenBucket::new(MESSAGE_RATE),
            control_bucket: TokenBucket::new(CONTROL_FRAME_RATE),
            snapshot_bucket: TokenBucket::new(SNAPSHOT_RATE),
            strikes: TokenBucket::new(STRIKES),
            malformed: TokenBucket::new(MALFORMED),
            session_touched_at: now,
            games: HashMap::new(),
            subscriptions: Subscriptions::default(),
            node,
        }
    }

    /// Serves the client until either side closes.
    pub(super) async fn run(mut self) {
        // Cleanup is the same for every end.
        if let Err(panic) = catch_panic(self.serve()).await {
            tracing::error!(%panic, "connection panicked");
        }
        for &game in self.games.keys() {
            let gone = GameRequest::Leave { connection: self.id, player: self.identity.id };
            self.node.games.send(&self.node, game, gone).await.ok();
        }
        self.node.lobby.send(LobbyRequest::Disconnected { owner: self.id }).await;
    }

    async fn serve(&mut self) -> Result<std::convert::Infallible, Disconnected> {
        self.subscribe(Topic::Player(self.identity.id), Source::Player).await?;
        // The end of the session and the upgrade to a bot are heard from now on; they may have happened before.
        if !is_current(&self.node, &self.identity).await {
            return self.close_with_reason(CloseReason::Closing, Some(RECONNECT_DELAY)).await;
        }
        let you = self.identity.to_player(None);
        self.send(&ToClient::Welcome { you, now: self.node.time.now().into() }).await?;
        self.send_challenges().await?;
        self.flush().await?;
        let mut shutdown = self.node.shutdown.subscribe();
        let mut shutdown = pin!(shutdown_started(&mut shutdown));
        let mut pings = interval(Duration::from_millis(PING_INTERVAL.0));
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = &mut shutdown => {
                    return self.close_with_reason(CloseReason::Closing, Some(RECONNECT_DELAY)).await;
                }
                () = self.guard.evicted() => {
                    return self.close_with_reason(CloseReason::Closing, Some(EVICTED_DELAY)).await;
                }
                message = self.socket.recv() => self.handle_frame(message).await?,
                (source, delivered) = self.subscriptions.next() => self.handle_broadcast(source, delivered).await?,
                _ = pings.tick() => self.send_ping().await?,
            }
            for _ in 0..MAX_BATCH {
                let Some((source, delivered)) = self.subscriptions.try_next().await else { break };
                self.handle_broadcast(source, delivered).await?;
            }
            self.flush().await?;
        }
    }

    async fn handle_frame(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<(), Disconnected> {
        let now = self.node.time.now();
        self.ping.received(now);
        match message {
            Some(Ok(Message::Text(text))) => self.handle_text(&text).await,
            Some(Ok(Message::Binary(_))) => self.refuse_malformed().await,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) if !self.control_bucket.try_take(now) => {
                self.strike().await
            }
            Some(Ok(Message::Pong(payload))) => {
                if let Some(round_trip) = self.ping.pong(&payload, now) {
                    self.report_round_trip(round_trip).await;
                }
                Ok(())
            }
            // axum answers pings.
            Some(Ok(Message::Ping(_))) => Ok(()),
            // After an error or an oversized message no answer is possible.
            Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Disconnected),
        }
    }

    async fn handle_text(&mut self, text: &str) -> Result<(), Disconnected> {
        let now = self.node.time.now();
        self.node.metrics.received.add(1);
        let own = self.message_bucket.try_take(now);
        if !own {
            self.strike().await?;
        }
        // Other clients of the address may have used up its rate: refused without a strike.
        let allowed = own && self.guard.allow_message(now);
        match serde_json::from_str::<ToServer>(text) {
            Ok(ToServer::Enter { .. } | ToServer::Preview { .. } | ToServer::EnterLobby)
                if allowed && !self.snapshot_bucket.try_take(now) =>
            {
                self.strike().await?;
                self.send(&ToClient::Refused { id: None, game: None, reason: ActionError::TooFast }).await
            }
            Ok(message) if allowed => self.dispatch(message).await,
            Ok(message) => self.refuse(ReplyTo::of(&message), ActionError::TooFast).await,
            Err(error) if protocol::is_from_newer_client(&error) => {
                self.node.metrics.refused.add(1);
                self.send(&ToClient::Refused { id: None, game: None, reason: ActionError::Newer }).await
            }
            Err(_) => self.refuse_malformed().await,
        }
    }

    /// Counts a message above the rate.
    async fn strike(&mut self) -> Result<(), Disconnected> {
        if self.strikes.try_take(self.node.time.now()) {
            return Ok(());
        }
        self.node.metrics.dropped.add(1);
        self.close_with_reason(CloseReason::Flood, Some(DurationMillis(30_000)))
            .await
            .map(|never| match never {})
    }

    async fn refuse_malformed(&mut self) -> Result<(), Disconnected> {
        if !self.malformed.try_take(self.node.time.now()) {
            self.node.metrics.dropped.add(1);
            return self.close_with_reason(CloseReason::Malformed, None).await.map(|never| match never {});
        }
        self.node.metrics.refused.add(1);
        self.send(&ToClient::Refused { id: None, game: None, reason: ActionError::Malformed }).await
    }

    async fn handle_broadcast(&mut self, source: Source, delivered: Delivery) -> Result<(), Disconnected> {
        let broadcast = delivered.as_ref().ok().and_then(Broadcast::decode);
        match (source, broadcast) {
            (Source::Game(game), None) => {
                self.node.metrics.resyncs.add(1);
                self.resync(game).await
            }
            (Source::Game(game), Some((broadcast, json))) => {
                self.handle_game_broadcast(game, broadcast, json).await
            }
            (Source::Lobby, None) => self.send_lobby().await,
            (Source::Player, Some((Broadcast::Disconnect(scope), _)))
                if !scope.includes(self.identity.session) =>
            {
                Ok(())
            }
            (Source::Player, Some((Broadcast::Disconnect(_), farewell))) => {
                self.forward(farewell).await?;
                self.close().await.map(|never| match never {})
            }
            // The missed message may have been a disconnect. The client reconnects with its current identity.
            // What it has missed is repeated to the next connection.
            (Source::Player, None) if delivered == Err(Lagged::Slow) => self.ask_to_reconnect().await,
            (Source::Player, None) => {
                self.check_session().await?;
                self.resend_challenges().await
            }
            (Source::Lobby | Source::Player, Some((_, json))) => self.forward(json).await,
        }
    }

    async fn handle_game_broadcast(
        &mut self,
        game: GameId,
        broadcast: Broadcast,
        json: Bytes,
    ) -> Result<(), Disconnected> {
        let Some(following) = self.games.get_mut(&game) else { return Ok(()) };
        match broadcast {
            Broadcast::Events { last, .. } | Broadcast::SeatsChanged { last, .. }
                if last <= following.number =>
            {
                Ok(())
            }
            Broadcast::Events { first, last } if first == following.number.next() => {
                following.number = last;
                self.forward(json).await
            }
            // Gap in the event numbers.
            Broadcast::Events { .. } => {
                self.node.metrics.resyncs.add(1);
                self.resync(game).await
            }
            // This client may have a seat now.
            Broadcast::SeatsChanged { .. } => self.resync(game).await,
            Broadcast::Chat(room) => {
                let here = if following.seat.is_some() { ChatRoom::Players } else { ChatRoom::Watchers };
                if room == here { self.forward(json).await } else { Ok(()) }
            }
            Broadcast::Plain => self.forward(json).await,
            Broadcast::Reload => self.resync(game).await,
            Broadcast::Disconnect(_) => Ok(()),
        }
    }

    async fn send_ping(&mut self) -> Result<(), Disconnected> {
        let now = self.node.time.now();
        let (payload, beat) = match self.ping.tick(now) {
            PingAction::Ping(payload) => (payload, false),
            PingAction::PingAndBeat(payload) => (payload, true),
            PingAction::TimedOut => return Err(Disconnected),
        };
        self.write(Message::Ping(Bytes::copy_from_slice(&payload))).await?;
        if beat {
            let lag = self.ping.round_trip().map(DurationMillis::from);
            self.send(&ToClient::Beat { now: now.into(), lag }).await?;
            self.check_session().await?;
            if let Some(session) = self.identity.session {
                self.session_touched_at = self.node.touch_session(session, self.session_touched_at).await;
            }
        }
        Ok(())
    }

    /// Closes if the session has ended, of which another node may have told in vain.
    async fn check_session(&mut self) -> Result<(), Disconnected> {
        let Some(session) = self.identity.session else { return Ok(()) };
        if self.node.is_session_open(self.identity.id, session).await {
            return Ok(());
        }
        self.ask_to_reconnect().await
    }

    /// Closes; the client comes back at once.
    async fn ask_to_reconnect(&mut self) -> Result<(), Disconnected> {
        let closed = self.close_with_reason(CloseReason::Closing, Some(DurationMillis(0)));
        closed.await.map(|never| match never {})
    }

    async fn report_round_trip(&mut self, round_trip: Millis) {
        let playing = self.games.iter().filter(|(_, following)| following.seat.is_some());
        for (&game, _) in playing {
            let measure =
                GameRequest::RoundTrip { connection: self.id, player: self.identity.id, round_trip };
            self.node.games.send(&self.node, game, measure).await.ok();
        }
    }

    /// Subscribes to a topic.
    pub(super) async fn subscribe(&mut self, topic: Topic, source: Source) -> Result<(), Disconnected> {
        let subscription = self.node.bus.subscribe(topic).await.map_err(|error| {
            tracing::error!(%error, "subscription failed");
            Disconnected
        })?;
        self.subscriptions.insert(source, subscription);
        Ok(())
    }

    pub(super) async fn send(&mut self, message: &ToClient) -> Result<(), Disconnected> {
        let json = serde_json::to_string(message).map_err(|_| Disconnected)?;
        self.write(Message::Text(json.into())).await
    }

    /// Forwards an encoded message.
    async fn forward(&mut self, json: Bytes) -> Result<(), Disconnected> {
        self.write(Message::Text(Utf8Bytes::try_from(json).map_err(|_| Disconnected)?)).await
    }

    /// Queues a message; sent by the next [`flush`](Connection::flush), or earlier if the buffer fills up.
    async fn write(&mut self, message: Message) -> Result<(), Disconnected> {
        self.with_write_timeout(|socket, context| socket.poll_ready(context)).await?;
        Pin::new(&mut self.socket).start_send(message).map_err(|_| Disconnected)?;
        self.node.metrics.sent.add(1);
        Ok(())
    }

    /// Sends queued messages.
    async fn flush(&mut self) -> Result<(), Disconnected> {
        self.with_write_timeout(|socket, context| socket.poll_flush(context)).await
    }

    /// Polls the socket with the write timeout.
    async fn with_write_timeout(
        &mut self,
        mut step: impl FnMut(Pin<&mut WebSocket>, &mut Context<'_>) -> Poll<Result<(), axum::Error>>,
    ) -> Result<(), Disconnected> {
        let patience = self.node.config.limits.write_timeout;
        let mut socket = Pin::new(&mut self.socket);
        let done = poll_fn(|context| step(socket.as_mut(), context));
        match timeout(patience, done).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Disconnected),
            Err(_) => {
                self.node.metrics.dropped.add(1);
                Err(Disconnected)
            }
        }
    }

    /// Sends a farewell with its reason and closes.
    async fn close_with_reason(
        &mut self,
        reason: CloseReason,
        retry: Option<DurationMillis>,
    ) -> Result<std::convert::Infallible, Disconnected> {
        self.send(&ToClient::Farewell { reason, retry }).await?;
        self.close().await
    }

    /// Closes after the queued messages.
    async fn close(&mut self) -> Result<std::convert::Infallible, Disconnected> {
        // The peer may have closed already.
        self.write(Message::Close(None)).await?;
        self.flush().await?;
        Err(Disconnected)
    }
}

/// Returns true if the session of an account still exists, and the account is what it was. Guests have none.
async fn is_current(node: &Node, identity: &Identity) -> bool {
    let Some(session) = identity.session else { return true };
    let sessions = node.store.sessions(identity.id, node.time.now()).await;
    let account = node.store.account(identity.id).await;
    sessions.is_ok_and(|sessions| sessions.iter().any(|open| open.id == session))
        && account.is_ok_and(|account| account.is_some_and(|account| account.is_bot == identity.is_bot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::InProcessBus;
    use crate::config::Config;
    use crate::node::ServerClock;
    use crate::random;
    use crate::store::SqliteStore;

    #[test]
    fn strikes_are_forgiven_over_time() {
        let mut strikes = TokenBucket::new(STRIKES);
        let mut survived = |at| (0..100).take_while(|_| strikes.try_take(Timestamp(at))).count();
        assert_eq!((survived(0), survived(0)), (29, 0), "the thirtieth in a row closes the connection");
        assert_eq!(survived(60_000), 6, "one is forgiven every ten seconds");
        let mut malformed = TokenBucket::new(MALFORMED);
        assert!((0..1_000).all(|minute| malformed.try_take(Timestamp(minute * 60_000))));
    }

    #[tokio::test]
    async fn a_session_that_ended_before_the_subscription_is_noticed() {
        let store = Arc::new(SqliteStore::in_memory().unwrap());
        let node = Node::start(store, Arc::new(InProcessBus::new()), Config::default(), ServerClock::start());
        let node = node.await.unwrap();
        let identity = |session| Identity { id: random::id(), account: None, is_bot: false, session };
        assert!(is_current(&node, &identity(None)).await, "guests have none");
        assert!(!is_current(&node, &identity(Some(random::id()))).await);
    }
}
