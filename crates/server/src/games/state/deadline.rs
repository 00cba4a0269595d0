//! Deadlines: clock, first move, invitation, inactivity.

use game::{Ending, Outcome, TimeControl, Timestamp};
use protocol::{GameResult, Seat};

use super::{ActiveGame, Presence, RecordKind, grace};
use crate::store::GameStatus;

impl ActiveGame {
    /// The next time at which the game changes without an action.
    pub(crate) fn deadline(&self, presence: &Presence) -> Option<Timestamp> {
        self.clock_resumes_at(presence)
            .or_else(|| self.first_move_by())
            .or_else(|| {
                [self.flag_falls_at(presence), self.computer_waits_until(presence)]
                    .into_iter()
                    .flatten()
                    .min()
            })
            .or_else(|| self.inactivity_deadline())
            .or_else(|| self.invitation_expires_at())
    }

    /// Status for lists and for scheduling.
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

    /// Time at which a held clock resumes: immediately if the side to move is connected and has no move to send
    /// again.
    fn clock_resumes_at(&self, presence: &Presence) -> Option<Timestamp> {
        let held_until = self.held_until.filter(|_| self.is_in_progress())?;
        Some(if presence.is_ready(self.game.turn().into()) { self.turn_since } else { held_until })
    }

    /// Time at which the game is aborted for lack of a first move.
    pub(crate) fn first_move_by(&self) -> Option<Timestamp> {
        let waits = self.is_in_progress() && self.game.plies() < 2;
        let patience = grace::first_move(self.clock.control())?;
        waits.then_some(self.turn_since + patience)
    }

    /// Time at which the side to move loses on time, extended by the lag compensation a move in flight could
    /// get, and by the delay with which the side was told of its turn.
    fn flag_falls_at(&self, presence: &Presence) -> Option<Timestamp> {
        if !self.is_in_progress() {
            return None;
        }
        let falls = self.clock.flags_at()?;
        let seat = Seat::from(self.game.turn());
        let on_its_way = self.lag_quotas[seat.into()].compensation(presence.round_trip(seat));
        Some(falls + on_its_way + presence.turn_delay(self.turn_number) + presence.flag_margin(seat))
    }

    /// Time at which an untimed game counts as abandoned by the side to move.
    fn inactivity_deadline(&self) -> Option<Timestamp> {
        let timeless = self.is_in_progress() && *self.clock.control() == TimeControl::Unlimited;
        let patience =
            if self.computer_seat().is_some() { grace::COMPUTER_INACTIVITY } else { grace::INACTIVITY };
        timeless.then(|| self.turn_since + patience)
    }

    /// Time at which the computer stops waiting for an absent player. Without a clock players may leave.
    fn computer_waits_until(&self, presence: &Presence) -> Option<Timestamp> {
        if !matches!(self.clock.control(), TimeControl::Clock(_)) {
            return None;
        }
        let person = self.computer_seat().filter(|_| self.is_in_progress())?.other();
        let waits = self.game.plies() >= 2 && self.game.turn() == person.into();
        let away = presence.away_since(person).filter(|_| waits)?;
        Some(away.max(self.turn_since) + grace::COMPUTER_PATIENCE)
    }

    /// Time from which a player may claim the game. Before both sides have moved it is aborted instead.
    pub(crate) fn claim_from(&self, seat: Seat, presence: &Presence) -> Option<Timestamp> {
        let counts = self.is_in_progress() && self.game.plies() >= 2 && !self.is_computer(seat);
        presence.claim_from(seat, self.clock.control()).filter(|_| counts)
    }

    /// Time at which an invitation expires.
    fn invitation_expires_at(&self) -> Option<Timestamp> {
        let waits = !self.has_begun() && self.game.outcome().is_none();
        waits.then(|| self.turn_since + grace::invitation(self.clock.control()))
    }

    /// The record for a deadline that has passed.
    pub(super) fn due_record(&self, presence: &Presence, now: Timestamp) -> Option<RecordKind> {
        if now < self.deadline(presence)? {
            return None;
        }
        if let Some(held_until) = self.held_until.filter(|_| self.is_in_progress()) {
            return Some(RecordKind::Resumed { at: now.min(held_until).into() });
        }
        let has_fallen = self.flag_falls_at(presence).is_some_and(|falls| falls <= now);
        let outcome = if !self.is_in_progress() || self.game.may_abort() && !self.clock.is_running() {
            Outcome::new(None, Ending::Aborted)?
        } else if has_fallen {
            self.game.outcome_by_flag_fall(self.game.turn())
        } else {
            // Inactive, or the computer's opponent is absent: abandoned by the side to move.
            self.game.outcome_by_abandonment(self.game.turn())
        };
        Some(RecordKind::Ended { result: GameResult(outcome) })
    }

    /// Returns true if the game may be unloaded until it is requested or due.
    pub(crate) fn can_unload(&self) -> bool {
        !self.is_in_progress() || !matches!(self.clock.control(), TimeControl::Clock(_))
    }
}
