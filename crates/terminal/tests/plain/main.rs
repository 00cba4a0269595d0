//! Whole games line by line, as a script would drive them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod acts;
mod clocks;
mod files;
mod moving;
mod prompts;
mod script;
mod words;
