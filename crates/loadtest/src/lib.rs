//! Players without hands, for trying out a real server: `hanpan serve` as people start it, in a process of its own, played
//! on over real WebSockets.
//!
//! Two programs are made of them, which `cargo xtask` builds and starts. `chaos` kills the server again and again while
//! games are played, and then looks whether anything that was acknowledged is missing or there twice. `load` crowds it and
//! measures how it bears that, beside a server that does nothing but answer.
//!
//! # Layout
//!
//! [`Host`] is the server's process, [`Line`] a connection to it, [`Who`] the one who connects, [`Board`] a game as the one
//! who follows it knows it. [`http`] asks what is asked once. [`Dice`] makes everything come out the same for the same seed.

mod server_process;
mod ws_client;
mod guest;
mod game_follower;
mod rng;
mod error;
pub mod http;

pub use error::{LoadtestError, LoadtestResult};
pub use game_follower::{GameFollower, ProtocolError, replay};
pub use guest::Guest;
pub use rng::Rng;
pub use server_process::{ProcessUsage, ServerProcess};
pub use ws_client::{ConnectionError, Traffic, WsClient};
