//! Moves that are typed.

use client::{Event, Phrase};
use leptos::html::Input;
use leptos::prelude::*;

use crate::app::App;
use crate::lazy::text;

/// The line in which a move can be typed.
#[component]
pub(super) fn TypedMove() -> impl IntoView {
    let app = App::here();
    let typed = app.watch(|view| view.typed().to_owned());
    let is_wrong = app.watch(|view| view.typed_error().is_some());
    // The names of moves need no escaping.
    let options = app.watch(|view| {
        let completions = if view.typed().is_empty() { Vec::new() } else { view.completions() };
        completions.iter().map(|san| format!("<option value=\"{san}\"></option>")).collect::<String>()
    });
    let input: NodeRef<Input> = NodeRef::new();
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        app.send(Event::Submit);
        // A move that was typed and sent at once has not been drawn in between, nor would its end be.
        if let Some(input) = input.get_untracked() {
            input.set_value(&app.peek(|view| view.typed().to_owned()));
        }
    };
    view! {
        <form class="typed" on:submit=submit>
            <input
                type="text"
                node_ref=input
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                enterkeyhint="go"
                list="completions"
                aria-label=app.say(Phrase::TypeMove)
                aria-invalid=text(move || is_wrong.get().to_string())
                placeholder=app.say(Phrase::TypeMoveHint)
                prop:value=typed
                on:input=move |event| app.send(Event::Type(event_target_value(&event)))
            />
            <datalist id="completions" inner_html=options></datalist>
            <button type="submit">{app.say(Phrase::PlayMove)}</button>
        </form>
    }
}
