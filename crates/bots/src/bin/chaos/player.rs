//! Two bots who play game after game, whatever becomes of the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bots::{Board, Broken, Dice, Line, Who, http};
use protocol::{Act, ActId, GameId, MoveText, Refusal, Seat, ToClient, ToServer};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::ledger::{Ledger, Promise};

/// How long one waits before one tries to reach the server again.
const BREATH: Duration = Duration::from_millis(25);

/// A game in which nothing happens for so long is stuck.
const STUCK: Duration = Duration::from_secs(40);

/// How long a bot thinks at most, in milliseconds.
const THOUGHT: u64 = 40;

/// How many plies a game has: at least, and how many more at most.
const PLIES: (u64, u64) = (10, 90);

/// White and Black.
pub(crate) struct Pair {
    white: Player,
    black: Player,
}

/// One of the two.
struct Player {
    server: SocketAddr,
    who: Who,
    seat: Seat,
    dice: Dice,
    ledger: Arc<Ledger>,
    stop: watch::Receiver<bool>,
}

/// Where one stands in a game.
struct Standing {
    board: Board,
    /// What was sent and is not acknowledged yet.
    pending: Option<(ActId, Act)>,
    /// The event that one's last act became: nothing is decided on a board without it.
    done: u32,
    /// After so many plies somebody gives up.
    plies: usize,
    /// When something last happened.
    lively: Instant,
}

impl Pair {
    pub(crate) fn new(
        server: SocketAddr,
        number: u32,
        mut dice: Dice,
        ledger: Arc<Ledger>,
        stop: watch::Receiver<bool>,
    ) -> Pair {
        let mut player = |seat: Seat, number: u32| Player {
            server,
            who: Who::new(number, &mut dice),
            seat,
            dice: dice.fork(),
            ledger: Arc::clone(&ledger),
            stop: stop.clone(),
        };
        Pair { white: player(Seat::White, 2 * number), black: player(Seat::Black, 2 * number + 1) }
    }

    /// Plays until it is told to stop, and then ends the game that is on.
    pub(crate) async fn play_on(mut self) {
        while !*self.white.stop.borrow() {
            // Whether an invitation was written when the server died nobody knows; another one does no harm.
            let Ok(game) = http::invite(self.white.server, &self.white.who).await else {
                sleep(BREATH).await;
                continue;
            };
            self.white.ledger.open(game);
            let plies = PLIES.0 + self.white.dice.below(PLIES.1);
            tokio::join!(self.white.play(game, plies), self.black.play(game, plies));
        }
    }
}

impl Player {
    async fn play(&mut self, game: GameId, plies: u64) {
        let board = Board::new(game);
        let lively = Instant::now();
        let mut standing = Standing { board, pending: None, done: 0, plies: plies as usize, lively };
        while !standing.is_over() {
            // A broken line is what this is all about: one comes back and goes on.
            if self.follow(game, &mut standing).await.is_err() {
                sleep(BREATH).await;
            }
        }
    }

    /// Connects, and plays as long as the line holds.
    async fn follow(&mut self, game: GameId, standing: &mut Standing) -> Result<(), Broken> {
        let mut line = Line::open(self.server, &self.who).await?;
        line.send(&ToServer::Enter { game, since: standing.board.number() }).await?;
        if let Some((id, act)) = standing.pending.clone() {
            line.send(&ToServer::Act { game, id, act }).await?;
        }
        while !standing.is_over() {
            if standing.pending.is_none()
                && let Some(act) = self.decide(standing)
            {
                sleep(Duration::from_millis(self.dice.below(THOUGHT))).await;
                let id = self.dice.id();
                // First the note: what breaks while it is sent may have been heard.
                standing.pending = Some((id, act.clone()));
                line.send(&ToServer::Act { game, id, act }).await?;
            }
            let message = timeout(STUCK, line.next()).await.map_err(|_| Broken("silence".to_owned()))??;
            self.hear(game, standing, &message)?;
        }
        line.send(&ToServer::Leave { game }).await
    }

    /// What one does now, if it is one's turn.
    fn decide(&mut self, standing: &Standing) -> Option<Act> {
        let board = &standing.board;
        if board.number()? < standing.done || board.is_over() {
            return None;
        }
        if !board.is_on() {
            return (self.seat == Seat::Black).then_some(Act::Sit { name: None });
        }
        if Seat::from(board.game().turn()) != self.seat {
            return None;
        }
        let plies = board.game().plies();
        let tired = plies >= standing.plies || *self.stop.borrow();
        let uci = board.any_move(&mut self.dice).filter(|_| !tired);
        Some(uci.map_or(Act::Resign, |uci| Act::Move { ply: plies as u32, uci: MoveText(uci) }))
    }

    fn hear(&self, game: GameId, standing: &mut Standing, message: &ToClient) -> Result<(), Broken> {
        let known = standing.board.number();
        if let Err(fault) = standing.board.take(message) {
            self.ledger.blame(format!("game {game}: {fault}"));
            return Err(Broken(fault.to_string()));
        }
        if standing.board.number() != known {
            standing.lively = Instant::now();
        } else if standing.lively.elapsed() > STUCK {
            standing.lively = Instant::now();
            self.ledger.blame(format!("game {game}: nothing happens after event {known:?}"));
        }
        let pending = standing.pending.as_ref();
        match *message {
            ToClient::Accepted { id, number } if pending.is_some_and(|(sent, _)| *sent == id) => {
                let Some(((_, act), number)) = standing.pending.take().zip(number) else { return Ok(()) };
                let made = match act {
                    Act::Move { ply, uci } => Some((ply, uci.0)),
                    _ => None,
                };
                standing.done = number;
                self.ledger.keep(Promise { game, act: id, number, made });
            }
            ToClient::Refused { id: Some(id), reason, .. }
                if pending.is_some_and(|(sent, _)| *sent == id) =>
            {
                match reason {
                    // The server is about to end, or has too much to do: it is sent again.
                    Refusal::Closing | Refusal::TooFast => {}
                    _ => {
                        let act = standing.pending.take();
                        self.ledger.blame(format!("game {game}: {reason:?} for {act:?}"));
                    }
                }
                return Err(Broken("refused".to_owned()));
            }
            ToClient::Refused { reason, .. } => return Err(Broken(format!("{reason:?}"))),
            ToClient::Farewell { reason, .. } => return Err(Broken(format!("{reason:?}"))),
            _ => {}
        }
        Ok(())
    }
}

impl Standing {
    fn is_over(&self) -> bool {
        self.board.is_over() && self.pending.is_none()
    }
}
