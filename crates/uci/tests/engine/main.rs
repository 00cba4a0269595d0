//! Engines as processes: conforming ones, faulty ones, and Stockfish.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

extern crate hanpan_uci as uci;

mod processes;
mod scripts;
mod stockfish;
