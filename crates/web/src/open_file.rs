//! Files that the user chooses or drops on the page; their text becomes an event.

use client::{Event, MessageKey};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, HtmlInputElement};

use crate::app::App;

/// Larger files are rejected: they are no games and would block the page.
const MAX_BYTES: f64 = 4_000_000.0;

/// Handler for `change` of a file input.
pub fn on_file_chosen(app: App, event_of: fn(String) -> Event) -> impl Fn(web_sys::Event) + Copy {
    move |event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) {
            read_file(app, file, event_of);
        }
    }
}

/// Handler for `drop`.
pub fn on_file_dropped(app: App, event_of: fn(String) -> Event) -> impl Fn(DragEvent) + Copy {
    move |event| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|data| data.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            read_file(app, file, event_of);
        }
    }
}

fn read_file(app: App, file: File, event_of: fn(String) -> Event) {
    if file.size() > MAX_BYTES {
        app.notice.set(Some(MessageKey::NoGameInText));
        return;
    }
    spawn_local(async move {
        let text = JsFuture::from(file.text()).await.ok().and_then(|value| value.as_string());
        app.send(event_of(text.unwrap_or_default()));
    });
}
