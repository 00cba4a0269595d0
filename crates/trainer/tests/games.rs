//! Games are generated, kept and continued.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use trainer::game_files::{GameCount, for_each_game};
use trainer::generate::Generator;
use trainer::packed_game::PackedGame;

/// An empty folder of the test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    folder
}

fn generator(directory: &Path, games: u64) -> Generator {
    Generator {
        network: None,
        directory: directory.to_owned(),
        seed: 7,
        nodes: 60,
        threads: 1,
        games: Some(games),
        file_bytes: 1_000,
    }
}

/// Names and contents of the files.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

fn games(folder: &Path) -> Vec<PackedGame> {
    let mut games = Vec::new();
    for_each_game(folder, |game| games.push(game)).unwrap();
    games
}

#[test]
fn a_stopped_generator_continues_with_the_same_games() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let count = generator(&whole, 12).run(&mut |_| true).unwrap();
    assert_eq!(count.games, 12);
    assert!(contents(&whole).len() > 1, "one file only");
    assert_eq!(games(&whole).iter().map(|game| game.moves.len() as u64).sum::<u64>(), count.moves);

    let stopped = generator(&parts, 12).run(&mut |count| count.games < 5).unwrap();
    assert!((5..12).contains(&stopped.games), "{stopped:?}");
    // Killed in the middle of a write: the game is cut off and played again.
    let (name, bytes) = contents(&parts).pop().unwrap();
    fs::write(parts.join(name), &bytes[..bytes.len() - 7]).unwrap();
    let two_threads = Generator { threads: 2, ..generator(&parts, 12) };
    assert_eq!(two_threads.run(&mut |_| true).unwrap(), count);
    assert_eq!(contents(&parts), contents(&whole));
}

#[test]
fn a_file_without_a_complete_header_is_begun_again() {
    let folder = folder("header");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("00000.games"), b"HPG").unwrap();
    assert_eq!(generator(&folder, 1).run(&mut |_| true).unwrap().games, 1);
    assert_eq!(games(&folder).len(), 1);
}

#[test]
fn games_of_another_seed_are_not_continued() {
    let folder = folder("seed");
    generator(&folder, 1).run(&mut |_| true).unwrap();
    let other = Generator { seed: 8, ..generator(&folder, 2) };
    assert!(other.run(&mut |_| true).unwrap_err().to_string().contains("seed 7"));
    assert_eq!(generator(&folder, 1).run(&mut |_| true).unwrap().games, 1);
    assert_ne!(GameCount::default(), generator(&folder, 1).run(&mut |_| true).unwrap());
}
