//! PGN validation of this crate and of pgn-reader with shakmaty in one run, by CPU time.
//!
//! Both read the text from memory, resolve every SAN move of main lines and variations, and play it. Rounds
//! are interleaved and the best round of each counts, so that load on the machine affects both alike. The
//! numbers of games and moves are asserted. The games are generated from a fixed seed.
#![allow(missing_docs, clippy::print_stdout, reason = "a program that prints a table")]

mod generator;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;

const ROUNDS: usize = 7;
const BYTES: usize = 20_000_000;

/// Numbers of games and moves.
type Counts = (u64, u64);

fn main() {
    println!("million bytes a second of CPU time, best of {ROUNDS} interleaved rounds");
    println!("{:<12}{:>10}{:>12}{:>10}{:>12}{:>8}", "", "games", "moves", "hanpan", "pgn-reader", "ratio");
    let kinds = [
        ("plain", generator::Kind::Plain),
        ("commented", generator::Kind::Commented),
        ("variations", generator::Kind::Variations),
    ];
    let logarithms = kinds.map(|(name, kind)| {
        let text = generator::make(kind, BYTES);
        let mut best = [Duration::MAX; 2];
        let mut counts = (0, 0);
        for _ in 0..ROUNDS {
            let (ours, our_time) = timed(|| ours::check(black_box(&text)));
            let (theirs, their_time) = timed(|| theirs::check(black_box(&text)));
            assert_eq!(ours, theirs, "{name}");
            best = [best[0].min(our_time), best[1].min(their_time)];
            counts = ours;
        }
        let speeds = best.map(|time| text.len() as f64 / time.as_secs_f64() / 1e6);
        let ratio = speeds[0] / speeds[1];
        let (games, moves) = counts;
        println!("{name:<12}{games:>10}{moves:>12}{:>10.0}{:>12.0}{ratio:>8.2}", speeds[0], speeds[1]);
        ratio.ln()
    });
    let mean = logarithms.iter().sum::<f64>() / kinds.len() as f64;
    println!("ratio pgn-reader+shakmaty {:.2}", mean.exp());
}

fn timed(check: impl FnOnce() -> Counts) -> (Counts, Duration) {
    let start = ProcessTime::now();
    let counts = black_box(check());
    (counts, start.elapsed())
}

mod ours {
    use game::pgn::{Reader, Validator};

    pub(super) fn check(text: &[u8]) -> super::Counts {
        let mut reader = Reader::new(text);
        let mut validator = Validator::new();
        while let Some(game) = reader.read_game(&mut validator) {
            game.expect("a game without faults");
        }
        (validator.games(), validator.moves())
    }
}

mod theirs {
    use std::ops::ControlFlow;

    use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position};

    pub(super) fn check(text: &[u8]) -> super::Counts {
        let mut reader = Reader::new(text);
        let mut validator = Validator::default();
        while let Some(()) = reader.read_game(&mut validator).expect("text in memory") {}
        (validator.games, validator.moves)
    }

    #[derive(Default)]
    struct Validator {
        outer: Vec<LineState>,
        games: u64,
        moves: u64,
    }

    /// The current position and the one before the last move.
    #[derive(Clone)]
    struct LineState {
        before: Chess,
        now: Chess,
    }

    impl Visitor for Validator {
        type Tags = Chess;
        type Movetext = LineState;
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
            self.outer.clear();
            ControlFlow::Continue(Chess::new())
        }

        fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
            if name == b"FEN" {
                let fen = Fen::from_ascii(value.as_bytes()).expect("a position");
                *start = fen.into_position(CastlingMode::Standard).expect("a legal position");
            }
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), LineState> {
            ControlFlow::Continue(LineState { before: start.clone(), now: start })
        }

        fn san(&mut self, line: &mut LineState, san: SanPlus) -> ControlFlow<()> {
            let m = san.san.to_move(&line.now).expect("a legal move");
            line.before.clone_from(&line.now);
            line.now.play_unchecked(m);
            self.moves += 1;
            ControlFlow::Continue(())
        }

        fn begin_variation(&mut self, line: &mut LineState) -> ControlFlow<(), Skip> {
            self.outer.push(line.clone());
            line.now = line.before.clone();
            ControlFlow::Continue(Skip(false))
        }

        fn end_variation(&mut self, line: &mut LineState) -> ControlFlow<()> {
            *line = self.outer.pop().expect("a line that was left");
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, _: LineState) {
            self.games += 1;
        }
    }
}
