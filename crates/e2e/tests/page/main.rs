//! The page in a real browser, one file per topic. Every test fails if the console has an error or a warning,
//! or if the page
//! sends a request to another origin.
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
