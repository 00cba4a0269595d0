//! The client's state as the page holds it, and the one way to change it.

use client::{Effect, Event, Language, Phrase, Screen, State, View, Words, update};
use game::Timestamp;
use leptos::prelude::*;

use crate::held::Held;
use crate::lazy::{Kept, text};
use crate::world;

/// A handle to everything; cheap to copy, found by every component in its context.
#[derive(Clone, Copy, Debug)]
pub struct App {
    state: RwSignal<State>,
    now: Held<Timestamp>,
    words: Kept<Words>,
    errands: StoredValue<Errands>,
    /// What was last said to those who listen.
    pub said: Held<String>,
    /// A short remark of the page itself, such as that something was copied.
    pub remark: Held<Option<Phrase>>,
    /// The screen that the form and the settings go back to.
    pub behind: Held<Screen>,
    /// Whether the keyboard was used last, and not a pointer.
    pub has_keys: Held<bool>,
}

/// Somebody who takes the effects that are meant for them, and hands back the others.
type Errands = Box<dyn Fn(App, Effect) -> Option<Effect> + Send + Sync>;

impl App {
    /// Begins with what the browser remembers. What `errands` does not take of the effects, the page carries out.
    pub fn new(errands: impl Fn(App, Effect) -> Option<Effect> + Send + Sync + 'static) -> App {
        let system = world::language::of_browser();
        let state = RwSignal::new(State::new(world::storage::settings()));
        let language = move || state.with(|state| state.view(Timestamp(0)).settings().language);
        App {
            state,
            now: Held::new(world::time::now()),
            words: Kept::new(move || Words::new(language().unwrap_or(system))),
            errands: StoredValue::new(Box::new(errands)),
            said: Held::new(String::new()),
            remark: Held::new(None),
            behind: Held::new(Screen::Home),
            has_keys: Held::new(false),
        }
    }

    /// The handle that the page has provided.
    pub fn here() -> App {
        expect_context()
    }

    /// Lets something happen. A tick that changes nothing but the time moves the clocks only.
    pub fn send(self, event: Event) {
        let now = world::time::now();
        let is_tick = event == Event::Tick;
        let is_idle = matches!(event, Event::Tick | Event::Over(_) | Event::Focus(_) | Event::Release(_));
        let effects = self.state.try_update_untracked(|state| update(state, event, now)).unwrap_or_default();
        self.now.set(now);
        if !is_tick || !effects.is_empty() {
            self.state.notify();
        }
        if !is_idle && self.remark.peek().is_some() {
            self.remark.set(None);
        }
        let is_quiet = is_idle && effects.is_empty();
        let effects = self
            .errands
            .with_value(|errands| effects.into_iter().filter_map(|effect| errands(self, effect)).collect());
        world::carry_out(self, effects);
        if !is_quiet {
            world::focus::keep(self);
        }
    }

    /// Reads the view; whatever reads it is drawn anew when the state changes.
    pub fn read<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        f(self.state.read().view(self.now.peek()))
    }

    /// Reads the view at every tick too.
    pub fn read_now<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        let now = self.now.get();
        f(self.state.read().view(now))
    }

    /// Reads the view once.
    pub fn peek<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        f(self.state.read_untracked().view(self.now.peek()))
    }

    /// A value read from the view, with those who depend on it told only when it has changed.
    pub fn watch<T>(self, f: impl Fn(View<'_>) -> T + Send + Sync + 'static) -> Kept<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Kept::new(move || self.read(&f))
    }

    /// What the words say of the view, told anew only when it is something else.
    pub fn tell<T>(self, f: impl Fn(View<'_>, Words) -> T + Send + Sync + 'static) -> Kept<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Kept::new(move || {
            let words = self.words();
            self.read(|view| f(view, words))
        })
    }

    /// The words of the chosen language.
    pub fn words(self) -> Words {
        self.words.get()
    }

    /// The language in use.
    pub fn language(self) -> Language {
        self.words().language()
    }

    /// The words, without being told when the language changes.
    pub fn words_now(self) -> Words {
        *self.words.peek()
    }

    /// A phrase that follows the language.
    pub fn say(self, phrase: Phrase) -> Signal<String> {
        text(move || self.words().phrase(phrase).to_owned())
    }
}
