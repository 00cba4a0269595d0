//! Reactive client state of the page; changed only by [`App::send`].

use client::{
    Announcement, Effect, Event, Extensions, Language, Locale, MessageKey, Problem, Screen, State, View,
    update,
};
use game::Timestamp;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::boxed::{BoxedMemo, BoxedSignal, text};
use crate::route::Route;
use crate::{part, platform};

/// Handle to the application state. Cheap to copy; every component gets it from the Leptos context.
#[derive(Clone, Copy, Debug)]
pub struct App {
    state: RwSignal<State>,
    now: BoxedSignal<Timestamp>,
    locale: BoxedMemo<Locale>,
    effect_handlers: StoredValue<Vec<(usize, EffectHandler)>>,
    texts: StoredValue<AppTexts>,
    route: RwSignal<Route>,
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

/// Texts whose catalogues the first page does not load. They are functions, so that other pages can bring theirs.
#[derive(Clone, Copy, Debug)]
pub struct AppTexts {
    /// Explains a problem.
    pub problem: fn(Locale, &Problem) -> String,
    /// The text of an announcement.
    pub announcement: fn(Locale, &Announcement) -> String,
}

impl AppTexts {
    /// The texts of games on one device.
    pub const LOCAL: AppTexts =
        AppTexts { problem: Locale::local_problem, announcement: Locale::local_announcement };

    /// The texts of all pages.
    pub const ALL: AppTexts = AppTexts { problem: Locale::problem, announcement: Locale::announcement };
}

impl App {
    /// Creates the state of games on one device from the stored settings.
    pub fn new(route: RwSignal<Route>) -> App {
        let system = platform::navigator::language();
        let state = RwSignal::new(State::with_extensions(platform::storage::settings(), Extensions::none()));
        let language = move || state.with(|state| state.view(Timestamp(0)).settings().language);
        App {
            state,
            now: BoxedSignal::new(platform::time::now()),
            locale: BoxedMemo::new(move || Locale::new(language().unwrap_or(system))),
            effect_handlers: StoredValue::new(Vec::new()),
            texts: StoredValue::new(AppTexts::LOCAL),
            route,
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
    /// the view. Nothing happens if the page has been left: requests end later.
    pub fn send(self, event: Event) {
        let now = platform::time::now();
        // Comparing events would make the first page carry the comparison of all messages of the server.
        let is_tick = matches!(event, Event::Tick);
        let is_idle =
            matches!(event, Event::Tick | Event::PointerOver(_) | Event::FocusSquare(_) | Event::Release(_));
        // A piece that is dropped is there already.
        let is_dropped = matches!(event, Event::Release(_));
        let Some(effects) = self.state.try_update_untracked(|state| update(state, event, now)) else {
            return;
        };
        self.now.set(now);
        if !is_tick || !effects.is_empty() {
            self.state.notify();
        }
        if !is_idle && self.notice.get_untracked().is_some() {
            self.notice.set(None);
        }
        let is_quiet = is_idle && effects.is_empty();
        let effects: Vec<Effect> = self.effect_handlers.with_value(|handlers| {
            let handle =
                |effect| handlers.iter().rev().try_fold(effect, |effect, (_, handler)| handler(self, effect));
            effects.into_iter().filter_map(handle).collect()
        });
        let is_moved = |effect: &Effect| matches!(effect, Effect::Announce(Announcement::Moved { .. }));
        let glides = !is_dropped && effects.iter().any(is_moved);
        let landing = if glides { platform::document::glide_time() } else { 0.0 };
        platform::run_effects(self, effects, landing);
        if !is_quiet {
            platform::focus::restore(self);
        }
    }

    /// Adds abilities to the state, and the texts of all pages.
    pub fn extend(self, extensions: Extensions) {
        self.extend_state(extensions);
        self.texts.set_value(AppTexts::ALL);
    }

    /// Returns true if the page of this application has been left.
    pub fn is_left(self) -> bool {
        self.state.try_update_untracked(|_| ()).is_none()
    }

    fn extend_state(self, extensions: Extensions) {
        let _ = self.state.try_update_untracked(|state| state.extend(extensions));
    }

    /// Adds a handler until the current reactive owner is cleaned up; it is asked before earlier ones. Effects that all handlers
    /// return are run by [`platform`].
    pub fn add_effect_handler(self, handler: impl Fn(App, Effect) -> Option<Effect> + Send + Sync + 'static) {
        let handlers = self.effect_handlers;
        let number = handlers.try_update_value(|handlers| {
            let number = handlers.last().map_or(0, |(last, _)| last + 1);
            handlers.push((number, Box::new(handler)));
            number
        });
        on_cleanup(move || {
            let _ =
                handlers.try_update_value(|handlers| handlers.retain(|(known, _)| Some(*known) != number));
        });
    }

    /// Opens a FEN or PGN, for which code is loaded.
    pub fn open_text(self, text: String) {
        self.load_import(Box::new(move || self.send(Event::OpenText(text))));
    }

    /// Loads the code for FEN and PGN, then calls a function.
    pub fn load_import(self, then: Box<dyn FnOnce()>) {
        spawn_local(async move {
            let import = part::import().await;
            if self.is_left() {
                return;
            }
            match import {
                Ok(extensions) => {
                    self.extend_state(extensions);
                    then();
                }
                Err(_) => self.notice.set(Some(MessageKey::PlayOnlineOffline)),
            }
        });
    }

    /// Opens a page of this application.
    pub fn open_path(self, path: &str) {
        platform::navigation::navigate_to_path(self.route, path);
    }

    /// Explains a problem.
    pub fn explain_problem(self, locale: Locale, problem: &Problem) -> String {
        (self.texts.with_value(|texts| texts.problem))(locale, problem)
    }

    /// The text of an announcement in the current language.
    pub fn announcement_text(self, announcement: &Announcement) -> String {
        (self.texts.with_value(|texts| texts.announcement))(self.locale_untracked(), announcement)
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
