//! Moves that are typed.

use client::{Event, Phrase};
use leptos::prelude::*;
use web_sys::HtmlInputElement;
use web_sys::wasm_bindgen::JsCast;

use crate::app::App;
use crate::lazy::{doing, text};

/// The line in which a move can be typed.
#[component]
pub fn TypedMove() -> impl IntoView {
    let app = App::here();
    let typed = app.watch(|view| view.typed().to_owned());
    let is_wrong = app.watch(|view| view.typed_error().is_some());
    // The names of moves need no escaping.
    let options = app.watch(|view| {
        let completions = if view.typed().is_empty() { Vec::new() } else { view.completions() };
        completions.iter().map(|san| format!("<option value=\"{san}\"></option>")).collect::<String>()
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        app.send(Event::Submit);
        // A move that was typed and sent at once has not been drawn in between, nor would its end be.
        let input = document().query_selector(".typed input").ok().flatten();
        if let Some(input) = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok()) {
            input.set_value(&app.peek(|view| view.typed().to_owned()));
            // What was refused is there to be typed over.
            input.select();
        }
    };
    view! {
        <form class="typed" on:submit=doing(submit)>
            <input
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                enterkeyhint="go"
                list="completions"
                aria-label=app.say(Phrase::TypeMove)
                aria-invalid=text(move || is_wrong.get().to_string())
                placeholder=app.say(Phrase::TypeMoveHint)
                prop:value=typed.signal()
                on:input=doing(move |event| app.send(Event::Type(event_target_value(&event))))
            />
            <datalist id="completions" inner_html=options.signal()></datalist>
            <button type="submit">{app.say(Phrase::PlayMove)}</button>
        </form>
    }
}
