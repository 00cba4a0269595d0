//! The doors.

use client::{Event, Phrase, Screen};
use leptos::html::Input;
use leptos::prelude::*;
use rules::{Color, Role};

use crate::app::App;
use crate::icon::icon;
use crate::lazy::{doing, lazy, part};
use crate::{open, piece};

/// The first screen.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let app = App::here();
    let unfinished = app.tell(|view, words| {
        view.unfinished().map(|table| {
            let name = |color| table.players()[color].name();
            let round = u32::try_from(table.game().round()).unwrap_or(u32::MAX);
            words.saved_game(name(Color::White), name(Color::Black), round)
        })
    });
    let said = app.tell(move |view, words| {
        let own = app.remark.get().map(|phrase| words.phrase(phrase).to_owned());
        view.problem().map(|problem| words.problem(problem)).or(own)
    });
    let cast = [Role::Knight, Role::King, Role::Queen, Role::Rook];
    view! {
        <main class="home">
            <header>
                <div class="cast" aria-hidden="true">
                    {cast.into_iter().enumerate().map(|(index, role)| {
                        let color = if index % 2 == 0 { Color::White } else { Color::Black };
                        piece::colored(role.of(color))
                    }).collect_view()}
                </div>
                <h1>{app.say(Phrase::AppName)}</h1>
                <p>{app.say(Phrase::AppTagline)}</p>
            </header>
            {part(move || said.get().map(|text| view! { <p class="remark" role="alert">{text}</p> }.into_any()))}
            <nav class="doors">
                {part(move || unfinished.get().map(|about| view! {
                    <button type="button" class="door main" on:click=doing(move |_| app.send(Event::Continue))>
                        {icon("play")}
                        <span class="title">{app.say(Phrase::ContinueGame)}</span>
                        <span class="about">{about}</span>
                    </button>
                }.into_any()))}
                <button
                    type="button"
                    class="door"
                    class:main=lazy(move || unfinished.with(Option::is_none))
                    on:click=doing(move |_| app.send(Event::Go(Screen::Form)))
                >
                    {icon("board")}
                    <span class="title">{app.say(Phrase::PlayHere)}</span>
                    <span class="about">{app.say(Phrase::PlayHereAbout)}</span>
                </button>
                <button type="button" class="door" on:click=doing(move |_| app.send(Event::Go(Screen::Settings)))>
                    {icon("settings")}
                    <span class="title">{app.say(Phrase::Settings)}</span>
                </button>
            </nav>
            <OpenText />
            <Help />
        </main>
    }
}

/// A file to choose, or a text to paste.
#[component]
fn OpenText() -> impl IntoView {
    let app = App::here();
    let chooser: NodeRef<Input> = NodeRef::new();
    let pasted = RwSignal::new(String::new());
    let chosen = move |_| {
        let file = chooser.get_untracked().and_then(|input| input.files()).and_then(|files| files.get(0));
        if let Some(file) = file {
            open::file(app, file);
        }
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        open::text(app, pasted.get_untracked());
    };
    view! {
        <details class="fold">
            <summary>{app.say(Phrase::PasteText)}</summary>
            <form class="paste" on:submit=submit>
                <textarea
                    rows="4"
                    spellcheck="false"
                    aria-label=app.say(Phrase::PasteHint)
                    placeholder=app.say(Phrase::PasteHint)
                    prop:value=pasted
                    on:input=move |event| pasted.set(event_target_value(&event))
                ></textarea>
                <div class="answers">
                    <label class="file">
                        {icon("open")}
                        <span>{app.say(Phrase::OpenPgn)}</span>
                        <input type="file" accept=".pgn,.fen,.txt,text/plain" node_ref=chooser on:change=chosen />
                    </label>
                    <button type="submit" class="main">{app.say(Phrase::Ok)}</button>
                </div>
            </form>
        </details>
    }
}

/// How to play here.
#[component]
fn Help() -> impl IntoView {
    const LINES: [Phrase; 7] = [
        Phrase::HelpClick,
        Phrase::HelpDrag,
        Phrase::HelpKeyboard,
        Phrase::HelpType,
        Phrase::HelpDraw,
        Phrase::HelpStep,
        Phrase::HelpExplain,
    ];
    let app = App::here();
    view! {
        <details class="fold">
            <summary>{app.say(Phrase::HelpTitle)}</summary>
            <ul>{LINES.map(|line| view! { <li>{app.say(line)}</li> }).collect_view()}</ul>
        </details>
    }
}
