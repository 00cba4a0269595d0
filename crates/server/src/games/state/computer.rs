//! Computer seats: derives search requests and replies to offers from the state.

use std::time::Duration;

use engine::{Level, SearchPosition, TimeLimit};
use game::{Bonus, Game, Millis, Ruleset, TimeControl, Timestamp};
use protocol::{GameInfo, OfferKind, PlayerAction, PlayerId, PlayerInfo, RatingMode, Seat};
use rules::{CastlingStyle, Color};

use super::ActiveGame;

/// Request for a computer move.
#[derive(Clone, Debug)]
pub(crate) struct SearchRequest {
    /// Strength of the opponent.
    pub(crate) level: Level,
    /// Random seed, constant within a game.
    pub(crate) seed: u64,
    /// Position with its history, for repetition detection.
    pub(crate) situation: SearchPosition,
    /// The game, for draw claims.
    pub(crate) game: Game,
    /// Thinking time.
    pub(crate) time: TimeLimit,
    /// Castling notation of the game.
    pub(crate) castling: CastlingStyle,
}

/// Reply of the computer to an offer.
#[derive(Clone, Debug)]
pub(crate) enum OfferReply {
    /// Reply without a search.
    Immediate(PlayerAction),
    /// Draw offer that needs an evaluation.
    DrawDecision(DrawOffer),
}

/// Draw offered to the computer.
#[derive(Clone, Debug)]
pub(crate) struct DrawOffer {
    /// Position with its history.
    pub(crate) situation: SearchPosition,
    /// The computer's side.
    pub(crate) side: Color,
    /// Plies played.
    pub(crate) plies: usize,
}

/// Cap for the full-strength level: other games wait for the CPU.
const MAX_THINK_TIME: Duration = Duration::from_secs(1);

/// Time on the computer's clock in games without one: it answers within seconds.
const UNTIMED_BUDGET: Millis = Millis::minutes(1);

/// Delay between the end of a search and the board.
const MOVE_OVERHEAD: Duration = Duration::from_millis(100);

impl ActiveGame {
    /// Returns true if the computer has this seat.
    pub(crate) fn is_computer(&self, seat: Seat) -> bool {
        self.seats[seat.into()].as_ref().is_some_and(is_computer)
    }

    /// The computer's seat, if any.
    pub(crate) fn computer_seat(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.is_computer(seat))
    }

    /// The computer's reply to a pending offer: accepts takebacks and rematches, and draws unless it is
    /// better.
    pub(crate) fn computer_reply(&self, seat: Seat) -> Option<OfferReply> {
        let is_asked = |offer| self.game.pending(offer).is_some_and(|by| Seat::from(by) != seat);
        if self.rematch_offer.is_some_and(|by| by != seat) {
            Some(OfferReply::Immediate(PlayerAction::Accept { offer: OfferKind::Rematch }))
        } else if !self.is_in_progress() {
            None
        } else if is_asked(game::Offer::Takeback) {
            Some(OfferReply::Immediate(PlayerAction::Accept { offer: OfferKind::Takeback }))
        } else if is_asked(game::Offer::Draw) {
            let (situation, plies) = (self.situation()?, self.game.plies());
            Some(OfferReply::DrawDecision(DrawOffer { situation, side: seat.into(), plies }))
        } else {
            None
        }
    }

    /// The search to run, if it is the computer's turn.
    pub(crate) fn computer_search(&self, seat: Seat, now: Timestamp) -> Option<SearchRequest> {
        if !self.is_in_progress() || self.game.turn() != seat.into() {
            return None;
        }
        let name = self.seats[seat.into()].as_ref()?.name.as_ref()?;
        let level: Level = name.as_str().parse().ok()?;
        let situation = self.situation()?;
        let left = match self.clock.control() {
            TimeControl::Clock(_) => self.clock.left(seat.into(), now).unwrap_or(Millis::ZERO),
            TimeControl::Correspondence { .. } | TimeControl::Unlimited => UNTIMED_BUDGET,
        };
        let increment = match self.clock.control().bonus(seat.into()) {
            Bonus::Increment(amount) => amount,
            Bonus::None | Bonus::Bronstein(_) | Bonus::Delay(_) => Millis::ZERO,
        };
        let seed = self.id.bits() as u64;
        let time = think_time(level, Duration::from_millis(left.0), Duration::from_millis(increment.0));
        let (game, castling) = (self.game.clone(), self.castling_style());
        Some(SearchRequest { level, seed, situation, game, time, castling })
    }

    /// Position with history; `None` for rulesets the engine does not play.
    fn situation(&self) -> Option<SearchPosition> {
        let mut situation = SearchPosition::new(self.game.start().position().ok()?);
        for m in self.game.moves() {
            situation.play(m).ok()?;
        }
        Some(situation)
    }
}

/// Returns true if the player is the computer.
pub(crate) fn is_computer(player: &PlayerInfo) -> bool {
    player.id == Some(PlayerId::COMPUTER)
}

/// Returns true if our own clients may ask the computer for such a game: with a clock, so that it ends soon.
pub(crate) fn computer_can_play(about: &GameInfo) -> bool {
    computer_can_play_untimed(about) && matches!(about.control.get(), TimeControl::Clock(_))
}

/// Returns true if the computer plays such a game, perhaps without a clock: ruleset known to the engine, and casual.
pub(crate) fn computer_can_play_untimed(about: &GameInfo) -> bool {
    about.ruleset != Ruleset::KingCapture && about.stakes == RatingMode::Casual
}

/// Thinking time of a level; levels with a rating need little and only simulate thinking.
fn think_time(level: Level, left: Duration, increment: Duration) -> TimeLimit {
    let clock = TimeLimit::Clock { remaining: left, increment, moves_to_go: None, overhead: MOVE_OVERHEAD };
    match level.rating() {
        Some(_) => clock,
        None => {
            TimeLimit::MoveTime((left.saturating_sub(MOVE_OVERHEAD) / 40 + increment / 2).min(MAX_THINK_TIME))
        }
    }
}
