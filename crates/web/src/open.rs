//! Texts and files that come into the page: a FEN or a PGN, whichever it is.

use client::{Event, Phrase};
use leptos::prelude::*;
use rules::Setup;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;

use crate::app::App;

/// Larger files are no games; reading them would only stop the page.
const MAX_BYTES: f64 = 4_000_000.0;

/// Opens a text: a position if it is one, otherwise a game.
pub(crate) fn text(app: App, text: String) {
    if text.trim().is_empty() {
        app.remark.set(Some(Phrase::NothingToOpen));
    } else if text.trim().parse::<Setup>().is_ok() {
        app.send(Event::OpenFen(text.trim().to_owned()));
    } else {
        app.send(Event::OpenPgn(text));
    }
}

/// Opens a file that was chosen or dropped.
pub(crate) fn file(app: App, file: File) {
    if file.size() > MAX_BYTES {
        app.remark.set(Some(Phrase::NoGameInText));
        return;
    }
    spawn_local(async move {
        let read = JsFuture::from(file.text()).await.ok().and_then(|value| value.as_string());
        text(app, read.unwrap_or_default());
    });
}
