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
pub(crate) const RECONNECT_DELAY: Duration = Duration::from_millis(25);

/// Time for a connection or a new game. A server that is stopped accepts connections and never answers.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);

/// Time after which a bot that hears nothing tries another server, if there is one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(4);

/// Time after which a game that the lobby has announced must be there.
const CREATION_TIMEOUT: Duration = Duration::from_secs(12);

/// Addresses of the servers.
pub(crate) type Servers = Arc<[SocketAddr]>;

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
pub(crate) struct ChaosBot {
    pub(crate) servers: Servers,
    pub(crate) guest: Guest,
    pub(crate) seat: Seat,
    pub(crate) kind: GameKind,
    pub(crate) rng: Rng,
    pub(crate) ack_log: Arc<AckLog>,
    pub(crate) stop: watch::Receiver<bool>,
}

/// Origin of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameKind {
    /// White has created it for Black.
    Invitation,
    /// The lobby has paired both.
    Lobby,
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
    /// True if the server has no such game.
    is_missing: bool,
}

impl BotPair {
    pub(crate) fn new(
        servers: Servers,
        number: u32,
        mut rng: Rng,
        ack_log: Arc<AckLog>,
        stop: watch::Receiver<bool>,
    ) -> BotPair {
        let mut player = |seat: Seat, number: u32| ChaosBot {
            servers: Arc::clone(&servers),
            guest: Guest::new(number, &mut rng),
            seat,
            kind: GameKind::Invitation,
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
            let creating = http::create_game(self.white.choose_server(), &self.white.guest);
            let Ok(Ok(game)) = timeout(CONNECT_TIMEOUT, creating).await else {
                sleep(RECONNECT_DELAY).await;
                continue;
            };
            self.white.ack_log.add_game(game);
            let plies = game_plies(&mut self.white.rng);
            tokio::join!(self.white.play(game, plies), self.black.play(game, plies));
        }
    }
}

/// Random length of a game.
pub(crate) fn game_plies(rng: &mut Rng) -> u64 {
    GAME_PLIES.0 + rng.below(GAME_PLIES.1)
}

impl ChaosBot {
    /// A random server.
    pub(crate) fn choose_server(&mut self) -> SocketAddr {
        self.servers[self.rng.below(self.servers.len() as u64) as usize]
    }

    /// Time to wait for a message.
    fn patience(&self) -> Duration {
        if self.servers.len() > 1 { PATIENCE } else { STALL_TIMEOUT }
    }

    /// Plays a game to its end. Returns false if the lobby has paired the bot and there is no such game.
    pub(crate) async fn play(&mut self, game: GameId, plies: u64) -> bool {
        let follower = GameFollower::new(game);
        let last_progress = Instant::now();
        let mut progress = GameProgress {
            follower,
            pending: None,
            own_last_event: EventNumber::default(),
            max_plies: plies as usize,
            last_progress,
            is_missing: false,
        };
        let begun = Instant::now();
        if self.kind == GameKind::Invitation {
            // The clocks start later, when Black sits down.
            self.ack_log.add_begin(game, begun.into_std());
        }
        while !progress.is_over() {
            // Lost connections are expected: reconnect and continue.
            let played = self.play_connected(game, &mut progress).await;
            self.ack_log.add_shown(game, progress.follower.game().moves().collect());
            if played.is_err() {
                sleep(RECONNECT_DELAY).await;
            }
            progress.note_stall(game, &self.ack_log);
            if self.kind == GameKind::Lobby && progress.is_missing && begun.elapsed() > CREATION_TIMEOUT {
                return false;
            }
        }
        self.ack_log.add_end(game, Instant::now().into_std());
        true
    }

    /// Connects and plays until the game ends or the connection is lost.
    async fn play_connected(
        &mut self,
        game: GameId,
        progress: &mut GameProgress,
    ) -> Result<(), ConnectionError> {
        let late = |_| ConnectionError("no message in time".to_owned());
        let connecting = WsClient::connect(self.choose_server(), &self.guest);
        let mut socket = timeout(CONNECT_TIMEOUT, connecting).await.map_err(late)??;
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
            let message = timeout(self.patience(), socket.recv()).await.map_err(late)??;
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
            // The opponent may have stopped before it was told that it was paired.
            let alone = self.kind == GameKind::Lobby && *self.stop.borrow();
            return alone.then_some(PlayerAction::Resign);
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
        progress.is_missing &= known.is_none();
        if let Err(violation) = progress.follower.apply(message) {
            self.ack_log.add_violation(format!("game {game}: {violation}"));
            return Err(ConnectionError(violation.to_string()));
        }
        if progress.follower.last_event() != known {
            progress.last_progress = Instant::now();
        }
        progress.note_stall(game, &self.ack_log);
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
                    // Both sides resign at the end.
                    ActionError::Over if self.kind == GameKind::Lobby && *self.stop.borrow() => {
                        progress.pending = None;
                    }
                    // The database is away, and the fate of the action is unknown.
                    ActionError::Storage if self.servers.len() > 1 => {}
                    _ => {
                        let action = progress.pending.take();
                        self.ack_log.add_violation(format!("game {game}: {reason:?} for {action:?}"));
                    }
                }
                return Err(ConnectionError("refused".to_owned()));
            }
            ToClient::Refused { reason: ActionError::NoGame, .. } => {
                progress.is_missing = progress.follower.last_event().is_none();
                return Err(ConnectionError("no such game".to_owned()));
            }
            ToClient::Refused { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
            ToClient::Farewell { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
            _ => {}
        }
        Ok(())
    }
}

impl GameProgress {
    /// Records a violation if nothing has happened for too long.
    fn note_stall(&mut self, game: GameId, ack_log: &AckLog) {
        if self.last_progress.elapsed() > STALL_TIMEOUT && !self.is_over() {
            self.last_progress = Instant::now();
            let known = self.follower.last_event();
            ack_log.add_violation(format!("game {game}: no progress after event {known:?}"));
        }
    }

    fn is_over(&self) -> bool {
        self.follower.is_over() && self.pending.is_none()
    }
}
