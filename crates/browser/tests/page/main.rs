//! The page in a real browser: a file for each topic. Every visit fails on its own if the browser logs an error or a
//! warning, or if the page asks anybody but its host for anything.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod computer;
mod documents;
mod endings;
mod explaining;
mod form;
mod home;
mod keeping;
mod keyboard;
mod languages;
mod listening;
mod looks;
mod mouse;
mod offline;
mod places;
mod policy;
mod sounds;
mod space;
mod thinking;
mod touch;
mod typing;
mod whole_game;
