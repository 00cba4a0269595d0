//! The application in the browser: draws the client and sends it the user's input.
//!
//! No chess and no text are here. `App` holds the client's state in a signal; components draw its
//! [`View`](client::View) and send [`Event`](client::Event)s; `platform` runs the
//! [`Effect`](client::Effect)s: sounds, storage, clipboard, files, focus.
//!
//! The program is split at the functions of `part`: the bundler makes a file of each part, and the browser loads it when a page
//! needs it. Whatever a part alone reaches is not in the first file.
//!
//! # Layout
//! - `root`: the root component; `route`: the page of a URL path; `part`: the parts that are loaded when needed.
//! - `app`: the state, sending of events, the language.
//! - `shell`: the start page with its screens `home`, `form`, `game_screen` and `settings`.
//! - `pages`: the frame of all other pages, with the navigation bar.
//! - `online`: play over the network; a file for each page and for each part that pages share.
//! - `computer`: the engine in a worker (`worker`) as opponent.
//! - `analysis`: the analysis board with the same engine; `engine_line` translates its lines.
//! - `learn`: lessons, and what else makes a player better.
//! - `editor`: the board editor; `practice`: endgames against perfect defence; `puzzles`: puzzles.
//! - `board`: squares, pieces, arrows, the explanation of a rejected move, pointer events.
//! - `controls`, `confirm`, `icon`, `piece`: widgets; `tenths`: numbers in SVG attributes.
//! - `boxed`: type-erased Leptos primitives, which keep the program small.
//! - `platform`: everything that needs the browser.

#![allow(unreachable_pub, reason = "the component macro generates `pub` items")]

mod root;
mod route;
mod part;
mod app;

mod shell;
mod home;
mod form;
mod settings;
mod game_screen;
mod board;

mod pages;
mod online;
mod computer;
mod analysis;
mod learn;
mod editor;
mod practice;
mod puzzles;
mod engine_line;
mod worker;

mod controls;
mod icon;
mod boxed;
mod open_file;
mod piece;
mod confirm;
mod tenths;

mod platform;

/// Starts the application. Called by the browser when the first file is loaded.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    root::start();
}
