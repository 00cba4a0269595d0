//! When time itself changes a game.

use game::{Ending, Outcome, TimeControl, Timestamp};
use protocol::{GameResult, Seat};

use super::{ActiveGame, Presence, RecordKind, grace};
use crate::store::GameStatus;

impl ActiveGame {
    /// The moment at which something happens by itself, if nothing happens before.
    pub(crate) fn deadline(&self, attendance: &Presence) -> Option<Timestamp> {
        self.clock_resumes_at(attendance)
            .or_else(|| self.first_move_by())
            .or_else(|| {
                [self.flag_falls_at(attendance), self.computer_waits_until(attendance)]
                    .into_iter()
                    .flatten()
                    .min()
            })
            .or_else(|| self.inactivity_deadline())
            .or_else(|| self.invitation_expires_at())
    }

    /// How the game stands, for lists and for whoever has to look after it.
    pub(crate) fn status(&self, at: Timestamp) -> GameStatus {
        match self.game.outcome() {
            Some(outcome) => GameStatus::Over { outcome, at },
            None if !self.has_begun() => GameStatus::Waiting { due: self.invitation_expires_at() },
            None => {
                let counted = || self.first_move_by().or_else(|| self.clock.flags_at());
                let due = self.held_until.or_else(counted).or_else(|| self.inactivity_deadline());
                GameStatus::Playing { turn: self.game.turn(), due }
            }
        }
    }

    /// When the clock goes on that stands still for the side to move: at once if that side is here.
    fn clock_resumes_at(&self, attendance: &Presence) -> Option<Timestamp> {
        let held_until = self.held_until.filter(|_| self.is_in_progress())?;
        Some(if attendance.is_connected(self.game.turn().into()) { self.turn_since } else { held_until })
    }

    /// When the game is called off for want of a first move.
    pub(crate) fn first_move_by(&self) -> Option<Timestamp> {
        let waits = self.is_in_progress() && self.game.plies() < 2;
        let patience = grace::first_move(self.clock.control())?;
        waits.then_some(self.turn_since + patience)
    }

    /// When the side to move loses on time. A move that was made in time may still be on its way; it is waited for as long
    /// as it could be made up for.
    fn flag_falls_at(&self, attendance: &Presence) -> Option<Timestamp> {
        if !self.is_in_progress() {
            return None;
        }
        let falls = self.clock.flags_at()?;
        let seat = Seat::from(self.game.turn());
        let on_its_way = self.lag_quotas[seat.into()].compensation(attendance.round_trip(seat));
        Some(falls + on_its_way)
    }

    /// When a game without a clock counts as left by whoever has not moved: it would go on for ever.
    fn inactivity_deadline(&self) -> Option<Timestamp> {
        let timeless = self.is_in_progress() && *self.clock.control() == TimeControl::Unlimited;
        timeless.then(|| self.turn_since + grace::INACTIVITY)
    }

    /// When the computer has waited long enough for somebody who is not there and does not move.
    fn computer_waits_until(&self, attendance: &Presence) -> Option<Timestamp> {
        let person = self.computer_seat().filter(|_| self.is_in_progress())?.other();
        let waits = self.game.plies() >= 2 && self.game.turn() == person.into();
        let away = attendance.away_since(person).filter(|_| waits)?;
        Some(away.max(self.turn_since) + grace::COMPUTER_PATIENCE)
    }

    /// From when on a player may claim the game that the other has left. While both sides have not moved it is called off,
    /// not won.
    pub(crate) fn claim_from(&self, seat: Seat, attendance: &Presence) -> Option<Timestamp> {
        let counts = self.is_in_progress() && self.game.plies() >= 2 && !self.is_computer(seat);
        attendance.claim_from(seat, self.clock.control()).filter(|_| counts)
    }

    /// When an invitation has waited long enough.
    fn invitation_expires_at(&self) -> Option<Timestamp> {
        let waits = !self.has_begun() && self.game.outcome().is_none();
        waits.then(|| self.opened + grace::invitation(self.clock.control()))
    }

    /// What time has brought about.
    pub(super) fn due_record(&self, attendance: &Presence, now: Timestamp) -> Option<RecordKind> {
        if now < self.deadline(attendance)? {
            return None;
        }
        if let Some(held_until) = self.held_until.filter(|_| self.is_in_progress()) {
            return Some(RecordKind::Resumed { at: now.min(held_until).into() });
        }
        let has_fallen = self.flag_falls_at(attendance).is_some_and(|falls| falls <= now);
        let outcome = if !self.is_in_progress() || self.game.may_abort() && !self.clock.is_running() {
            Outcome::new(None, Ending::Aborted)?
        } else if has_fallen {
            let mut flagged = self.game.clone();
            flagged.flag(self.game.turn()).ok()?;
            flagged.outcome()?
        } else {
            // Forgotten or deserted: whoever had to move has left.
            self.abandonment_outcome(Seat::from(self.game.turn()).other())?
        };
        Some(RecordKind::Ended { result: GameResult(outcome) })
    }

    /// Whether nobody has to be there for the game to go on: it may be forgotten until somebody comes or it is due.
    pub(crate) fn can_unload(&self) -> bool {
        !self.is_in_progress() || !matches!(self.clock.control(), TimeControl::Clock(_))
    }
}
