//! The one door through which anything changes.

mod acts;
mod browse;
mod documents;
mod elsewhere;
mod ending;
mod keyboard;
mod moving;
#[cfg(not(feature = "online"))]
mod offline;
#[cfg(feature = "online")]
mod online;
mod pointer;
mod premoves;
mod screens;
#[cfg(feature = "study")]
mod study;
#[cfg(not(feature = "study"))]
mod unstudied;
mod typing;

use game::{GameError, Timestamp};

use crate::{Announcement, Effect, Event, Problem, Sound, State};

/// Lets something happen at a moment, and gives what is to be done about it, in order.
///
/// Moments come from one clock that does not go back. Flags that have fallen are seen before the event is: nobody
/// moves after that.
pub fn update(state: &mut State, event: Event, now: Timestamp) -> Vec<Effect> {
    let mut update = Update { state, now, effects: Vec::new() };
    update.pass_time();
    update.keep_in_touch();
    update.forget_remarks(&event);
    update.handle(event);
    update.keep_in_touch();
    update.effects
}

/// One event on its way through the client.
struct Update<'a> {
    state: &'a mut State,
    now: Timestamp,
    effects: Vec<Effect>,
}

impl Update<'_> {
    fn handle(&mut self, event: Event) {
        match event {
            Event::Tick => {}
            Event::Hide => self.hide(),
            Event::Press(square) => self.press(square),
            Event::Over(square) => self.state.attention.over = square,
            Event::Release(square) => self.release(square),
            Event::Click(square) => self.click(square),
            Event::Steer(direction) => self.steer(direction),
            Event::Focus(square) => self.state.attention.cursor = square,
            Event::Enter => self.enter(),
            Event::Escape => self.escape(),
            Event::Type(text) => self.state.attention.typed = text,
            Event::Submit => self.submit(),
            Event::Promote(role) => self.promote(role),
            Event::CancelPremoves => self.drop_premoves(),
            Event::Draw(shape) => self.state.attention.shapes.draw(shape),
            Event::ClearShapes => self.state.attention.shapes.clear(),
            Event::Show(moment) => self.show(moment),
            Event::Act(act) => self.act(act),
            Event::Told(deed) => self.told(deed),
            #[cfg(feature = "online")]
            Event::Incoming(incoming) => self.incoming(incoming),
            #[cfg(feature = "online")]
            Event::Wish(wish) => self.wish(wish),
            #[cfg(feature = "study")]
            Event::Study(act) => self.study(act),
            Event::TakeOver => self.take_over(),
            Event::HandOver(color) => self.hand_over(color),
            Event::Flip => self.state.table.orientation = self.state.table.orientation.flipped(),
            Event::Go(screen) => self.go_to(screen),
            Event::Fill(field) => self.fill(field),
            Event::Start { seed } => self.start(seed),
            Event::Rematch => self.rematch(),
            Event::Found(text) => self.found(&text),
            Event::Continue => self.continue_game(),
            Event::Open(text) => self.open(&text),
            Event::Copy(document) => self.copy(document),
            Event::Download(document) => self.download(document),
            Event::Set(setting) => self.set(setting),
            Event::Today(date) => self.state.today = Some(date),
        }
    }

    /// What was said about the last thing anybody did is gone with the next.
    fn forget_remarks(&mut self, event: &Event) {
        let says_nothing = matches!(
            event,
            Event::Tick
                | Event::Hide
                | Event::Over(_)
                | Event::Release(_)
                | Event::Focus(_)
                | Event::Set(_)
                | Event::Today(_)
        );
        if !says_nothing && !is_incoming(event) {
            self.state.attention.slip = None;
            self.state.attention.problem = None;
        }
    }

    fn sound(&mut self, sound: Sound) {
        self.effects.push(Effect::Play(sound));
    }

    fn announce(&mut self, announcement: Announcement) {
        self.effects.push(Effect::Announce(announcement));
    }

    fn problem(&mut self, problem: Problem) {
        self.state.attention.problem = Some(problem);
    }

    /// Notes what the game says to something a player did.
    fn unless_refused(&mut self, result: Result<(), GameError>) -> bool {
        if let Err(error) = result {
            self.problem(Problem::Refused(error));
        }
        result.is_ok()
    }

    /// Keeps the game, unless a server does; or the study, if it is one.
    fn save(&mut self) {
        if self.state.table.is_remote() || self.save_study() {
            return;
        }
        self.state.saved_at = self.now;
        self.effects.push(Effect::Save(self.state.table.saved(self.now)));
    }
}

/// Whether the network brings it: then nobody here has done anything.
#[cfg(feature = "online")]
fn is_incoming(event: &Event) -> bool {
    matches!(event, Event::Incoming(_))
}

#[cfg(not(feature = "online"))]
fn is_incoming(_: &Event) -> bool {
    false
}
