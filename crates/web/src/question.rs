//! A question over the page that wants a yes or a no before anything happens.

use client::{Act, Event, Phrase};
use leptos::prelude::*;
use web_sys::HtmlDialogElement;
use web_sys::wasm_bindgen::JsCast;

use crate::app::App;
use crate::lazy::{Kept, doing, effect};

/// What the client asks: does somebody really give up, or the game make way for another?
#[component]
pub fn ClientQuestion() -> impl IntoView {
    let app = App::here();
    let question = app.tell(|view, words| view.question().map(|question| words.question(question)));
    let answer = move |act: Act| move || app.send(Event::Act(act));
    ask("question", question, answer(Act::Cancel), answer(Act::Confirm))
}

/// Asks while there is something to ask. What the answers do is up to who asks; Escape is a no. The name tells the
/// questions of a page apart.
pub fn ask(
    name: &'static str,
    question: Kept<Option<String>>,
    no: impl Fn() + Send + Sync + 'static,
    yes: impl Fn() + 'static,
) -> AnyView {
    let app = App::here();
    let no: StoredValue<Box<dyn Fn() + Send + Sync>> = StoredValue::new(Box::new(no));
    effect(move || {
        let question = question.get();
        let found = document().query_selector(&format!("dialog[aria-labelledby={name}]")).ok().flatten();
        let Some(dialog) = found.and_then(|found| found.dyn_into::<HtmlDialogElement>().ok()) else { return };
        match question {
            // It is in the document and not open, so it opens.
            Some(_) if !dialog.open() => drop(dialog.show_modal()),
            Some(_) => {}
            None => dialog.close(),
        }
    });
    let cancel = move |event: web_sys::Event| {
        event.prevent_default();
        no.with_value(|no| no());
    };
    view! {
        <dialog aria-labelledby=name on:cancel=doing(cancel)>
            <p id=name>{question.signal()}</p>
            <div class="answers">
                <button type="button" autofocus on:click=doing(move |_| no.with_value(|no| no()))>
                    {app.say(Phrase::KeepPlaying)}
                </button>
                <button type="button" class="main" on:click=doing(move |_| yes())>{app.say(Phrase::Yes)}</button>
            </div>
        </dialog>
    }
    .into_any()
}
