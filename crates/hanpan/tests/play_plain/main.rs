//! Line mode of `hanpan play`, as used by pipes and scripts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod run;

mod computer;
#[cfg(unix)]
mod engines;
mod games;
mod persistence;
mod refusals;
