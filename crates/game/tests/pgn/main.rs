//! PGN reader and writer: accepted input, errors with locations, round trips.

#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

mod events;
mod validation;
mod random_trees;
mod reading;
mod replaying;
mod texts;
mod writing;

use std::io::{self, Read};

use game::pgn::{PgnGame, Reader};

/// A source that returns a limited number of bytes per read.
struct ChunkedSource<'a>(&'a [u8], usize);

impl Read for ChunkedSource<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Parses all games; errors as text.
fn games(text: &str) -> Vec<Result<PgnGame, String>> {
    Reader::new(text.as_bytes()).games().map(|game| game.map_err(|broken| broken.error.to_string())).collect()
}
