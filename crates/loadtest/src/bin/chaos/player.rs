//! Two bots that play game after game against each other and reconnect whenever the server dies.

use game::Ply;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use loadtest::{ConnectionError, GameFollower, Guest, WsClient, http};
use protocol::{ActionError, ActionId, EventNumber, GameId, PlayerAction, Seat, ToClient, ToServer};
use rng::Rng;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::ack_log::{AckLog, AckedAction};

/// Delay between two attempts to reach the server.
const RECONNECT_DELAY: Duration = Duration::from_millis(25);

/// Time without progress after which a game counts as stalled.
const STALL_TIMEOUT: Duration = Duration::from_secs(40);

/// Maximum thinking time of a bot, in milliseconds.
const MAX_THINK_MILLIS: u64 = 40;

/// Length of a game in plies: minimum, and maximum random addition.
const GAME_PLIES: (u64, u64) = (10, 90);

/// The bots for White and Black.
pub(crate) struct BotPair {
    white: ChaosBot,
    black: ChaosBot,
}

/// One bot.
struct ChaosBot {
    server: SocketAddr,
    guest: Guest,
    seat: Seat,
    rng: Rng,
    ack_log: Arc<AckLog>,
    stop: watch::Receiver<bool>,
}

/// State of a bot within one game.
struct GameProgress {
    follower: GameFollower,
    /// The action that was sent and is not acknowledged yet.
    pending: Option<(ActionId, PlayerAction)>,
    /// The event that the bot's last action produced; the bot waits for it before it decides anything.
    own_last_event: EventNumber,
    /// Number of plies after which the bots resign.
    max_plies: usize,
    /// Time of the last new event.
    last_progress: Instant,
}

impl BotPair {
    pub(crate) fn new(
        server: SocketAddr,
        number: u32,
        mut rng: Rng,
        ack_log: Arc<AckLog>,
        stop: watch::Receiver<bool>,
    ) -> BotPair {
        let mut player = |seat: Seat, number: u32| ChaosBot {
            server,
            guest: Guest::new(number, &mut rng),
            seat,
            rng: rng.fork(),
            ack_log: Arc::clone(&ack_log),
            stop: stop.clone(),
        };
        BotPair { white: player(Seat::White, 2 * number), black: player(Seat::Black, 2 * number + 1) }
    }

    /// Plays games until the stop signal, then finishes the current one.
    pub(crate) async fn play_until_stopped(mut self) {
        while !*self.white.stop.borrow() {
            // If the server died during the request, the game may or may not exist; creating another one does
            // no harm.
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
        let follower = GameFollower::new(game);
        let last_progress = Instant::now();
        let mut progress = GameProgress {
            follower,
            pending: None,
            own_last_event: EventNumber::default(),
            max_plies: plies as usize,
            last_progress,
        };
        while !progress.is_over() {
            // Lost connections are expected: reconnect and continue.
            if self.play_connected(game, &mut progress).await.is_err() {
                sleep(RECONNECT_DELAY).await;
            }
        }
    }

    /// Connects and plays until the game ends or the connection is lost.
    async fn play_connected(
        &mut self,
        game: GameId,
        progress: &mut GameProgress,
    ) -> Result<(), ConnectionError> {
        let mut socket = WsClient::connect(self.server, &self.guest).await?;
        socket.send(&ToServer::Enter { game, since: progress.follower.last_event() }).await?;
        if let Some((id, action)) = progress.pending.clone() {
            socket.send(&ToServer::Action { game, id, action }).await?;
        }
        while !progress.is_over() {
            if progress.pending.is_none()
                && let Some(action) = self.next_action(progress)
            {
                sleep(Duration::from_millis(self.rng.below(MAX_THINK_MILLIS))).await;
                let id = ActionId::from_bits(self.rng.next_u128());
                // Recorded before sending: the server may have received an action even if sending fails.
                progress.pending = Some((id, action.clone()));
                socket.send(&ToServer::Action { game, id, action }).await?;
            }
            let message = timeout(STALL_TIMEOUT, socket.recv())
                .await
                .map_err(|_| ConnectionError("no message before the stall timeout".to_owned()))??;
            self.handle_message(game, progress, &message)?;
        }
        socket.send(&ToServer::Leave { game }).await
    }

    /// Returns the bot's next action, or `None` if it is not its turn.
    fn next_action(&mut self, progress: &GameProgress) -> Option<PlayerAction> {
        let follower = &progress.follower;
        if follower.last_event()? < progress.own_last_event || follower.is_over() {
            return None;
        }
        if !follower.is_playing() {
            return (self.seat == Seat::Black).then_some(PlayerAction::Sit { name: None });
        }
        if Seat::from(follower.game().turn()) != self.seat {
            return None;
        }
        let plies = follower.game().plies();
        let should_resign = plies >= progress.max_plies || *self.stop.borrow();
        let uci = follower.random_move(&mut self.rng).filter(|_| !should_resign);
        Some(uci.map_or(PlayerAction::Resign, |uci| PlayerAction::play(Ply::new(plies), uci)))
    }

    fn handle_message(
        &self,
        game: GameId,
        progress: &mut GameProgress,
        message: &ToClient,
    ) -> Result<(), ConnectionError> {
        let known = progress.follower.last_event();
        if let Err(violation) = progress.follower.apply(message) {
            self.ack_log.add_violation(format!("game {game}: {violation}"));
            return Err(ConnectionError(violation.to_string()));
        }
        if progress.follower.last_event() != known {
            progress.last_progress = Instant::now();
        } else if progress.last_progress.elapsed() > STALL_TIMEOUT {
            progress.last_progress = Instant::now();
            self.ack_log.add_violation(format!("game {game}: no progress after event {known:?}"));
        }
        let pending = progress.pending.as_ref();
        match *message {
            ToClient::Accepted { id, number } if pending.is_some_and(|(sent, _)| *sent == id) => {
                let Some(((_, action), number)) = progress.pending.take().zip(number) else { return Ok(()) };
                let played_move = match action {
                    PlayerAction::Move { ply, uci } => Some((ply, uci.0)),
                    _ => None,
                };
                progress.own_last_event = number;
                self.ack_log.add_acked(AckedAction { game, action: id, event: number, played_move });
            }
            ToClient::Refused { id: Some(id), reason, .. }
                if pending.is_some_and(|(sent, _)| *sent == id) =>
            {
                match reason {
                    // The server is shutting down or rate-limiting: the action is sent again.
                    ActionError::Closing | ActionError::TooFast => {}
                    _ => {
                        let action = progress.pending.take();
                        self.ack_log.add_violation(format!("game {game}: {reason:?} for {action:?}"));
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
