//! Online play: several browsers on one server, each with its own cookie. A test fails if a browser logs an
//! unexpected error or warning.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod line_mode;
mod online_session;

mod account;
mod archive;
mod board3d;
mod calls;
mod challenges;
mod explorer;
mod cluster;
mod invitation;
mod kept_games;
mod lobby;
mod oauth;
mod phone;
mod reconnect;
mod tls;
