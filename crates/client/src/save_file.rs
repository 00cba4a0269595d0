//! Save file of a game, so that it survives a reload or a crash.
//!
//! Line-based text: a header with the version, then one field per line, name first. Parsing is strict, since
//! only this program writes the file:
//! - `ruleset`, `start`, `white`, `black`, `bottom` and `turning` are required, the others optional; none may
//!   be repeated.
//! - Unknown fields are errors: they come from a newer version.
//! - Lines may end with `\r\n`; empty lines are ignored.
//!
//! The clock is stored as the time spent on each timed move (all moves, unless the game was imported) and is
//! paused on loading.

mod error;
mod fields;
mod read;
mod write;

pub use error::{SaveFileError, SaveFileErrorKind};
pub(crate) use read::ReadPgn;
