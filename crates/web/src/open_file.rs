//! Games and positions that the user pastes, chooses as a file or drops on the page; their text is opened.

use client::MessageKey;
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, HtmlInputElement, SubmitEvent};

use crate::app::App;
use crate::boxed::{BoxedSignal, handler};
use crate::icon::icon;

/// Larger files are rejected: they are no games and would block the page.
const MAX_BYTES: f64 = 4_000_000.0;

/// Form to paste a text or choose a file. `below` is shown below the text field, `beside` beside the buttons.
pub fn paste_form(
    text: BoxedSignal<String>,
    on_submit: impl Fn(SubmitEvent) + 'static,
    on_file: impl Fn(web_sys::Event) + 'static,
    below: AnyView,
    beside: Option<AnyView>,
) -> AnyView {
    let app = App::from_context();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        on_submit(event);
    };
    view! {
        <form class="paste" on:submit=handler(submit)>
            <textarea
                rows="4"
                spellcheck="false"
                aria-label=app.translate(MessageKey::PasteHint)
                placeholder=app.translate(MessageKey::PasteHint)
                prop:value=text.signal()
                on:input=handler(move |event| text.set(event_target_value(&event)))
            ></textarea>
            {below}
            <div class="answers">
                {beside}
                <label class="file">
                    {icon("open")}
                    <span>{app.translate(MessageKey::OpenPgn)}</span>
                    <input type="file" accept=".pgn,.fen,.txt,text/plain" on:change=handler(on_file) />
                </label>
                <button type="submit" class="main">{app.translate(MessageKey::Ok)}</button>
            </div>
        </form>
    }
    .into_any()
}

/// Handler for `change` of a file input.
pub fn on_file_chosen(app: App, open: fn(App, String)) -> impl Fn(web_sys::Event) + Copy {
    move |event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) {
            read_file(app, file, open);
        }
    }
}

/// Handler for `drop`.
pub fn on_file_dropped(app: App, open: fn(App, String)) -> impl Fn(DragEvent) + Copy {
    move |event| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|data| data.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            read_file(app, file, open);
        }
    }
}

fn read_file(app: App, file: File, open: fn(App, String)) {
    if file.size() > MAX_BYTES {
        app.notice.set(Some(MessageKey::NoGameInText));
        return;
    }
    spawn_local(async move {
        let text = JsFuture::from(file.text()).await.ok().and_then(|value| value.as_string());
        open(app, text.unwrap_or_default());
    });
}
