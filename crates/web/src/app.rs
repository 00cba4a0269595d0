//! The client's state as the page holds it, and the one way to change it.

use client::{Effect, Event, Language, Locale, MessageKey, Screen, State, View, update};
use game::Timestamp;
use leptos::prelude::*;

use crate::boxed::{BoxedMemo, text};
use crate::held::BoxedSignal;
use crate::platform;

/// A handle to everything; cheap to copy, found by every component in its context.
#[derive(Clone, Copy, Debug)]
pub struct App {
    state: RwSignal<State>,
    now: BoxedSignal<Timestamp>,
    words: BoxedMemo<Locale>,
    effect_handler: StoredValue<EffectHandler>,
    /// What was last said to those who listen.
    pub announcement: BoxedSignal<String>,
    /// A short remark of the page itself, such as that something was copied.
    pub notice: BoxedSignal<Option<MessageKey>>,
    /// The screen that the form and the settings go back to.
    pub return_screen: BoxedSignal<Screen>,
    /// Whether the keyboard was used last, and not a pointer.
    pub is_keyboard_active: BoxedSignal<bool>,
}

/// Somebody who takes the effects that are meant for them, and hands back the others.
type EffectHandler = Box<dyn Fn(App, Effect) -> Option<Effect> + Send + Sync>;

impl App {
    /// Begins with what the browser remembers. What `errands` does not take of the effects, the page carries out.
    pub fn new(errands: impl Fn(App, Effect) -> Option<Effect> + Send + Sync + 'static) -> App {
        let system = platform::language::preferred();
        let state = RwSignal::new(State::new(platform::storage::settings()));
        let language = move || state.with(|state| state.view(Timestamp(0)).settings().language);
        App {
            state,
            now: BoxedSignal::new(platform::time::now()),
            words: BoxedMemo::new(move || Locale::new(language().unwrap_or(system))),
            effect_handler: StoredValue::new(Box::new(errands)),
            announcement: BoxedSignal::new(String::new()),
            notice: BoxedSignal::new(None),
            return_screen: BoxedSignal::new(Screen::Home),
            is_keyboard_active: BoxedSignal::new(false),
        }
    }

    /// The handle that the page has provided.
    pub fn from_context() -> App {
        expect_context()
    }

    /// Lets something happen. A tick that changes nothing but the time moves the clocks only.
    pub fn send(self, event: Event) {
        let now = platform::time::now();
        let is_tick = event == Event::Tick;
        let is_idle =
            matches!(event, Event::Tick | Event::PointerOver(_) | Event::FocusSquare(_) | Event::Release(_));
        let effects = self.state.try_update_untracked(|state| update(state, event, now)).unwrap_or_default();
        self.now.set(now);
        if !is_tick || !effects.is_empty() {
            self.state.notify();
        }
        if !is_idle && self.notice.get_untracked().is_some() {
            self.notice.set(None);
        }
        let is_quiet = is_idle && effects.is_empty();
        let effects = self
            .effect_handler
            .with_value(|errands| effects.into_iter().filter_map(|effect| errands(self, effect)).collect());
        platform::run_effects(self, effects);
        if !is_quiet {
            platform::focus::restore(self);
        }
    }

    /// Reads the view; whatever reads it is drawn anew when the state changes.
    pub fn with_view<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        f(self.state.read().view(self.now.get_untracked()))
    }

    /// Reads the view at every tick too.
    pub fn with_view_each_tick<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        let now = self.now.get();
        f(self.state.read().view(now))
    }

    /// Reads the view once.
    pub fn with_view_untracked<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        f(self.state.read_untracked().view(self.now.get_untracked()))
    }

    /// A value read from the view, with those who depend on it told only when it has changed.
    pub fn memo<T>(self, f: impl Fn(View<'_>) -> T + Send + Sync + 'static) -> BoxedMemo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        BoxedMemo::new(move || self.with_view(&f))
    }

    /// What the words say of the view, told anew only when it is something else.
    pub fn memo_localized<T>(self, f: impl Fn(View<'_>, Locale) -> T + Send + Sync + 'static) -> BoxedMemo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        BoxedMemo::new(move || {
            let words = self.locale();
            self.with_view(|view| f(view, words))
        })
    }

    /// The words of the chosen language.
    pub fn locale(self) -> Locale {
        self.words.get()
    }

    /// The language in use.
    pub fn language(self) -> Language {
        self.locale().language()
    }

    /// The words, without being told when the language changes.
    pub fn locale_untracked(self) -> Locale {
        *self.words.read_untracked()
    }

    /// A phrase that follows the language.
    pub fn translate(self, phrase: MessageKey) -> Signal<String> {
        text(move || self.locale().message(phrase).to_owned())
    }
}
