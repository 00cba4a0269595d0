//! The computer as an opponent. It sits in a seat as people do, and its moves come through the same door as theirs.
//!
//! It is limited in what it takes from people: so many thoughts at a time, however many games there are, and so many games;
//! and people in what they take from each other: so many of its seats for each ([`seats`]), and for each network.
//! Nothing of it has to be kept: a server that is started again asks the same opponent about the same position.

mod reservations;

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Level, Opponent, SearchControl, accepts_draw_offer};
use game::Millis;
use protocol::{
    ActionError, GameId, OfferKind, PlayerAction, PlayerId, PlayerInfo, PlayerKind, PlayerName, WireMove,
};
use tokio::sync::Semaphore;
use tokio::time::sleep;

pub(crate) use self::reservations::Reservation;
use self::reservations::Reservations;
use crate::blocking_pool::run_blocking;
use crate::config::Limits;
use crate::game_state::{DrawOffer, SearchRequest, is_computer};
use crate::games::GameRequest;
use crate::identity::Identity;
use crate::node::Node;
use crate::random;
use crate::store::GameHead;

/// Those who think for the computer.
#[derive(Debug)]
pub(crate) struct Computer {
    searches: Arc<Semaphore>,
    reservations: Reservations,
}

/// How often it tries to do something while the store fails, and how long it waits in between.
const MAX_ATTEMPTS: u32 = 10;
const RETRY_DELAY: Duration = Duration::from_secs(1);

impl Computer {
    /// One that thinks so many thoughts at a time, and plays so many games.
    pub(crate) fn new(limits: Limits) -> Computer {
        Computer {
            searches: Arc::new(Semaphore::new(limits.computer_searches.max(1))),
            reservations: Reservations::new(limits.computer_games as usize),
        }
    }
}

impl Node {
    /// The computer for a seat, by the name or the rating of an opponent.
    ///
    /// # Errors
    /// If nobody is called that.
    pub(crate) fn computer_player(&self, called: &PlayerName) -> Result<PlayerInfo, ActionError> {
        let level: Level = called.as_str().parse().map_err(|_| ActionError::NotWithComputer)?;
        let name = PlayerName::new(level.word()).ok();
        Ok(PlayerInfo { id: Some(PlayerId::COMPUTER), name, standing: PlayerKind::Computer, rating: None })
    }

    /// A seat beside the computer for somebody, to be kept until the game is written down.
    ///
    /// # Errors
    /// If somebody has too many games, or the computer plays as many as it may, with them or altogether.
    pub(crate) async fn reserve_computer(
        &self,
        game: GameId,
        person: PlayerId,
    ) -> Result<Reservation, ActionError> {
        let asking = self.computer.reservations.reserve(game, person)?;
        let own = self.unfinished_games(person).await?;
        let playing = self.store.unfinished(PlayerId::COMPUTER, self.config.limits.computer_games).await;
        let playing = playing.map_err(|error| {
            tracing::error!(%error, "the games of the computer cannot be counted");
            ActionError::Storage
        })?;
        let against =
            |game: &&GameHead| [&game.seats.white, &game.seats.black].into_iter().flatten().any(is_computer);
        let id = |game: &GameHead| game.id;
        asking.confirm(own.iter().filter(against).map(id), playing.iter().map(id))
    }

    /// Lets the computer make its move, as soon as it has thought of one.
    pub(crate) fn spawn_computer_search(self: &Arc<Node>, game: GameId, question: SearchRequest) {
        let node = Arc::clone(self);
        tokio::spawn(async move {
            let asked = Instant::now();
            let (ply, castling) = (question.ply, question.castling);
            let Ok(Some(choice)) =
                run_blocking(&node.computer.searches, move || choose_move(&question, asked)).await
            else {
                return;
            };
            // A person would still be thinking.
            sleep(choice.think_time.saturating_sub(asked.elapsed())).await;
            let uci = WireMove(choice.m.uci(castling));
            node.play_computer_action(game, PlayerAction::Move { ply, uci }).await;
        });
    }

    /// Lets the computer take a draw or decline it, as soon as it has judged how it stands.
    pub(crate) fn spawn_draw_decision(self: &Arc<Node>, game: GameId, draw: DrawOffer) {
        let node = Arc::clone(self);
        tokio::spawn(async move {
            let judge = move || accepts_draw_offer(&draw.situation, draw.side, draw.plies);
            let act = match run_blocking(&node.computer.searches, judge).await {
                Ok(true) => PlayerAction::Accept { offer: OfferKind::Draw },
                Ok(false) | Err(_) => PlayerAction::Decline { offer: OfferKind::Draw },
            };
            node.play_computer_action(game, act).await;
        });
    }

    /// Does something as the computer, beside what the caller does.
    pub(crate) fn spawn_computer_action(self: &Arc<Node>, game: GameId, act: PlayerAction) {
        let node = Arc::clone(self);
        tokio::spawn(async move { node.play_computer_action(game, act).await });
    }

    async fn play_computer_action(self: &Arc<Node>, game: GameId, act: PlayerAction) {
        let id = random::id();
        for _ in 0..MAX_ATTEMPTS {
            let visitor = Identity { id: PlayerId::COMPUTER, account: None, session: None };
            let (act, received) = (act.clone(), self.time.now());
            let acting =
                |reply| GameRequest::Action { visitor, id, act, received, round_trip: Millis::ZERO, reply };
            match self.games.request(self, game, acting).await {
                Err(ActionError::Storage) => sleep(RETRY_DELAY).await,
                // Whatever else was against it, it is not its turn any more: the table asks again when it is.
                Ok(_) | Err(_) => return,
            }
        }
    }
}

fn choose_move(question: &SearchRequest, asked: Instant) -> Option<engine::Choice> {
    let mut opponent = Opponent::new(question.level, question.seed);
    opponent.choose(&question.situation, question.time, &SearchClock(asked))
}

/// The time since the computer was asked: its clock runs while it waits for its turn to think. Nobody stops a thought, for it
/// is short.
struct SearchClock(Instant);

impl SearchControl for SearchClock {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.0.elapsed())
    }

    fn should_stop(&self) -> bool {
        false
    }
}
