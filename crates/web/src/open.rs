//! Files that come into the page: what is in them is for the client to read.

use client::{Event, Phrase};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;

use crate::app::App;

/// Larger files are no games; reading them would only stop the page.
const MAX_BYTES: f64 = 4_000_000.0;

/// Opens a file that was chosen or dropped.
pub(crate) fn file(app: App, file: File) {
    if file.size() > MAX_BYTES {
        app.remark.set(Some(Phrase::NoGameInText));
        return;
    }
    spawn_local(async move {
        let read = JsFuture::from(file.text()).await.ok().and_then(|value| value.as_string());
        app.send(Event::Open(read.unwrap_or_default()));
    });
}
