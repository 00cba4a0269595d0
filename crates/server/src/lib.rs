//! The server: static assets, online games, accounts and their storage.
//!
//! A server keeps nothing durable in memory. A game is a log in the [`store`]; actions are decided by pure rules
//! (`games::state`), appended to the log, and only then acknowledged and published on the [`bus`]. A node can be killed at
//! any time: the next one replays the log and goes on.
//!
//! [`run`] takes the listeners, the shutdown signal and all services from its caller, so that the program and the tests run
//! the same code; [`serve()`] is the synchronous entry point.
//!
//! ```
//! use server::{AssetFile, Assets};
//!
//! static FILES: [AssetFile; 1] = [AssetFile { path: "/", plain: b"<!doctype html>", brotli: None, gzip: None }];
//! let assets = Assets::new(&FILES);
//! assert_eq!(assets.paths().collect::<Vec<_>>(), ["/"]);
//! ```
//!
//! # Layout
//!
//! `serve` accepts connections, `tls` has the certificates, `http` routes requests, `assets` has the embedded files; `socket` is one task per WebSocket.
//! `games` is one actor per game: `games::state` are the rules, the rest loads, commits and publishes. `lobby` pairs
//! players, `computer` is the computer opponent. `node` is the shared state of a server, with clock, metrics and
//! background tasks. `limits` are rate and resource limits. [`store`] is durable storage, [`bus`] the message bus between
//! nodes, [`accounts`] names, passwords and sessions.

mod serve;
mod config;
mod assets;
mod http;
mod socket;
mod tls;

mod games;
mod lobby;
mod computer;

mod node;
mod limits;
mod blocking_pool;
mod panics;
mod random;
mod sync;

pub mod store;
pub mod bus;
pub mod accounts;

pub use assets::{AssetFile, Assets};
pub use config::{BotPolicy, Config, Limits, Proxy, PublicUrl, PublicUrlError, RatingRules};
pub use serve::{Listeners, Services, run, serve};
pub use tls::{AcmeConfig, CertificateError, CertificateFiles, Tls};
