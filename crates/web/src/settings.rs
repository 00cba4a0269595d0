//! The settings screen.

use client::{Event, FrontEnds, MessageKey, Setting, SettingControl, SettingId, SettingSection, Volume};
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
            {section(app, SettingSection::Language, None)}
            {section(app, SettingSection::Appearance, Some(MessageKey::SettingsLook))}
            {section(app, SettingSection::Playing, Some(MessageKey::SettingsPlaying))}
            {section(app, SettingSection::Sound, Some(MessageKey::SettingsSound))}
            <install-app></install-app>
            <button type="button" on:click=handler(move |_| app.send(Event::ResetSettings))>{app.translate(MessageKey::SettingsReset)}</button>
        </main>
    }
}

/// The settings of a section, in the order of the client's table.
fn section(app: App, section: SettingSection, heading: Option<MessageKey>) -> AnyView {
    let is_shown = |id: &&SettingId| id.section() == section && id.front_ends() != FrontEnds::Terminal;
    let controls: Vec<AnyView> = SettingId::ALL.iter().filter(is_shown).map(|&id| control(app, id)).collect();
    let heading = heading.map(|heading| view! { <h2>{app.translate(heading)}</h2> });
    view! { <section>{heading} {controls}</section> }.into_any()
}

fn control(app: App, id: SettingId) -> AnyView {
    let control = match id.control() {
        SettingControl::Choice => radio_setting(id),
        SettingControl::Switch => switch_setting(app, id),
        SettingControl::Volume => volume_setting(app, id),
    };
    let about = id.about().map(|about| view! { <p class="about">{app.translate(about)}</p> });
    view! { {control} {about} }.into_any()
}

/// A radio group for a setting.
fn radio_setting(id: SettingId) -> AnyView {
    controls::radio_group_with_swatches(
        id.name(),
        id.label(),
        id.values(),
        |option| match option {
            Setting::Theme(theme) => Swatch::Board(theme),
            Setting::Highlight(highlight) => Swatch::Marks(highlight),
            Setting::Pieces(set) => Swatch::Pieces(set),
            _ => Swatch::None,
        },
        |locale, option: Setting| option.value_label(locale),
        move |view| view.settings().get(id),
        Event::ChangeSetting,
    )
}

fn switch_setting(app: App, id: SettingId) -> AnyView {
    let on = move || id.values().first().copied();
    let is_on = app.memo(move |view| Some(view.settings().get(id)) == on());
    let on_change = move |is_on: bool| {
        let values = id.values();
        if let Some(&setting) = if is_on { values.first() } else { values.last() } {
            app.send(Event::ChangeSetting(setting));
        }
    };
    controls::switch(app.translate(id.label()), is_on.signal(), on_change)
}

fn volume_setting(app: App, id: SettingId) -> AnyView {
    let percent = app.memo(move |view| {
        view.settings().get(id).volume().map_or_else(String::new, |volume| volume.percent().to_string())
    });
    controls::volume_slider(app.translate(id.label()), percent.signal(), move |percent| {
        if let Some(setting) = id.with_volume(Volume::new(percent)) {
            app.send(Event::ChangeSetting(setting));
        }
    })
}
