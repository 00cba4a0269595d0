//! `hanpan check` with the input formats of online judges.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use common::{ProgramOutput, command, expect_error, run_with_input};

const BISHOP_AND_ROOK: &str =
    "..k.....\nppp.pppp\n........\n.R...B..\n........\n........\nPPPPPPPP\nK.......\n";
const START: &str = "rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR\n";
const PINNING_BISHOP: &str =
    "rnbqk.nr\nppp..ppp\n....p...\n...p....\n.bPP....\n.....N..\nPP..PPPP\nRNBQKB.R\n";
const EMPTY: &str = "........\n........\n........\n........\n........\n........\n........\n........\n";
const NO_KINGS: &str = "r.......\n........\n........\n........\n........\n........\n........\n.......R\n";
const NO_WHITE_KING: &str =
    "....k...\n........\n........\n........\n........\n........\n........\n....R...\n";
const BOTH: &str = "....k..R\n........\n........\n........\n........\n........\n........\nr...K...\n";

const ANSWERS: &str = "\
Game #1: black king is in check.
Game #2: no king is in check.
Game #3: white king is in check.
";

#[track_caller]
fn check(input: &str, expected: &str) {
    let output = run_with_input(&["check"], input);
    assert_eq!(output, ProgramOutput { out: expected.to_owned(), err: String::new(), code: Some(0) });
}

#[test]
fn sample_boards_of_the_problem_statement() {
    check(&format!("{BISHOP_AND_ROOK}\n{START}\n{PINNING_BISHOP}\n{EMPTY}"), ANSWERS);
    check(
        &format!("{BISHOP_AND_ROOK}\n{PINNING_BISHOP}\n{EMPTY}"),
        "Game #1: black king is in check.\nGame #2: white king is in check.\n",
    );
}

#[test]
fn empty_board_or_end_of_input_ends_the_run() {
    let boards = format!("{BISHOP_AND_ROOK}{START}{PINNING_BISHOP}");
    check(&boards, ANSWERS);
    check(boards.trim_end(), ANSWERS);
    check(&format!("{boards}{EMPTY}{START}"), ANSWERS);
    check(&format!("{boards}{EMPTY}not a board"), ANSWERS);
    check(&boards.replace('\n', "\r\n"), ANSWERS);
    check("", "");
    check(EMPTY, "");
}

#[test]
fn boards_without_kings_are_answered_with_a_note() {
    let output = run_with_input(&["check"], &format!("{NO_KINGS}\n{START}\n{NO_WHITE_KING}\n{BOTH}"));
    let lines = "\
Game #1: no king is in check.
Game #2: no king is in check.
Game #3: black king is in check.
Game #4: both kings are in check.
";
    assert_eq!(output.out, lines);
    assert_eq!((output.err.as_str(), output.code), ("hanpan: note: 2 of the boards lack a king\n", Some(0)));
    let output = run_with_input(&["check"], &format!("{NO_WHITE_KING}\n{START}"));
    assert_eq!((output.err.as_str(), output.code), ("hanpan: note: 1 of the boards lacks a king\n", Some(0)));
}

#[test]
fn malformed_boards_are_located() {
    let check = |input: String, answered: usize, place: &str| {
        let output = run_with_input(&["check", "-"], &input);
        assert_eq!(output.out.lines().count(), answered, "{output:?}");
        assert!(output.err.starts_with(&format!("hanpan: {place}: ")), "{output:?}");
        assert_eq!((output.err.lines().count(), output.code), (1, Some(2)));
    };
    check(START.replace("RNBQK", "RNBQX"), 0, "line 8, column 5");
    check(format!("{START}\n{}", START.replace("pppp\n", "ppp\n")), 1, "line 11, column 8");
    check(format!("{START}\n{}", START.replace("pppp\n", "ppppp\n")), 1, "line 11, column 9");
    check(format!("{START}{START}\nrnbqkbnr\n"), 2, "line 19, column 1");
    check("hello\n".to_owned(), 0, "line 1, column 1");
}

#[test]
fn files() {
    let path = std::env::temp_dir().join(format!("hanpan-check-{}.txt", std::process::id()));
    std::fs::write(&path, format!("{BISHOP_AND_ROOK}\n{START}\n{PINNING_BISHOP}\n{EMPTY}")).unwrap();
    let name = path.to_str().unwrap();
    assert_eq!(common::expect_output(&["check", name]), ANSWERS);
    std::fs::write(&path, "rnbqkbnr\noops").unwrap();
    expect_error(&["check", name], &[name, "line 2, column 1"]);
    std::fs::remove_file(&path).unwrap();
    expect_error(&["check", name], &[&format!("hanpan: {name}: No such file or directory\n")]);
    let folder = std::env::temp_dir();
    let folder = folder.to_str().unwrap();
    expect_error(&["check", folder], &[&format!("hanpan: {folder}: Is a directory\n")]);
}

/// More boards than any buffer holds, and a reader that closes the pipe after the first line.
#[test]
fn closed_pipe_is_no_error() {
    let mut child = command(&["check"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let many = START.repeat(1000);
        while stdin.write_all(many.as_bytes()).is_ok() {}
    });
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    assert_eq!(line, "Game #1: no king is in check.\n");
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((err.as_str(), child.wait().unwrap().code()), ("", Some(0)));
    writer.join().unwrap();
}

/// A client that sends one board and waits gets the answer before it sends the next.
#[test]
fn answers_are_flushed_before_the_next_board() {
    let mut child = command(&["check"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (board, answer) in [BISHOP_AND_ROOK, START, PINNING_BISHOP].into_iter().zip(ANSWERS.lines()) {
        stdin.write_all(board.as_bytes()).unwrap();
        stdin.flush().unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), answer);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
