//! Modal confirmation dialogs.

use client::{BoardCommand, Confirmation, Event, MessageKey};
use leptos::prelude::*;
use web_sys::HtmlDialogElement;
use web_sys::wasm_bindgen::JsCast;

use crate::app::App;
use crate::boxed::{BoxedMemo, effect, handler, text};
use crate::platform;

/// The client's confirmation: resigning, replacing an unfinished game, or playing a move, which the board behind it shows.
#[component]
pub fn ClientConfirmDialog() -> impl IntoView {
    let app = App::from_context();
    let question =
        app.memo_localized(|view, locale| view.confirmation().map(|question| locale.question(question)));
    let answer = move |command: BoardCommand| move || app.send(Event::Command(command));
    confirm_dialog("question", question, answer(BoardCommand::Cancel), answer(BoardCommand::Confirm))
}

/// A modal dialog that is open while `question` is `Some`. Escape means no. `name` is the id of its text and
/// distinguishes the dialogs of a page.
pub fn confirm_dialog(
    name: &'static str,
    question: BoxedMemo<Option<String>>,
    on_cancel: impl Fn() + Send + Sync + 'static,
    on_confirm: impl Fn() + 'static,
) -> AnyView {
    let app = App::from_context();
    let is_move = app.memo(|view| matches!(view.confirmation(), Some(Confirmation::Move(..))));
    let keep = text(move || {
        let key = if is_move.get() { MessageKey::Cancel } else { MessageKey::KeepPlaying };
        app.locale().message(key).to_owned()
    });
    effect(move || {
        platform::document::set_root_attribute("data-confirm", is_move.get().then_some("move"));
        if is_move.get() {
            // Enter plays the move.
            request_animation_frame(|| platform::document::focus("dialog[open] .main"));
        }
    });
    let on_cancel: StoredValue<Box<dyn Fn() + Send + Sync>> = StoredValue::new(Box::new(on_cancel));
    effect(move || {
        let question = question.get();
        let element = document().query_selector(&format!("dialog[aria-labelledby={name}]")).ok().flatten();
        let Some(dialog) = element.and_then(|element| element.dyn_into::<HtmlDialogElement>().ok()) else {
            return;
        };
        match question {
            // `show_modal` fails only for a dialog that is open or not in the document.
            Some(_) if !dialog.open() => drop(dialog.show_modal()),
            Some(_) => {}
            None => dialog.close(),
        }
    });
    let cancel = move |event: web_sys::Event| {
        event.prevent_default();
        on_cancel.with_value(|on_cancel| on_cancel());
    };
    view! {
        <dialog aria-labelledby=name on:cancel=handler(cancel)>
            <p id=name>{question.signal()}</p>
            <div class="answers">
                <button type="button" autofocus on:click=handler(move |_| on_cancel.with_value(|on_cancel| on_cancel()))>
                    {keep}
                </button>
                <button type="button" class="main" on:click=handler(move |_| on_confirm())>{app.translate(MessageKey::Yes)}</button>
            </div>
        </dialog>
    }
    .into_any()
}
