//! Buttons for the usual times: one press looks for an opponent, the next one stops.

use client::online::Wish;
use client::{ClubPhrase, Event, Preset};
use leptos::prelude::*;
use protocol::{Control, Side, Speed, Stakes, Start, Terms, Visibility};
use web::app::App;
use web::lazy::{doing, part_if, row, text};

use crate::online::me::Myself;
use crate::online::{name, words};
use crate::page::say;

/// The buttons.
#[component]
pub(crate) fn QuickPairing() -> impl IntoView {
    let app = App::here();
    let myself = Myself::here();
    let is_rated = RwSignal::new(false);
    view! {
        <div class="quick">{row(Preset::ALL.map(|preset| button(app, preset, is_rated)))}</div>
        {part_if(move || myself.has_account(), move || web::choice::switch(
            say(app, ClubPhrase::Rated),
            is_rated.into(),
            move |is_on| is_rated.set(is_on),
        ))}
    }
}

fn button(app: App, preset: Preset, is_rated: RwSignal<bool>) -> AnyView {
    let control = preset.control();
    let speed = Speed::of(&control);
    let is_sought = app.watch(move |view| {
        let mine = view.online().lobby().and_then(|lobby| lobby.mine());
        mine.is_some_and(|mine| mine.terms.control.get() == control)
    });
    let press = move |_| {
        if *is_sought.peek() {
            app.send(Event::Wish(Wish::CancelSeek));
        } else if let Ok(control) = Control::new(control) {
            let stakes = if is_rated.get_untracked() { Stakes::Rated } else { Stakes::Casual };
            let terms = Terms { start: Start::Standard, control, stakes, visibility: Visibility::Public };
            app.send(Event::Wish(Wish::Seek { terms, side: Side::Random, name: name::chosen() }));
        }
    };
    let about = text(move || {
        let words = app.words();
        if is_sought.get() { words.club(ClubPhrase::Looking) } else { words::speed(words, speed) }.to_owned()
    });
    view! {
        <button
            type="button"
            class:sought=is_sought.signal()
            aria-pressed=text(move || is_sought.get().to_string())
            on:click=doing(press)
        >
            <strong>{preset.to_string()}</strong>
            <span>{about}</span>
        </button>
    }
    .into_any()
}
