//! Self-play games from random openings; records quiet positions for the tuner.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use engine::{Engine, Limits, NeverStop, Options, Score, SearchPosition};
use rng::Rng;
use rules::{Color, Position, Role};

use crate::arguments::Arguments;
use crate::training_record::TrainingRecord;

/// Plays games and writes their quiet positions.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let games: usize = arguments.get("games", 1000)?;
    let threads: usize = arguments.get("threads", 1)?;
    let seed: u64 = arguments.get("seed", 1)?;
    let nodes: u64 = arguments.get("nodes", 5000)?;
    let minutes: f64 = arguments.get("minutes", f64::INFINITY)?;
    let out = arguments.need("out")?;
    let next = AtomicUsize::new(0);
    let played = Mutex::new(Vec::new());
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut engine = Engine::with_network(Options { hash: 4, ..Options::default() }, None);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= games || started.elapsed().as_secs_f64() > minutes * 60.0 {
                        break;
                    }
                    let records = play(&mut engine, game_rng(seed, number as u64), nodes);
                    let Ok(mut all) = played.lock() else { break };
                    all.push((number, records));
                    if all.len() % 1000 == 0 {
                        let positions: usize = all.iter().map(|(_, records)| records.len()).sum();
                        let seconds = started.elapsed().as_secs();
                        eprintln!("{} games, {positions} positions, {seconds} s", all.len());
                    }
                }
            });
        }
    });
    let mut played = played.into_inner().map_err(|_| "a thread died".to_owned())?;
    played.sort_by_key(|&(number, _)| number);
    let bytes: Vec<u8> =
        played.iter().flat_map(|(_, records)| records).flat_map(|record| record.to_bytes()).collect();
    fs::write(out, bytes).map_err(|error| format!("{out}: {error}"))
}

/// Score beyond which a game counts as decided, if it lasts.
const WON_SCORE: i32 = 1500;

fn play(engine: &mut Engine, mut rng: Rng, nodes: u64) -> Vec<TrainingRecord> {
    engine.clear();
    let mut search_position = random_opening(&mut rng);
    let limits = Limits::nodes(nodes);
    let mut seen = Vec::new();
    let mut keys = Vec::new();
    let (mut decided, mut level) = (0, 0);
    for ply in 0..400 {
        let position = *search_position.position();
        keys.push(position.repetition_key());
        if let Some(result) = game_result(&position, &keys) {
            return with_result(seen, result);
        }
        let result = engine.search(&search_position, &limits, &NeverStop, &mut |_| {});
        let Some(best) = result.best_move else { break };
        let white = if position.turn() == Color::White { 1 } else { -1 };
        let score = match result.score {
            Score::Centipawns(centipawns) => white * centipawns,
            Score::Mate(moves) => white * if moves > 0 { 3 * WON_SCORE } else { -3 * WON_SCORE },
        };
        // Openings that are lost from the start are skipped.
        if ply == 0 && score.abs() > 350 {
            return Vec::new();
        }
        decided = if score.abs() >= WON_SCORE { decided + 1 } else { 0 };
        level = if score.abs() <= 6 && ply > 70 { level + 1 } else { 0 };
        if decided >= 6 {
            return with_result(seen, if score > 0 { 2 } else { 0 });
        }
        if level >= 16 {
            return with_result(seen, 1);
        }
        let is_quiet = !position.is_check() && !best.is_capture() && best.promotion().is_none();
        if is_quiet && score.abs() < WON_SCORE {
            seen.push(TrainingRecord {
                board: *position.board(),
                turn: position.turn(),
                score: score as i16,
                result: 1,
            });
        }
        if search_position.play(best).is_err() {
            break;
        }
    }
    with_result(seen, 1)
}

/// Eight or nine random plies.
fn random_opening(rng: &mut Rng) -> SearchPosition {
    loop {
        let mut search_position = SearchPosition::new(Position::start());
        for _ in 0..8 + rng.index(2) {
            let moves = search_position.position().legal_moves();
            if moves.is_empty() || search_position.play(moves[rng.index(moves.len())]).is_err() {
                break;
            }
        }
        if search_position.position().has_legal_moves() {
            return search_position;
        }
    }
}

/// White's half points if the game is over.
pub(crate) fn game_result(position: &Position, keys: &[u64]) -> Option<u8> {
    if !position.has_legal_moves() {
        return Some(match (position.is_check(), position.turn()) {
            (false, _) => 1,
            (true, Color::White) => 0,
            (true, Color::Black) => 2,
        });
    }
    let last = keys.last()?;
    let repeated = keys.iter().filter(|&key| key == last).count() >= 3;
    let board = position.board();
    let strong = board.role(Role::Pawn) | board.role(Role::Rook) | board.role(Role::Queen);
    let bare = strong.is_empty() && board.occupied().count() <= 3;
    (repeated || bare || position.halfmoves() >= 100).then_some(1)
}

fn with_result(mut records: Vec<TrainingRecord>, result: u8) -> Vec<TrainingRecord> {
    records.iter_mut().for_each(|record| record.result = result);
    records
}

/// Random numbers that depend on the seed and the number of the game alone.
fn game_rng(seed: u64, game: u64) -> Rng {
    Rng::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ game.wrapping_mul(0xD134_2543_DE82_EF95))
}
