//! A question over the page that wants a yes or a no before anything happens.

use client::{Act, Event, Phrase};
use leptos::html::Dialog;
use leptos::prelude::*;

use crate::app::App;
use crate::lazy::doing;

/// What the client asks at the table: does somebody really give up?
#[component]
pub(crate) fn TableQuestion() -> impl IntoView {
    let app = App::here();
    let question = app.tell(|view, words| view.question().map(|question| words.question(question)));
    let answer = move |act: Act| move || app.send(Event::Act(act));
    ask(question, answer(Act::Cancel), answer(Act::Confirm))
}

/// Asks while there is something to ask. What the answers do is up to who asks; Escape is a no.
pub(crate) fn ask(
    question: Memo<Option<String>>,
    no: impl Fn() + Send + Sync + 'static,
    yes: impl Fn() + 'static,
) -> AnyView {
    let app = App::here();
    let no: StoredValue<Box<dyn Fn() + Send + Sync>> = StoredValue::new(Box::new(no));
    let dialog: NodeRef<Dialog> = NodeRef::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match question.get() {
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
        <dialog node_ref=dialog aria-labelledby="question" on:cancel=cancel>
            <p id="question">{question}</p>
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
