//! The form for a new game.

pub mod clock;
pub mod start;

use client::{Event, Field, Phrase, Turning, Words};
use game::Ruleset;
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::held::Held;
use crate::icon::icon;
use crate::lazy::{Kept, doing, row, text};
use crate::question::ask;
use crate::{choice, page, world};

/// How long a name may be, in letters.
const NAME: u16 = 40;

/// Rules, clock, players, and the button that begins.
#[component]
pub fn NewGame() -> impl IntoView {
    let app = App::here();
    let about = app.tell(|view, words| words.ruleset_about(view.form().ruleset).to_owned());
    let is_wrong = app.watch(|view| !view.form_errors().is_empty());
    let asks = Held::new(false);
    let question = app.tell(move |_, words| asks.get().then(|| words.phrase(Phrase::AskNewGame).to_owned()));
    let start = move || app.send(Event::Start { seed: world::time::seed() });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if app.peek(|view| view.unfinished().is_some()) { asks.set(true) } else { start() }
    };
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
                <h1>{app.say(Phrase::NewGame)}</h1>
            </header>
            <form on:submit=doing(submit)>
                <section>
                    {choice::choices(
                        "ruleset",
                        Phrase::Rules,
                        Ruleset::ALL,
                        |words, ruleset| words.ruleset(ruleset).to_owned(),
                        |view| view.form().ruleset,
                        |ruleset| Event::Fill(Field::Ruleset(ruleset)),
                    )}
                    <p class="about">{about.signal()}</p>
                    <start::Start />
                </section>
                <section><clock::Clocks /></section>
                <section><Players /></section>
                <button type="submit" class="main large" aria-describedby="wrong" disabled=is_wrong.signal()>
                    {app.say(Phrase::StartGame)}
                </button>
            </form>
        </main>
        {ask("leaving", question, move || asks.set(false), start)}
    }
}

/// Names, who sits where, and whether the board turns.
#[component]
fn Players() -> impl IntoView {
    let app = App::here();
    let turns = app.watch(|view| view.form().turning == Turning::AfterMove);
    let name = move |color: Color| {
        choice::field(
            text(move || app.words().color(color).to_owned()),
            app.say(Phrase::NameHint),
            app.watch(move |view| view.form().names[color].clone()).signal(),
            NAME,
            Kept::new(|| None),
            move |name| app.send(Event::Fill(Field::Name(color, name))),
        )
    };
    let below = |words: Words, color: Color| {
        let phrase = if color == Color::White { Phrase::WhiteBelow } else { Phrase::BlackBelow };
        words.phrase(phrase).to_owned()
    };
    view! {
        <fieldset class="players">
            <legend>{app.say(Phrase::Names)}</legend>
            <div class="pair">{row(Color::ALL.map(name))}</div>
        </fieldset>
        {choice::choices(
            "bottom",
            Phrase::Seats,
            Color::ALL,
            below,
            |view| view.form().bottom.unwrap_or(Color::White),
            |color| Event::Fill(Field::Bottom(Some(color))),
        )}
        {choice::switch(
            app.say(Phrase::AutoFlip),
            turns.signal(),
            move |is_on| {
                let turning = if is_on { Turning::AfterMove } else { Turning::Fixed };
                app.send(Event::Fill(Field::Turning(turning)));
            },
        )}
    }
}
