//! The home screen.

mod preview;

use client::{Event, Language, Locale, MessageKey, Screen, Setting};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::boxed::{BoxedMemo, BoxedSignal, derived, fragment, handler, show, text};
use crate::icon::icon;
use crate::{open_file, platform};

/// The home screen.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let app = App::from_context();
    let unfinished = app.memo_localized(|view, locale| {
        view.unfinished_game().map(|table| {
            let name = |color| table.players()[color].name();
            let round = u32::try_from(table.move_number()).unwrap_or(u32::MAX);
            locale.saved_game(name(Color::White), name(Color::Black), round)
        })
    });
    let message = app.memo_localized(move |view, locale| {
        // Every event clears the page's own notice, so that it is never older than the problem.
        let own = app.notice.get().map(|key| locale.message(key).to_owned());
        own.or(view.problem().map(|problem| app.explain_problem(locale, problem)))
    });
    // True if the message belongs to the text opened here; it is then shown below the form.
    let is_for_import = BoxedSignal::new(false);
    let preview = app.memo(preview::preview_svg);
    let network = platform::navigator::is_online();
    let online_about = move || {
        let key = if network.get() { MessageKey::PlayOnlineAbout } else { MessageKey::PlayOnlineOffline };
        app.locale().message(key).to_owned()
    };
    view! {
        <main class="home">
            <svg class="scene" viewBox="0 0 800 800" aria-hidden="true" inner_html=preview.signal()></svg>
            <div class="hall">
                <header>
                    <h1>{app.translate(MessageKey::AppName)}</h1>
                    <p>{app.translate(MessageKey::AppTagline)}</p>
                </header>
                {notice(message, move || !is_for_import.get())}
                <nav class="doors">
                    <waiting-games></waiting-games>
                    {show(move || unfinished.get().map(|about| view! {
                        <button type="button" class="door main" on:click=handler(move |_| app.send(Event::ResumeSavedGame))>
                            {icon("play")}
                            <span class="title">{app.translate(MessageKey::ContinueGame)}</span>
                            <span class="about">{about}</span>
                        </button>
                    }.into_any()))}
                    <button
                        type="button"
                        class="door"
                        class:main=derived(move || unfinished.read().is_none())
                        on:click=handler(move |_| app.send(Event::GoTo(Screen::Form)))
                    >
                        {icon("board")}
                        <span class="title">{app.translate(MessageKey::PlayHere)}</span>
                        <span class="about">{app.translate(MessageKey::PlayHereAbout)}</span>
                    </button>
                    {door(app, routes::COMPUTER, "computer", MessageKey::PlayComputer, app.translate(MessageKey::PlayComputerAbout))}
                    {door(app, routes::ONLINE, "people", MessageKey::PlayOnline, text(online_about))}
                    <a class="door" href=routes::LEARN>
                        {icon("hint")}
                        <span class="title">{app.translate(MessageKey::Learn)}</span>
                    </a>
                    {door(app, routes::ANALYSIS, "chart", MessageKey::Analysis, app.translate(MessageKey::AnalysisAbout))}
                    <button type="button" class="door" on:click=handler(move |_| app.send(Event::GoTo(Screen::Settings)))>
                        {icon("settings")}
                        <span class="title">{app.translate(MessageKey::Settings)}</span>
                    </button>
                </nav>
                <OpenGame message is_for_import />
                <Help />
                <div class="languages">{show(move || Some(languages(app)))}</div>
            </div>
        </main>
    }
}

/// A link to another page.
fn door(
    app: App,
    href: &'static str,
    icon_name: &'static str,
    title: MessageKey,
    about: Signal<String>,
) -> AnyView {
    view! {
        <a class="door" href=href>
            {icon(icon_name)}
            <span class="title">{app.translate(title)}</span>
            <span class="about">{about}</span>
        </a>
    }
    .into_any()
}

/// Buttons for the other languages, each in its own language.
fn languages(app: App) -> AnyView {
    let others = Language::ALL.into_iter().filter(|&language| language != app.language());
    let button = |language: Language| {
        let choose = move |_| app.send(Event::ChangeSetting(Setting::Language(Some(language))));
        view! {
            <button type="button" class="quiet" lang=language.code() on:click=handler(choose)>
                {Locale::new(language).message(MessageKey::LanguageName)}
            </button>
        }
    };
    fragment(others.map(button))
}

/// The message, while `is_here` selects this place for it.
fn notice(message: BoxedMemo<Option<String>>, is_here: impl Fn() -> bool + Send + Sync + 'static) -> AnyView {
    show(move || {
        let text = message.get().filter(|_| is_here())?;
        Some(view! { <p class="remark" role="alert">{text}</p> }.into_any())
    })
}

/// Form to choose a file or paste a game; errors are shown below the text field.
#[component]
fn OpenGame(message: BoxedMemo<Option<String>>, is_for_import: BoxedSignal<bool>) -> impl IntoView {
    let app = App::from_context();
    let text = BoxedSignal::new(String::new());
    let read = open_file::on_file_chosen(app, App::open_text);
    let chosen = move |event: web_sys::Event| {
        is_for_import.set(true);
        read(event);
    };
    let submit = move |_| {
        is_for_import.set(true);
        app.open_text(text.get_untracked());
    };
    let below = notice(message, move || is_for_import.get());
    view! {
        <details class="fold" on:toggle=handler(move |_| is_for_import.set(false))>
            <summary>{app.translate(MessageKey::PasteText)}</summary>
            {open_file::paste_form(text, submit, chosen, below, None)}
        </details>
    }
}

/// Instructions for the board.
#[component]
fn Help() -> impl IntoView {
    const LINES: [MessageKey; 9] = [
        MessageKey::HelpClick,
        MessageKey::HelpDrag,
        MessageKey::HelpKeyboard,
        MessageKey::HelpType,
        MessageKey::HelpDraw,
        MessageKey::HelpStep,
        MessageKey::HelpBoard3d,
        MessageKey::HelpPremove,
        MessageKey::HelpExplain,
    ];
    let app = App::from_context();
    view! {
        <details class="fold">
            <summary>{app.translate(MessageKey::HelpTitle)}</summary>
            <ul>{fragment(LINES.map(|line| view! { <li>{app.translate(line)}</li> }))}</ul>
        </details>
    }
}
