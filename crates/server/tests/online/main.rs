//! People on real sockets, and a server in this process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod client;
mod game;

mod accounts;
mod archive;
mod bans;
mod computer;
mod export;
mod filters;
mod lobby;
mod malice;
mod manners;
mod password;
mod play;
mod random;
mod reconnect;
mod status;
mod talk;
