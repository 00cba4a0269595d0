//! Whole sessions in line mode, driven by scripts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod actions;
mod clocks;
mod files;
mod moves;
mod prompts;
mod script;
mod korean;
