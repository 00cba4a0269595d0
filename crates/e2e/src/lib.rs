//! End-to-end tests of Hanpan in a real Chromium.
//!
//! [`with_session`] starts a server ([`TestServer`]) and a browser ([`Browser`]) and runs a test with page
//! objects such as [`GamePage`]. The test fails if the console contains an error or a warning, or if the page
//! sends a request to another origin.
//!
//! Conditions are polled ([`Browser::wait`]) instead of sleeping. The only fixed pauses are those of touch
//! gestures.

mod board3d;
mod board;
mod browser;
mod chromedriver;
mod error;
mod fake_clock;
mod fixtures;
mod game_page;
mod keyboard;
mod load_balancer;
mod locator;
mod log;
mod mouse;
mod move_input;
mod point;
mod process;
mod puzzle_page;
mod session;
mod temp_dir;
mod test_server;
mod touch;
mod viewport;

pub use board::Board;
pub use board3d::{Board3d, Rgb};
pub use browser::Browser;
pub use error::{Error, TestResult};
pub use fake_clock::FakeClock;
pub use fixtures::{Board3dView, CHALLENGE_AS_BOT, CREATE_BOT, Fixture, REGISTER};
pub use game_page::GamePage;
pub use keyboard::Key;
pub use load_balancer::LoadBalancer;
pub use locator::{Button, Css, Field, Locator};
pub use move_input::{MoveInput, wait_for_focus};
pub use point::Point;
pub use puzzle_page::wrong_move;
pub use session::{Session, print_measurement, with_session};
pub use test_server::TestServer;
pub use viewport::{ColorScheme, Motion, Pointer, Viewport};
