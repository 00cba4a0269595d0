//! Read-only view of the state for user interfaces. Everything is computed on demand; a tick changes only the
//! clocks.

mod actions;
mod board;
mod board3d_scene;
mod moves;
mod sides;

use game::{MoveInputError, Status, Timestamp};
use rules::{Color, Square};

pub use actions::AvailableActions;
pub use board::{BoardView, PieceView, SquareView};
pub use board3d_scene::{Board3dPiece, Board3dScene, Board3dSceneError, PieceState};
pub use moves::{MoveListView, MoveView};
pub use sides::SideView;

use crate::online::OnlineState;
use crate::{Confirmation, FormErrors, GameForm, LocalGame, Problem, RejectedMove, Screen, Settings, State};

/// The state at a point in time.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    state: &'a State,
    now: Timestamp,
}

impl State {
    /// The view at `now`.
    #[must_use]
    pub fn view(&self, now: Timestamp) -> View<'_> {
        View { state: self, now }
    }
}

impl<'a> View<'a> {
    /// Current screen.
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

    /// Errors of the new-game form.
    #[must_use]
    pub fn form_errors(&self) -> FormErrors {
        self.state.form.errors()
    }

    /// The game on the board.
    #[must_use]
    pub fn local_game(&self) -> &'a LocalGame {
        &self.state.local_game
    }

    /// The study on the board, if any.
    #[must_use]
    pub fn study(&self) -> Option<&'a crate::study::Study> {
        self.state.study.as_ref()
    }

    /// Server connection, online game and lobby.
    #[must_use]
    pub fn online(&self) -> &'a OnlineState {
        &self.state.online
    }

    /// Time at which the connection needs a tick.
    #[must_use]
    pub fn next_connection_deadline(&self) -> Option<Timestamp> {
        let online = &self.state.online;
        let asked = online.game.as_ref().and_then(|game| game.state_request.next_retry());
        let seeks = online.lobby.as_ref().and_then(|lobby| lobby.next_retry());
        let sends_again = online.outbox.next_retry().or(asked).into_iter().chain(seeks).min();
        let sends_again = sends_again.filter(|_| online.connection.is_connected());
        let expires = online.challenges.next_expiry(online.server_time);
        [online.connection.next_deadline(), sends_again, expires].into_iter().flatten().min()
    }

    /// An unfinished game: a saved one, or the one on the board if it has moves.
    #[must_use]
    pub fn unfinished_game(&self) -> Option<&'a LocalGame> {
        let is_on = |local_game: &&LocalGame| local_game.game.plies() > 0 && !local_game.is_finished();
        self.state.saved_game.as_ref().or(Some(&self.state.local_game).filter(is_on))
    }

    /// Status of the current position; the outcome of a finished game that was imported, whose side to move is of no
    /// interest.
    #[must_use]
    pub fn status(&self) -> Status {
        let local_game = &self.state.local_game;
        match local_game.game.outcome().filter(|_| local_game.is_finished_import()) {
            Some(outcome) => Status::Over(outcome),
            None => local_game.game.status(),
        }
    }

    /// Status of the shown position.
    #[must_use]
    pub fn shown_status(&self) -> Status {
        let is_present = self.state.ui.shown_ply.is_none();
        match self.state.local_game.game.setup_at(self.state.shown_ply().index()) {
            Some(setup) if !is_present => match self.king_in_check() {
                Some(king) => Status::Check { turn: setup.turn, king },
                None => Status::Turn(setup.turn),
            },
            _ => self.status(),
        }
    }

    /// Current move number.
    #[must_use]
    pub fn move_number(&self) -> usize {
        self.state.local_game.move_number()
    }

    /// The rejected move, if explanations are switched on.
    #[must_use]
    pub fn explanation(&self) -> Option<RejectedMove> {
        self.rejected_move().filter(|_| self.state.settings.explain.is_on())
    }

    /// The rejected move, for its animation.
    #[must_use]
    pub fn rejected_move(&self) -> Option<RejectedMove> {
        self.state.ui.rejected_move
    }

    /// The current problem.
    #[must_use]
    pub fn problem(&self) -> Option<&'a Problem> {
        self.state.ui.problem.as_ref()
    }

    /// The pending confirmation.
    #[must_use]
    pub fn confirmation(&self) -> Option<Confirmation> {
        self.state.ui.confirmation
    }

    /// Text of the typed move.
    #[must_use]
    pub fn typed_move(&self) -> &'a str {
        &self.state.ui.typed_move
    }

    /// Error of the typed move.
    #[must_use]
    pub fn typed_move_error(&self) -> Option<&'a MoveInputError> {
        match self.problem() {
            Some(Problem::TypedMove(error)) => Some(error),
            _ => None,
        }
    }

    /// The square that the keyboard focuses.
    #[must_use]
    pub fn cursor(&self) -> Square {
        let home = self.state.local_game.orientation.bottom.relative(Square::E2);
        let ui = &self.state.ui;
        ui.cursor.or(ui.last_pressed).unwrap_or(home)
    }

    /// Time at which a flag falls; the next tick is due then.
    #[must_use]
    pub fn next_flag_at(&self) -> Option<Timestamp> {
        self.state.local_game.clock.flags_at()
    }

    /// The side to move, if it is remote.
    #[must_use]
    pub fn waits_for(&self) -> Option<Color> {
        let game = &self.state.local_game.game;
        let turn = game.turn();
        (game.outcome().is_none() && !self.state.local_game.is_local(turn)).then_some(turn)
    }
}
