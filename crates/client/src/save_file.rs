//! A table as text, so that a game survives a reload, a crash or an empty battery.
//!
//! One thing in a line, its name first; the first line names the version. Reading is strict: the text comes from this
//! program, so anything odd means that it was damaged.
//! - All of `ruleset`, `start`, `white`, `black`, `bottom` and `turning` are there once, the others at most once.
//! - A name that is not known is an error: it would be from a newer program.
//! - Lines may end with `\r\n`, and empty lines do not matter.
//!
//! The clock is kept as how long each of the last moves took (all moves, unless the game came from a file); it is
//! paused when the game is read.

mod error;
mod fields;
mod read;
mod write;

pub use error::{SaveFileError, SaveFileErrorKind};
