//! `hanpan puzzles` and `hanpan puzzles mine`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::{ProgramOutput, command, expect_error, run};

const GAMES: &str = "\
[Event \"first\"]

1. f3 e5 2. g4 Qh4# 0-1

[Event \"second\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"the first again\"]

1. f3 e5 2. g4 Qh4# 0-1

[Event \"quiet\"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *
";

const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
mate1,3q2k1/5ppp/p7/8/8/7P/5PP1/3Q2K1 b - - 0 1,a6a5 d1d8,900,80,0,0,mate mateIn1,,
fork1,r6k/6pp/8/3N4/8/8/6PP/6K1 b - - 0 1,h8g8 d5e7 g8f7 e7c8,1900,80,0,0,fork,,
";

/// Empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("puzzles").join(name);
    // Left by an earlier run, or never there.
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file and returns its path.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn solve(folder: &Path, args: &[&str], input: &str) -> ProgramOutput {
    let args = [&["puzzles"], args].concat();
    let mut command = command(&args);
    command.env("XDG_STATE_HOME", folder).env("LC_ALL", "C");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may exit before reading everything.
    child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    ProgramOutput { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

#[test]
fn puzzles_of_a_game_are_mined_once() {
    let folder = folder("mined");
    let games = file(&folder, "games.pgn", GAMES);
    let path = folder.join("mine.csv");
    let args = ["puzzles", "mine", &games, "--nodes", "5000", "--output", path.to_str().unwrap()];
    let output = run(&args);
    assert_eq!((output.code, output.err.as_str()), (Some(0), "games 4 of 4, puzzles 2\n"), "{output:?}");
    let mined = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = mined.lines().skip(1).collect();
    assert_eq!(lines.len(), 2, "{mined}");
    assert!(lines[0].contains(",g2g4 d8h4,") && lines[0].contains("mateIn1"), "{mined}");
    assert!(lines[0].contains(",games.pgn/1#3,") && lines[1].contains(",games.pgn/2#6,"), "{mined}");
    // The same command continues: after the end, in a line and before the last game.
    let first = mined.find(lines[1]).unwrap();
    for end in [mined.len(), mined.len() - 20, first, 10, 0] {
        fs::write(&path, &mined[..end]).unwrap();
        let output = run(&args);
        assert_eq!((output.code, output.err.as_str()), (Some(0), "games 4 of 4, puzzles 2\n"), "{end}");
        assert_eq!(fs::read_to_string(&path).unwrap(), mined, "{end}");
    }
}

#[test]
fn played_games_give_the_same_puzzles_with_any_number_of_threads() {
    let folder = folder("played");
    let mine = |name: &str, threads: &str| {
        let path = folder.join(name);
        let output = path.to_str().unwrap();
        let args =
            ["puzzles", "mine", "--play", "3", "--nodes", "1000", "--threads", threads, "--output", output];
        assert_eq!(run(&args).code, Some(0));
        fs::read_to_string(&path).unwrap()
    };
    assert_eq!(mine("one.csv", "1"), mine("two.csv", "2"));
}

#[test]
fn other_files_are_not_continued() {
    let folder = folder("refused");
    let games = file(&folder, "games.pgn", GAMES);
    let diary = file(&folder, "diary.txt", "my diary\n");
    let other = file(&folder, "other.csv", &PUZZLES.replace("mateIn1,,", "mateIn1,other.pgn/1#3,"));
    expect_error(&["puzzles", "mine", &games, "--output", &diary], &["diary.txt:1: 1 fields"]);
    expect_error(&["puzzles", "mine", &games, "--output", &other], &["other.csv", "none of these games"]);
    assert_eq!(fs::read_to_string(&diary).unwrap(), "my diary\n");
    expect_error(&["puzzles", "mine", "--output", "x.csv"], &["FILE"]);
    expect_error(&["puzzles", "mine", &games, "--play", "3", "--output", "x.csv"], &["--play"]);
}

#[test]
fn puzzles_of_a_file_are_solved_in_a_pipe() {
    let folder = folder("solved");
    let puzzles = file(&folder, "puzzles.csv", PUZZLES);
    let output = solve(&folder, &[&puzzles, "--rating", "900"], "Qd7\nhint\nQxd8#\n");
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""), "{output:?}");
    for part in
        ["Puzzle mate1", "Qd7 is not the solution: the answer is Qxd7.", "Move the queen on d1.", "Solved."]
    {
        assert!(output.out.contains(part), "{part:?} in {}", output.out);
    }
    assert!(
        output.out.lines().last().unwrap().starts_with("Solved 0 of 1. Your rating: 7"),
        "{}",
        output.out
    );
    assert!(!output.out.contains("fork1") && output.out.is_ascii(), "{}", output.out);
    // The rating is kept, and the theme chooses.
    let output = solve(&folder, &[&puzzles, "--theme", "fork", "--lang", "ko"], "끝\n");
    assert!(output.out.contains("퍼즐 fork1") && output.out.contains("레이팅: 7"), "{}", output.out);
}

#[test]
fn bad_lines_are_reported_and_the_others_asked() {
    let folder = folder("bad");
    let puzzles = file(&folder, "puzzles.csv", &PUZZLES.replace("h8g8", "h8h1"));
    let output = solve(&folder, &[&puzzles], "solution\n");
    assert_eq!(output.code, Some(2), "{output:?}");
    assert!(output.err.ends_with("puzzles.csv:3: move 1, 'h8h1', is illegal\n"), "{output:?}");
    assert!(output.out.contains("Solution: 2. Qxd8#"), "{output:?}");
    let valid = file(&folder, "valid.csv", PUZZLES);
    expect_error(&["puzzles", &valid, "--rating", "3000"], &["no puzzle has this theme and rating"]);
    expect_error(&["puzzles", &valid, "--theme", "zugzwang"], &["--theme", "no theme has that name"]);
    expect_error(&["puzzles", "-"], &["standard input"]);
    expect_error(&["puzzles", "missing.csv"], &["missing.csv"]);
}

#[test]
fn the_program_has_puzzles_of_its_own() {
    let folder = folder("own");
    let output = solve(&folder, &["--seed", "1", "--theme", "mateIn1"], "solution\nquit\n");
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""), "{output:?}");
    assert!(output.out.contains("#\n") && output.out.ends_with('\n'), "{output:?}");
}
