//! The page in a real browser: a file for each topic. Every visit fails on its own if the browser logs an error or a
//! warning, or if the page asks anybody but its host for anything.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod computer;
mod import_export;
mod endings;
mod explanations;
mod new_game_form;
mod home;
mod persistence;
mod keyboard;
mod languages;
mod screen_reader;
mod appearance;
mod mouse;
mod offline;
mod layout;
mod content_security_policy;
mod sounds;
mod board3d;
mod worker;
mod touch;
mod typed_moves;
mod full_game;
