//! The client without a screen: scripts of what people do, and what there is to see and to hear.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod script;

mod actions;
mod navigation;
mod clock;
mod documents;
mod explain;
mod form;
mod pieces;
mod moving;
mod premoves;
mod saved;
mod random_events;
