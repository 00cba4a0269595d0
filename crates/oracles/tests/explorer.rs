//! The opening explorer beside counts made with pgn-reader and shakmaty, in every position of some thousand games.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../benches/generator/mod.rs"]
mod generator;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Cursor;
use std::ops::ControlFlow;

use explorer::{Builder, Explorer, MemoryScratch, PlyLimit, SortBuffer};
use game::pgn;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use rules::{CastlingStyle, Position};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

const GAMES: u64 = 2000;
const PLIES: u16 = 60;

/// Wins of White, draws, wins of Black, and the sum of the average ratings.
type Counts = (u32, u32, u32, u64);

/// Counts by position, as the first four fields of its FEN, and by move in UCI.
#[derive(Default)]
struct Expected(HashMap<String, BTreeMap<String, Counts>>);

struct GameSoFar {
    result: Vec<u8>,
    ratings: Vec<u64>,
}

impl Visitor for Expected {
    type Tags = GameSoFar;
    type Movetext = (GameSoFar, Chess, HashSet<String>, u16);
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), GameSoFar> {
        ControlFlow::Continue(GameSoFar { result: Vec::new(), ratings: Vec::new() })
    }

    fn tag(&mut self, game: &mut GameSoFar, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        match name {
            b"Result" => game.result = value.as_bytes().to_vec(),
            b"WhiteElo" | b"BlackElo" => {
                game.ratings.push(String::from_utf8_lossy(value.as_bytes()).parse().unwrap());
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: GameSoFar) -> ControlFlow<(), Self::Movetext> {
        ControlFlow::Continue((game, Chess::default(), HashSet::new(), 0))
    }

    fn san(&mut self, movetext: &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        let (game, position, seen, plies) = movetext;
        let m = san.san.to_move(position).unwrap();
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        if *plies < PLIES && seen.insert(fields.join(" ")) {
            let uci = UciMove::from_move(m, CastlingMode::Standard).to_string();
            let counts = self.0.entry(fields.join(" ")).or_default().entry(uci).or_default();
            match game.result.as_slice() {
                b"1-0" => counts.0 += 1,
                b"1/2-1/2" => counts.1 += 1,
                _ => counts.2 += 1,
            }
            counts.3 += game.ratings.iter().sum::<u64>() / 2;
        }
        *plies += 1;
        position.play_unchecked(m);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Self::Movetext) {}
}

#[test]
fn counts_of_every_position_are_those_of_shakmaty() {
    let book = generator::database::OpeningBook::new();
    let mut text = String::new();
    (0..GAMES).for_each(|number| generator::database::write_game(&book, number, &mut text));

    let mut expected = Expected::default();
    let mut reader = Reader::new(text.as_bytes());
    while let Some(()) = reader.read_game(&mut expected).unwrap() {}

    // A small buffer, so that runs are merged.
    let buffer = SortBuffer(1000);
    let mut builder = Builder::new(Vec::new(), MemoryScratch, PlyLimit(PLIES), buffer).unwrap();
    for game in pgn::Reader::new(text.as_bytes()).games() {
        builder.add_pgn(&game.unwrap()).unwrap();
    }
    let (bytes, size) = builder.finish().unwrap();
    assert_eq!((u64::from(size.games), size.positions), (GAMES, expected.0.len() as u64));
    assert!(expected.0.len() > 30_000, "{} positions", expected.0.len());

    let mut explorer = Explorer::open(Cursor::new(bytes)).unwrap();
    for (epd, moves) in &expected.0 {
        let position: Position = format!("{epd} 0 1").parse().unwrap();
        let stats = explorer.find(&position).unwrap();
        let found = stats.moves.iter().map(|known| {
            let counts = known.counts;
            let results = counts.results;
            assert_eq!((results.unknown, u64::from(counts.rated)), (0, results.total()));
            let uci = known.m.uci(CastlingStyle::Standard).to_string();
            (uci, (results.white, results.draws, results.black, counts.rating_sum))
        });
        assert_eq!(&found.collect::<BTreeMap<_, _>>(), moves, "{epd}");
    }
}
