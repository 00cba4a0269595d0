//! Tests of the state machine by scripts of user input.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod script;

mod actions;
mod navigation;
mod clock;
mod documents;
mod explain;
mod form;
mod pieces;
mod playing_settings;
mod moving;
mod premoves;
mod saved;
mod random_events;
