//! The state machine: applies events to the state.

mod actions;
mod extensions;
mod commands;
mod navigation;
mod import_export;
mod game_end;
mod keyboard;
mod moves;
mod online;
mod pointer;
mod premoves;
mod screens;
mod study;
mod typed_moves;

use game::{GameError, Timestamp};

use crate::{Announcement, Effect, Event, Problem, Sound, State};

pub use extensions::Extensions;

/// Applies an event at time `now` and returns the resulting effects in order.
///
/// Timestamps must come from a monotonic clock. Fallen flags are handled before the event, so that no move
/// follows them.
pub fn update(state: &mut State, event: Event, now: Timestamp) -> Vec<Effect> {
    let mut update = Update { state, now, effects: Vec::new() };
    update.advance_clock();
    update.drive_connection();
    update.clear_feedback(&event);
    update.handle(event);
    update.drive_connection();
    update.effects
}

/// Context of one update.
#[derive(Debug)]
pub(crate) struct Update<'a> {
    state: &'a mut State,
    now: Timestamp,
    effects: Vec<Effect>,
}

impl Update<'_> {
    fn handle(&mut self, event: Event) {
        match event {
            // What is shown is cleared before.
            Event::Tick | Event::Dismiss => {}
            Event::Hide => self.on_hide(),
            Event::Press(square) => self.press(square),
            Event::PointerOver(square) => self.state.ui.hovered = square,
            Event::Release(square) => self.release(square),
            Event::Click(square) => self.click(square),
            Event::ArrowKey(direction) => self.arrow_key(direction),
            Event::FocusSquare(square) => self.state.ui.cursor = square,
            Event::Enter => self.enter(),
            Event::Escape => self.escape(),
            Event::TypeMove(text) => self.state.ui.typed_move = text,
            Event::SubmitMove => self.submit_move(),
            Event::Promote(role) => self.promote(role),
            Event::CancelPremoves => self.drop_premoves(),
            Event::DrawShape(shape) => self.state.ui.shapes.draw(shape),
            Event::ClearShapes => self.state.ui.shapes.clear(),
            Event::Navigate(navigation) => self.navigate(navigation),
            Event::LocalAction(action) => self.act(action),
            Event::Command(command) => self.run_command(command),
            Event::RemoteAction(action) => self.on_remote_action(action),
            Event::Network(event) => self.handle_network_event(event),
            Event::Online(command) => self.handle_online_command(command),
            Event::ShowGame(local_game) => self.show_game(*local_game),
            Event::Study(act) => self.handle_study_command(act),
            Event::MakeLocal => self.make_local(),
            Event::MakeRemote(color) => self.make_remote(color),
            Event::FlipBoard => {
                self.state.local_game.orientation = self.state.local_game.orientation.flipped()
            }
            Event::GoTo(screen) => self.go_to(screen),
            Event::EditForm(field) => self.edit_form(field),
            Event::StartGame { seed } => self.start_game(seed),
            Event::Rematch => self.rematch(),
            Event::SavedGameFound(text) => self.on_saved_game_found(&text),
            Event::ResumeSavedGame => self.resume_saved_game(),
            Event::OpenText(text) => self.open_text(&text),
            Event::CopyText(document) => self.copy_text(document),
            Event::Download(document) => self.download(document),
            Event::ChangeSetting(setting) => self.change_setting(setting),
            Event::ResetSettings => self.reset_settings(),
            Event::SetDate(date) => self.state.today = Some(date),
        }
    }

    /// Errors and rejected moves are shown until the next action of the user.
    fn clear_feedback(&mut self, event: &Event) {
        let says_nothing = matches!(
            event,
            Event::Tick
                | Event::Hide
                | Event::PointerOver(_)
                | Event::Release(_)
                | Event::FocusSquare(_)
                | Event::ChangeSetting(_)
                | Event::ResetSettings
                | Event::SetDate(_)
        );
        if !says_nothing && !is_incoming(event) {
            self.state.ui.rejected_move = None;
            self.state.ui.problem = None;
        }
    }

    fn sound(&mut self, sound: Sound) {
        self.effects.push(Effect::PlaySound(sound));
    }

    fn announce(&mut self, announcement: Announcement) {
        self.effects.push(Effect::Announce(announcement));
    }

    fn problem(&mut self, problem: Problem) {
        self.state.ui.problem = Some(problem);
    }

    /// Records a [`GameError`] as the current problem; returns true if the action succeeded.
    fn report_error(&mut self, result: Result<(), GameError>) -> bool {
        if let Err(error) = result {
            self.problem(Problem::GameRule(error));
        }
        result.is_ok()
    }

    /// Saves the game or the study. Online games are not saved.
    fn save(&mut self) {
        if self.state.local_game.is_online() || self.save_study() {
            return;
        }
        self.state.saved_at = self.now;
        self.effects.push(Effect::SaveGame(self.state.local_game.to_save_text(self.now)));
    }
}

/// True for network events, which are not actions of the user.
fn is_incoming(event: &Event) -> bool {
    matches!(event, Event::Network(_))
}
