//! The settings screen.

use client::{
    Animation, Appearance, Board3dTheme, BoardTheme, Event, Highlight, Language, Locale, MessageKey,
    Notation, Setting, Settings, Switch, Volume,
};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::handler;
use crate::controls::Swatch;
use crate::icon::icon;
use crate::{controls, shell};

/// The screen with all settings; a change takes effect at once and is stored.
#[component]
pub fn SettingsScreen() -> impl IntoView {
    let app = App::from_context();
    view! {
        <main class="sheet">
            <header>
                <button
                    type="button"
                    class="quiet round"
                    aria-label=app.translate(MessageKey::Back)
                    on:click=handler(move |_| shell::go_back(app))
                >
                    {icon("back")}
                </button>
                <h1>{app.translate(MessageKey::Settings)}</h1>
            </header>
            <section>{languages()}</section>
            <section>
                <h2>{app.translate(MessageKey::SettingsLook)}</h2>
                <AppearanceSettings />
            </section>
            <section>
                <h2>{app.translate(MessageKey::SettingsPlaying)}</h2>
                {switch_setting(app, MessageKey::SettingsExplain, |settings| settings.explain, Setting::Explain)}
                <p class="about">{app.translate(MessageKey::SettingsExplainAbout)}</p>
                {switch_setting(app, MessageKey::SettingsAlwaysQueen, |settings| settings.always_queen, Setting::AlwaysQueen)}
            </section>
            <section>
                <h2>{app.translate(MessageKey::SettingsSound)}</h2>
                {volume_setting(app, MessageKey::SettingsSoundVolume, |settings| settings.sound, Setting::Sound)}
                {volume_setting(app, MessageKey::SettingsMusicVolume, |settings| settings.music, Setting::Music)}
            </section>
            <button type="button" on:click=handler(move |_| reset(app))>{app.translate(MessageKey::SettingsReset)}</button>
        </main>
    }
}

#[component]
fn AppearanceSettings() -> impl IntoView {
    let app = App::from_context();
    view! {
        {radio_setting("appearance", MessageKey::SettingsColors, Appearance::ALL, |_| Swatch::None, Locale::appearance, |s| s.appearance, Setting::Appearance)}
        {radio_setting("theme", MessageKey::SettingsBoard, BoardTheme::ALL, Swatch::Board, Locale::board_theme, |s| s.theme, Setting::Theme)}
        {switch_setting(app, MessageKey::SettingsBoard3d, |settings| settings.board3d, Setting::Board3d)}
        {radio_setting("space-look", MessageKey::SettingsBoard3dTheme, Board3dTheme::ALL, |_| Swatch::None, Locale::board3d_theme, |s| s.board3d_theme, Setting::Board3dTheme)}
        {radio_setting("highlight", MessageKey::SettingsHighlights, Highlight::ALL, Swatch::Marks, Locale::highlight, |s| s.highlight, Setting::Highlight)}
        {radio_setting("notation", MessageKey::SettingsNotation, Notation::ALL, |_| Swatch::None, Locale::notation, |s| s.notation, Setting::Notation)}
        {radio_setting("animation", MessageKey::SettingsAnimation, Animation::ALL, |_| Swatch::None, Locale::animation, |s| s.animation, Setting::Animation)}
    }
}

/// A radio group for a setting.
fn radio_setting<T: Copy + PartialEq + Send + Sync + 'static, const N: usize>(
    name: &'static str,
    legend: MessageKey,
    all: [T; N],
    swatch: fn(T) -> Swatch,
    label: fn(Locale, T) -> &'static str,
    selected: fn(&Settings) -> T,
    setting: fn(T) -> Setting,
) -> AnyView {
    controls::radio_group_with_swatches(
        name,
        legend,
        all,
        swatch,
        move |locale, option| label(locale, option).to_owned(),
        move |view| selected(view.settings()),
        move |option| Event::ChangeSetting(setting(option)),
    )
}

/// All languages by their own names, and the browser's default.
fn languages() -> AnyView {
    controls::radio_group(
        "language",
        MessageKey::SettingsLanguage,
        [None].into_iter().chain(Language::ALL.map(Some)),
        |label, language: Option<Language>| match language {
            None => label.message(MessageKey::SettingsLanguageAuto).to_owned(),
            Some(language) => Locale::new(language).message(MessageKey::LanguageName).to_owned(),
        },
        |view| view.settings().language,
        |language| Event::ChangeSetting(Setting::Language(language)),
    )
}

fn switch_setting(
    app: App,
    key: MessageKey,
    of: fn(&Settings) -> Switch,
    setting: fn(Switch) -> Setting,
) -> impl IntoView {
    let is_on = app.memo(move |view| of(view.settings()).is_on());
    let on_change = move |is_on: bool| {
        app.send(Event::ChangeSetting(setting(if is_on { Switch::On } else { Switch::Off })))
    };
    controls::switch(app.translate(key), is_on.signal(), on_change)
}

fn volume_setting(
    app: App,
    key: MessageKey,
    of: fn(&Settings) -> Volume,
    setting: fn(Volume) -> Setting,
) -> impl IntoView {
    let percent = app.memo(move |view| of(view.settings()).percent().to_string());
    controls::volume_slider(app.translate(key), percent.signal(), move |percent| {
        app.send(Event::ChangeSetting(setting(Volume::new(percent))))
    })
}

/// Resets all settings to their defaults.
fn reset(app: App) {
    let defaults = Settings::default();
    let all = [
        Setting::Theme(defaults.theme),
        Setting::Board3d(defaults.board3d),
        Setting::Board3dTheme(defaults.board3d_theme),
        Setting::Appearance(defaults.appearance),
        Setting::Highlight(defaults.highlight),
        Setting::Notation(defaults.notation),
        Setting::Explain(defaults.explain),
        Setting::AlwaysQueen(defaults.always_queen),
        Setting::Turning(defaults.turning),
        Setting::Sound(defaults.sound),
        Setting::Music(defaults.music),
        Setting::Animation(defaults.animation),
        Setting::Language(defaults.language),
    ];
    for setting in all {
        app.send(Event::ChangeSetting(setting));
    }
}
