//! Hanpan in a real Chromium, as people see, click and drag it.
//!
//! A [`visit`] starts the program with its page ([`Host`]) and a browser ([`Browser`]), lets a story happen at the
//! [`Table`], and fails if the browser logged a single error or warning, or asked anybody but the host for anything.
//!
//! What takes a moment is waited for until it is there ([`Browser::wait`]). Nothing is waited for by the clock, but for a
//! finger that rests before it is lifted.

mod board;
mod browser;
mod chromedriver;
mod error;
mod fingers;
mod folder;
mod glass;
mod hand;
mod host;
mod keys;
mod log;
mod look;
mod mouse;
mod place;
mod point;
mod process;
mod scene;
mod table;
mod tell;
mod time;
mod visit;

pub use board::Board;
pub use browser::Browser;
pub use error::{Error, Outcome};
pub use glass::{Color, Glass};
pub use hand::{Hand, wait_for_focus};
pub use host::Host;
pub use keys::Key;
pub use look::{Look, Motion, Pointer, Scheme};
pub use place::{Button, Field, Find, Place};
pub use point::Point;
pub use scene::{Scene, Space};
pub use table::Table;
pub use tell::tell;
pub use time::Clock;
pub use visit::{Visit, visit};
