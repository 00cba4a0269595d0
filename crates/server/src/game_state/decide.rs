//! What comes of what somebody wants. Nothing is changed here.

use game::{Ending, Millis, Offer as GameOffer, Outcome, TimeControl, Timestamp};
use protocol::{
    ActionError, ActionId, DrawClaim, DurationMillis, GameId, GameResult, OfferKind, PlayerAction,
    PlayerInfo, Seat, WireMove,
};
use rules::Color;

use super::{ActionKey, ActiveGame, Presence, Record, RecordKind, grace};

/// What a game is told.
#[derive(Clone, Debug)]
pub(crate) enum GameCommand {
    /// Somebody wants something.
    Action(Box<PlayerCommand>),
    /// Time has passed.
    Tick,
    /// Nobody looked after the game in this time.
    Outage {
        /// When a server was last seen.
        from: Timestamp,
        /// When there was one again.
        until: Timestamp,
    },
}

/// What somebody wants.
#[derive(Clone, Debug)]
pub(crate) struct PlayerCommand {
    /// Who, as the server knows them, with the rating at this game's speed.
    pub(crate) player: PlayerInfo,
    /// The client's name for it.
    pub(crate) id: ActionId,
    /// What.
    pub(crate) action: PlayerAction,
    /// The round trip to the client, as the server measured it.
    pub(crate) round_trip: Millis,
    /// A name for another game, should this lead to one.
    pub(crate) rematch_id: GameId,
}

/// The gift of time.
const GIVEN_TIME: Millis = Millis::seconds(15);

/// No clock is given more than this.
const MAX_CLOCK_TIME: Millis = Millis::days(1);

/// A log grows no longer than this, but for its end. The longest games that people play have a tenth of it.
pub(super) const MAX_RECORDS: u32 = 4_000;

impl ActiveGame {
    /// The records that come of a command, or why there are none.
    pub(crate) fn decide(
        &self,
        command: &GameCommand,
        attendance: &Presence,
        now: Timestamp,
    ) -> Result<Vec<Record>, ActionError> {
        match command {
            GameCommand::Action(wish) => self.decide_action(wish, attendance, now),
            GameCommand::Tick => {
                Ok(self.due_record(attendance, now).map(Record::automatic).into_iter().collect())
            }
            &GameCommand::Outage { from, until } => {
                let fact = RecordKind::Interrupted {
                    from: from.max(self.turn_since).into(),
                    until: until.into(),
                    held_until: self
                        .must_reconnect(attendance)
                        .then(|| (until + grace::RECONNECT_GRACE).into()),
                };
                let matters = self.is_in_progress() && self.turn_since < until;
                Ok(matters.then(|| Record::automatic(fact)).into_iter().collect())
            }
        }
    }

    /// Whether the side to move has to come back first, now that there is a server again, and its clock would run meanwhile.
    fn must_reconnect(&self, attendance: &Presence) -> bool {
        let seat = Seat::from(self.game.turn());
        let is_counted = self.clock.is_running() || self.held_until.is_some();
        let is_here = attendance.is_connected(seat) || self.is_computer(seat);
        is_counted && !is_here && matches!(self.clock.control(), TimeControl::Clock(_))
    }

    fn decide_action(
        &self,
        wish: &PlayerCommand,
        attendance: &Presence,
        now: Timestamp,
    ) -> Result<Vec<Record>, ActionError> {
        let Some(seat) = wish.player.id.and_then(|player| self.seat_of(player)) else {
            let sits = matches!(wish.action, PlayerAction::Sit { .. });
            return if sits { self.decide_sit(wish) } else { Err(ActionError::NotSeated) };
        };
        let ends = matches!(
            wish.action,
            PlayerAction::Resign | PlayerAction::Abort | PlayerAction::ClaimWin | PlayerAction::ClaimDraw
        );
        if self.next_number() >= MAX_RECORDS && !ends {
            return Err(ActionError::TooMany);
        }
        let facts = match &wish.action {
            PlayerAction::Sit { .. } if self.game.outcome().is_some() => return Err(ActionError::Over),
            PlayerAction::Sit { .. } => return Err(ActionError::Seated),
            PlayerAction::Move { ply, uci } => {
                let held_until = self.clock_held_until(seat.other(), attendance, now);
                self.decide_move(seat, *ply, *uci, wish.round_trip, held_until, now)?
            }
            PlayerAction::Offer { offer: OfferKind::Rematch }
            | PlayerAction::Accept { offer: OfferKind::Rematch } => {
                self.decide_rematch(seat, &wish.action, wish.rematch_id)?
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
                ended_record(Outcome::new(Some(!Color::from(seat)), Ending::Resignation))?
            }
            PlayerAction::Abort => self.decide_abort()?,
            PlayerAction::ClaimWin => {
                self.require_absent(seat.other(), attendance, now)?;
                ended_record(self.abandonment_outcome(seat))?
            }
            PlayerAction::ClaimDraw => {
                self.require_absent(seat.other(), attendance, now)?;
                ended_record(Outcome::new(None, Ending::AbandonedDraw))?
            }
            PlayerAction::GiveTime => self.decide_give_time(seat, now)?,
        };
        let by = Some(ActionKey { seat, id: wish.id });
        Ok(facts.into_iter().map(|fact| Record { by, kind: fact }).collect())
    }

    fn decide_move(
        &self,
        seat: Seat,
        ply: u32,
        uci: WireMove,
        round_trip: Millis,
        held_until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<RecordKind>, ActionError> {
        self.require_in_progress()?;
        let color = Color::from(seat);
        if ply as usize != self.game.plies() {
            return Err(ActionError::Stale);
        }
        if self.game.turn() != color {
            return Err(ActionError::NotYourTurn);
        }
        let m = self.game.resolve_uci(uci.0).ok_or(ActionError::IllegalMove)?;
        let lag = self.lag_compensation(seat, round_trip, now);
        if self.clock.flagged(Timestamp(now.0.saturating_sub(lag.0))).is_some() {
            return Err(ActionError::TimeOut);
        }
        let uci = WireMove(m.uci(self.castling_style()));
        let counted = self.clock.is_running() && lag > Millis::ZERO;
        let lag = counted.then(|| DurationMillis::from(lag));
        Ok(vec![RecordKind::Moved { uci, lag, held_until: held_until.map(Into::into) }])
    }

    /// Until when a side that has not come back since the server was away is waited for, if its clock would run meanwhile.
    fn clock_held_until(&self, seat: Seat, attendance: &Presence, now: Timestamp) -> Option<Timestamp> {
        let is_timed = matches!(self.clock.control(), TimeControl::Clock(_));
        attendance.excused_until(seat, now).filter(|_| is_timed && !self.is_computer(seat))
    }

    /// What follows from a record that has just been taken in: a move may have ended the game.
    pub(crate) fn follow_up(&self, record: &Record) -> Option<Record> {
        let outcome = self.game.outcome().filter(|_| matches!(record.kind, RecordKind::Moved { .. }))?;
        Some(Record { by: record.by, kind: RecordKind::Ended { result: GameResult(outcome) } })
    }

    /// What is taken off the time of a move that comes now: no more than it took.
    pub(super) fn lag_compensation(&self, seat: Seat, round_trip: Millis, now: Timestamp) -> Millis {
        self.lag_quotas[seat.into()].compensation(round_trip).min(now.since(self.turn_since))
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
            GameOffer::Draw => ended_record(Outcome::new(None, Ending::Agreement)),
            GameOffer::Takeback => {
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
            // One gift for each move; whoever wants to give more can think a little longer.
            return Err(ActionError::TooFast);
        }
        let to = seat.other();
        let left = self.clock.left(to.into(), now).unwrap_or_default();
        if left + GIVEN_TIME > MAX_CLOCK_TIME {
            return Err(ActionError::TooMuchTime);
        }
        Ok(vec![RecordKind::TimeGiven { seat: to, amount: GIVEN_TIME.into() }])
    }

    /// What becomes of a game that the other side has left: as on time, whoever could never have won does not win.
    pub(super) fn abandonment_outcome(&self, seat: Seat) -> Option<Outcome> {
        let mut flagged = self.game.clone();
        flagged.flag(seat.other().into()).ok()?;
        match flagged.outcome()?.winner() {
            Some(winner) => Outcome::new(Some(winner), Ending::Abandoned),
            None => Outcome::new(None, Ending::AbandonedDraw),
        }
    }

    fn require_absent(&self, seat: Seat, attendance: &Presence, now: Timestamp) -> Result<(), ActionError> {
        self.require_in_progress()?;
        let from = self.claim_from(seat, attendance);
        if from.is_some_and(|from| now >= from) { Ok(()) } else { Err(ActionError::NotGone) }
    }

    fn require_offer(&self, seat: Seat, offer: OfferKind) -> Result<GameOffer, ActionError> {
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

fn game_offer(offer: OfferKind) -> Result<GameOffer, ActionError> {
    offer.to_game_offer().ok_or(ActionError::NotOver)
}

pub(super) fn ended_record(outcome: Option<Outcome>) -> Result<Vec<RecordKind>, ActionError> {
    // Winner and ending are chosen to fit together, so there always is an outcome.
    outcome.map(|outcome| vec![RecordKind::Ended { result: GameResult(outcome) }]).ok_or(ActionError::Over)
}
