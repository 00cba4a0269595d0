//! The opponent: another local player, the computer, or the engine from the command line.

use client::{BoardCommand, Event, FormField, LocalGame, PlayerAction, PlayerLocation, Problem};
use engine::Level;
use game::Ruleset;
use rules::Color;

use super::list::{Step, cycle};
use super::{App, AppEffect, Notice};
use crate::locale::TerminalLocale;
use crate::{OpponentError, opponent};

/// The opponent of the next game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum OpponentChoice {
    /// Another person at this keyboard.
    #[default]
    Person,
    /// The engine from the command line.
    Engine,
    /// The built-in engine at a level.
    Computer(Level),
}

impl App {
    /// Handles an action of the opponent. Stale actions are ignored; an invalid one ends the opponent's
    /// participation.
    pub(crate) fn opponent_acted(&mut self, action: PlayerAction) {
        // A flag that has fallen takes precedence over a later move.
        self.send(Event::Tick);
        if opponent::is_stale(&action, self.view().local_game()) {
            return;
        }
        self.send(Event::RemoteAction(action.clone()));
        if matches!(self.view().problem(), Some(Problem::InvalidRemoteAction(_))) {
            self.opponent_failed(OpponentError::invalid_reply(&action));
        }
    }

    /// Makes both sides local and pauses the clocks after the opponent failed. It can be restarted.
    pub(crate) fn opponent_failed(&mut self, error: OpponentError) {
        let Some((choice, name)) = self.opponent.take() else { return };
        let local_game = self.view().local_game();
        let away = Color::ALL.into_iter().find(|&color| !local_game.is_local(color));
        self.send(Event::MakeLocal);
        self.send(Event::Command(BoardCommand::Pause));
        // An unsupported variant stays unsupported after a restart.
        self.failed_opponent =
            away.map(|side| (choice, side)).filter(|_| error != OpponentError::Unsupported);
        self.notice = Some(Notice::OpponentFailed(name, error));
    }

    /// The side of a failed opponent that can be restarted.
    pub(crate) fn failed_side(&self) -> Option<Color> {
        let is_on = self.view().local_game().game().outcome().is_none();
        self.failed_opponent.filter(|_| is_on).map(|(_, side)| side)
    }

    /// Restarts the failed opponent.
    pub(super) fn restart_opponent(&mut self) {
        let Some((choice, side)) = self.failed_opponent.take() else { return };
        self.notice = None;
        self.request_opponent(choice);
        self.send(Event::MakeRemote(side));
        self.send(Event::Command(BoardCommand::Resume));
    }

    /// Shows that the opponent takes long to start.
    pub(crate) fn opponent_starting(&mut self) {
        if let Some((_, name)) = &self.opponent {
            self.notice = Some(Notice::OpponentStarting(name.clone()));
        }
    }

    /// The opponent selected in the form.
    pub(crate) fn opponent_choice(&self) -> OpponentChoice {
        match self.view().form().ruleset {
            // No engine supports this variant.
            Ruleset::KingCapture => OpponentChoice::Person,
            Ruleset::Standard | Ruleset::Chess960 | Ruleset::FromPosition => self.opponent_choice,
        }
    }

    /// Sets the name of the engine from the command line.
    pub(crate) fn set_engine_name(&mut self, engine: &str) {
        self.engine_name = Some(engine.to_owned());
    }

    /// Preselects an opponent and its side in the form.
    pub(crate) fn preselect_opponent(&mut self, choice: OpponentChoice, side: Color) {
        self.opponent_choice = choice;
        self.assign_remote_side(Some(side));
    }

    /// The local side, if the other side is remote.
    pub(crate) fn own_side(&self) -> Option<Color> {
        let seats = &self.view().form().locations;
        let away = Color::ALL.into_iter().find(|&color| seats[color] == PlayerLocation::Remote);
        away.filter(|_| self.opponent_choice() != OpponentChoice::Person).map(|away| !away)
    }

    /// The name of an opponent; `None` for a local player.
    pub(crate) fn choice_name(&self, choice: OpponentChoice) -> Option<String> {
        match choice {
            OpponentChoice::Person => None,
            OpponentChoice::Engine => self.engine_name.clone(),
            OpponentChoice::Computer(level) => Some(self.texts().level_name(level)),
        }
    }

    /// Selects the next opponent in the list.
    pub(super) fn cycle_opponent(&mut self, step: Step) {
        let engine = self.engine_name.as_ref().map(|_| OpponentChoice::Engine);
        let levels = Level::ALL.iter().copied().map(OpponentChoice::Computer);
        let all: Vec<OpponentChoice> =
            [OpponentChoice::Person].into_iter().chain(engine).chain(levels).collect();
        let side = self.own_side().unwrap_or(Color::White);
        self.opponent_choice = cycle(&all, self.opponent_choice, step);
        self.assign_remote_side((self.opponent_choice != OpponentChoice::Person).then_some(!side));
    }

    /// Swaps the local and the remote side.
    pub(super) fn swap_sides(&mut self) {
        self.assign_remote_side(self.own_side());
    }

    /// Seats the selected opponent under its own name, before the game starts so that it is notified of the
    /// start.
    pub(super) fn seat_opponent(&mut self) {
        let choice = self.opponent_choice();
        if choice == OpponentChoice::Person {
            self.assign_remote_side(None);
        }
        let name = self.choice_name(choice);
        for color in Color::ALL {
            let form = self.view().form();
            // The command line may have given the engine another name.
            let is_named = choice == OpponentChoice::Engine && !form.names[color].is_empty();
            if let Some(name) =
                name.clone().filter(|_| form.locations[color] == PlayerLocation::Remote && !is_named)
            {
                self.send(Event::EditForm(FormField::Name(color, name)));
            }
        }
        self.request_opponent(choice);
    }

    /// The opponent of the saved game, if it is available.
    pub(super) fn saved_game_opponent(&mut self) -> Option<OpponentChoice> {
        let local_game = self.view().unfinished_game()?;
        let away = Color::ALL.into_iter().find(|&color| !local_game.is_local(color))?;
        let level =
            TerminalLocale::level_by_name(local_game.players()[away].name()).map(OpponentChoice::Computer);
        if self.engine_name.is_some() { Some(OpponentChoice::Engine) } else { level }
    }

    pub(super) fn request_opponent(&mut self, choice: OpponentChoice) {
        self.opponent = self.choice_name(choice).map(|name| (choice, name));
        self.effects.push(AppEffect::SeatOpponent(choice));
    }

    /// Makes `away` remote and the other side local; `None` makes both local. A remote player's name is
    /// removed with it.
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

    /// True if the saved game has a remote side.
    pub(super) fn saved_game_lacks_opponent(&self) -> bool {
        self.view().unfinished_game().is_some_and(|local_game: &LocalGame| !local_game.is_all_local())
    }
}
