//! The generator for GPUs, compiled for the processor: its games are legal, and its values are those of the engine.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use engine::{Engine, Network, Options, Score, SearchPosition};
use rules::Position;
use trainer::float_network::{FloatNetwork, Shape};
use trainer::game_files::for_each_game;
use trainer::packed_game::{MATE_SCORE, PackedGame};
use trainer::self_play::game_result;

const SHAPE: Shape = Shape { hidden: 64, buckets: 4 };

/// Soft node limit of each move.
const NODES: &str = "150";

/// Compiles a source of `crates/trainer`, which is CUDA or C++, as C++.
fn compile(source: &str, folder: &Path) -> PathBuf {
    let program = folder.join(Path::new(source).file_stem().unwrap());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    let shape = [format!("-DHIDDEN={}", SHAPE.hidden), format!("-DBUCKETS={}", SHAPE.buckets)];
    let status = Command::new("g++")
        .args(["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-x", "c++"])
        .args(shape)
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg("-pthread")
        .status()
        .expect("g++ is needed (Debian package g++)");
    assert!(status.success());
    program
}

/// Folder with a network, and the name of its file.
fn folder_with_network(name: &str) -> (PathBuf, PathBuf, Vec<u8>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    let bytes = FloatNetwork::random(SHAPE, 7).quantised(300);
    let network = folder.join("network.bin");
    fs::write(&network, &bytes).unwrap();
    (folder, network, bytes)
}

/// Plays `games` games with a seed and returns the file.
fn play(program: &Path, network: &Path, folder: &Path, seed: &str, games: &str) -> PathBuf {
    let status =
        Command::new(program).arg(network).arg(folder).args([seed, NODES, "600", games]).status().unwrap();
    assert!(status.success());
    folder.join("00000.games")
}

/// The result is that of the rules, of the adjudication, or a draw because the game is too long.
fn check_result(game: &PackedGame) {
    let mut keys = vec![game.start.repetition_key()];
    let mut last = game.start;
    for (ply, &(m, score)) in game.moves.iter().enumerate() {
        assert!(game_result(&last, &keys).is_none(), "the game is over before ply {ply}");
        assert!(score.abs() <= MATE_SCORE);
        last = last.play(m).unwrap();
        keys.push(last.repetition_key());
    }
    match game_result(&last, &keys) {
        Some(half_points) => {
            assert_eq!(game.half_points, half_points, "{}", last.setup());
            let mating = game.moves.last().map_or(0, |&(_, score)| score.abs());
            assert!(half_points == 1 || mating == MATE_SCORE - 1, "the last move mates: {mating}");
        }
        // Adjudicated: the score of the last search is not stored, because its move was not played.
        None => {
            let last_scores_are = |count: usize, expected: fn(i16) -> bool| {
                game.moves.len() >= count
                    && game.moves.iter().rev().take(count).all(|&(_, score)| expected(score))
            };
            if game.half_points == 1 {
                let is_drawn = game.moves.len() >= 85 && last_scores_are(15, |score| score.abs() <= 6);
                assert!(is_drawn || game.moves.len() == 400, "{} moves", game.moves.len());
            } else {
                assert!(last_scores_are(5, |score| score.abs() >= 1500));
                assert_eq!(game.half_points == 2, game.moves.last().unwrap().1 > 0);
            }
        }
    }
}

#[test]
fn games_for_gpus_are_legal_and_repeatable() {
    let (folder, network, _) = folder_with_network("gpu_games");
    let program = compile("gpu/self_play.cu", &folder);
    let file = play(&program, &network, &folder.join("first"), "3", "40");
    let (mut moves, mut castlings, mut promotions, mut en_passants) = (0, 0, 0, 0);
    let count = for_each_game(&file, |game| {
        check_result(&game);
        moves += game.moves.len();
        castlings += game.moves.iter().filter(|(m, _)| m.is_castle()).count();
        promotions += game.moves.iter().filter(|(m, _)| m.promotion().is_some()).count();
        en_passants += game.moves.iter().filter(|(m, _)| m.is_en_passant()).count();
    })
    .unwrap();
    assert_eq!(count.games, 40);
    assert!(moves > 1_000 && castlings > 0 && promotions > 0 && en_passants > 0);
    let again = play(&program, &network, &folder.join("again"), "3", "40");
    assert_eq!(fs::read(&file).unwrap(), fs::read(again).unwrap());
    let other = play(&program, &network, &folder.join("other"), "4", "2");
    assert_ne!(fs::read(file).unwrap()[16..200], fs::read(other).unwrap()[16..200]);
}

#[test]
fn values_for_gpus_are_those_of_the_engine() {
    let (folder, network, bytes) = folder_with_network("gpu_values");
    let file = play(&compile("gpu/self_play.cu", &folder), &network, &folder, "5", "12");
    let output =
        Command::new(compile("tests/gpu/values.cpp", &folder)).arg(&network).arg(&file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("perft 197281"));
    assert_eq!(lines.next(), Some("perft 97862"));

    let network = Some(Arc::new(Network::from_bytes(&bytes).unwrap()));
    let mut engine = Engine::with_network(Options { hash: 1, ..Options::default() }, network);
    let mut compared = 0;
    let mut check = |position: &Position, value: i32| {
        // The engine evaluates endings of few pieces, and bare kings, without the network.
        if position.board().occupied().count() >= 8 {
            let expected = engine.evaluate(&SearchPosition::new(*position));
            assert_eq!(Score::Centipawns(value), expected, "{}", position.setup());
            compared += 1;
        }
    };
    for_each_game(&file, |game| {
        for (position, ..) in game.positions() {
            check(&position, lines.next().unwrap().parse().unwrap());
        }
    })
    .unwrap();
    assert_eq!(lines.next(), None);
    assert!(compared > 500);
}
