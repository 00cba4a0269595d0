//! The second WebAssembly module of the page: online play, games against the computer, analysis. It uses
//! `web` as a library: board, settings, application state.
//!
//! # Layout
//! - `shell`: the root component with the navigation bar; `route`: the page of a URL path; `tab`: title and icon.
//! - `computer`: the engine in a worker (`worker`) as opponent.
//! - `analysis`: the analysis board with the same engine; `engine_line` translates its lines.
//! - `online`: play over the network; a file for each page and for each part that pages share.
//! - `platform`: the parts of the browser that `web` does not use: requests, WebSocket, sharing.

#![allow(unreachable_pub, reason = "the component macro generates `pub` items")]

mod engine_line;
mod shell;
mod route;
mod tab;
mod tenths;

mod analysis;
mod computer;
mod online;

mod worker;
mod platform;

/// Mounts the page. Called by the browser when the module is loaded.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    leptos::mount::mount_to_body(shell::Shell);
}
