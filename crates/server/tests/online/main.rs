//! End-to-end tests: clients on real sockets against a server in this process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

#[path = "../bus/nats_server.rs"]
mod nats_server;

mod client;
mod fixtures;
#[cfg(target_os = "linux")]
mod small_disk;

mod accounts;
mod archive;
mod bans;
mod bus_outage;
mod challenges;
mod cluster;
mod computer;
mod explorer;
mod export;
mod full_disk;
mod filters;
mod kept_games;
mod lag;
mod lichess;
mod lobby;
mod abuse;
mod http_errors;
mod password;
mod play;
mod random;
mod reconnect;
mod status;
mod tls;
mod chat;
