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
mod touch;
mod temp_dir;
mod board3d;
mod move_input;
mod test_server;
mod keyboard;
mod log;
mod viewport;
mod mouse;
mod locator;
mod point;
mod process;
mod fixtures;
mod game_page;
mod tell;
mod fake_clock;
mod session;

pub use board::Board;
pub use board3d::{Board3d, Rgb};
pub use browser::Browser;
pub use error::{Error, TestResult};
pub use fake_clock::FakeClock;
pub use fixtures::{Board3dView, Fixture};
pub use game_page::GamePage;
pub use keyboard::Key;
pub use locator::{Button, Css, Field, Locator};
pub use move_input::{MoveInput, wait_for_focus};
pub use point::Point;
pub use session::{Session, with_session};
pub use tell::print_measurement;
pub use test_server::TestServer;
pub use viewport::{ColorScheme, Motion, Pointer, Viewport};
