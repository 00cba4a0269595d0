//! The computer opponents.

use std::process::Stdio;

use crate::common::command;
use crate::run::{hanpan_play, play_lines, play_script, state_dir};

/// Black has a single legal move, then White mates.
const FORCED_MATE: &str = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";

#[test]
fn computer_can_be_mated() {
    for level in ["haru", "600", "Haru"] {
        let text = play_lines(
            &state_dir("computer"),
            &["--computer", level, "--fen", FORCED_MATE],
            &["Rh1", "Rh8", "pgn"],
            "1-0",
            0,
        );
        for part in ["Black: king a8 to b8", "[Black \"Haru (600)\"]", "1. Rh1 Kb8 2. Rh8# 1-0"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    let text = play_script(
        "computer-white",
        &["--computer", "haru", "--side", "black", "--lang", "ko"],
        "pgn",
        "*",
        0,
    );
    assert!(text.contains("[White \"하루 (600)\"]") && text.contains("흑 차례"), "{text}");
}

/// Takeback returns to the player's turn, a draw offer is declined, and the saved game keeps its opponent.
#[test]
fn takeback_and_resume_work_against_the_computer() {
    let folder = state_dir("computer-kept");
    let lines = ["e4", "undo", "d4", "draw"];
    let text = play_lines(&folder, &["--computer", "bori"], &lines, "*", 0);
    for part in ["All moves were taken back.", "Black declines the draw."] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = play_lines(&folder, &["--resume"], &["h3", "pgn"], "*", 0);
    assert!(text.contains("[Black \"Bori (700)\"]") && text.contains("WHITE'S TURN"), "{text}");
    assert!(!text.contains("both sides"), "{text}");
}

#[test]
fn unknown_levels_are_refused_with_the_list_of_levels() {
    for (args, reason) in [
        (
            &["--computer", "unknown"][..],
            "--computer unknown: no opponent has that name or rating; there are haru (600), ",
        ),
        (&["--computer", "650"], "doyun (2400), hanpan"),
        (&["--computer", "haru", "--black", "Ann"], "under its own name"),
        (&["--computer", "haru", "--rules", "king-capture"], "does not play King capture"),
    ] {
        let output = hanpan_play(&state_dir("no-level"), args).stdin(Stdio::null()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && stderr.contains(reason), "{args:?}: {stderr}");
    }
    let help = command(&["play", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for &level in engine::Level::ALL {
        let listed =
            level.rating().map_or(format!("{level} (full strength)"), |rating| format!("{level} {rating}"));
        assert!(help.contains(&listed), "{listed}: {help}");
    }
}
