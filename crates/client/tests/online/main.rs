//! The client and a server without a network between them: what is asked, what is told, and what happens when messages are
//! lost, doubled, late or cut off.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod player;
mod server;

mod clocks;
mod lobby;
mod play;
mod reconnect;
mod random_network;
