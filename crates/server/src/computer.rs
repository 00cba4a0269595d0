//! The computer as an opponent. It sits in a seat as people do, and its moves come through the same door as theirs.
//!
//! It is limited in what it takes from people: so many thoughts at a time, however many games there are, and so many games;
//! and people in what they take from each other: so many of its seats for each ([`seats`]), and for each network.
//! Nothing of it has to be kept: a server that is started again asks the same opponent about the same position.

mod seats;

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Level, Opponent, Watch, takes_draw};
use game::Millis;
use protocol::{Act, GameId, MoveText, Name, Offer, Player, PlayerId, Refusal, Standing};
use tokio::sync::Semaphore;
use tokio::time::sleep;

pub(crate) use self::seats::Seat;
use self::seats::Seats;
use crate::beside::beside;
use crate::config::Limits;
use crate::live::{DrawOffer, Question, is_computer};
use crate::node::Node;
use crate::random;
use crate::store::GameHead;
use crate::tables::Request;
use crate::visitor::Visitor;

/// Those who think for the computer.
#[derive(Debug)]
pub(crate) struct Computer {
    thoughts: Arc<Semaphore>,
    seats: Seats,
}

/// How often it tries to do something while the store fails, and how long it waits in between.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_secs(1);

impl Computer {
    /// One that thinks so many thoughts at a time, and plays so many games.
    pub(crate) fn new(limits: Limits) -> Computer {
        Computer {
            thoughts: Arc::new(Semaphore::new(limits.computer_thoughts.max(1))),
            seats: Seats::new(limits.computer_games as usize),
        }
    }
}

impl Node {
    /// The computer for a seat, by the name or the rating of an opponent.
    ///
    /// # Errors
    /// If nobody is called that.
    pub(crate) fn computer(&self, called: &Name) -> Result<Player, Refusal> {
        let level: Level = called.as_str().parse().map_err(|_| Refusal::NotWithComputer)?;
        let name = Name::new(level.word()).ok();
        Ok(Player { id: Some(PlayerId::COMPUTER), name, standing: Standing::Computer, rating: None })
    }

    /// A seat beside the computer for somebody, to be kept until the game is written down.
    ///
    /// # Errors
    /// If somebody has too many games, or the computer plays as many as it may, with them or altogether.
    pub(crate) async fn computer_seat(&self, game: GameId, person: PlayerId) -> Result<Seat, Refusal> {
        let asking = self.computer.seats.ask(game, person)?;
        let own = self.unfinished(person).await?;
        let playing = self.store.current(PlayerId::COMPUTER, self.config.limits.computer_games).await;
        let playing = playing.map_err(|error| {
            tracing::error!(%error, "the games of the computer cannot be counted");
            Refusal::Storage
        })?;
        let against =
            |game: &&GameHead| [&game.seats.white, &game.seats.black].into_iter().flatten().any(is_computer);
        let id = |game: &GameHead| game.id;
        asking.beside(own.iter().filter(against).map(id), playing.iter().map(id))
    }

    /// Lets the computer make its move, as soon as it has thought of one.
    pub(crate) fn think(self: &Arc<Node>, game: GameId, question: Question) {
        let node = Arc::clone(self);
        tokio::spawn(async move {
            let asked = Instant::now();
            let (ply, castling) = (question.ply, question.castling);
            let Ok(Some(choice)) = beside(&node.computer.thoughts, move || choose(&question, asked)).await
            else {
                return;
            };
            // A person would still be thinking.
            sleep(choice.pause.saturating_sub(asked.elapsed())).await;
            let uci = MoveText(choice.m.uci(castling));
            node.do_for_computer(game, Act::Move { ply, uci }).await;
        });
    }

    /// Lets the computer take a draw or decline it, as soon as it has judged how it stands.
    pub(crate) fn consider_draw(self: &Arc<Node>, game: GameId, draw: DrawOffer) {
        let node = Arc::clone(self);
        tokio::spawn(async move {
            let judge = move || takes_draw(&draw.situation, draw.side, draw.plies);
            let act = match beside(&node.computer.thoughts, judge).await {
                Ok(true) => Act::Accept { offer: Offer::Draw },
                Ok(false) | Err(_) => Act::Decline { offer: Offer::Draw },
            };
            node.do_for_computer(game, act).await;
        });
    }

    /// Does something as the computer, beside what the caller does.
    pub(crate) fn answer_for_computer(self: &Arc<Node>, game: GameId, act: Act) {
        let node = Arc::clone(self);
        tokio::spawn(async move { node.do_for_computer(game, act).await });
    }

    async fn do_for_computer(self: &Arc<Node>, game: GameId, act: Act) {
        let id = random::id();
        for _ in 0..TRIES {
            let visitor = Visitor { id: PlayerId::COMPUTER, account: None, session: None };
            let (act, received) = (act.clone(), self.time.now());
            let acting = |reply| Request::Act { visitor, id, act, received, round_trip: Millis::ZERO, reply };
            match self.tables.ask(self, game, acting).await {
                Err(Refusal::Storage) => sleep(PAUSE).await,
                // Whatever else was against it, it is not its turn any more: the table asks again when it is.
                Ok(_) | Err(_) => return,
            }
        }
    }
}

fn choose(question: &Question, asked: Instant) -> Option<engine::Choice> {
    let mut opponent = Opponent::new(question.level, question.seed);
    opponent.choose(&question.situation, question.time, &Stopwatch(asked))
}

/// The time since the computer was asked: its clock runs while it waits for its turn to think. Nobody stops a thought, for it
/// is short.
struct Stopwatch(Instant);

impl Watch for Stopwatch {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.0.elapsed())
    }

    fn should_stop(&self) -> bool {
        false
    }
}
