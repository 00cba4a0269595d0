//! What painters read. Nothing here is stored: every answer is derived from the state when it is asked for, so ask
//! for what has to be drawn and no more (a tick changes the clocks only).

mod actions;
mod board;
mod moves;
mod sides;

use game::{ReadMoveError, Status, Timestamp};
use rules::{Color, Square};

pub use actions::Actions;
pub use board::{BoardView, ManView, SquareView};
pub use moves::{MoveView, Moves};
pub use sides::SideView;

#[cfg(feature = "online")]
use crate::online::Online;
use crate::{Form, FormErrors, Problem, Question, Screen, Settings, Slip, State, Table};

/// The client at a moment.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    state: &'a State,
    now: Timestamp,
}

impl State {
    /// The client as it is to be drawn at that moment.
    #[must_use]
    pub fn view(&self, now: Timestamp) -> View<'_> {
        View { state: self, now }
    }
}

impl<'a> View<'a> {
    /// Which screen is shown.
    #[must_use]
    pub fn screen(&self) -> Screen {
        self.state.screen
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &'a Settings {
        &self.state.settings
    }

    /// The new-game form.
    #[must_use]
    pub fn form(&self) -> &'a Form {
        &self.state.form
    }

    /// What is wrong with the new-game form.
    #[must_use]
    pub fn form_errors(&self) -> FormErrors {
        self.state.form.errors()
    }

    /// The game at the table, with clock and players.
    #[must_use]
    pub fn table(&self) -> &'a Table {
        &self.state.table
    }

    /// What is looked at freely, if it is not played.
    #[cfg(feature = "study")]
    #[must_use]
    pub fn study(&self) -> Option<&'a crate::study::Study> {
        self.state.study.as_ref()
    }

    /// The server, its games and its lobby.
    #[cfg(feature = "online")]
    #[must_use]
    pub fn online(&self) -> &'a Online {
        &self.state.online
    }

    /// The moment at which the connection needs a tick, if nothing happens before.
    #[cfg(feature = "online")]
    #[must_use]
    pub fn connection_wakes_at(&self) -> Option<Timestamp> {
        let online = &self.state.online;
        let asked = online.game.as_ref().and_then(|game| game.asked.wakes_at());
        let sends_again = online.outbox.wakes_at().or(asked).filter(|_| online.link.is_up());
        [online.link.wakes_at(), sends_again].into_iter().flatten().min()
    }

    /// A game that is not over and can go on: one that was found, or the one at the table if it has moves.
    #[must_use]
    pub fn unfinished(&self) -> Option<&'a Table> {
        let is_on = |table: &&Table| table.game.plies() > 0 && table.game.outcome().is_none();
        self.state.found.as_ref().or(Some(&self.state.table).filter(is_on))
    }

    /// What the line under the board says.
    #[must_use]
    pub fn status(&self) -> Status {
        self.state.table.game.status()
    }

    /// The same for what the board shows, be it an earlier moment.
    #[must_use]
    pub fn status_shown(&self) -> Status {
        let is_present = self.state.attention.shown.is_none();
        match self.state.table.game.setup_at(self.state.shown()) {
            Some(setup) if !is_present => match self.king_in_check() {
                Some(king) => Status::Check { turn: setup.turn, king },
                None => Status::Turn(setup.turn),
            },
            _ => self.status(),
        }
    }

    /// The round that is being played.
    #[must_use]
    pub fn round(&self) -> usize {
        self.state.table.round()
    }

    /// The illegal try that is being explained; `None` if that is switched off.
    #[must_use]
    pub fn explanation(&self) -> Option<Slip> {
        self.slip().filter(|_| self.state.settings.explain.is_on())
    }

    /// The illegal try, explained or not: the piece shakes in any case.
    #[must_use]
    pub fn slip(&self) -> Option<Slip> {
        self.state.attention.slip
    }

    /// What did not work.
    #[must_use]
    pub fn problem(&self) -> Option<&'a Problem> {
        self.state.attention.problem.as_ref()
    }

    /// What is being asked and wants a yes or a no.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        self.state.attention.question
    }

    /// The text of the move that is being typed.
    #[must_use]
    pub fn typed(&self) -> &'a str {
        &self.state.attention.typed
    }

    /// Why the typed text was no move.
    #[must_use]
    pub fn typed_error(&self) -> Option<&'a ReadMoveError> {
        match self.problem() {
            Some(Problem::Typed(error)) => Some(error),
            _ => None,
        }
    }

    /// The square that has the keyboard's focus when the board has it.
    #[must_use]
    pub fn cursor(&self) -> Square {
        let home = self.state.table.orientation.bottom.relative(Square::E2);
        let attention = &self.state.attention;
        attention.cursor.or(attention.pressed).unwrap_or(home)
    }

    /// The moment at which a flag falls if nothing happens: a good time for the next tick.
    #[must_use]
    pub fn flags_at(&self) -> Option<Timestamp> {
        self.state.table.clock.flags_at()
    }

    /// The side that is waited for and does not sit here.
    #[must_use]
    pub fn waits_for(&self) -> Option<Color> {
        let game = &self.state.table.game;
        let turn = game.turn();
        (game.outcome().is_none() && !self.state.table.is_here(turn)).then_some(turn)
    }
}
