//! A bot with an account that seeks rated games in the lobby and plays them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use loadtest::{ConnectionError, Guest, LoadtestError, LoadtestResult, WsClient, http};
use protocol::{ActionId, ColorPreference, GameId, GameSetup, RatingMode, Seat, ToClient, ToServer};
use rng::Rng;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::ack_log::AckLog;
use crate::player::{CONNECT_TIMEOUT, ChaosBot, GameKind, PATIENCE, RECONNECT_DELAY, Servers, game_plies};

/// Time after a cancelled seek in which the bot may still be told that it was paired.
const AFTER_CANCEL: Duration = Duration::from_secs(2);

/// Delay between two attempts to register, of two requests each; the server allows one a second.
const REGISTRATION_DELAY: Duration = Duration::from_secs(2);

/// Numbers of guests that are bots of the lobby begin here.
const FIRST_NUMBER: u32 = 1 << 16;

/// A bot of the lobby.
pub(crate) struct LobbyBot {
    bot: ChaosBot,
    name: String,
    /// Games that were announced; announcements may be repeated.
    played: BTreeSet<GameId>,
}

impl LobbyBot {
    pub(crate) fn new(
        servers: Servers,
        number: u32,
        mut rng: Rng,
        ack_log: Arc<AckLog>,
        stop: watch::Receiver<bool>,
    ) -> LobbyBot {
        let guest = Guest::new(FIRST_NUMBER + number, &mut rng);
        let bot = ChaosBot { servers, guest, seat: Seat::White, kind: GameKind::Lobby, rng, ack_log, stop };
        LobbyBot { bot, name: format!("seeker{number}"), played: BTreeSet::new() }
    }

    /// Registers, then plays games until the stop signal and finishes the current one.
    pub(crate) async fn play_until_stopped(mut self) {
        while let Err(error) = self.register().await {
            if *self.bot.stop.borrow() {
                self.bot.ack_log.add_violation(format!("{} was never registered: {error}", self.name));
                return;
            }
            sleep(REGISTRATION_DELAY).await;
        }
        while !*self.bot.stop.borrow() {
            let request = ActionId::from_bits(self.bot.rng.next_u128());
            while let Some((game, seat)) = self.find_opponent(request).await {
                self.bot.seat = seat;
                let plies = game_plies(&mut self.bot.rng);
                if self.bot.play(game, plies).await {
                    self.bot.ack_log.add_pairing(request, game);
                    self.played.insert(game);
                    break;
                }
                // The node that has paired them died before the game was stored: the same request counts again.
            }
        }
    }

    /// Creates the account; a repeated request may find it there.
    async fn register(&mut self) -> LoadtestResult {
        let server = self.bot.choose_server();
        let body = format!(r#"{{"name":"{}","password":"correct horse battery"}}"#, self.name);
        for path in ["POST /api/account", "POST /api/session"] {
            let answer = timeout(4 * CONNECT_TIMEOUT, http::request(server, &self.bot.guest, path, &body));
            let answer = answer.await.map_err(|_| LoadtestError("no answer".to_owned()))??;
            if let Some(guest) = self.bot.guest.logged_in(&answer) {
                self.bot.guest = guest;
                return Ok(());
            }
        }
        Err(LoadtestError("not registered".to_owned()))
    }

    /// Seeks until there is an opponent; `None` after the stop signal.
    async fn find_opponent(&mut self, request: ActionId) -> Option<(GameId, Seat)> {
        let terms = GameSetup { stakes: RatingMode::Rated, ..http::casual_game(http::hour()).ok()? };
        loop {
            match self.seek(request, &terms).await {
                Ok(Some(paired)) => return Some(paired),
                Ok(None) => return None,
                Err(_) => sleep(RECONNECT_DELAY).await,
            }
        }
    }

    /// Seeks on one connection until paired or stopped.
    async fn seek(
        &mut self,
        request: ActionId,
        terms: &GameSetup,
    ) -> Result<Option<(GameId, Seat)>, ConnectionError> {
        let late = |_| ConnectionError("no message in time".to_owned());
        let connecting = WsClient::connect(self.bot.choose_server(), &self.bot.guest);
        let mut socket = timeout(CONNECT_TIMEOUT, connecting).await.map_err(late)??;
        let (terms, side) = (terms.clone(), ColorPreference::Random);
        socket.send(&ToServer::Seek { id: request, terms, side, name: None }).await?;
        let (mut open, mut end) = (None, None);
        loop {
            if let Some(seek) = open.filter(|_| *self.bot.stop.borrow() && end.is_none()) {
                socket.send(&ToServer::Cancel { seek }).await?;
                end = Some(Instant::now() + AFTER_CANCEL);
            }
            let deadline = end.unwrap_or_else(|| Instant::now() + PATIENCE);
            let message = match timeout_at(deadline, socket.recv()).await {
                Ok(message) => message?,
                Err(_) if end.is_some() => return Ok(None),
                Err(elapsed) => return Err(late(elapsed)),
            };
            match message {
                ToClient::Paired { game, seat } if !self.played.contains(&game) => {
                    return Ok(Some((game, seat)));
                }
                ToClient::Seeking { id, seek } if id == request => open = Some(seek),
                ToClient::Refused { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
                ToClient::Farewell { reason, .. } => return Err(ConnectionError(format!("{reason:?}"))),
                _ => {}
            }
        }
    }
}
