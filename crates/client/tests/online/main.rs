//! Client and fake server with a simulated network: messages are delivered, lost, duplicated, delayed or cut
//! off.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod player;
mod server;

mod challenges;
mod clocks;
mod lobby;
mod play;
mod reconnect;
mod random_network;
