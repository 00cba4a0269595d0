//! The page: draws the client in a browser and sends it the user's input.
//!
//! No chess and no text are here. `App` holds the client's state in a signal; components draw its
//! [`View`](client::View) and send [`Event`](client::Event)s; `platform` runs the
//! [`Effect`](client::Effect)s: sounds, storage, clipboard, files, focus.
//!
//! # Layout
//! - `app`: the state, sending of events, the language.
//! - `shell`: the root component. `home`, `form`, `game_screen`, `settings`: the screens.
//! - `board`: squares, pieces, arrows, the explanation of a rejected move, pointer events.
//! - `controls`, `confirm`, `icon`, `piece`: widgets.
//! - `boxed`: type-erased Leptos primitives, which keep the module small.
//! - `platform`: everything that needs the browser.
//!
//! The module `club` (online play, computer, analysis) uses this crate as a library; what it uses is public.

#![allow(unreachable_pub, reason = "the component macro generates `pub` items")]

pub mod app;
pub mod shell;

pub mod board;
pub mod form;
mod home;
pub mod settings;
pub mod game_screen;

pub mod controls;
pub mod icon;
pub mod boxed;
pub mod open_file;
pub mod piece;
pub mod confirm;

pub mod platform;

/// Mounts the page. Called by the browser when the module is loaded.
#[cfg(feature = "entry")]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    leptos::mount::mount_to_body(shell::Shell);
}
