//! The server: pages for browsers, and people who play with each other.
//!
//! It owns the truth and nothing that lasts. A game is a log in the [`store`]; what happens in it is decided by rules
//! without a network or a clock (`live`), becomes durable, and only then is acknowledged and told to everybody over the
//! [`bus`]. A node can be killed at any moment: the next one reads the log and goes on.
//!
//! [`run`] takes the listener, the signal to stop and everything else from its caller, so that the program and the tests run
//! the same code; [`serve`] is the same for a caller without a runtime.
//!
//! ```
//! use server::{File, Page};
//!
//! static FILES: [File; 1] = [File { path: "/", plain: b"<!doctype html>", brotli: None, gzip: None }];
//! let page = Page::new(&FILES);
//! assert_eq!(page.paths().collect::<Vec<_>>(), ["/"]);
//! ```
//!
//! # Layout
//!
//! `live` is one game as a value: what somebody wants becomes records, records become events. `tables` has a task for each
//! game that somebody looks at, `lobby` one for those who look for somebody; `socket` is a client's connection to them, and
//! `computer` sits down where nobody else is wanted.
//! `http` is everything else that can be asked, the page included: `page`, `embedded`, `negotiate`, `answer`, `protection`.
//! `gate`, `pace` and `origins` say how much anybody may do, as far as it is `remembered`. `node` is what all parts share, `caretaker` what is done without being
//! asked, `beside` does slow work. `run` accepts connections as far as there are `places`, and
//! is `patient` with them up to a point; `blocking` brings the runtime and the signals.
//!
//! [`store`] and [`bus`] are the two doors to other machines, [`accounts`] and [`rating`] are about people.

mod assets;
mod embedded;
mod encoding;
mod static_files;
mod security_headers;
mod run;
mod connection_limit;
mod write_timeout;
mod serve;
mod config;

mod http;
mod socket;
mod identity;
mod sessions;
mod rate_limiter;
mod rate_limit;
mod games_per_network;
mod lru;

mod game_state;
mod games;
mod lobby;
mod computer;
mod live_games;

mod node;
mod background;
mod metrics;
mod time;
mod random;
mod blocking_pool;

pub mod store;
pub mod bus;
pub mod accounts;
pub mod rating;

pub use assets::{Assets, File};
pub use config::{Config, Limits, Proxy, PublicUrl, PublicUrlError};
pub use run::{Services, run};
pub use serve::serve;
