//! Import of games and positions: pasted text, a chosen file, or a dropped one.

use crate::app::App;
use crate::boxed::{BoxedSignal, handler};
use crate::open_file;
use client::study::StudyCommand;
use client::{AnalysisMessageKey, Event};
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, HtmlElement};

use super::{EMPTY_PGN, translate};

/// Form to paste a text or choose a file.
#[component]
pub(super) fn ImportForm() -> impl IntoView {
    let app = App::from_context();
    let pasted = BoxedSignal::new(String::new());
    let submit = move |event: web_sys::SubmitEvent| {
        open(app, pasted.get_untracked());
        if app.with_view_untracked(|view| view.problem().is_none()) {
            pasted.set(String::new());
            fold_block(&event_target(&event));
        }
    };
    let about = view! { <p class="about">{translate(app, AnalysisMessageKey::OpenAbout)}</p> };
    let empty = view! {
        <button type="button" class="quiet" on:click=handler(move |_| open(app, EMPTY_PGN.to_owned()))>
            {translate(app, AnalysisMessageKey::NewBoard)}
        </button>
    };
    let chosen = open_file::on_file_chosen(app, open);
    view! {
        <details class="share">
            <summary>{translate(app, AnalysisMessageKey::Open)}</summary>
            {open_file::paste_form(pasted, submit, chosen, about.into_any(), Some(empty.into_any()))}
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
    open_file::on_file_dropped(app, open)
}

fn open(app: App, text: String) {
    app.send(Event::Study(StudyCommand::Open(text)));
}
