//! The page: draws the client on a browser's screen and brings it what the fingers do.
//!
//! No chess and no text live here. `App` holds the client's state in a signal; components draw what its
//! [`View`](client::View) says and send [`Event`](client::Event)s; `world` carries out the
//! [`Effect`](client::Effect)s: sounds, storage, clipboard, files, focus.
//!
//! # Layout
//! - `app`: the state, the one way to send an event, the words.
//! - `page`, `home`, `form`, `table`, `settings`: the screens.
//! - `board`: squares, men, shapes, the explanation, and the fingers on it.
//! - `world`: everything the browser does for us.

#![allow(unreachable_pub, reason = "what is made of a component says `pub`, wherever it can be seen from")]

mod app;
mod page;

mod board;
mod form;
mod home;
mod settings;
mod table;

mod choice;
mod held;
mod icon;
mod lazy;
mod open;
mod piece;
mod question;

mod world;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document. The browser calls it once the module is there.
#[wasm_bindgen(start)]
pub fn start() {
    leptos::mount::mount_to_body(page::Page);
}
