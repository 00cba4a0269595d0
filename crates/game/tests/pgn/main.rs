//! PGN from outside: what is read, what is refused and where, and that writing and reading are each other's inverse.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod events;
mod judging;
mod random;
mod reading;
mod replaying;
mod texts;
mod writing;

use std::io::{self, Read};

use game::pgn::{PgnGame, Reader};

/// Gives so many bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads all games; of a broken one, the error's text.
fn games(text: &str) -> Vec<Result<PgnGame, String>> {
    Reader::new(text.as_bytes()).games().map(|game| game.map_err(|broken| broken.error.to_string())).collect()
}
