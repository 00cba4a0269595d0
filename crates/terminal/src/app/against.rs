//! Whom one plays against: another person here, the computer, or the engine that the command line names.

use client::{Act, Deed, Event, Field, Problem, Seat, Table};
use engine::Level;
use game::Ruleset;
use rules::Color;

use super::list::{Step, turn};
use super::{App, Errand, Remark};
use crate::texts::Texts;
use crate::{Trouble, opponent};

/// The other side of the next game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Against {
    /// Another person at this keyboard.
    #[default]
    Person,
    /// The engine that the command line names.
    Engine,
    /// The computer that comes with the program.
    Computer(Level),
}

impl App {
    /// The opponent does something. What comes too late is passed over; what cannot be is a lie, and ends its part in the
    /// game.
    pub(crate) fn told(&mut self, deed: Deed) {
        // A flag that has fallen goes before a move that has come since.
        self.send(Event::Tick);
        if opponent::is_too_late(deed, self.view().table()) {
            return;
        }
        self.send(Event::Told(deed));
        if matches!(self.view().problem(), Some(Problem::Told(_))) {
            self.lost(Trouble::lie(deed));
        }
    }

    /// The opponent cannot go on: both sides are played from here, or it is started again. Nobody's time runs meanwhile.
    pub(crate) fn lost(&mut self, trouble: Trouble) {
        let Some((against, name)) = self.opponent.take() else { return };
        let table = self.view().table();
        let away = Color::ALL.into_iter().find(|&color| !table.is_here(color));
        self.send(Event::TakeOver);
        self.send(Event::Act(Act::Pause));
        // What cannot play this kind of game could not play it the next time either.
        self.gone = away.map(|side| (against, side)).filter(|_| trouble != Trouble::Unfit);
        self.remark = Some(Remark::Lost(name, trouble));
    }

    /// The side whose player has failed, if it can be started again.
    pub(crate) fn gone(&self) -> Option<Color> {
        let is_on = self.view().table().game().outcome().is_none();
        self.gone.filter(|_| is_on).map(|(_, side)| side)
    }

    /// The opponent who has failed takes the seat again.
    pub(super) fn restart(&mut self) {
        let Some((against, side)) = self.gone.take() else { return };
        self.remark = None;
        self.seat(against);
        self.send(Event::HandOver(side));
        self.send(Event::Act(Act::Resume));
    }

    /// The opponent takes its time before it can play at all.
    pub(crate) fn waits(&mut self) {
        if let Some((_, name)) = &self.opponent {
            self.remark = Some(Remark::Starting(name.clone()));
        }
    }

    /// Whom the form has one play against.
    pub(crate) fn against(&self) -> Against {
        match self.view().form().ruleset {
            // Nobody but people plays it.
            Ruleset::KingCapture => Against::Person,
            Ruleset::Standard | Ruleset::Chess960 | Ruleset::FromPosition => self.against,
        }
    }

    /// There is an engine to play against.
    pub(crate) fn introduce(&mut self, engine: &str) {
        self.engine = Some(engine.to_owned());
    }

    /// Somebody is to play a side of the next game.
    pub(crate) fn invite(&mut self, against: Against, side: Color) {
        self.against = against;
        self.give_seat(Some(side));
    }

    /// The side that one plays oneself, if the other is played elsewhere.
    pub(crate) fn own_side(&self) -> Option<Color> {
        let seats = &self.view().form().seats;
        let away = Color::ALL.into_iter().find(|&color| seats[color] == Seat::Elsewhere);
        away.filter(|_| self.against() != Against::Person).map(|away| !away)
    }

    /// What an opponent is called; nothing if that is a person.
    pub(crate) fn name_of(&self, against: Against) -> Option<String> {
        match against {
            Against::Person => None,
            Against::Engine => self.engine.clone(),
            Against::Computer(level) => Some(self.texts().level(level)),
        }
    }

    /// The next opponent in the list.
    pub(super) fn turn_opponent(&mut self, step: Step) {
        let engine = self.engine.as_ref().map(|_| Against::Engine);
        let levels = Level::ALL.iter().copied().map(Against::Computer);
        let all: Vec<Against> = [Against::Person].into_iter().chain(engine).chain(levels).collect();
        let side = self.own_side().unwrap_or(Color::White);
        self.against = turn(&all, self.against, step);
        self.give_seat((self.against != Against::Person).then_some(!side));
    }

    /// The other side of the board.
    pub(super) fn turn_side(&mut self) {
        self.give_seat(self.own_side());
    }

    /// Whoever was chosen takes the seat under their own name. Before the game begins, so that they hear of it.
    pub(super) fn seat_opponent(&mut self) {
        let against = self.against();
        if against == Against::Person {
            self.give_seat(None);
        }
        let name = self.name_of(against);
        for color in Color::ALL {
            let form = self.view().form();
            // An engine may have been given another name on the command line.
            let is_named = against == Against::Engine && !form.names[color].is_empty();
            if let Some(name) = name.clone().filter(|_| form.seats[color] == Seat::Elsewhere && !is_named) {
                self.send(Event::Fill(Field::Name(color, name)));
            }
        }
        self.seat(against);
    }

    /// Whoever plays the other side of the kept game, if they can be here.
    pub(super) fn find_opponent(&mut self) -> Option<Against> {
        let table = self.view().unfinished()?;
        let away = Color::ALL.into_iter().find(|&color| !table.is_here(color))?;
        let level = Texts::level_of(table.players()[away].name()).map(Against::Computer);
        if self.engine.is_some() { Some(Against::Engine) } else { level }
    }

    pub(super) fn seat(&mut self, against: Against) {
        self.opponent = self.name_of(against).map(|name| (against, name));
        self.errands.push(Errand::Seat(against));
    }

    /// This side is played elsewhere, and the other one here; both are if nobody sits elsewhere. A name goes with the one
    /// who had it.
    fn give_seat(&mut self, away: Option<Color>) {
        for color in Color::ALL {
            let seat = if away == Some(color) { Seat::Elsewhere } else { Seat::Here };
            let was = self.view().form().seats[color];
            if was == Seat::Elsewhere && seat == Seat::Here {
                self.send(Event::Fill(Field::Name(color, String::new())));
            }
            self.send(Event::Fill(Field::Seat(color, seat)));
        }
    }

    /// Whether somebody is missing from the kept game.
    pub(super) fn misses_somebody(&self) -> bool {
        self.view().unfinished().is_some_and(|table: &Table| !table.is_shared())
    }
}
