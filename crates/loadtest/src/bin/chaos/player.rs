//! Two bots who play game after game, whatever becomes of the server.

use game::Ply;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use loadtest::{ConnectionError, GameFollower, Guest, Rng, WsClient, http};
use protocol::{ActionError, ActionId, EventNumber, GameId, PlayerAction, Seat, ToClient, ToServer};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::ack_log::{AckLog, AckedAction};

/// How long one waits before one tries to reach the server again.
const RECONNECT_DELAY: Duration = Duration::from_millis(25);

/// A game in which nothing happens for so long is stuck.
const STALL_TIMEOUT: Duration = Duration::from_secs(40);

/// How long a bot thinks at most, in milliseconds.
const MAX_THINK_MILLIS: u64 = 40;

/// How many plies a game has: at least, and how many more at most.
const GAME_PLIES: (u64, u64) = (10, 90);

/// White and Black.
pub(crate) struct BotPair {
    white: ChaosBot,
    black: ChaosBot,
}

/// One of the two.
struct ChaosBot {
    server: SocketAddr,
    guest: Guest,
    seat: Seat,
    rng: Rng,
    ack_log: Arc<AckLog>,
    stop: watch::Receiver<bool>,
}

/// Where one stands in a game.
struct GameProgress {
    follower: GameFollower,
    /// What was sent and is not acknowledged yet.
    pending: Option<(ActionId, PlayerAction)>,
    /// The event that one's last act became: nothing is decided on a board without it.
    own_last_event: EventNumber,
    /// After so many plies somebody gives up.
    max_plies: usize,
    /// When something last happened.
    last_progress: Instant,
}

impl BotPair {
    pub(crate) fn new(
        server: SocketAddr,
        number: u32,
        mut dice: Rng,
        ledger: Arc<AckLog>,
        stop: watch::Receiver<bool>,
    ) -> BotPair {
        let mut player = |seat: Seat, number: u32| ChaosBot {
            server,
            guest: Guest::new(number, &mut dice),
            seat,
            rng: dice.fork(),
            ack_log: Arc::clone(&ledger),
            stop: stop.clone(),
        };
        BotPair { white: player(Seat::White, 2 * number), black: player(Seat::Black, 2 * number + 1) }
    }

    /// Plays until it is told to stop, and then ends the game that is on.
    pub(crate) async fn play_until_stopped(mut self) {
        while !*self.white.stop.borrow() {
            // Whether an invitation was written when the server died nobody knows; another one does no harm.
            let Ok(game) = http::create_game(self.white.server, &self.white.guest).await else {
                sleep(RECONNECT_DELAY).await;
                continue;
            };
            self.white.ack_log.add_game(game);
            let plies = GAME_PLIES.0 + self.white.rng.below(GAME_PLIES.1);
            tokio::join!(self.white.play(game, plies), self.black.play(game, plies));
        }
    }
}

impl ChaosBot {
    async fn play(&mut self, game: GameId, plies: u64) {
        let board = GameFollower::new(game);
        let lively = Instant::now();
        let mut standing = GameProgress {
            follower: board,
            pending: None,
            own_last_event: EventNumber::default(),
            max_plies: plies as usize,
            last_progress: lively,
        };
        while !standing.is_over() {
            // A broken line is what this is all about: one comes back and goes on.
            if self.play_connected(game, &mut standing).await.is_err() {
                sleep(RECONNECT_DELAY).await;
            }
        }
    }

    /// Connects, and plays as long as the line holds.
    async fn play_connected(
        &mut self,
        game: GameId,
        standing: &mut GameProgress,
    ) -> Result<(), ConnectionError> {
        let mut line = WsClient::connect(self.server, &self.guest).await?;
        line.send(&ToServer::Enter { game, since: standing.follower.last_event() }).await?;
        if let Some((id, act)) = standing.pending.clone() {
            line.send(&ToServer::Act { game, id, act }).await?;
        }
        while !standing.is_over() {
            if standing.pending.is_none()
                && let Some(act) = self.next_action(standing)
            {
                sleep(Duration::from_millis(self.rng.below(MAX_THINK_MILLIS))).await;
                let id = self.rng.random_id();
                // First the note: what breaks while it is sent may have been heard.
                standing.pending = Some((id, act.clone()));
                line.send(&ToServer::Act { game, id, act }).await?;
            }
            let message = timeout(STALL_TIMEOUT, line.recv())
                .await
                .map_err(|_| ConnectionError("silence".to_owned()))??;
            self.handle_message(game, standing, &message)?;
        }
        line.send(&ToServer::Leave { game }).await
    }

    /// What one does now, if it is one's turn.
    fn next_action(&mut self, standing: &GameProgress) -> Option<PlayerAction> {
        let board = &standing.follower;
        if board.last_event()? < standing.own_last_event || board.is_over() {
            return None;
        }
        if !board.is_playing() {
            return (self.seat == Seat::Black).then_some(PlayerAction::Sit { name: None });
        }
        if Seat::from(board.game().turn()) != self.seat {
            return None;
        }
        let plies = board.game().plies();
        let tired = plies >= standing.max_plies || *self.stop.borrow();
        let uci = board.random_move(&mut self.rng).filter(|_| !tired);
        Some(uci.map_or(PlayerAction::Resign, |uci| PlayerAction::play(Ply::new(plies), uci)))
    }

    fn handle_message(
        &self,
        game: GameId,
        standing: &mut GameProgress,
        message: &ToClient,
    ) -> Result<(), ConnectionError> {
        let known = standing.follower.last_event();
        if let Err(fault) = standing.follower.apply(message) {
            self.ack_log.add_violation(format!("game {game}: {fault}"));
            return Err(ConnectionError(fault.to_string()));
        }
        if standing.follower.last_event() != known {
            standing.last_progress = Instant::now();
        } else if standing.last_progress.elapsed() > STALL_TIMEOUT {
            standing.last_progress = Instant::now();
            self.ack_log.add_violation(format!("game {game}: nothing happens after event {known:?}"));
        }
        let pending = standing.pending.as_ref();
        match *message {
            ToClient::Accepted { id, number } if pending.is_some_and(|(sent, _)| *sent == id) => {
                let Some(((_, act), number)) = standing.pending.take().zip(number) else { return Ok(()) };
                let made = match act {
                    PlayerAction::Move { ply, uci } => Some((ply, uci.0)),
                    _ => None,
                };
                standing.own_last_event = number;
                self.ack_log.add_acked(AckedAction { game, action: id, event: number, played_move: made });
            }
            ToClient::Refused { id: Some(id), reason, .. }
                if pending.is_some_and(|(sent, _)| *sent == id) =>
            {
                match reason {
                    // The server is about to end, or has too much to do: it is sent again.
                    ActionError::Closing | ActionError::TooFast => {}
                    _ => {
                        let act = standing.pending.take();
                        self.ack_log.add_violation(format!("game {game}: {reason:?} for {act:?}"));
                    }
                }
                return Err(ConnectionError("refused".to_owned()));
            }
            ToClient::Refused { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
            ToClient::Farewell { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
            _ => {}
        }
        Ok(())
    }
}

impl GameProgress {
    fn is_over(&self) -> bool {
        self.follower.is_over() && self.pending.is_none()
    }
}
