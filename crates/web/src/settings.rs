//! The settings.

use client::{
    Animation, Appearance, BoardTheme, Event, Highlight, Language, Notation, Phrase, Setting, Settings,
    SpaceLook, Switch, Volume, Words,
};
use leptos::prelude::*;

use crate::app::App;
use crate::choice::Swatch;
use crate::icon::icon;
use crate::lazy::doing;
use crate::{choice, page};

/// The screen with all settings; each works at once and is kept.
#[component]
pub fn SettingsScreen() -> impl IntoView {
    let app = App::here();
    view! {
        <main class="sheet">
            <header>
                <button
                    type="button"
                    class="quiet round"
                    aria-label=app.say(Phrase::Back)
                    on:click=doing(move |_| page::go_back(app))
                >
                    {icon("back")}
                </button>
                <h1>{app.say(Phrase::Settings)}</h1>
            </header>
            <section>{languages()}</section>
            <section>
                <h2>{app.say(Phrase::SettingsLook)}</h2>
                <Look />
            </section>
            <section>
                <h2>{app.say(Phrase::SettingsPlaying)}</h2>
                {toggle(app, Phrase::SettingsExplain, |settings| settings.explain, Setting::Explain)}
                <p class="about">{app.say(Phrase::SettingsExplainAbout)}</p>
                {toggle(app, Phrase::SettingsAlwaysQueen, |settings| settings.always_queen, Setting::AlwaysQueen)}
            </section>
            <section>
                <h2>{app.say(Phrase::SettingsSound)}</h2>
                {loudness(app, Phrase::SettingsSoundVolume, |settings| settings.sound, Setting::Sound)}
                {loudness(app, Phrase::SettingsMusicVolume, |settings| settings.music, Setting::Music)}
            </section>
            <button type="button" on:click=doing(move |_| reset(app))>{app.say(Phrase::SettingsReset)}</button>
        </main>
    }
}

#[component]
fn Look() -> impl IntoView {
    let app = App::here();
    view! {
        {pick("appearance", Phrase::SettingsColors, Appearance::ALL, |_| Swatch::Nothing, Words::appearance, |s| s.appearance, Setting::Appearance)}
        {pick("theme", Phrase::SettingsBoard, BoardTheme::ALL, Swatch::Board, Words::board_theme, |s| s.theme, Setting::Theme)}
        {toggle(app, Phrase::SettingsSpace, |settings| settings.space, Setting::Space)}
        {pick("space-look", Phrase::SettingsSpaceLook, SpaceLook::ALL, |_| Swatch::Nothing, Words::space_look, |s| s.space_look, Setting::SpaceLook)}
        {pick("highlight", Phrase::SettingsHighlights, Highlight::ALL, Swatch::Marks, Words::highlight, |s| s.highlight, Setting::Highlight)}
        {pick("notation", Phrase::SettingsNotation, Notation::ALL, |_| Swatch::Nothing, Words::notation, |s| s.notation, Setting::Notation)}
        {pick("animation", Phrase::SettingsAnimation, Animation::ALL, |_| Swatch::Nothing, Words::animation, |s| s.animation, Setting::Animation)}
    }
}

/// One of several.
fn pick<T: Copy + PartialEq + Send + Sync + 'static, const N: usize>(
    name: &'static str,
    legend: Phrase,
    all: [T; N],
    swatch: fn(T) -> Swatch,
    words: fn(Words, T) -> &'static str,
    taken: fn(&Settings) -> T,
    setting: fn(T) -> Setting,
) -> AnyView {
    choice::swatches(
        name,
        legend,
        all,
        swatch,
        move |voice, option| words(voice, option).to_owned(),
        move |view| taken(view.settings()),
        move |option| Event::Set(setting(option)),
    )
}

/// Every language by its own name, and that of the browser.
fn languages() -> AnyView {
    choice::choices(
        "language",
        Phrase::SettingsLanguage,
        [None].into_iter().chain(Language::ALL.map(Some)),
        |words, language: Option<Language>| match language {
            None => words.phrase(Phrase::SettingsLanguageAuto).to_owned(),
            Some(language) => Words::new(language).phrase(Phrase::LanguageName).to_owned(),
        },
        |view| view.settings().language,
        |language| Event::Set(Setting::Language(language)),
    )
}

fn toggle(
    app: App,
    phrase: Phrase,
    of: fn(&Settings) -> Switch,
    setting: fn(Switch) -> Setting,
) -> impl IntoView {
    let is_on = app.watch(move |view| of(view.settings()).is_on());
    let turn = move |is_on: bool| app.send(Event::Set(setting(if is_on { Switch::On } else { Switch::Off })));
    choice::switch(app.say(phrase), is_on.signal(), turn)
}

fn loudness(
    app: App,
    phrase: Phrase,
    of: fn(&Settings) -> Volume,
    setting: fn(Volume) -> Setting,
) -> impl IntoView {
    let percent = app.watch(move |view| of(view.settings()).percent().to_string());
    choice::volume(app.say(phrase), percent.signal(), move |percent| {
        app.send(Event::Set(setting(Volume::new(percent))))
    })
}

/// Everything as it was at first.
fn reset(app: App) {
    let usual = Settings::default();
    let all = [
        Setting::Theme(usual.theme),
        Setting::Space(usual.space),
        Setting::SpaceLook(usual.space_look),
        Setting::Appearance(usual.appearance),
        Setting::Highlight(usual.highlight),
        Setting::Notation(usual.notation),
        Setting::Explain(usual.explain),
        Setting::AlwaysQueen(usual.always_queen),
        Setting::Turning(usual.turning),
        Setting::Sound(usual.sound),
        Setting::Music(usual.music),
        Setting::Animation(usual.animation),
        Setting::Language(usual.language),
    ];
    for setting in all {
        app.send(Event::Set(setting));
    }
}
