//! People elsewhere: several browsers at one host, each with a cookie of its own. A meeting fails on its own if a browser
//! logs an error or a warning that its story does not expect.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod online_session;

mod account;
mod reconnect;
mod invitation;
mod lobby;
mod archive;
mod board3d;
