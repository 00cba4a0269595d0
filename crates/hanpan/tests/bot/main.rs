//! `hanpan bot` against a real server: games, crashes and refusals.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod api_server;
mod bot_process;
#[path = "../common/mod.rs"]
mod common;
#[path = "../play_server/server_process.rs"]
mod server_process;

mod challenges;
mod crashes;
mod refusals;
