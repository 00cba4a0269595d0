//! Quick pairing: the first press seeks an opponent, the next one cancels.

use crate::app::App;
use crate::boxed::{fragment, handler, show_if, text};
use client::online::OnlineCommand;
use client::{ClockPreset, ClubMessageKey, Event};
use leptos::prelude::*;
use protocol::{ColorPreference, GameSetup, OnlineTimeControl, RatingMode, Speed, StartPosition, Visibility};

use crate::online::current_user::{self, CurrentUser};
use crate::online::{guest_name, labels};
use crate::pages::translate;

/// A button for each preset.
#[component]
pub(crate) fn QuickPairing() -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    let is_rated = RwSignal::new(false);
    view! {
        <div class="quick">{fragment(ClockPreset::ALL.map(|preset| preset_button(app, preset, is_rated)))}</div>
        {show_if(move || user.has_account(), move || {
            let label = translate(app, ClubMessageKey::Rated);
            let switch = crate::controls::switch(label, is_rated.into(), move |is_on| is_rated.set(is_on));
            view! { {switch} {current_user::rating_rules()} }.into_any()
        })}
    }
}

fn preset_button(app: App, preset: ClockPreset, is_rated: RwSignal<bool>) -> AnyView {
    let control = preset.time_control();
    let speed = Speed::of(&control);
    let is_sought = app.memo(move |view| {
        let mine = view.online().lobby().and_then(|lobby| lobby.own_seek());
        mine.is_some_and(|mine| mine.terms.control.get() == control)
    });
    let press = move |_| {
        if *is_sought.read_untracked() {
            app.send(Event::Online(OnlineCommand::CancelSeek));
        } else if let Ok(control) = OnlineTimeControl::new(control) {
            let stakes = if is_rated.get_untracked() { RatingMode::Rated } else { RatingMode::Casual };
            let terms =
                GameSetup { start: StartPosition::Standard, control, stakes, visibility: Visibility::Public };
            app.send(Event::Online(OnlineCommand::Seek {
                terms,
                side: ColorPreference::Random,
                name: guest_name::chosen(),
            }));
        }
    };
    let about = text(move || {
        let locale = app.locale();
        if is_sought.get() {
            locale.club_message(ClubMessageKey::Looking)
        } else {
            labels::speed(locale, speed)
        }
        .to_owned()
    });
    view! {
        <button
            type="button"
            class:sought=is_sought.signal()
            aria-pressed=text(move || is_sought.get().to_string())
            on:click=handler(press)
        >
            <strong>{preset.to_string()}</strong>
            <span>{about}</span>
        </button>
    }
    .into_any()
}
