//! Load and crash tests of a real server: `hanpan serve` in a process of its own, played on by bots over real
//! WebSockets.
//!
//! Programs, built and started by `cargo xtask`: `chaos` kills the server, or parts of a cluster,
//! repeatedly while games are played and verifies that nothing acknowledged is lost or stored twice. `load` measures latency, memory and
//! CPU under many concurrent games, compared with a bare echo server. `lag` plays with late pongs and on a slow network,
//! `clock` starts the server with wrong system clocks, `flood` attacks it from a few addresses.
//!
//! # Layout
//!
//! [`ServerProcess`] is the server's process, [`WsClient`] a WebSocket connection to it, [`Guest`] the
//! identity of a client, [`GameFollower`] a client's copy of a game that checks every message, [`TcpProxy`] the network
//! between two parts of a cluster. [`http`] has the one-shot requests.

mod error;
mod game_follower;
mod guest;
mod late_client;
mod server_process;
mod tcp_proxy;
mod ws_client;

pub mod http;

pub use error::{LoadtestError, LoadtestResult};
pub use game_follower::{GameFollower, ProtocolError, replay};
pub use guest::Guest;
pub use late_client::{Delays, LateClient};
pub use server_process::{ProcessUsage, ServerProcess};
pub use tcp_proxy::{Link, TcpProxy};
pub use ws_client::{ConnectionError, Traffic, WsClient};
