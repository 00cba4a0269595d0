//! Engines as processes: those that behave, those that do not, and a real one.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod processes;
mod scripts;
mod stockfish;
