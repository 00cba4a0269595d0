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
//!
//! The module `club`, for play with somebody elsewhere, is built from the same parts: what it uses is public.

#![allow(unreachable_pub, reason = "what is made of a component says `pub`, wherever it can be seen from")]

pub mod app;
pub mod shell;

pub mod board;
pub mod form;
mod home;
pub mod settings;
pub mod game_screen;

pub mod controls;
pub mod held;
pub mod icon;
pub mod boxed;
pub mod open_file;
pub mod piece;
pub mod confirm;

pub mod platform;

/// Puts the page into the document. The browser calls it once the module is there.
#[cfg(feature = "entry")]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    leptos::mount::mount_to_body(shell::Shell);
}
