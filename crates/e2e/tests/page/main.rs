//! The page in a real browser, one file per topic. Every test fails if the console has an error or a warning,
//! or if the page sends a request to another origin.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod appearance;
mod board3d;
mod computer;
mod content_security_policy;
mod editor;
mod endings;
mod explanations;
mod extras;
mod full_game;
mod home;
mod import_export;
mod installation;
mod keyboard;
mod languages;
mod layout;
mod learn;
mod mouse;
mod navigation;
mod new_game_form;
mod offline;
mod persistence;
mod practice;
mod puzzles;
mod screen_reader;
mod sounds;
mod touch;
mod typed_moves;
mod worker;
