//! What comes to the analysis board: a text that is pasted, a file that is chosen or dropped.

use client::study::StudyAct;
use client::{AnalysisPhrase, Event, Phrase};
use leptos::prelude::*;
use web::app::App;
use web::held::Held;
use web::icon::icon;
use web::lazy::doing;
use web_sys::DragEvent;

use super::{NOTHING, say};

/// A text to paste, or a file to choose.
#[component]
pub(super) fn OpenText() -> impl IntoView {
    let app = App::here();
    let pasted = Held::new(String::new());
    let chosen = web::open::chosen(app, opened);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        open(app, pasted.peek());
        if app.peek(|view| view.problem().is_none()) {
            pasted.set(String::new());
        }
    };
    view! {
        <details class="share">
            <summary>{say(app, AnalysisPhrase::Open)}</summary>
            <form class="paste" on:submit=doing(submit)>
                <textarea
                    rows="4"
                    spellcheck="false"
                    aria-label=app.say(Phrase::PasteHint)
                    placeholder=app.say(Phrase::PasteHint)
                    prop:value=pasted.signal()
                    on:input=doing(move |event| pasted.set(event_target_value(&event)))
                ></textarea>
                <p class="about">{say(app, AnalysisPhrase::OpenAbout)}</p>
                <div class="answers">
                    <button type="button" class="quiet" on:click=doing(move |_| open(app, NOTHING.to_owned()))>
                        {say(app, AnalysisPhrase::NewBoard)}
                    </button>
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

/// What is done with a file that is dropped on the page.
pub(super) fn dropped(app: App) -> impl Fn(DragEvent) {
    web::open::dropped(app, opened)
}

fn open(app: App, text: String) {
    app.send(opened(text));
}

fn opened(text: String) -> Event {
    Event::Study(StudyAct::Open(text))
}
