//! Decides which records a command produces; pure.

use game::{Ending, Millis, Outcome, Ply, TimeControl, Timestamp};
use protocol::{
    ActionError, ActionId, DrawClaim, DurationMillis, GameId, GameResult, OfferKind, PlayerAction,
    PlayerInfo, Seat, WireMove,
};
use rules::Color;

use super::{ActionKey, ActiveGame, DeadPositionBudget, Presence, Record, RecordKind, UnchargedTime, grace};

/// Input of a game.
#[derive(Clone, Debug)]
pub(crate) enum GameCommand {
    /// A player's action.
    Action(Box<PlayerCommand>),
    /// Time has passed.
    Tick,
    /// No server was running, or none could write, during this time. It ends before it begins if the clock was
    /// set back.
    Outage {
        /// Last heartbeat or write before the outage.
        from: Timestamp,
        /// Start of the next server, or the next write.
        until: Timestamp,
    },
}

/// A player's action with its context.
#[derive(Clone, Debug)]
pub(crate) struct PlayerCommand {
    /// The player with the rating at this game's speed.
    pub(crate) player: PlayerInfo,
    /// Idempotency key chosen by the client.
    pub(crate) id: ActionId,
    pub(crate) action: PlayerAction,
    /// Round trip measured by the server.
    pub(crate) round_trip: Millis,
    /// Id of the next game, if the action is an accepted rematch.
    pub(crate) rematch_id: GameId,
}

/// Time given by one `give-time`.
const GIVEN_TIME: Millis = Millis::seconds(15);

/// Upper limit for a clock after `give-time`.
const MAX_CLOCK_TIME: Millis = Millis::days(1);

/// Number of records from which the log takes only what the game needs: moves, claims and results. Draw offers,
/// takebacks and given time are refused. The rules bound the number of moves without takebacks: 75 moves after the last
/// capture or pawn move the game is drawn. Ten times the longest games people play.
pub(super) const MAX_RECORDS: u32 = 4_000;

impl ActiveGame {
    /// Returns the records of a command, or a refusal.
    pub(crate) fn decide(
        &self,
        command: &GameCommand,
        presence: &Presence,
        now: Timestamp,
    ) -> Result<Vec<Record>, ActionError> {
        match command {
            GameCommand::Action(command) => self.decide_action(command, presence, now),
            GameCommand::Tick => {
                Ok(self.due_record(presence, now).map(Record::automatic).into_iter().collect())
            }
            &GameCommand::Outage { from, until } => {
                let kind = RecordKind::Interrupted {
                    from: from.max(self.turn_since).into(),
                    until: until.into(),
                    held_until: self
                        .must_reconnect(presence)
                        .then(|| (until + grace::RECONNECT_GRACE).into()),
                };
                let is_past = self.turn_since < until || self.turn_since > until && until < from;
                // An invitation expires later only after a long outage.
                let counts = self.has_begun() || until.since(from) >= grace::LONG_OUTAGE;
                let matters = self.game.outcome().is_none() && is_past && counts;
                Ok(matters.then(|| Record::automatic(kind)).into_iter().collect())
            }
        }
    }

    /// Returns true if the side to move must reconnect or send its move again after an outage while its clock
    /// would run.
    fn must_reconnect(&self, presence: &Presence) -> bool {
        let seat = Seat::from(self.game.turn());
        let is_counted = self.clock.is_running() || self.held_until.is_some();
        let is_here = presence.is_ready(seat) || self.is_computer(seat);
        is_counted && !is_here && matches!(self.clock.control(), TimeControl::Clock(_))
    }

    fn decide_action(
        &self,
        command: &PlayerCommand,
        presence: &Presence,
        now: Timestamp,
    ) -> Result<Vec<Record>, ActionError> {
        let Some(seat) = command.player.id.and_then(|player| self.seat_of(player)) else {
            let sits = matches!(command.action, PlayerAction::Sit { .. });
            return if sits { self.decide_sit(command) } else { Err(ActionError::NotSeated) };
        };
        let kinds = match &command.action {
            PlayerAction::Sit { .. } if self.game.outcome().is_some() => return Err(ActionError::Over),
            PlayerAction::Sit { .. } => return Err(ActionError::Seated),
            PlayerAction::Move { ply, uci } => {
                let held_until = self.clock_held_until(seat.other(), presence, now);
                let uncharged = self.uncharged_time(seat, command.round_trip, presence, now);
                self.decide_move(seat, *ply, *uci, uncharged, held_until, now)?
            }
            PlayerAction::Offer { offer: OfferKind::Rematch }
            | PlayerAction::Accept { offer: OfferKind::Rematch } => {
                self.decide_rematch(seat, &command.action, command.rematch_id)?
            }
            PlayerAction::Decline { offer: OfferKind::Rematch } => match self.rematch_offer {
                Some(by) if by != seat => vec![RecordKind::Declined { seat, offer: OfferKind::Rematch }],
                _ => return Err(ActionError::NoOffer { offer: OfferKind::Rematch }),
            },
            &PlayerAction::Offer { offer } => self.decide_offer(seat, offer)?,
            &PlayerAction::Accept { offer } => self.decide_accept(seat, offer)?,
            &PlayerAction::Decline { offer } => {
                self.require_offer(seat, offer)?;
                vec![RecordKind::Declined { seat, offer }]
            }
            &PlayerAction::Claim { claim, uci } => self.decide_claim(seat, claim, uci)?,
            PlayerAction::Resign => {
                self.require_in_progress()?;
                ended_record(Some(self.game.outcome_by_resignation(seat.into())))?
            }
            PlayerAction::Abort => self.decide_abort()?,
            PlayerAction::ClaimWin => {
                self.require_absent(seat.other(), presence, now)?;
                ended_record(Some(self.game.outcome_by_abandonment(seat.other().into())))?
            }
            PlayerAction::ClaimDraw => {
                self.require_absent(seat.other(), presence, now)?;
                ended_record(Outcome::new(None, Ending::AbandonedDraw))?
            }
            PlayerAction::GiveTime => self.decide_give_time(seat, now)?,
        };
        if self.next_number().0 >= MAX_RECORDS && kinds.iter().any(RecordKind::is_optional) {
            return Err(ActionError::TooMany);
        }
        let by = Some(ActionKey { seat, id: command.id });
        Ok(kinds.into_iter().map(|kind| Record { by, kind }).collect())
    }

    fn decide_move(
        &self,
        seat: Seat,
        ply: Ply,
        uci: WireMove,
        uncharged: UnchargedTime,
        held_until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<RecordKind>, ActionError> {
        self.require_in_progress()?;
        let color = Color::from(seat);
        if ply != self.game.ply() {
            return Err(ActionError::Stale);
        }
        if self.game.turn() != color {
            return Err(ActionError::NotYourTurn);
        }
        let m = self.game.resolve_uci(uci.0).ok_or(ActionError::IllegalMove)?;
        if self.clock.flagged(Timestamp(now.0.saturating_sub(uncharged.total().0))).is_some() {
            return Err(ActionError::TimeOut);
        }
        let uci = WireMove(m.uci(self.castling_style()));
        let is_counted = self.clock.is_running();
        let UnchargedTime { lag, write_delay } =
            if is_counted { uncharged } else { UnchargedTime::default() };
        Ok(vec![RecordKind::Moved { uci, lag, write_delay, held_until: held_until.map(Into::into) }])
    }

    /// End of the hold for a side that has not reconnected after an outage, if its clock would run.
    fn clock_held_until(&self, seat: Seat, presence: &Presence, now: Timestamp) -> Option<Timestamp> {
        let is_timed = matches!(self.clock.control(), TimeControl::Clock(_));
        presence.excused_until(seat, now).filter(|_| is_timed && !self.is_computer(seat))
    }

    /// The record that follows from an applied one: a move may end the game.
    pub(crate) fn follow_up(&self, record: &Record, budget: &mut DeadPositionBudget) -> Option<Record> {
        if !matches!(record.kind, RecordKind::Moved { .. }) {
            return None;
        }
        let budget = budget.after_move(self.game.setup().halfmoves);
        let outcome = self.game.outcome().or_else(|| self.game.dead_position_within(budget))?;
        Some(Record { by: record.by, kind: RecordKind::Ended { result: GameResult(outcome) } })
    }

    /// Time of a move arriving now that is not charged: the delay of the write before it, and lag; at most the time the
    /// move took.
    fn uncharged_time(
        &self,
        seat: Seat,
        round_trip: Millis,
        presence: &Presence,
        now: Timestamp,
    ) -> UnchargedTime {
        let taken = now.since(self.turn_since);
        let write_delay = presence.turn_delay(self.turn_number).min(taken);
        let travel = presence.travel_time(seat, round_trip);
        let lag = self.lag_quotas[seat.into()].compensation(travel).min(taken.saturating_sub(write_delay));
        let part = |time: Millis| (time > Millis::ZERO).then(|| DurationMillis::from(time));
        UnchargedTime { lag: part(lag), write_delay: part(write_delay) }
    }

    fn decide_offer(&self, seat: Seat, offer: OfferKind) -> Result<Vec<RecordKind>, ActionError> {
        self.require_in_progress()?;
        let what = game_offer(offer)?;
        if self.game.pending(what) == Some(!Color::from(seat)) {
            return self.decide_accept(seat, offer);
        }
        let may = self.game.may_offer(seat.into(), what);
        may.then(|| vec![RecordKind::Offered { seat, offer }]).ok_or(ActionError::MayNotOffer { offer })
    }

    fn decide_accept(&self, seat: Seat, offer: OfferKind) -> Result<Vec<RecordKind>, ActionError> {
        match self.require_offer(seat, offer)? {
            game::Offer::Draw => ended_record(Outcome::new(None, Ending::Agreement)),
            game::Offer::Takeback => {
                let plies = self.game.plies_to_take_back(seat.other().into());
                let plies = plies.ok_or(ActionError::NoOffer { offer })? as u32;
                Ok(vec![RecordKind::TakenBack { plies }])
            }
        }
    }

    fn decide_claim(
        &self,
        seat: Seat,
        claim: DrawClaim,
        uci: Option<WireMove>,
    ) -> Result<Vec<RecordKind>, ActionError> {
        self.require_in_progress()?;
        if self.game.turn() != Color::from(seat) {
            return Err(ActionError::NotYourTurn);
        }
        let claims = match uci {
            None => self.game.claims(),
            Some(uci) => {
                let m = self.game.resolve_uci(uci.0).ok_or(ActionError::IllegalMove)?;
                self.game.claims_with(m)
            }
        };
        let claim = game::Claim::from(claim);
        if !claims.has(claim) {
            return Err(ActionError::WrongClaim);
        }
        ended_record(Outcome::new(None, claim.ending()))
    }

    fn decide_abort(&self) -> Result<Vec<RecordKind>, ActionError> {
        if self.game.outcome().is_some() {
            Err(ActionError::Over)
        } else if !self.game.may_abort() {
            Err(ActionError::TooLateToAbort)
        } else {
            ended_record(Outcome::new(None, Ending::Aborted))
        }
    }

    fn decide_give_time(&self, seat: Seat, now: Timestamp) -> Result<Vec<RecordKind>, ActionError> {
        self.require_in_progress()?;
        let TimeControl::Clock(_) = self.clock.control() else { return Err(ActionError::NoClock) };
        if self.time_given_at[seat.into()] == Some(self.moves_made) {
            // One gift per move.
            return Err(ActionError::TooFast);
        }
        let to = seat.other();
        let left = self.clock.left(to.into(), now).unwrap_or_default();
        if left + GIVEN_TIME > MAX_CLOCK_TIME {
            return Err(ActionError::TooMuchTime);
        }
        Ok(vec![RecordKind::TimeGiven { seat: to, amount: GIVEN_TIME.into() }])
    }

    fn require_absent(&self, seat: Seat, presence: &Presence, now: Timestamp) -> Result<(), ActionError> {
        self.require_in_progress()?;
        let from = self.claim_from(seat, presence);
        if from.is_some_and(|from| now >= from) { Ok(()) } else { Err(ActionError::NotGone) }
    }

    fn require_offer(&self, seat: Seat, offer: OfferKind) -> Result<game::Offer, ActionError> {
        self.require_in_progress()?;
        let what = game_offer(offer)?;
        let is_there = self.game.pending(what) == Some(!Color::from(seat));
        is_there.then_some(what).ok_or(ActionError::NoOffer { offer })
    }

    pub(super) fn require_in_progress(&self) -> Result<(), ActionError> {
        if !self.has_begun() && self.game.outcome().is_none() {
            Err(ActionError::NotBegun)
        } else if self.game.outcome().is_some() {
            Err(ActionError::Over)
        } else {
            Ok(())
        }
    }
}

fn game_offer(offer: OfferKind) -> Result<game::Offer, ActionError> {
    offer.to_game_offer().ok_or(ActionError::NotOver)
}

pub(super) fn ended_record(outcome: Option<Outcome>) -> Result<Vec<RecordKind>, ActionError> {
    // Winner and ending always fit here, so there is an outcome.
    outcome.map(|outcome| vec![RecordKind::Ended { result: GameResult(outcome) }]).ok_or(ActionError::Over)
}
