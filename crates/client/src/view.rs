//! What painters read. Nothing here is stored: every answer is derived from the state when it is asked for, so ask
//! for what has to be drawn and no more (a tick changes the clocks only).

mod actions;
mod board;
mod moves;
mod sides;

use game::{MoveInputError, Status, Timestamp};
use rules::{Color, Square};

pub use actions::AvailableActions;
pub use board::{BoardView, PieceView, SquareView};
pub use moves::{MoveListView, MoveView};
pub use sides::SideView;

#[cfg(feature = "online")]
use crate::online::OnlineState;
use crate::{Confirmation, FormErrors, GameForm, LocalGame, Problem, RejectedMove, Screen, Settings, State};

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
    pub fn form(&self) -> &'a GameForm {
        &self.state.form
    }

    /// What is wrong with the new-game form.
    #[must_use]
    pub fn form_errors(&self) -> FormErrors {
        self.state.form.errors()
    }

    /// The game at the table, with clock and players.
    #[must_use]
    pub fn local_game(&self) -> &'a LocalGame {
        &self.state.local_game
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
    pub fn online(&self) -> &'a OnlineState {
        &self.state.online
    }

    /// The moment at which the connection needs a tick, if nothing happens before.
    #[cfg(feature = "online")]
    #[must_use]
    pub fn next_connection_deadline(&self) -> Option<Timestamp> {
        let online = &self.state.online;
        let asked = online.game.as_ref().and_then(|game| game.state_request.next_retry());
        let sends_again = online.outbox.next_retry().or(asked).filter(|_| online.connection.is_connected());
        [online.connection.next_deadline(), sends_again].into_iter().flatten().min()
    }

    /// A game that is not over and can go on: one that was found, or the one at the table if it has moves.
    #[must_use]
    pub fn unfinished_game(&self) -> Option<&'a LocalGame> {
        let is_on = |table: &&LocalGame| table.game.plies() > 0 && table.game.outcome().is_none();
        self.state.saved_game.as_ref().or(Some(&self.state.local_game).filter(is_on))
    }

    /// What the line under the board says.
    #[must_use]
    pub fn status(&self) -> Status {
        self.state.local_game.game.status()
    }

    /// The same for what the board shows, be it an earlier moment.
    #[must_use]
    pub fn shown_status(&self) -> Status {
        let is_present = self.state.ui.shown_ply.is_none();
        match self.state.local_game.game.setup_at(self.state.shown_ply()) {
            Some(setup) if !is_present => match self.king_in_check() {
                Some(king) => Status::Check { turn: setup.turn, king },
                None => Status::Turn(setup.turn),
            },
            _ => self.status(),
        }
    }

    /// The round that is being played.
    #[must_use]
    pub fn move_number(&self) -> usize {
        self.state.local_game.move_number()
    }

    /// The illegal try that is being explained; `None` if that is switched off.
    #[must_use]
    pub fn explanation(&self) -> Option<RejectedMove> {
        self.rejected_move().filter(|_| self.state.settings.explain.is_on())
    }

    /// The illegal try, explained or not: the piece shakes in any case.
    #[must_use]
    pub fn rejected_move(&self) -> Option<RejectedMove> {
        self.state.ui.rejected_move
    }

    /// What did not work.
    #[must_use]
    pub fn problem(&self) -> Option<&'a Problem> {
        self.state.ui.problem.as_ref()
    }

    /// What is being asked and wants a yes or a no.
    #[must_use]
    pub fn confirmation(&self) -> Option<Confirmation> {
        self.state.ui.confirmation
    }

    /// The text of the move that is being typed.
    #[must_use]
    pub fn typed_move(&self) -> &'a str {
        &self.state.ui.typed_move
    }

    /// Why the typed text was no move.
    #[must_use]
    pub fn typed_move_error(&self) -> Option<&'a MoveInputError> {
        match self.problem() {
            Some(Problem::TypedMove(error)) => Some(error),
            _ => None,
        }
    }

    /// The square that has the keyboard's focus when the board has it.
    #[must_use]
    pub fn cursor(&self) -> Square {
        let home = self.state.local_game.orientation.bottom.relative(Square::E2);
        let attention = &self.state.ui;
        attention.cursor.or(attention.last_pressed).unwrap_or(home)
    }

    /// The moment at which a flag falls if nothing happens: a good time for the next tick.
    #[must_use]
    pub fn next_flag_at(&self) -> Option<Timestamp> {
        self.state.local_game.clock.flags_at()
    }

    /// The side that is waited for and does not sit here.
    #[must_use]
    pub fn waits_for(&self) -> Option<Color> {
        let game = &self.state.local_game.game;
        let turn = game.turn();
        (game.outcome().is_none() && !self.state.local_game.is_local(turn)).then_some(turn)
    }
}
