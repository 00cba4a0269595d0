//! Whole games line by line, as a script would drive them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod actions;
mod clocks;
mod files;
mod moves;
mod prompts;
mod script;
mod korean;
