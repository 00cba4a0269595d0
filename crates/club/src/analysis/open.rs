//! What comes to the analysis board: a text that is pasted, a file that is chosen or dropped.

use client::study::StudyAct;
use client::{AnalysisPhrase, Event, Phrase};
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web::app::App;
use web::held::Held;
use web::icon::icon;
use web::lazy::doing;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, HtmlInputElement};

use super::{NOTHING, say};

/// Larger files are no games; reading them would only stop the page.
const MAX_BYTES: f64 = 4_000_000.0;

/// A text to paste, or a file to choose.
#[component]
pub(super) fn OpenText() -> impl IntoView {
    let app = App::here();
    let pasted = Held::new(String::new());
    let chosen = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let file = input.and_then(|input| input.files()).and_then(|files| files.get(0));
        if let Some(file) = file {
            read(app, file);
        }
    };
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
pub(super) fn dropped(app: App) -> impl FnMut(DragEvent) {
    move |event| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|data| data.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            read(app, file);
        }
    }
}

fn read(app: App, file: File) {
    if file.size() > MAX_BYTES {
        return app.remark.set(Some(Phrase::NoGameInText));
    }
    spawn_local(async move {
        let read = JsFuture::from(file.text()).await.ok().and_then(|value| value.as_string());
        open(app, read.unwrap_or_default());
    });
}

fn open(app: App, text: String) {
    app.send(Event::Study(StudyAct::Open(text)));
}
