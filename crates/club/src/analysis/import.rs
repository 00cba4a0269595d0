//! Import of games and positions: pasted text, a chosen file, or a dropped one.

use client::study::StudyCommand;
use client::{AnalysisMessageKey, Event, MessageKey};
use leptos::prelude::*;
use web::app::App;
use web::boxed::{BoxedSignal, handler};
use web::icon::icon;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, HtmlElement};

use super::{EMPTY_PGN, translate};

/// Form to paste a text or choose a file.
#[component]
pub(super) fn ImportForm() -> impl IntoView {
    let app = App::from_context();
    let pasted = BoxedSignal::new(String::new());
    let chosen = web::open_file::on_file_chosen(app, open_event);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        open(app, pasted.get_untracked());
        if app.with_view_untracked(|view| view.problem().is_none()) {
            pasted.set(String::new());
            fold_block(&event_target(&event));
        }
    };
    view! {
        <details class="share">
            <summary>{translate(app, AnalysisMessageKey::Open)}</summary>
            <form class="paste" on:submit=handler(submit)>
                <textarea
                    rows="4"
                    spellcheck="false"
                    aria-label=app.translate(MessageKey::PasteHint)
                    placeholder=app.translate(MessageKey::PasteHint)
                    prop:value=pasted.signal()
                    on:input=handler(move |event| pasted.set(event_target_value(&event)))
                ></textarea>
                <p class="about">{translate(app, AnalysisMessageKey::OpenAbout)}</p>
                <div class="answers">
                    <button type="button" class="quiet" on:click=handler(move |_| open(app, EMPTY_PGN.to_owned()))>
                        {translate(app, AnalysisMessageKey::NewBoard)}
                    </button>
                    <label class="file">
                        {icon("open")}
                        <span>{app.translate(MessageKey::OpenPgn)}</span>
                        <input type="file" accept=".pgn,.fen,.txt,text/plain" on:change=handler(chosen) />
                    </label>
                    <button type="submit" class="main">{app.translate(MessageKey::Ok)}</button>
                </div>
            </form>
        </details>
    }
}

/// Folds the block around a form, so that the list of moves has its room, and moves the focus to its title.
fn fold_block(form: &Element) {
    if let Ok(Some(block)) = form.closest("details") {
        block.remove_attribute("open").ok();
        let title = block.query_selector("summary").ok().flatten();
        if let Some(title) = title.and_then(|title| title.dyn_into::<HtmlElement>().ok()) {
            title.focus().ok();
        }
    }
}

/// Handler for a file dropped on the page.
pub(super) fn on_file_dropped(app: App) -> impl Fn(DragEvent) {
    web::open_file::on_file_dropped(app, open_event)
}

fn open(app: App, text: String) {
    app.send(open_event(text));
}

fn open_event(text: String) -> Event {
    Event::Study(StudyCommand::Open(text))
}
