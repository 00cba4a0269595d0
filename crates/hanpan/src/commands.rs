//! One module per command: its arguments with their `--help`, and `run`. `match` is a keyword, so `hanpan match` is in
//! `engine_match`.

pub(crate) mod admin;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod bot;
pub(crate) mod check;
pub(crate) mod copy_data;
pub(crate) mod database;
pub(crate) mod engine_match;
pub(crate) mod explain;
pub(crate) mod learn;
pub(crate) mod explorer;
pub(crate) mod manual;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tablebase;
pub(crate) mod uci;
