//! Two bots at one board.

use std::net::SocketAddr;
use std::time::Duration;

use bots::{Board, Broken, Dice, Line, Traffic, Who, http};
use protocol::{Act, ActId, GameId, MoveText, Seat, ToClient, ToServer};
use tokio::time::{Instant, sleep_until};

use crate::PACE;
use crate::tally::{Tally, since};

/// A game is given up after so many plies, so that no move takes long to find.
const PLIES: usize = 120;

/// White and Black with their connections.
pub(crate) struct Table {
    server: SocketAddr,
    white: Bot,
    black: Bot,
    game: GameId,
    dice: Dice,
    tally: Tally,
}

struct Bot {
    who: Who,
    line: Line,
    board: Board,
    /// When it may send again.
    ready: Instant,
}

impl Table {
    /// Both connect.
    pub(crate) async fn open(server: SocketAddr, number: u32, mut dice: Dice) -> Result<Table, Broken> {
        let white = Bot::connect(server, 2 * number, &mut dice).await?;
        let black = Bot::connect(server, 2 * number + 1, &mut dice).await?;
        let nowhere = GameId::from_bits(0);
        Ok(Table { server, white, black, game: nowhere, dice, tally: Tally::default() })
    }

    /// What was counted since the last time this was asked.
    pub(crate) fn tally(&mut self) -> Tally {
        std::mem::take(&mut self.tally)
    }

    /// Hears what is said until the line breaks: whoever does not listen is let go by the server.
    pub(crate) async fn listen(&mut self) -> Result<(), Broken> {
        loop {
            tokio::select! {
                message = self.white.line.next() => self.tally.faults += self.white.hear(&message?),
                message = self.black.line.next() => self.tally.faults += self.black.hear(&message?),
            }
        }
    }

    /// A game begins, and both make their first move.
    pub(crate) async fn begin(&mut self) -> Result<(), Broken> {
        let invited = http::invite(self.server, &self.white.who).await;
        self.game = invited.map_err(|failure| Broken(failure.0))?;
        for bot in [&mut self.white, &mut self.black] {
            bot.board = Board::new(self.game);
            bot.line.send(&ToServer::Enter { game: self.game, since: None }).await?;
            while bot.board.number().is_none() {
                let message = bot.line.next().await?;
                self.tally.faults += bot.hear(&message);
            }
        }
        let sit = self.dice.id();
        self.act(Seat::Black, sit, Act::Sit { name: None }).await?;
        self.make_move().await?;
        self.make_move().await
    }

    /// Plays until then, a move each time this span has passed, or as fast as the server lets one.
    pub(crate) async fn play(&mut self, every: Option<Duration>, until: Instant) -> Result<(), Broken> {
        let before = self.traffic();
        let mut next = Instant::now();
        if let Some(every) = every {
            // Not all at the same moment.
            next += Duration::from_millis(self.dice.below(every.as_millis() as u64));
        }
        while next < until {
            tokio::select! {
                () = sleep_until(next) => {}
                broken = self.listen() => return broken,
            }
            let start = Instant::now();
            self.make_move().await?;
            next = every.map_or_else(Instant::now, |every| start.max(next) + every);
        }
        let moved = since(self.traffic(), before);
        self.tally.traffic.messages += moved.messages;
        self.tally.traffic.bytes += moved.bytes;
        Ok(())
    }

    async fn make_move(&mut self) -> Result<(), Broken> {
        let game = self.white.board.game();
        let (seat, ply) = (Seat::from(game.turn()), game.plies());
        let id = self.dice.id();
        let uci = self.white.board.any_move(&mut self.dice).filter(|_| ply < PLIES);
        let Some(uci) = uci else {
            self.act(seat, id, Act::Resign).await?;
            return Box::pin(self.begin()).await;
        };
        let took = self.act(seat, id, Act::Move { ply: ply as u32, uci: MoveText(uci) }).await?;
        self.tally.times.push(took);
        Ok(())
    }

    /// One acts; how long that takes to be acknowledged. Both have seen it when this returns.
    async fn act(&mut self, seat: Seat, id: ActId, act: Act) -> Result<Duration, Broken> {
        let (actor, other) = match seat {
            Seat::White => (&mut self.white, &mut self.black),
            Seat::Black => (&mut self.black, &mut self.white),
        };
        sleep_until(actor.ready).await;
        let start = Instant::now();
        actor.ready = start + PACE;
        actor.line.send(&ToServer::Act { game: self.game, id, act }).await?;
        let number = loop {
            let message = actor.line.next().await?;
            self.tally.faults += actor.hear(&message);
            match message {
                ToClient::Accepted { id: done, number: Some(number) } if done == id => break number,
                ToClient::Refused { reason, .. } => return Err(Broken(format!("{reason:?}"))),
                ToClient::Farewell { reason, .. } => return Err(Broken(format!("{reason:?}"))),
                _ => {}
            }
        };
        let took = start.elapsed();
        for bot in [actor, other] {
            while bot.board.number() < Some(number) {
                let message = bot.line.next().await?;
                self.tally.faults += bot.hear(&message);
            }
        }
        Ok(took)
    }

    fn traffic(&self) -> Traffic {
        let (white, black) = (self.white.line.traffic(), self.black.line.traffic());
        Traffic { messages: white.messages + black.messages, bytes: white.bytes + black.bytes }
    }
}

impl Bot {
    async fn connect(server: SocketAddr, number: u32, dice: &mut Dice) -> Result<Bot, Broken> {
        let who = Who::new(number, dice);
        let mut line = Line::open(server, &who).await?;
        match line.next().await? {
            ToClient::Welcome { .. } => {}
            other => return Err(Broken(format!("{other:?} instead of a welcome"))),
        }
        Ok(Bot { who, line, board: Board::new(GameId::from_bits(0)), ready: Instant::now() })
    }

    /// Takes a message in; how many faults it has.
    fn hear(&mut self, message: &ToClient) -> usize {
        usize::from(self.board.take(message).is_err())
    }
}
