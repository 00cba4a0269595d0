//! The text field for moves.

use client::{Event, MessageKey};
use leptos::prelude::*;
use web_sys::HtmlInputElement;
use web_sys::wasm_bindgen::JsCast;

use crate::app::App;
use crate::boxed::{handler, text};

/// Time for which the message about a rejected text is shown.
const MESSAGE_TIME: std::time::Duration = std::time::Duration::from_secs(8);

/// The text field with completions.
#[component]
pub fn MoveInput() -> impl IntoView {
    let app = App::from_context();
    let typed = app.memo(|view| view.typed_move().to_owned());
    let is_wrong = app.memo(|view| view.typed_move_error().is_some());
    // SAN needs no escaping.
    let options = app.memo(|view| {
        let completions = if view.typed_move().is_empty() { Vec::new() } else { view.completions() };
        completions.iter().map(|san| format!("<option value=\"{san}\"></option>")).collect::<String>()
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        app.send(Event::SubmitMove);
        let problem = move || app.with_view_untracked(|view| view.problem().cloned());
        if let Some(shown) = problem() {
            let dismiss = move || {
                if problem().as_ref() == Some(&shown) {
                    app.send(Event::Dismiss);
                }
            };
            set_timeout(dismiss, MESSAGE_TIME);
        }
        // Typing and submitting within one frame leaves the signal's value unchanged, so the field would not
        // be cleared.
        let input = document().query_selector(".typed input").ok().flatten();
        if let Some(input) = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok()) {
            input.set_value(&app.with_view_untracked(|view| view.typed_move().to_owned()));
            // A rejected move is selected, so that typing replaces it.
            input.select();
        }
    };
    view! {
        <form class="typed" on:submit=handler(submit)>
            <input
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                enterkeyhint="go"
                list="completions"
                aria-label=app.translate(MessageKey::TypeMove)
                aria-invalid=text(move || is_wrong.get().to_string())
                placeholder=app.translate(MessageKey::TypeMoveHint)
                prop:value=typed.signal()
                on:input=handler(move |event| app.send(Event::TypeMove(event_target_value(&event))))
            />
            <datalist id="completions" inner_html=options.signal()></datalist>
            <button type="submit">{app.translate(MessageKey::PlayMove)}</button>
        </form>
    }
}
