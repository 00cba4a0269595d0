//! `hanpan play URL`: two programs and a real server, in line mode and on the full screen.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod play_process;
mod server_process;
mod tls_proxy;
#[path = "../pty/mod.rs"]
mod pty;

mod challenges;
mod connection_errors;
mod games;
mod https;
mod screen;
mod turns;
