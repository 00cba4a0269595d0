//! Training data and training of the engine's network: games of the engine against itself, packed into files, and a trainer that
//! fits a network to their positions.
//!
//! Start at `generate.rs`, then `packed_game.rs` (the format of a game) and `game_files.rs` (the folder in which games are kept).
//! `docs/training.md` describes the formats and the recipe.

pub mod float_network;
pub mod game_files;
pub mod generate;
pub mod packed_game;
mod packed_setup;
pub mod self_play;
pub mod train;
pub mod training_position;
