//! Private instances of the services that tests of the server use: programs of Debian's packages, started as plain
//! processes with their files in a temporary folder.
//!
//! An instance ends with its value, and also when the test process ends in any way: a shell holds it on the other end of
//! a pipe.

mod keeper;
mod nats;
mod pebble;
mod postgres;

pub use keeper::Keeper;
pub use nats::{NATS_TOKEN, Nats};
pub use pebble::Pebble;
pub use postgres::Postgres;
