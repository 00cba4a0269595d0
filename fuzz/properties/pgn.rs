//! Properties of the PGN reader for arbitrary bytes.

use std::io::{self, Read};

use game::pgn::{PartialGameError, PgnGame, Reader, Validator};

/// Properties of a text of several games.
pub(crate) fn pgn(text: &[u8]) {
    let games: Vec<_> = Reader::new(text).games().collect();
    let chunked: Vec<_> = Reader::new(ChunkedSource(text)).games().collect();
    assert_eq!(games, chunked, "the result depends on the chunk size");
    let mut validator = Reader::new(text);
    for game in &games {
        let error = game.as_ref().err().map(|broken| broken.error.clone());
        let judged = validator.read_game(&mut Validator::new()).map(Result::err);
        assert_eq!(judged, Some(error), "the validator and the tree disagree");
        match game {
            Ok(game) => written_reads_back(game),
            Err(broken) => within(broken, text),
        }
    }
    assert_eq!(validator.read_game(&mut Validator::new()), None, "the validator finds one game more");
}

fn written_reads_back(game: &PgnGame) {
    let written = game.to_string();
    let again: PgnGame = match written.parse() {
        Ok(again) => again,
        Err(error) => panic!("{error}\n{written}"),
    };
    assert_eq!((&again.line, again.start, again.result), (&game.line, game.start, game.result), "{written}");
    assert_eq!(again.to_string(), written);
}

/// The location of the error is in the text or at its end, and the error has a message.
fn within(broken: &PartialGameError, text: &[u8]) {
    let breaks = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64;
    let location = broken.error.location;
    assert!((1..=breaks + 1).contains(&location.line), "{}", broken.error);
    assert!((1..=text.len() as u64 + 1).contains(&location.column), "{}", broken.error);
    assert!(!broken.to_string().is_empty());
}

/// A source that returns a few bytes per read.
struct ChunkedSource<'a>(&'a [u8]);

impl Read for ChunkedSource<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.0.len()).min(1 + self.0.len() % 3);
        let (piece, rest) = self.0.split_at(length);
        buffer[..length].copy_from_slice(piece);
        self.0 = rest;
        Ok(length)
    }
}
