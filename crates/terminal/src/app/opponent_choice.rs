//! Whom one plays against: another person here, the computer, or the engine that the command line names.

use client::{BoardCommand, Event, FormField, LocalGame, PlayerAction, PlayerLocation, Problem};
use engine::Level;
use game::Ruleset;
use rules::Color;

use super::list::{Step, cycle};
use super::{App, AppEffect, Notice};
use crate::texts::TerminalLocale;
use crate::{OpponentError, opponent};

/// The other side of the next game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum OpponentChoice {
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
    pub(crate) fn opponent_acted(&mut self, action: PlayerAction) {
        // A flag that has fallen goes before a move that has come since.
        self.send(Event::Tick);
        if opponent::is_stale(&action, self.view().local_game()) {
            return;
        }
        self.send(Event::RemoteAction(action.clone()));
        if matches!(self.view().problem(), Some(Problem::InvalidRemoteAction(_))) {
            self.opponent_failed(OpponentError::invalid_reply(&action));
        }
    }

    /// The opponent cannot go on: both sides are played from here, or it is started again. Nobody's time runs meanwhile.
    pub(crate) fn opponent_failed(&mut self, trouble: OpponentError) {
        let Some((against, name)) = self.opponent.take() else { return };
        let table = self.view().local_game();
        let away = Color::ALL.into_iter().find(|&color| !table.is_local(color));
        self.send(Event::MakeLocal);
        self.send(Event::Command(BoardCommand::Pause));
        // What cannot play this kind of game could not play it the next time either.
        self.failed_opponent =
            away.map(|side| (against, side)).filter(|_| trouble != OpponentError::Unsupported);
        self.notice = Some(Notice::OpponentFailed(name, trouble));
    }

    /// The side whose player has failed, if it can be started again.
    pub(crate) fn failed_side(&self) -> Option<Color> {
        let is_on = self.view().local_game().game().outcome().is_none();
        self.failed_opponent.filter(|_| is_on).map(|(_, side)| side)
    }

    /// The opponent who has failed takes the seat again.
    pub(super) fn restart_opponent(&mut self) {
        let Some((against, side)) = self.failed_opponent.take() else { return };
        self.notice = None;
        self.request_opponent(against);
        self.send(Event::MakeRemote(side));
        self.send(Event::Command(BoardCommand::Resume));
    }

    /// The opponent takes its time before it can play at all.
    pub(crate) fn opponent_starting(&mut self) {
        if let Some((_, name)) = &self.opponent {
            self.notice = Some(Notice::OpponentStarting(name.clone()));
        }
    }

    /// Whom the form has one play against.
    pub(crate) fn opponent_choice(&self) -> OpponentChoice {
        match self.view().form().ruleset {
            // Nobody but people plays it.
            Ruleset::KingCapture => OpponentChoice::Person,
            Ruleset::Standard | Ruleset::Chess960 | Ruleset::FromPosition => self.opponent_choice,
        }
    }

    /// There is an engine to play against.
    pub(crate) fn set_engine_name(&mut self, engine: &str) {
        self.engine_name = Some(engine.to_owned());
    }

    /// Somebody is to play a side of the next game.
    pub(crate) fn preselect_opponent(&mut self, against: OpponentChoice, side: Color) {
        self.opponent_choice = against;
        self.assign_remote_side(Some(side));
    }

    /// The side that one plays oneself, if the other is played elsewhere.
    pub(crate) fn own_side(&self) -> Option<Color> {
        let seats = &self.view().form().locations;
        let away = Color::ALL.into_iter().find(|&color| seats[color] == PlayerLocation::Remote);
        away.filter(|_| self.opponent_choice() != OpponentChoice::Person).map(|away| !away)
    }

    /// What an opponent is called; nothing if that is a person.
    pub(crate) fn choice_name(&self, against: OpponentChoice) -> Option<String> {
        match against {
            OpponentChoice::Person => None,
            OpponentChoice::Engine => self.engine_name.clone(),
            OpponentChoice::Computer(level) => Some(self.texts().level_name(level)),
        }
    }

    /// The next opponent in the list.
    pub(super) fn cycle_opponent(&mut self, step: Step) {
        let engine = self.engine_name.as_ref().map(|_| OpponentChoice::Engine);
        let levels = Level::ALL.iter().copied().map(OpponentChoice::Computer);
        let all: Vec<OpponentChoice> =
            [OpponentChoice::Person].into_iter().chain(engine).chain(levels).collect();
        let side = self.own_side().unwrap_or(Color::White);
        self.opponent_choice = cycle(&all, self.opponent_choice, step);
        self.assign_remote_side((self.opponent_choice != OpponentChoice::Person).then_some(!side));
    }

    /// The other side of the board.
    pub(super) fn swap_sides(&mut self) {
        self.assign_remote_side(self.own_side());
    }

    /// Whoever was chosen takes the seat under their own name. Before the game begins, so that they hear of it.
    pub(super) fn seat_opponent(&mut self) {
        let against = self.opponent_choice();
        if against == OpponentChoice::Person {
            self.assign_remote_side(None);
        }
        let name = self.choice_name(against);
        for color in Color::ALL {
            let form = self.view().form();
            // An engine may have been given another name on the command line.
            let is_named = against == OpponentChoice::Engine && !form.names[color].is_empty();
            if let Some(name) =
                name.clone().filter(|_| form.locations[color] == PlayerLocation::Remote && !is_named)
            {
                self.send(Event::EditForm(FormField::Name(color, name)));
            }
        }
        self.request_opponent(against);
    }

    /// Whoever plays the other side of the kept game, if they can be here.
    pub(super) fn saved_game_opponent(&mut self) -> Option<OpponentChoice> {
        let table = self.view().unfinished_game()?;
        let away = Color::ALL.into_iter().find(|&color| !table.is_local(color))?;
        let level = TerminalLocale::level_by_name(table.players()[away].name()).map(OpponentChoice::Computer);
        if self.engine_name.is_some() { Some(OpponentChoice::Engine) } else { level }
    }

    pub(super) fn request_opponent(&mut self, against: OpponentChoice) {
        self.opponent = self.choice_name(against).map(|name| (against, name));
        self.effects.push(AppEffect::SeatOpponent(against));
    }

    /// This side is played elsewhere, and the other one here; both are if nobody sits elsewhere. A name goes with the one
    /// who had it.
    fn assign_remote_side(&mut self, away: Option<Color>) {
        for color in Color::ALL {
            let seat = if away == Some(color) { PlayerLocation::Remote } else { PlayerLocation::Local };
            let was = self.view().form().locations[color];
            if was == PlayerLocation::Remote && seat == PlayerLocation::Local {
                self.send(Event::EditForm(FormField::Name(color, String::new())));
            }
            self.send(Event::EditForm(FormField::Location(color, seat)));
        }
    }

    /// Whether somebody is missing from the kept game.
    pub(super) fn saved_game_lacks_opponent(&self) -> bool {
        self.view().unfinished_game().is_some_and(|table: &LocalGame| !table.is_all_local())
    }
}
