//! The computer as an opponent. It occupies a seat like a player, and its moves go through the same checks.
//!
//! Limits: concurrent searches (a semaphore), games in total and per player ([`reservations`]), and games per
//! network. The computer has no state of its own: after a restart the same opponent is asked about the same
//! position.

mod game_evaluations;
mod reservations;

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Level, Opponent, SearchControl, accepts_draw_offer};
use game::Millis;
use protocol::{
    ActionError, EventNumber, GameId, OfferKind, PlayerAction, PlayerId, PlayerInfo, PlayerKind, PlayerName,
};
use tokio::sync::Semaphore;
use tokio::time::sleep;

pub(crate) use self::game_evaluations::GameEvaluations;
pub(crate) use self::reservations::Reservation;
use self::reservations::Reservations;
use crate::accounts::Identity;
use crate::blocking_pool::run_blocking;
use crate::config::Limits;
use crate::games::GameRequest;
use crate::games::state::{DrawOffer, SearchRequest, is_computer};
use crate::node::Node;
use crate::random;
use crate::store::GameHead;

/// Search permits and reserved seats of the computer.
#[derive(Debug)]
pub(crate) struct Computer {
    searches: Arc<Semaphore>,
    reservations: Reservations,
}

/// Attempts to submit an action while the store fails (an hour), and the delay between them.
const MAX_ATTEMPTS: u32 = 3_600;
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Time for which a node has a search, longer than it takes with its delay, and the interval in which others look after it.
const SEARCH_CLAIM: Millis = Millis::minutes(2);
const CLAIM_INTERVAL: Duration = Duration::from_secs(5);

impl Computer {
    /// Creates the computer with the configured limits.
    pub(crate) fn new(limits: Limits) -> Computer {
        Computer {
            searches: Arc::new(Semaphore::new(limits.computer_searches.max(1))),
            reservations: Reservations::new(limits.computer_games as usize),
        }
    }
}

impl Node {
    /// Player entry for the computer opponent with this name or rating.
    ///
    /// # Errors
    ///
    /// Returns `NotWithComputer` if there is no such opponent.
    pub(crate) fn computer_player(&self, called: &PlayerName) -> Result<PlayerInfo, ActionError> {
        let level: Level = called.as_str().parse().map_err(|_| ActionError::NotWithComputer)?;
        let name = PlayerName::new(level.name()).ok();
        Ok(PlayerInfo {
            id: Some(PlayerId::COMPUTER),
            name,
            standing: PlayerKind::Computer,
            rating: None,
            bot: false,
        })
    }

    /// Reserves a computer game for a player; hold the reservation until the game is stored.
    ///
    /// # Errors
    ///
    /// Returns an error if the player has too many games, or the computer has too many in total or with this
    /// player.
    pub(crate) async fn reserve_computer(
        &self,
        game: GameId,
        player: PlayerId,
        is_bot: bool,
    ) -> Result<Reservation, ActionError> {
        let pending = self.computer.reservations.reserve(game, player)?;
        let own = self.unfinished_games(player, is_bot).await?;
        let playing = self.store.unfinished(PlayerId::COMPUTER, self.config.limits.computer_games).await;
        let playing = playing.map_err(|error| {
            tracing::error!(%error, "counting computer games failed");
            ActionError::Storage
        })?;
        let against =
            |game: &&GameHead| [&game.seats.white, &game.seats.black].into_iter().flatten().any(is_computer);
        let id = |game: &GameHead| game.id;
        pending.confirm(own.iter().filter(against).map(id), playing.iter().map(id))
    }

    /// Searches for a move in the background and plays it.
    pub(crate) fn spawn_computer_search(
        self: &Arc<Node>,
        game: GameId,
        next: EventNumber,
        search: SearchRequest,
    ) {
        let node = Arc::clone(self);
        tokio::spawn(async move {
            if !node.claim_search(game, next).await {
                return;
            }
            let pending = Instant::now();
            let choose = move || choose_move(&search, pending).map(|choice| (choice, search));
            let Ok(Some((choice, search))) = run_blocking(&node.computer.searches, choose).await else {
                return;
            };
            // Human-like delay before the move.
            sleep(choice.think_time.saturating_sub(pending.elapsed())).await;
            let uci = choice.m.uci(search.castling);
            let action = if choice.wants_draw {
                PlayerAction::play_or_claim(&search.game, uci)
            } else {
                PlayerAction::play(search.game.ply(), uci)
            };
            node.play_computer_action(game, action).await;
        });
    }

    /// Claims a search before the event `next`. While another node has it, waits for the event, or for the end of that node.
    async fn claim_search(self: &Arc<Node>, game: GameId, next: EventNumber) -> bool {
        loop {
            let work = vec![format!("computer:{game}:{}", next.0)];
            if !self.claim_work(work, SEARCH_CLAIM).await.is_empty() {
                return true;
            }
            sleep(CLAIM_INTERVAL).await;
            let viewer = PlayerId::COMPUTER;
            let looked = self.games.request(self, game, |reply| GameRequest::State { viewer, reply }).await;
            if looked.is_ok_and(|looked| looked.state.number >= next) {
                return false;
            }
        }
    }

    /// Evaluates a draw offer in the background and accepts or declines it.
    pub(crate) fn spawn_draw_decision(self: &Arc<Node>, game: GameId, draw: DrawOffer) {
        let node = Arc::clone(self);
        tokio::spawn(async move {
            let judge = move || accepts_draw_offer(&draw.situation, draw.side, draw.plies);
            let action = match run_blocking(&node.computer.searches, judge).await {
                Ok(true) => PlayerAction::Accept { offer: OfferKind::Draw },
                Ok(false) | Err(_) => PlayerAction::Decline { offer: OfferKind::Draw },
            };
            node.play_computer_action(game, action).await;
        });
    }

    /// Submits an action as the computer in the background.
    pub(crate) fn spawn_computer_action(self: &Arc<Node>, game: GameId, action: PlayerAction) {
        let node = Arc::clone(self);
        tokio::spawn(async move { node.play_computer_action(game, action).await });
    }

    async fn play_computer_action(self: &Arc<Node>, game: GameId, action: PlayerAction) {
        let id = random::id();
        for _ in 0..MAX_ATTEMPTS {
            let identity = Identity::guest(PlayerId::COMPUTER);
            let (action, received) = (action.clone(), self.time.now());
            let acting = |reply| GameRequest::Action {
                identity,
                id,
                action,
                received,
                round_trip: Millis::ZERO,
                reply,
            };
            match self.games.request(self, game, acting).await {
                Err(ActionError::Storage) => sleep(RETRY_DELAY).await,
                // For any other refusal it is no longer the computer's turn; the game actor asks again when
                // it is.
                Ok(_) | Err(_) => return,
            }
        }
    }
}

fn choose_move(search: &SearchRequest, pending: Instant) -> Option<engine::Choice> {
    let mut opponent = Opponent::new(search.level, search.seed);
    opponent.choose(&search.situation, search.time, &SearchClock(pending))
}

/// Time since the search was requested, so waiting for a permit counts as thinking time. A search is short
/// and is never stopped.
struct SearchClock(Instant);

impl SearchControl for SearchClock {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.0.elapsed())
    }

    fn should_stop(&self) -> bool {
        false
    }
}
