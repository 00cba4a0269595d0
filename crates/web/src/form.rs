//! The form for a new game.

pub mod clock;
pub mod start;

use client::{AutoFlip, Event, FormField, Locale, MessageKey};
use game::Ruleset;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::boxed::{BoxedMemo, BoxedSignal, fragment, handler, text};
use crate::confirm::confirm_dialog;
use crate::icon::icon;
use crate::{controls, platform, shell};

/// Maximum length of a player's name, in characters.
const MAX_NAME_LENGTH: u16 = 40;

/// Rules, clock, players and the start button.
#[component]
pub fn NewGameForm() -> impl IntoView {
    let app = App::from_context();
    let about = app.memo_localized(|view, locale| locale.ruleset_about(view.form().ruleset).to_owned());
    let is_invalid = app.memo(|view| !view.form_errors().is_empty());
    let is_asking = BoxedSignal::new(false);
    let question = app.memo_localized(move |_, locale| {
        is_asking.get().then(|| locale.message(MessageKey::AskNewGame).to_owned())
    });
    let start = move || app.send(Event::StartGame { seed: platform::time::random_seed() });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if app.with_view_untracked(|view| view.unfinished_game().is_some()) {
            is_asking.set(true)
        } else {
            start()
        }
    };
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
                <h1>{app.translate(MessageKey::NewGame)}</h1>
            </header>
            <form on:submit=handler(submit)>
                <section>
                    {controls::radio_group(
                        "ruleset",
                        MessageKey::Rules,
                        Ruleset::ALL,
                        |locale, ruleset| locale.ruleset(ruleset).to_owned(),
                        |view| view.form().ruleset,
                        |ruleset| Event::EditForm(FormField::Ruleset(ruleset)),
                    )}
                    <p class="about">{about.signal()}</p>
                    <start::StartFields />
                </section>
                <section><clock::ClockFields /></section>
                <section><Players /></section>
                <button type="submit" class="main large" aria-describedby="wrong" disabled=is_invalid.signal()>
                    {app.translate(MessageKey::StartGame)}
                </button>
            </form>
        </main>
        {confirm_dialog("leaving", question, move || is_asking.set(false), start)}
    }
}

/// The players' names, the side at the bottom, and whether the board flips after each move.
#[component]
fn Players() -> impl IntoView {
    let app = App::from_context();
    let flips_board = app.memo(|view| view.form().auto_flip == AutoFlip::AfterMove);
    let name = move |color: Color| {
        controls::text_field(
            text(move || app.locale().color(color).to_owned()),
            app.translate(MessageKey::NameHint),
            app.memo(move |view| view.form().names[color].clone()).signal(),
            MAX_NAME_LENGTH,
            BoxedMemo::new(|| None),
            move |name| app.send(Event::EditForm(FormField::Name(color, name))),
        )
    };
    let bottom_label = |locale: Locale, color: Color| {
        let key = if color == Color::White { MessageKey::WhiteBelow } else { MessageKey::BlackBelow };
        locale.message(key).to_owned()
    };
    view! {
        <fieldset class="players">
            <legend>{app.translate(MessageKey::Names)}</legend>
            <div class="pair">{fragment(Color::ALL.map(name))}</div>
        </fieldset>
        {controls::radio_group(
            "bottom",
            MessageKey::Sides,
            Color::ALL,
            bottom_label,
            |view| view.form().bottom.unwrap_or(Color::White),
            |color| Event::EditForm(FormField::Bottom(Some(color))),
        )}
        {controls::switch(
            app.translate(MessageKey::AutoFlip),
            flips_board.signal(),
            move |is_on| {
                let turning = if is_on { AutoFlip::AfterMove } else { AutoFlip::Never };
                app.send(Event::EditForm(FormField::AutoFlip(turning)));
            },
        )}
    }
}
