//! Events of the reader for all kinds of input and chunk sizes.

use std::io::{self, Read};

use game::pgn::{PgnReason, Reader, Validator};

use crate::random_trees::RandomPgn;
use crate::texts::TEXTS;
use crate::{ChunkedSource, events, games};

#[test]
fn texts_give_the_expected_events() {
    for (text, expected) in TEXTS {
        let (events, _) = events::of(*text, 1 << 20);
        let shown = String::from_utf8_lossy(text);
        assert_eq!(events, *expected, "{shown}");
    }
}

#[test]
fn chunk_size_makes_no_difference() {
    let mut texts: Vec<Vec<u8>> = TEXTS.iter().map(|(text, _)| text.to_vec()).collect();
    texts.push(TEXTS.iter().flat_map(|(text, _)| text.iter().copied().chain(*b"\n\n")).collect());
    for text in texts {
        for max_bytes in [1 << 20, 40, 20, 9, 3] {
            let whole = events::of(&text[..], max_bytes);
            for step in [1, 2, 3, 7, 64] {
                let shown = String::from_utf8_lossy(&text);
                assert_eq!(
                    events::of(ChunkedSource(&text, step), max_bytes),
                    whole,
                    "{step} at a time: {shown}"
                );
            }
        }
    }
}

#[test]
fn texts_longer_than_the_buffer_are_read() {
    let mut text = Vec::new();
    let mut expected = 0;
    let mut rng = RandomPgn::new(5);
    while text.len() < 1_000_000 {
        let comment = "long ".repeat(rng.below(20_000) as usize);
        text.extend(format!("[Event \"x\"]\n\n1. e4 {{{comment}}} e5 ;{comment}\n*\n\n").bytes());
        expected += 1;
    }
    for step in [usize::MAX, 4096, 60_001] {
        let mut validator = Validator::new();
        let mut reader = Reader::new(ChunkedSource(&text, step));
        while let Some(game) = reader.read_game(&mut validator) {
            assert_eq!(game, Ok(()));
        }
        assert_eq!((validator.games(), validator.moves()), (expected, 2 * expected));
        assert_eq!(reader.bytes_read(), text.len() as u64);
    }
}

#[test]
fn game_size_is_limited() {
    let text = format!("1. e4 {{{}}} e5 *\n\n[Event \"b\"]\n1. d4 *", "x".repeat(300_000));
    let (events, errors) = events::of(text.as_bytes(), 100_000);
    assert_eq!(errors[0].reason, PgnReason::TooLong(100_000));
    assert_eq!(errors[0].location.to_string(), "1:7");
    assert!(events.ends_with("Event=b | d4 * /"), "{events}");
    let (_, errors) = events::of(text.as_bytes(), 400_000);
    assert_eq!(errors, []);
    let endless = io::repeat(b'x').take(50_000_000);
    assert_eq!(events::of(endless, 100_000).1[0].reason, PgnReason::TooLong(100_000));
}

#[test]
fn an_io_error_ends_the_text() {
    struct Failing<'a>(&'a [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::ErrorKind::ConnectionReset.into()),
                count => Ok(count),
            }
        }
    }
    let (events, errors) = events::of(Failing(b"1. e4 * 1. d4"), 1000);
    assert_eq!(errors[0].reason, PgnReason::Io(io::ErrorKind::ConnectionReset));
    assert!(events.starts_with("| e4 * / | d4 <1:14: game 2: cannot read on"), "{events}");
    assert_eq!(errors.len(), 1);
}

#[test]
fn no_input_makes_the_reader_panic() {
    let mut rng = RandomPgn::new(3);
    let mut seeds: Vec<Vec<u8>> = TEXTS.iter().map(|(text, _)| text.to_vec()).collect();
    seeds.extend((0..20).map(|_| rng.game().to_string().into_bytes()));
    for _ in 0..20_000 {
        let mut text = rng.pick(&seeds);
        text.extend(rng.pick(&seeds));
        text.truncate(3000);
        for _ in 0..1 + rng.below(6) {
            let at = rng.below(text.len() as u64 + 1) as usize;
            match rng.below(4) {
                0 => text.truncate(at),
                1 => text.insert(at, rng.pick(b"{}()[]\";%$\\\n\r\0*-!1 .")),
                2 if at < text.len() => text[at] = rng.next() as u8,
                _ if at < text.len() => {
                    text.remove(at);
                }
                _ => {}
            }
        }
        for game in Reader::with_max_bytes(ChunkedSource(&text, 100), 2000).games() {
            let game = game.unwrap_or_else(|broken| *broken.game);
            let again = games(&game.to_string());
            assert!(matches!(again.as_slice(), [Ok(found)] if found.line == game.line), "{game}\n{again:?}");
        }
    }
}
