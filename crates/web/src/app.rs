//! Reactive client state of the page; changed only by [`App::send`].

use client::{Announcement, Effect, Event, Language, Locale, MessageKey, Screen, State, View, update};
use game::Timestamp;
use leptos::prelude::*;

use crate::boxed::{BoxedMemo, BoxedSignal, text};
use crate::platform;

/// Handle to the application state. Cheap to copy; every component gets it from the Leptos context.
#[derive(Clone, Copy, Debug)]
pub struct App {
    state: RwSignal<State>,
    now: BoxedSignal<Timestamp>,
    locale: BoxedMemo<Locale>,
    effect_handler: StoredValue<EffectHandler>,
    /// The last announcement for screen readers (the text of the `aria-live` region).
    pub announcement: BoxedSignal<String>,
    /// A short message of the page itself, e.g. "copied"; cleared by the next event.
    pub notice: BoxedSignal<Option<MessageKey>>,
    /// The screen that the new-game form and the settings return to.
    pub return_screen: BoxedSignal<Screen>,
    /// True if the last input came from the keyboard, not from a pointer.
    pub is_keyboard_active: BoxedSignal<bool>,
}

/// Handles the effects it knows and returns all others to the caller.
type EffectHandler = Box<dyn Fn(App, Effect) -> Option<Effect> + Send + Sync>;

impl App {
    /// Creates the state from the stored settings. Effects that `effect_handler` returns are run by
    /// [`platform`].
    pub fn new(effect_handler: impl Fn(App, Effect) -> Option<Effect> + Send + Sync + 'static) -> App {
        let system = platform::navigator::language();
        let state = RwSignal::new(State::new(platform::storage::settings()));
        let language = move || state.with(|state| state.view(Timestamp(0)).settings().language);
        App {
            state,
            now: BoxedSignal::new(platform::time::now()),
            locale: BoxedMemo::new(move || Locale::new(language().unwrap_or(system))),
            effect_handler: StoredValue::new(Box::new(effect_handler)),
            announcement: BoxedSignal::new(String::new()),
            notice: BoxedSignal::new(None),
            return_screen: BoxedSignal::new(Screen::Home),
            is_keyboard_active: BoxedSignal::new(false),
        }
    }

    /// The `App` in the Leptos context.
    pub fn from_context() -> App {
        expect_context()
    }

    /// Applies an event and runs the resulting effects. A tick without effects updates the clocks only, not
    /// the view.
    pub fn send(self, event: Event) {
        let now = platform::time::now();
        let is_tick = event == Event::Tick;
        let is_idle =
            matches!(event, Event::Tick | Event::PointerOver(_) | Event::FocusSquare(_) | Event::Release(_));
        // A piece that is dropped is there already.
        let is_dropped = matches!(event, Event::Release(_));
        let effects = self.state.try_update_untracked(|state| update(state, event, now)).unwrap_or_default();
        self.now.set(now);
        if !is_tick || !effects.is_empty() {
            self.state.notify();
        }
        if !is_idle && self.notice.get_untracked().is_some() {
            self.notice.set(None);
        }
        let is_quiet = is_idle && effects.is_empty();
        let effects: Vec<Effect> = self.effect_handler.with_value(|effect_handler| {
            effects.into_iter().filter_map(|effect| effect_handler(self, effect)).collect()
        });
        let is_moved = |effect: &Effect| matches!(effect, Effect::Announce(Announcement::Moved { .. }));
        let glides = !is_dropped && effects.iter().any(is_moved);
        let landing = if glides { platform::document::glide_time() } else { 0.0 };
        platform::run_effects(self, effects, landing);
        if !is_quiet {
            platform::focus::restore(self);
        }
    }

    /// Reads the view and subscribes to the state.
    pub fn with_view<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        f(self.state.read().view(self.now.get_untracked()))
    }

    /// Reads the view and subscribes to the state and to every tick.
    pub fn with_view_each_tick<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        let now = self.now.get();
        f(self.state.read().view(now))
    }

    /// Reads the view without subscribing.
    pub fn with_view_untracked<T>(self, f: impl FnOnce(View<'_>) -> T) -> T {
        f(self.state.read_untracked().view(self.now.get_untracked()))
    }

    /// A memo of a value read from the view.
    pub fn memo<T>(self, f: impl Fn(View<'_>) -> T + Send + Sync + 'static) -> BoxedMemo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        BoxedMemo::new(move || self.with_view(&f))
    }

    /// A memo of a value derived from the view and the current locale of the current language.
    pub fn memo_localized<T>(self, f: impl Fn(View<'_>, Locale) -> T + Send + Sync + 'static) -> BoxedMemo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        BoxedMemo::new(move || {
            let locale = self.locale();
            self.with_view(|view| f(view, locale))
        })
    }

    /// The texts of the current language; subscribes to the language setting.
    pub fn locale(self) -> Locale {
        self.locale.get()
    }

    /// The current language.
    pub fn language(self) -> Language {
        self.locale().language()
    }

    /// The texts of the current language, without subscribing.
    pub fn locale_untracked(self) -> Locale {
        *self.locale.read_untracked()
    }

    /// The message for a key as a signal; updates when the language changes.
    pub fn translate(self, key: MessageKey) -> Signal<String> {
        text(move || self.locale().message(key).to_owned())
    }
}
