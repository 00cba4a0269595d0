//! Indexes of small collections: what is counted, files that are built in different ways, and damaged files.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor, Write};

use explorer::{
    Added, Builder, Explorer, GameRecord, IndexError, MemoryScratch, PlyLimit, PositionStats, ResultCounts,
    SortBuffer,
};
use game::pgn::{PgnGame, PgnResult, Reader};
use rng::Rng;
use rules::{Move, Position};

type Index = Explorer<Cursor<Vec<u8>>>;

fn build(games: &[PgnGame], plies: PlyLimit, buffer: SortBuffer) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new(), MemoryScratch, plies, buffer).unwrap();
    games.iter().for_each(|game| assert_eq!(builder.add_pgn(game).unwrap(), Added::Indexed));
    let (bytes, size) = builder.finish().unwrap();
    assert_eq!((size.games as usize, size.bytes), (games.len(), bytes.len() as u64));
    bytes
}

fn open(bytes: Vec<u8>) -> Result<Index, IndexError> {
    Explorer::open(Cursor::new(bytes))
}

fn index(pgn: &str, plies: PlyLimit) -> Index {
    let games: Vec<PgnGame> = Reader::new(pgn.as_bytes()).games().map(Result::unwrap).collect();
    open(build(&games, plies, SortBuffer::default())).unwrap()
}

fn after(moves: &str) -> Position {
    moves.split_whitespace().fold(Position::start(), |position, san| {
        position.play_unchecked(position.parse_san(san.as_bytes()).unwrap())
    })
}

/// `e4 2, d4 1`: the moves with their numbers of games.
fn moves(index: &mut Index, line: &str) -> String {
    let position = after(line);
    let stats = index.find(&position).unwrap();
    let moves =
        stats.moves.iter().map(|known| format!("{} {}", position.san(known.m), known.counts.results.total()));
    moves.collect::<Vec<_>>().join(", ")
}

#[test]
fn moves_are_counted_by_position_whatever_their_order() {
    let mut index = index(
        "1. e4 e5 2. Nf3 Nc6 1-0\n\n1. Nf3 Nc6 2. e4 e5 3. d4 0-1\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n\n1. d4 *\n",
        PlyLimit::default(),
    );
    assert_eq!((index.games(), index.plies()), (4, PlyLimit(50)));
    assert_eq!(moves(&mut index, ""), "e4 2, Nf3 1, d4 1");
    assert_eq!(moves(&mut index, "e4 e5 Nf3 Nc6"), "d4 1, Bb5 1");
    assert_eq!(moves(&mut index, "e4 e5 Nc3"), "");
    assert_eq!(moves(&mut index, "d4"), "", "no game went on");
    let stats = index.find(&Position::start()).unwrap();
    assert_eq!(stats.results(), ResultCounts { white: 1, draws: 1, black: 1, unknown: 1 });
}

#[test]
fn castling_rights_and_possible_en_passant_captures_tell_positions_apart() {
    let mut index = index(
        "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Nf3 *\n\n1. e4 e5 2. Nf3 *\n\n1. e4 a6 2. Nf3 a5 3. e5 d5 4. exd6 *\n\n1. d4 *\n\n1. e4 c6 *\n",
        PlyLimit::default(),
    );
    assert_eq!(moves(&mut index, "e4 e5"), "Ke2 1, Nf3 1");
    assert_eq!(moves(&mut index, "e4 e5 Ke2 Ke7 Ke1 Ke8"), "Nf3 1");
    assert_eq!(moves(&mut index, "e4 a6 Nf3 a5 e5 d5"), "exd6 1");
    assert_eq!(moves(&mut index, "e4 a5 Nf3 d6 e5 d5"), "", "the same squares without en passant");
    // After 1.e4 no pawn can take on e3.
    let setup = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".parse().unwrap();
    assert_eq!(index.find(&setup).unwrap().counts.results.total(), 4);
}

#[test]
fn a_game_counts_once_in_a_position() {
    let mut index = index("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 *\n", PlyLimit::default());
    assert_eq!(moves(&mut index, ""), "Nf3 1");
    assert_eq!(moves(&mut index, "Nf3"), "Nf6 1");
    assert_eq!(moves(&mut index, "e4"), "e5 1");
}

#[test]
fn moves_after_the_limit_are_not_indexed() {
    let mut index = index("1. e4 e5 2. Nf3 Nc6 *\n", PlyLimit(3));
    assert_eq!(index.positions(), 3);
    assert_eq!(moves(&mut index, "e4 e5"), "Nf3 1");
    assert_eq!(moves(&mut index, "e4 e5 Nf3"), "");
}

#[test]
fn games_with_another_start_or_without_moves_are_left_out() {
    let check = |pgn: &str, expected| {
        let mut builder =
            Builder::new(Vec::new(), MemoryScratch, PlyLimit::default(), SortBuffer::default()).unwrap();
        assert_eq!(builder.add_pgn(&pgn.parse().unwrap()).unwrap(), expected, "{pgn}");
        let (bytes, _) = builder.finish().unwrap();
        assert_eq!(open(bytes).unwrap().games(), u32::from(expected == Added::Indexed));
    };
    check("1. e4 *", Added::Indexed);
    check("[White \"A\"]\n\n1-0", Added::NoMoves);
    check("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *", Added::OtherStart);
    check("[Variant \"Chess960\"]\n\n1. e4 *", Added::OtherStart);
    check("[Variant \"King capture\"]\n\n1. e4 *", Added::OtherStart);
}

#[test]
fn the_games_with_the_highest_ratings_are_shown() {
    let pgn: String = [2100, 2700, 1500, 2500, 2000, 2300]
        .iter()
        .map(|rating| {
            format!("[White \"P{rating}\"]\n[WhiteElo \"{rating}\"]\n[Date \"2020.??.??\"]\n\n1. e4 1-0\n\n")
        })
        .collect();
    let mut index = index(&pgn, PlyLimit::default());
    let stats = index.find(&Position::start()).unwrap();
    let names: Vec<&str> = stats.games.iter().map(|game| game.record.white.as_str()).collect();
    assert_eq!(names, ["P2700", "P2500", "P2300", "P2100"]);
    assert_eq!(stats.counts.average_rating(), Some(2183));
    assert_eq!(stats.games[0].record.year, Some(2020));
}

/// Random games that meet again and again: few moves are tried in each position.
fn random_games(count: u64) -> Vec<PgnGame> {
    let game = |number| {
        let mut rng = Rng::with_stream(5, number);
        let mut position = Position::start();
        let mut game = PgnGame::new();
        for _ in 0..6 + rng.below(20) {
            let moves = position.legal_moves();
            let choices = 2 + rng.index(2);
            let Some(&m) = moves.get(rng.index(moves.len().min(choices))) else { break };
            game.line.moves.push(m.into());
            position = position.play_unchecked(m);
        }
        game.result = *rng.choose(&[PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw]).unwrap();
        let rating = (1000 + rng.below(30)).to_string();
        game.tags.insert("WhiteElo", &rating).unwrap();
        game.tags.insert("White", &format!("Player {number}")).unwrap();
        game
    };
    (0..count).map(game).collect()
}

#[test]
fn the_file_does_not_depend_on_the_memory_nor_on_the_number_of_sessions() {
    let games = random_games(700);
    let whole = build(&games, PlyLimit::default(), SortBuffer::default());
    // With one game to a run there are more runs than are merged at once.
    for buffer in [1, 100, 1000] {
        assert!(build(&games, PlyLimit::default(), SortBuffer(buffer)) == whole, "buffer of {buffer}");
    }
    for cut in [0, 1, 63, 64, 65, 400, 700] {
        let older = build(&games[..cut], PlyLimit::default(), SortBuffer::default());
        let older = open(older).unwrap();
        let mut builder = Builder::adding_to(older, Vec::new(), MemoryScratch, SortBuffer(2000)).unwrap();
        games[cut..].iter().for_each(|game| assert_eq!(builder.add_pgn(game).unwrap(), Added::Indexed));
        assert!(builder.finish().unwrap().0 == whole, "{cut} games, then the others");
    }
}

#[test]
fn indexes_are_joined_as_if_they_had_been_one() {
    let games = random_games(300);
    let part = |games: &[PgnGame]| open(build(games, PlyLimit::default(), SortBuffer::default())).unwrap();
    let mut builder =
        Builder::adding_to(part(&games[..100]), Vec::new(), MemoryScratch, SortBuffer::default()).unwrap();
    builder.add_index(part(&games[100..250])).unwrap();
    games[250..].iter().for_each(|game| assert_eq!(builder.add_pgn(game).unwrap(), Added::Indexed));
    let (joined, _) = builder.finish().unwrap();
    assert!(joined == build(&games, PlyLimit::default(), SortBuffer::default()));

    let other_plies = open(build(&games[..9], PlyLimit(9), SortBuffer::default())).unwrap();
    let mut builder =
        Builder::adding_to(part(&games), io::sink(), MemoryScratch, SortBuffer::default()).unwrap();
    assert!(matches!(builder.add_index(other_plies), Err(IndexError::OtherPlies)));
}

#[test]
fn answers_of_two_indexes_are_added() {
    let games = random_games(300);
    let part = |games: &[PgnGame]| open(build(games, PlyLimit::default(), SortBuffer::default())).unwrap();
    let (mut whole, mut one, mut other) = (part(&games), part(&games[..120]), part(&games[120..]));
    for (position, _) in count(&games).into_values() {
        let mut sum = one.find(&position).unwrap();
        sum.add(other.find(&position).unwrap());
        let expected = whole.find(&position).unwrap();
        let by_move = |stats: &PositionStats| -> BTreeMap<Move, ResultCounts> {
            stats.moves.iter().map(|known| (known.m, known.counts.results)).collect()
        };
        let ratings = |stats: &PositionStats| -> Vec<Option<u16>> {
            stats.games.iter().map(|game| game.record.white_rating).collect()
        };
        assert_eq!((by_move(&sum), sum.counts), (by_move(&expected), expected.counts));
        assert_eq!(ratings(&sum), ratings(&expected));
    }
}

/// Counts of each position by moves, made without an index. A position is its FEN without the counters.
fn count(games: &[PgnGame]) -> BTreeMap<String, (Position, BTreeMap<Move, ResultCounts>)> {
    let mut expected = BTreeMap::new();
    for game in games {
        let mut position = Position::start();
        let mut seen = BTreeSet::new();
        for m in game.moves() {
            let mut setup = position.setup();
            setup.halfmoves = 0;
            setup.en_passant = position.legal_en_passant();
            let fen = setup.to_string().rsplit_once(' ').unwrap().0.to_owned();
            if seen.insert(fen.clone()) {
                let (_, moves) = expected.entry(fen).or_insert((position, BTreeMap::new()));
                let counts: &mut ResultCounts = moves.entry(m).or_default();
                match game.result {
                    PgnResult::WhiteWins => counts.white += 1,
                    PgnResult::Draw => counts.draws += 1,
                    PgnResult::BlackWins => counts.black += 1,
                    PgnResult::Unknown => counts.unknown += 1,
                }
            }
            position = position.play_unchecked(m);
        }
    }
    expected
}

#[test]
fn every_position_has_the_counts_of_its_games() {
    let games = random_games(500);
    let expected = count(&games);
    let mut index = open(build(&games, PlyLimit::default(), SortBuffer(3000))).unwrap();
    assert_eq!(index.positions(), expected.len() as u64);
    let mut listed = 0;
    for (fen, (position, moves)) in &expected {
        let stats = index.find(position).unwrap();
        let found: BTreeMap<Move, ResultCounts> =
            stats.moves.iter().map(|known| (known.m, known.counts.results)).collect();
        assert_eq!(&found, moves, "{fen}");
        let total: u64 = moves.values().map(ResultCounts::total).sum();
        assert_eq!((stats.results().total(), stats.games.len() as u64), (total, total.min(4)), "{fen}");
        listed += usize::from(total <= 4);
    }
    assert!(listed > 100 && expected.len() - listed > 100, "{listed} of {}", expected.len());
}

/// Everything that can be asked of an index.
fn read_all(bytes: Vec<u8>, positions: &[Position]) -> Result<Vec<PositionStats>, IndexError> {
    let mut index = open(bytes.clone())?;
    let stats = positions.iter().map(|position| index.find(position)).collect::<Result<_, _>>()?;
    Builder::adding_to(open(bytes)?, io::sink(), MemoryScratch, SortBuffer::default())?.finish()?;
    Ok(stats)
}

#[test]
fn every_damaged_byte_and_every_missing_end_is_found() {
    let games = random_games(70);
    let bytes = build(&games, PlyLimit::default(), SortBuffer::default());
    let positions: Vec<Position> = count(&games).into_values().map(|(position, _)| position).collect();
    read_all(bytes.clone(), &positions[..1]).unwrap();
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 1 << (index % 8);
        assert!(read_all(damaged, &positions[..1]).is_err(), "byte {index} of {}", bytes.len());
    }
    for length in (0..bytes.len()).step_by(7) {
        assert!(open(bytes[..length].to_vec()).is_err(), "cut to {length} of {}", bytes.len());
    }
    assert!(open([&bytes[..], b"x"].concat()).is_err(), "a byte too much");
}

#[test]
fn other_files_and_versions_are_named() {
    let mut bytes = build(&random_games(1), PlyLimit::default(), SortBuffer::default());
    assert!(matches!(open(b"[Event \"not an index at all\"]".to_vec()), Err(IndexError::NotAnIndex)));
    assert!(matches!(open(Vec::new()), Err(IndexError::NotAnIndex)));
    bytes[12] = 2;
    assert!(matches!(open(bytes), Err(IndexError::Version(2))));
}

/// An output that is full after some bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let games = random_games(100);
    let length = build(&games, PlyLimit::default(), SortBuffer::default()).len();
    let build = |room: usize| -> Result<(), IndexError> {
        let mut builder =
            Builder::new(Full(room), MemoryScratch, PlyLimit::default(), SortBuffer::default())?;
        for game in &games {
            builder.add(&GameRecord::from_pgn(game), game.moves())?;
        }
        builder.finish().map(drop)
    };
    for room in (0..length).step_by(97) {
        let is_full =
            matches!(build(room), Err(IndexError::Io(error)) if error.kind() == io::ErrorKind::StorageFull);
        assert!(is_full, "{room} of {length} bytes");
    }
    build(length).unwrap();
}
