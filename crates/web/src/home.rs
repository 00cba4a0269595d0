//! The doors.

mod scene;

use client::{Event, Language, Phrase, Screen, Setting, Words};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::held::Held;
use crate::icon::icon;
use crate::lazy::{Kept, doing, lazy, part, row, text};
use crate::{open, world};

/// The first screen.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let app = App::here();
    let unfinished = app.tell(|view, words| {
        view.unfinished().map(|table| {
            let name = |color| table.players()[color].name();
            let round = u32::try_from(table.round()).unwrap_or(u32::MAX);
            words.saved_game(name(Color::White), name(Color::Black), round)
        })
    });
    let said = app.tell(move |view, words| {
        // Whatever happens takes the page's own remark away, so that it is the newer one.
        let own = app.remark.get().map(|phrase| words.phrase(phrase).to_owned());
        own.or(view.problem().map(|problem| words.problem(problem)))
    });
    // Whether it answers what was opened here; then it stands where it was asked for.
    let asked = Held::new(false);
    let scene = app.watch(scene::scene);
    let network = world::network::presence();
    let elsewhere = move || {
        let phrase = if network.get() { Phrase::PlayOnlineAbout } else { Phrase::PlayOnlineOffline };
        app.words().phrase(phrase).to_owned()
    };
    view! {
        <main class="home">
            <svg class="scene" viewBox="0 0 800 800" aria-hidden="true" inner_html=scene.signal()></svg>
            <div class="hall">
                <header>
                    <h1>{app.say(Phrase::AppName)}</h1>
                    <p>{app.say(Phrase::AppTagline)}</p>
                </header>
                {remark(said, move || !asked.get())}
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
                        class:main=lazy(move || unfinished.read().is_none())
                        on:click=doing(move |_| app.send(Event::Go(Screen::Form)))
                    >
                        {icon("board")}
                        <span class="title">{app.say(Phrase::PlayHere)}</span>
                        <span class="about">{app.say(Phrase::PlayHereAbout)}</span>
                    </button>
                    <a class="door" href="/computer">
                        {icon("computer")}
                        <span class="title">{app.say(Phrase::PlayComputer)}</span>
                        <span class="about">{app.say(Phrase::PlayComputerAbout)}</span>
                    </a>
                    <a class="door" href="/online">
                        {icon("people")}
                        <span class="title">{app.say(Phrase::PlayOnline)}</span>
                        <span class="about">{text(elsewhere)}</span>
                    </a>
                    <a class="door" href="/analysis">
                        {icon("chart")}
                        <span class="title">{app.say(Phrase::Analysis)}</span>
                        <span class="about">{app.say(Phrase::AnalysisAbout)}</span>
                    </a>
                    <button type="button" class="door" on:click=doing(move |_| app.send(Event::Go(Screen::Settings)))>
                        {icon("settings")}
                        <span class="title">{app.say(Phrase::Settings)}</span>
                    </button>
                </nav>
                <OpenText said asked />
                <Help />
                <div class="languages">{part(move || Some(languages(app)))}</div>
            </div>
        </main>
    }
}

/// The other languages by their own names, for those who landed in the wrong one.
fn languages(app: App) -> AnyView {
    let others = Language::ALL.into_iter().filter(|&language| language != app.language());
    let button = |language: Language| {
        let choose = move |_| app.send(Event::Set(Setting::Language(Some(language))));
        view! {
            <button type="button" class="quiet" lang=language.code() on:click=doing(choose)>
                {Words::new(language).phrase(Phrase::LanguageName)}
            </button>
        }
    };
    row(others.map(button))
}

/// What the page has to say, in one of the places where it can be said.
fn remark(said: Kept<Option<String>>, is_here: impl Fn() -> bool + Send + Sync + 'static) -> AnyView {
    part(move || {
        let text = said.get().filter(|_| is_here())?;
        Some(view! { <p class="remark" role="alert">{text}</p> }.into_any())
    })
}

/// A file to choose, or a text to paste. What is wrong with it is said below the text.
#[component]
fn OpenText(said: Kept<Option<String>>, asked: Held<bool>) -> impl IntoView {
    let app = App::here();
    let pasted = Held::new(String::new());
    let read = open::chosen(app, Event::Open);
    let chosen = move |event: web_sys::Event| {
        asked.set(true);
        read(event);
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        asked.set(true);
        app.send(Event::Open(pasted.peek()));
    };
    view! {
        <details class="fold" on:toggle=doing(move |_| asked.set(false))>
            <summary>{app.say(Phrase::PasteText)}</summary>
            <form class="paste" on:submit=doing(submit)>
                <textarea
                    rows="4"
                    spellcheck="false"
                    aria-label=app.say(Phrase::PasteHint)
                    placeholder=app.say(Phrase::PasteHint)
                    prop:value=pasted.signal()
                    on:input=doing(move |event| pasted.set(event_target_value(&event)))
                ></textarea>
                {remark(said, move || asked.get())}
                <div class="answers">
                    <label class="file">
                        {icon("open")}
                        <span>{app.say(Phrase::OpenPgn)}</span>
                        <input type="file" accept=".pgn,.fen,.txt,text/plain" on:change=doing(chosen) />
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
    const LINES: [Phrase; 9] = [
        Phrase::HelpClick,
        Phrase::HelpDrag,
        Phrase::HelpKeyboard,
        Phrase::HelpType,
        Phrase::HelpDraw,
        Phrase::HelpStep,
        Phrase::HelpSpace,
        Phrase::HelpPremove,
        Phrase::HelpExplain,
    ];
    let app = App::here();
    view! {
        <details class="fold">
            <summary>{app.say(Phrase::HelpTitle)}</summary>
            <ul>{row(LINES.map(|line| view! { <li>{app.say(line)}</li> }))}</ul>
        </details>
    }
}
