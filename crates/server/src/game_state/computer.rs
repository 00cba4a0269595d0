//! A seat in which the computer sits. Who it is follows from the seat, and what it may do is what people may.

use std::time::Duration;

use engine::{Level, SearchPosition, TimeLimit};
use game::{Bonus, Millis, Offer as GameOffer, Ruleset, TimeControl, Timestamp};
use protocol::{GameInfo, OfferKind, PlayerAction, PlayerId, PlayerInfo, RatingMode, Seat};
use rules::{CastlingStyle, Color};

use super::ActiveGame;

/// What the computer is asked: its move.
#[derive(Clone, Debug)]
pub(crate) struct SearchRequest {
    /// Who is asked.
    pub(crate) level: Level,
    /// Its mood, the same throughout a game.
    pub(crate) seed: u64,
    /// The position, and how it came about.
    pub(crate) situation: SearchPosition,
    /// The number of the move.
    pub(crate) ply: u32,
    /// What it has to think.
    pub(crate) time: TimeLimit,
    /// How castling is written here.
    pub(crate) castling: CastlingStyle,
}

/// What the computer says to an offer.
#[derive(Clone, Debug)]
pub(crate) enum OfferReply {
    /// It need not think about it.
    Immediate(PlayerAction),
    /// A draw: it depends on how it stands.
    DrawDecision(DrawOffer),
}

/// A draw that is offered to the computer.
#[derive(Clone, Debug)]
pub(crate) struct DrawOffer {
    /// The position, and how it came about.
    pub(crate) situation: SearchPosition,
    /// The computer's side.
    pub(crate) side: Color,
    /// How many moves are on the board.
    pub(crate) plies: usize,
}

/// The one without a rating thinks as long as it may: no longer than this, for others wait for the processor.
const MAX_THINK_TIME: Duration = Duration::from_secs(1);

/// What is lost between a thought and the board.
const MOVE_OVERHEAD: Duration = Duration::from_millis(100);

impl ActiveGame {
    /// Whether the computer sits in a seat.
    pub(crate) fn is_computer(&self, seat: Seat) -> bool {
        self.seats[seat.into()].as_ref().is_some_and(is_computer)
    }

    /// The computer's seat, if it plays.
    pub(crate) fn computer_seat(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.is_computer(seat))
    }

    /// What the computer answers to what is offered to it: it lets moves be taken back, plays again, and takes a draw if it
    /// is no better.
    pub(crate) fn computer_reply(&self, seat: Seat) -> Option<OfferReply> {
        let is_asked = |offer| self.game.pending(offer).is_some_and(|by| Seat::from(by) != seat);
        if self.rematch_offer.is_some_and(|by| by != seat) {
            Some(OfferReply::Immediate(PlayerAction::Accept { offer: OfferKind::Rematch }))
        } else if !self.is_in_progress() {
            None
        } else if is_asked(GameOffer::Takeback) {
            Some(OfferReply::Immediate(PlayerAction::Accept { offer: OfferKind::Takeback }))
        } else if is_asked(GameOffer::Draw) {
            let (situation, plies) = (self.situation()?, self.game.plies());
            Some(OfferReply::DrawDecision(DrawOffer { situation, side: seat.into(), plies }))
        } else {
            None
        }
    }

    /// What the computer has to think about, if it is its turn.
    pub(crate) fn computer_search(&self, seat: Seat, now: Timestamp) -> Option<SearchRequest> {
        if !self.is_in_progress() || self.game.turn() != seat.into() {
            return None;
        }
        let name = self.seats[seat.into()].as_ref()?.name.as_ref()?;
        let level: Level = name.as_str().parse().ok()?;
        let situation = self.situation()?;
        let left = self.clock.left(seat.into(), now).unwrap_or(Millis::ZERO);
        let increment = match self.clock.control().bonus(seat.into()) {
            Bonus::Increment(amount) => amount,
            Bonus::None | Bonus::Bronstein(_) | Bonus::Delay(_) => Millis::ZERO,
        };
        let seed = self.id.bits() as u64;
        let time = think_time(level, Duration::from_millis(left.0), Duration::from_millis(increment.0));
        let (ply, castling) = (self.game.plies() as u32, self.castling_style());
        Some(SearchRequest { level, seed, situation, ply, time, castling })
    }

    /// The position and how it came about; nothing by rules that the computer does not play.
    fn situation(&self) -> Option<SearchPosition> {
        let mut situation = SearchPosition::new(self.game.start().position().ok()?);
        for m in self.game.moves() {
            situation.play(m).ok()?;
        }
        Some(situation)
    }
}

/// Whether somebody is the computer.
pub(crate) fn is_computer(player: &PlayerInfo) -> bool {
    player.id == Some(PlayerId::COMPUTER)
}

/// Whether the computer plays such games: by its rules, not for ratings, and by a clock, so that none goes on for ever.
pub(crate) fn computer_can_play(about: &GameInfo) -> bool {
    about.ruleset != Ruleset::KingCapture
        && about.stakes == RatingMode::Casual
        && matches!(about.control.get(), TimeControl::Clock(_))
}

/// What a player of a level may think; those with a rating need little of it, and only seem to think.
fn think_time(level: Level, left: Duration, increment: Duration) -> TimeLimit {
    let clock = TimeLimit::Clock { remaining: left, increment, moves_to_go: None, overhead: MOVE_OVERHEAD };
    match level.rating() {
        Some(_) => clock,
        None => {
            TimeLimit::MoveTime((left.saturating_sub(MOVE_OVERHEAD) / 40 + increment / 2).min(MAX_THINK_TIME))
        }
    }
}
