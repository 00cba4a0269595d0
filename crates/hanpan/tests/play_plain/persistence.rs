//! Saved games after every kind of program exit.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::common::command;
use crate::run::{Interactive, hanpan_play, play_lines, state_dir};

/// A game ended by a signal has its result in the last line and is saved.
#[cfg(unix)]
#[test]
fn signal_ends_the_game_with_its_result() {
    use std::os::unix::process::ExitStatusExt;
    let folder = state_dir("signal");
    let mut child = hanpan_play(&folder, &[]).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"e4\n").unwrap();
    let mut out = child.stdout.take().unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.ends_with("BLACK'S TURN\n> ") {
        let count = out.read(&mut buffer).unwrap();
        assert!(count > 0, "{text}");
        text.push_str(std::str::from_utf8(&buffer[..count]).unwrap());
    }
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    out.read_to_string(&mut text).unwrap();
    assert_eq!(text.lines().last(), Some("*"), "{text}");
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    let text = play_lines(&folder, &["--resume"], &["game"], "*", 0);
    assert!(text.contains("1. e4\n"), "{text}");
}

/// No message claims that a game was saved when it was not.
#[test]
fn missing_state_folder_is_reported() {
    let mut command = command(&["play"]);
    command.env_remove("XDG_STATE_HOME").env_remove("HOME").env("LC_ALL", "C");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"e4\ne5\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("neither HOME nor XDG_STATE_HOME is set"), "{text}");
    assert!(!text.contains("Game saved"), "{text}");
}

#[test]
fn game_survives_program_termination() {
    let folder = state_dir("killed");
    let mut talk = Interactive::start(&folder, &["--clock", "5+0"]);
    talk.read_until_prompt();
    talk.send_line("e4");
    talk.child.kill().unwrap();
    talk.child.wait().unwrap();
    let text = play_lines(&folder, &["--resume"], &["game", "clock"], "*", 0);
    assert!(text.contains("1. e4\n") && text.contains("White: ") && text.contains(" left"), "{text}");
}

#[test]
fn closed_stdout_ends_the_program_quietly() {
    let mut talk = Interactive::start(&state_dir("deaf"), &[]);
    talk.read_until_prompt();
    drop(talk.output);
    // The program may have exited before the second line.
    let _ = talk.input.write_all(b"e4\ne5\n");
    drop(talk.input);
    let mut complaint = String::new();
    talk.child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!((complaint.as_str(), talk.child.wait().unwrap().code()), ("", Some(0)));
}
