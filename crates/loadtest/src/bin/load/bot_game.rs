//! One game between two bots, each on its own connection.

use game::Ply;
use std::net::SocketAddr;
use std::time::Duration;

use loadtest::{ConnectionError, GameFollower, Guest, Traffic, WsClient, http};
use protocol::{ActionId, EventNumber, GameId, PlayerAction, Seat, ToClient, ToServer};
use rng::Rng;
use tokio::time::{Instant, sleep_until};

use crate::SEND_INTERVAL;
use crate::metrics::{Metrics, traffic_since};

/// Games are resigned after this many plies, so that finding a random move stays cheap.
const MAX_PLIES: usize = 120;

/// A game between two bots.
pub(crate) struct BotGame {
    /// The server of White.
    server: SocketAddr,
    white: LoadBot,
    black: LoadBot,
    game: GameId,
    rng: Rng,
    metrics: Metrics,
}

struct LoadBot {
    guest: Guest,
    socket: WsClient,
    follower: GameFollower,
    /// Earliest time of the next message, because of the rate limit.
    next_send: Instant,
    /// Time of the last new event.
    last_receipt: Instant,
    /// Events that were missing or out of order.
    violations: usize,
}

impl BotGame {
    /// Connects White to the first server and Black to the second.
    pub(crate) async fn connect(
        [server, other]: [SocketAddr; 2],
        number: u32,
        mut rng: Rng,
    ) -> Result<BotGame, ConnectionError> {
        let white = LoadBot::connect(server, 2 * number, &mut rng).await?;
        let black = LoadBot::connect(other, 2 * number + 1, &mut rng).await?;
        let nowhere = GameId::from_bits(0);
        Ok(BotGame { server, white, black, game: nowhere, rng, metrics: Metrics::default() })
    }

    /// Returns the metrics since the last call and resets them.
    pub(crate) fn take_metrics(&mut self) -> Metrics {
        let violations =
            std::mem::take(&mut self.white.violations) + std::mem::take(&mut self.black.violations);
        Metrics { violations, ..std::mem::take(&mut self.metrics) }
    }

    /// Receives messages until the connection fails. Idle bots must read, because the server drops clients
    /// that do not.
    pub(crate) async fn listen(&mut self) -> Result<(), ConnectionError> {
        loop {
            tokio::select! {
                message = self.white.socket.recv() => self.white.apply(&message?),
                message = self.black.socket.recv() => self.black.apply(&message?),
            }
        }
    }

    /// Starts a game in which both sides make their first move.
    pub(crate) async fn start_game(&mut self) -> Result<(), ConnectionError> {
        let invited = http::create_game(self.server, &self.white.guest).await;
        self.game = invited.map_err(|error| ConnectionError(error.0))?;
        for bot in [&mut self.white, &mut self.black] {
            bot.follower = GameFollower::new(self.game);
            bot.socket.send(&ToServer::Enter { game: self.game, since: None }).await?;
            bot.receive_events(Some(EventNumber::default())).await?;
        }
        let join_id = ActionId::from_bits(self.rng.next_u128());
        self.send_action(Seat::Black, join_id, PlayerAction::Sit { name: None }).await?;
        self.make_move().await?;
        self.make_move().await
    }

    /// Plays until `until`: one move per `every`, or as fast as the rate limit allows if `None`.
    pub(crate) async fn play(
        &mut self,
        every: Option<Duration>,
        until: Instant,
    ) -> Result<(), ConnectionError> {
        let before = self.traffic();
        let mut next = Instant::now();
        if let Some(every) = every {
            // Random offset, so that the games do not move in lockstep.
            next += Duration::from_millis(self.rng.below(every.as_millis() as u64));
        }
        while next < until {
            tokio::select! {
                () = sleep_until(next) => {}
                error = self.listen() => return error,
            }
            let start = Instant::now();
            self.make_move().await?;
            next = every.map_or_else(Instant::now, |every| start.max(next) + every);
        }
        let moved = traffic_since(self.traffic(), before);
        self.metrics.traffic.messages += moved.messages;
        self.metrics.traffic.bytes += moved.bytes;
        Ok(())
    }

    async fn make_move(&mut self) -> Result<(), ConnectionError> {
        let game = self.white.follower.game();
        let (seat, ply) = (Seat::from(game.turn()), game.plies());
        let id = ActionId::from_bits(self.rng.next_u128());
        let uci = self.white.follower.random_move(&mut self.rng).filter(|_| ply < MAX_PLIES);
        let Some(uci) = uci else {
            self.send_action(seat, id, PlayerAction::Resign).await?;
            return Box::pin(self.start_game()).await;
        };
        let (latency, arrival) = self.send_action(seat, id, PlayerAction::play(Ply::new(ply), uci)).await?;
        self.metrics.latencies.push(latency);
        self.metrics.arrivals.push(arrival);
        Ok(())
    }

    /// Sends an action. Returns the time until its acknowledgement, and the time from there until the opponent has its
    /// events. Both bots have received them when this returns.
    async fn send_action(
        &mut self,
        seat: Seat,
        id: ActionId,
        action: PlayerAction,
    ) -> Result<(Duration, Duration), ConnectionError> {
        let (actor, other) = match seat {
            Seat::White => (&mut self.white, &mut self.black),
            Seat::Black => (&mut self.black, &mut self.white),
        };
        sleep_until(actor.next_send).await;
        let start = Instant::now();
        actor.next_send = start + SEND_INTERVAL;
        actor.socket.send(&ToServer::Action { game: self.game, id, action }).await?;
        let next = other.follower.last_event().map(EventNumber::next);
        let ((number, acked), heard) =
            tokio::try_join!(actor.receive_acknowledgement(id), other.receive_events(next))?;
        actor.receive_events(Some(number)).await?;
        let heard = heard.max(other.receive_events(Some(number)).await?);
        Ok((acked - start, heard.saturating_duration_since(acked)))
    }

    fn traffic(&self) -> Traffic {
        let (white, black) = (self.white.socket.traffic(), self.black.socket.traffic());
        Traffic { messages: white.messages + black.messages, bytes: white.bytes + black.bytes }
    }
}

impl LoadBot {
    async fn connect(server: SocketAddr, number: u32, rng: &mut Rng) -> Result<LoadBot, ConnectionError> {
        let guest = Guest::new(number, rng);
        let mut socket = WsClient::connect(server, &guest).await?;
        match socket.recv().await? {
            ToClient::Welcome { .. } => {}
            other => return Err(ConnectionError(format!("expected welcome, got {other:?}"))),
        }
        Ok(LoadBot {
            guest,
            socket,
            follower: GameFollower::new(GameId::from_bits(0)),
            next_send: Instant::now(),
            last_receipt: Instant::now(),
            violations: 0,
        })
    }

    /// Receives messages until an action is acknowledged. Returns the number of its last event and the time.
    async fn receive_acknowledgement(
        &mut self,
        id: ActionId,
    ) -> Result<(EventNumber, Instant), ConnectionError> {
        loop {
            let message = self.socket.recv().await?;
            self.apply(&message);
            match message {
                ToClient::Accepted { id: done, number: Some(number) } if done == id => {
                    return Ok((number, Instant::now()));
                }
                ToClient::Refused { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
                ToClient::Farewell { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
                _ => {}
            }
        }
    }

    /// Receives messages until there is the event with this number. Returns the time at which the last event was received.
    async fn receive_events(&mut self, until: Option<EventNumber>) -> Result<Instant, ConnectionError> {
        while self.follower.last_event() < until {
            let message = self.socket.recv().await?;
            self.apply(&message);
        }
        Ok(self.last_receipt)
    }

    /// Applies a message and counts protocol violations.
    fn apply(&mut self, message: &ToClient) {
        let known = self.follower.last_event();
        self.violations += usize::from(self.follower.apply(message).is_err());
        if self.follower.last_event() != known {
            self.last_receipt = Instant::now();
        }
    }
}
