//! `hanpan learn`: lessons line by line, with progress in the state folder.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::{command, expect_error};

fn state_dir(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learn").join(name);
    // Left over from an earlier run, if it exists.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Sends lines and returns the output, which must contain the parts in this order.
#[track_caller]
fn check(folder: &Path, args: &[&str], lines: &[&str], parts: &[&str], code: i32) -> String {
    let mut command = command(&["learn"]);
    command.args(args).env("XDG_STATE_HOME", folder).env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(code), &b""[..]), "{text}");
    let mut rest = text.as_str();
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part:?} in {rest}")).1;
    }
    text
}

#[test]
fn a_stage_is_taught_and_its_stars_are_kept() {
    let folder = state_dir("stage");
    let moves = ["a1a6", "e4e8", "e8h8", "d1d3", "Rh3", "Rh7", "c1b1", "b1b8", "b8c8", "quit"];
    let parts = [
        "The rook\n",
        "Step 1 of 4",
        "Stars: a6.",
        "The rook goes straight.",
        "White: rook a1 to a6",
        "Good!",
        "Step 2 of 4",
        "Stars: e8 and h8.",
        "Stars: h8.",
        "Well done! 3 of 3 stars",
        "The bishop\n",
    ];
    check(&folder, &["rook"], &moves, &parts, 0);
    assert_eq!(fs::read_to_string(folder.join("hanpan/lessons.txt")).unwrap(), "rook 3\n");
    // The next time the list has them, and the next stage begins.
    let listed = [
        "1. rook: The rook, 3 of 3 stars",
        "2. bishop: The bishop, 0 of 3 stars",
        "The bishop\n",
        "Step 1 of 3",
    ];
    check(&folder, &[], &["quit"], &listed, 0);
}

#[test]
fn wrong_tries_are_explained() {
    let folder = state_dir("wrong");
    let lines = ["c1d3", "c1c8", "hint", "c1e1", "quit"];
    let parts = [
        "A rook moves straight along a rank or a file, so it cannot go from c1 to d3.",
        "The knight on e4 is still not protected.",
        "White: rook c1 to ",
        "Good!",
        "Step 2 of 3",
    ];
    // A line that is no legal move makes the exit code 2.
    check(&folder, &["protect"], &lines, &parts, 2);
    check(&folder, &["protect"], &lines[1..], &parts[1..], 0);
}

#[test]
fn questions_are_answered_in_words() {
    let folder = state_dir("questions");
    let lines = ["checkmate", "Stalemate", "checkmate", "again", "check", "g1g7", "quit"];
    let parts = [
        "Check, Checkmate, Stalemate",
        "Nothing attacks the king.",
        "Good!",
        "Step 4 of 4",
        "Well done! 2 of 3 stars",
    ];
    check(&folder, &["stalemate"], &lines, &parts, 0);
    let parts = [
        "스테일메이트",
        "1번째",
        "> 체크메이트",
        "아무것도 킹을 공격하지 않습니다.",
        "> 스테일메이트",
        "좋아요!",
    ];
    check(&folder, &["15", "--lang", "ko"], &["체크메이트", "스테일메이트", "끝"], &parts, 0);
}

#[test]
fn the_opponent_answers() {
    let folder = state_dir("answers");
    let parts = ["White: rook e1 to e2", "Black: king f8 to g8", "Well done! 3 of 3 stars"];
    check(&folder, &["rook-mate"], &["h1h8", "e1e2", "e2e8", "quit"], &parts, 0);
}

#[test]
fn unknown_stages_are_refused() {
    expect_error(&["learn", "unicorn"], &["unicorn", "no such stage", "rook, bishop"]);
    expect_error(&["learn", "0"], &["no such stage"]);
    expect_error(&["learn", "--lang", "xx"], &["--lang xx"]);
}
