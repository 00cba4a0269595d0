//! The second page: play with somebody elsewhere. It uses the first one, `web`, as a library: its board, its settings, its
//! way to hold the client's state.
//!
//! # Layout
//! - `page`: everything in the document's body, and which page an address names (`route`).
//! - `computer`: the engine in a worker (`worker`), as an opponent.
//! - `analysis`: the same engine, beside a board for any position or game.
//! - `online`: people over the network; a file for each page and for what pages have in common.
//! - `world`: what the browser does for us besides what it does for `web`.

#![allow(unreachable_pub, reason = "what is made of a component says `pub`, wherever it can be seen from")]

mod engine_line;
mod shell;
mod route;

mod analysis;
mod computer;
mod online;

mod worker;
mod platform;

/// Puts the page into the document. The browser calls it once the module is there.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    web::platform::document::remove_placeholder();
    leptos::mount::mount_to_body(shell::Shell);
}
