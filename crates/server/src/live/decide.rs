//! What comes of what somebody wants. Nothing is changed here.

use game::{Ending, Millis, Offer as GameOffer, Outcome, TimeControl, Timestamp};
use protocol::{Act, ActId, DrawClaim, GameId, GameResult, MoveText, Offer, Player, Refusal, Seat, Span};
use rules::Color;

use super::{Attendance, Doer, Fact, Live, Record, grace};

/// What a game is told.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Somebody wants something.
    Act(Box<Wish>),
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
pub(crate) struct Wish {
    /// Who, as the server knows them, with the rating at this game's speed.
    pub(crate) player: Player,
    /// The client's name for it.
    pub(crate) id: ActId,
    /// What.
    pub(crate) act: Act,
    /// The round trip to the client, as the server measured it.
    pub(crate) round_trip: Millis,
    /// A name for another game, should this lead to one.
    pub(crate) fresh: GameId,
}

/// The gift of time.
const GIFT: Millis = Millis::seconds(15);

/// No clock is given more than this.
const MOST_TIME: Millis = Millis::days(1);

/// A log grows no longer than this, but for its end. The longest games that people play have a tenth of it.
pub(super) const MOST_RECORDS: u32 = 4_000;

impl Live {
    /// The records that come of a command, or why there are none.
    pub(crate) fn decide(
        &self,
        command: &Command,
        attendance: &Attendance,
        now: Timestamp,
    ) -> Result<Vec<Record>, Refusal> {
        match command {
            Command::Act(wish) => self.decide_act(wish, attendance, now),
            Command::Tick => Ok(self.overdue(attendance, now).map(Record::of).into_iter().collect()),
            &Command::Outage { from, until } => {
                let fact = Fact::Interrupted {
                    from: from.max(self.turn_since).into(),
                    until: until.into(),
                    held_until: self.is_to_come_back(attendance).then(|| (until + grace::RETURN).into()),
                };
                let matters = self.is_on() && self.turn_since < until;
                Ok(matters.then(|| Record::of(fact)).into_iter().collect())
            }
        }
    }

    /// Whether the side to move has to come back first, now that there is a server again, and its clock would run meanwhile.
    fn is_to_come_back(&self, attendance: &Attendance) -> bool {
        let seat = Seat::from(self.game.turn());
        let is_counted = self.clock.is_running() || self.held_until.is_some();
        let is_here = attendance.is_here(seat) || self.is_computer(seat);
        is_counted && !is_here && matches!(self.clock.control(), TimeControl::Clock(_))
    }

    fn decide_act(
        &self,
        wish: &Wish,
        attendance: &Attendance,
        now: Timestamp,
    ) -> Result<Vec<Record>, Refusal> {
        let Some(seat) = wish.player.id.and_then(|player| self.seat_of(player)) else {
            let sits = matches!(wish.act, Act::Sit { .. });
            return if sits { self.sit(wish) } else { Err(Refusal::NotSeated) };
        };
        let ends = matches!(wish.act, Act::Resign | Act::Abort | Act::ClaimWin | Act::ClaimDraw);
        if self.next() >= MOST_RECORDS && !ends {
            return Err(Refusal::TooMany);
        }
        let facts = match &wish.act {
            Act::Sit { .. } if self.game.outcome().is_some() => return Err(Refusal::Over),
            Act::Sit { .. } => return Err(Refusal::Seated),
            Act::Move { ply, uci } => {
                let held_until = self.awaited_until(seat.other(), attendance, now);
                self.make_move(seat, *ply, *uci, wish.round_trip, held_until, now)?
            }
            Act::Offer { offer: Offer::Rematch } | Act::Accept { offer: Offer::Rematch } => {
                self.rematch(seat, &wish.act, wish.fresh)?
            }
            Act::Decline { offer: Offer::Rematch } => match self.rematch_offer {
                Some(by) if by != seat => vec![Fact::Declined { seat, offer: Offer::Rematch }],
                _ => return Err(Refusal::NoOffer { offer: Offer::Rematch }),
            },
            &Act::Offer { offer } => self.offer(seat, offer)?,
            &Act::Accept { offer } => self.accept(seat, offer)?,
            &Act::Decline { offer } => {
                self.expect_offer(seat, offer)?;
                vec![Fact::Declined { seat, offer }]
            }
            &Act::Claim { claim, uci } => self.claim(seat, claim, uci)?,
            Act::Resign => {
                self.expect_on()?;
                ended(Outcome::new(Some(!Color::from(seat)), Ending::Resignation))?
            }
            Act::Abort => self.abort()?,
            Act::ClaimWin => {
                self.expect_gone(seat.other(), attendance, now)?;
                ended(self.left_to(seat))?
            }
            Act::ClaimDraw => {
                self.expect_gone(seat.other(), attendance, now)?;
                ended(Outcome::new(None, Ending::AbandonedDraw))?
            }
            Act::GiveTime => self.give_time(seat, now)?,
        };
        let by = Some(Doer { seat, id: wish.id });
        Ok(facts.into_iter().map(|fact| Record { by, fact }).collect())
    }

    fn make_move(
        &self,
        seat: Seat,
        ply: u32,
        uci: MoveText,
        round_trip: Millis,
        held_until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Fact>, Refusal> {
        self.expect_on()?;
        let color = Color::from(seat);
        if ply as usize != self.game.plies() {
            return Err(Refusal::Stale);
        }
        if self.game.turn() != color {
            return Err(Refusal::NotYourTurn);
        }
        let m = self.game.find_move(uci.0).ok_or(Refusal::IllegalMove)?;
        let lag = self.made_up(seat, round_trip, now);
        if self.clock.flagged(Timestamp(now.0.saturating_sub(lag.0))).is_some() {
            return Err(Refusal::TimeOut);
        }
        let uci = MoveText(m.uci(self.castling_style()));
        let counted = self.clock.is_running() && lag > Millis::ZERO;
        let lag = counted.then(|| Span::from(lag));
        Ok(vec![Fact::Moved { uci, lag, held_until: held_until.map(Into::into) }])
    }

    /// Until when a side that has not come back since the server was away is waited for, if its clock would run meanwhile.
    fn awaited_until(&self, seat: Seat, attendance: &Attendance, now: Timestamp) -> Option<Timestamp> {
        let is_timed = matches!(self.clock.control(), TimeControl::Clock(_));
        attendance.expected_until(seat, now).filter(|_| is_timed && !self.is_computer(seat))
    }

    /// What follows from a record that has just been taken in: a move may have ended the game.
    pub(crate) fn consequence(&self, record: &Record) -> Option<Record> {
        let outcome = self.game.outcome().filter(|_| matches!(record.fact, Fact::Moved { .. }))?;
        Some(Record { by: record.by, fact: Fact::Ended { result: GameResult(outcome) } })
    }

    /// What is taken off the time of a move that comes now: no more than it took.
    pub(super) fn made_up(&self, seat: Seat, round_trip: Millis, now: Timestamp) -> Millis {
        self.quotas[seat.into()].covers(round_trip).min(now.since(self.turn_since))
    }

    fn offer(&self, seat: Seat, offer: Offer) -> Result<Vec<Fact>, Refusal> {
        self.expect_on()?;
        let what = in_game(offer)?;
        if self.game.pending(what) == Some(!Color::from(seat)) {
            return self.accept(seat, offer);
        }
        let may = self.game.may_offer(seat.into(), what);
        may.then(|| vec![Fact::Offered { seat, offer }]).ok_or(Refusal::MayNotOffer { offer })
    }

    fn accept(&self, seat: Seat, offer: Offer) -> Result<Vec<Fact>, Refusal> {
        match self.expect_offer(seat, offer)? {
            GameOffer::Draw => ended(Outcome::new(None, Ending::Agreement)),
            GameOffer::Takeback => {
                let plies = self.game.plies_to_take_back(seat.other().into());
                let plies = plies.ok_or(Refusal::NoOffer { offer })? as u32;
                Ok(vec![Fact::TakenBack { plies }])
            }
        }
    }

    fn claim(&self, seat: Seat, claim: DrawClaim, uci: Option<MoveText>) -> Result<Vec<Fact>, Refusal> {
        self.expect_on()?;
        if self.game.turn() != Color::from(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let claims = match uci {
            None => self.game.claims(),
            Some(uci) => {
                let m = self.game.find_move(uci.0).ok_or(Refusal::IllegalMove)?;
                self.game.claims_with(m)
            }
        };
        let claim = game::Claim::from(claim);
        if !claims.has(claim) {
            return Err(Refusal::WrongClaim);
        }
        ended(Outcome::new(None, claim.ending()))
    }

    fn abort(&self) -> Result<Vec<Fact>, Refusal> {
        if self.game.outcome().is_some() {
            Err(Refusal::Over)
        } else if !self.game.may_abort() {
            Err(Refusal::TooLateToAbort)
        } else {
            ended(Outcome::new(None, Ending::Aborted))
        }
    }

    fn give_time(&self, seat: Seat, now: Timestamp) -> Result<Vec<Fact>, Refusal> {
        self.expect_on()?;
        let TimeControl::Clock(_) = self.clock.control() else { return Err(Refusal::NoClock) };
        if self.gifts[seat.into()] == Some(self.made) {
            // One gift for each move; whoever wants to give more can think a little longer.
            return Err(Refusal::TooFast);
        }
        let to = seat.other();
        let left = self.clock.left(to.into(), now).unwrap_or_default();
        if left + GIFT > MOST_TIME {
            return Err(Refusal::TooMuchTime);
        }
        Ok(vec![Fact::TimeGiven { seat: to, amount: GIFT.into() }])
    }

    /// What becomes of a game that the other side has left: as on time, whoever could never have won does not win.
    pub(super) fn left_to(&self, seat: Seat) -> Option<Outcome> {
        let mut flagged = self.game.clone();
        flagged.flag(seat.other().into()).ok()?;
        match flagged.outcome()?.winner() {
            Some(winner) => Outcome::new(Some(winner), Ending::Abandoned),
            None => Outcome::new(None, Ending::AbandonedDraw),
        }
    }

    fn expect_gone(&self, seat: Seat, attendance: &Attendance, now: Timestamp) -> Result<(), Refusal> {
        self.expect_on()?;
        let from = self.claim_from(seat, attendance);
        if from.is_some_and(|from| now >= from) { Ok(()) } else { Err(Refusal::NotGone) }
    }

    fn expect_offer(&self, seat: Seat, offer: Offer) -> Result<GameOffer, Refusal> {
        self.expect_on()?;
        let what = in_game(offer)?;
        let is_there = self.game.pending(what) == Some(!Color::from(seat));
        is_there.then_some(what).ok_or(Refusal::NoOffer { offer })
    }

    pub(super) fn expect_on(&self) -> Result<(), Refusal> {
        if !self.has_begun() && self.game.outcome().is_none() {
            Err(Refusal::NotBegun)
        } else if self.game.outcome().is_some() {
            Err(Refusal::Over)
        } else {
            Ok(())
        }
    }
}

fn in_game(offer: Offer) -> Result<GameOffer, Refusal> {
    offer.in_game().ok_or(Refusal::NotOver)
}

pub(super) fn ended(outcome: Option<Outcome>) -> Result<Vec<Fact>, Refusal> {
    // Winner and ending are chosen to fit together, so there always is an outcome.
    outcome.map(|outcome| vec![Fact::Ended { result: GameResult(outcome) }]).ok_or(Refusal::Over)
}
