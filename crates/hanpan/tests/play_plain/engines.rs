//! UCI engines: scripts that reply or fail, and Debian's Stockfish.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::stockfish;
use crate::run::{Interactive, expect_refused, play_lines, play_script, state_dir};

/// Writes a shell-script engine that runs `goes` on `go`.
fn fake_engine(folder: &Path, goes: &str) -> String {
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in uci) echo uciok ;; isready) echo readyok ;;\n\
         go*) {goes} ;; quit) exit 0 ;; esac; done\n"
    );
    let path = folder.join("engine");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn engine_replies_to_moves() {
    let folder = state_dir("engine");
    let engine = fake_engine(&folder, "echo bestmove e7e5");
    let text = play_lines(&folder, &["--engine", &engine], &["e4", "undo", "d4", "game", "draw"], "*", 0);
    for part in
        ["Black: pawn e7 to e5", "All moves were taken back.", "1. d4 e5\n", "Black declines the draw."]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// An engine failure is reported, the game is saved and continues with both sides at the keyboard.
#[test]
fn failed_engine_is_reported_and_the_game_continues() {
    for (name, goes, message) in [
        ("crash", "exit 3", "engine has stopped running."),
        ("lie", "echo bestmove e7e4", "engine sent an illegal or invalid reply: e7e4"),
        ("babble", "echo bestmove", "engine sent an illegal or invalid reply: bestmove"),
        ("last-words", "echo out of paper >&2; exit 3", "stopped running. Its last output: out of paper"),
        ("hang", "exec sleep 100", "engine is not responding."),
        ("chatter", "while :; do echo info string x; done", "engine is not responding."),
    ] {
        let folder = state_dir(name);
        let engine = fake_engine(&folder, goes);
        let args = ["--engine", &engine, "--engine-time", "0.1"];
        let text = play_lines(&folder, &args, &["e4", "e5", "Nf3", "game"], "*", 2);
        assert!(text.contains(message), "{name}: {text}");
        assert!(text.contains("1. e4 e5 2. Nf3\n"), "{name}: {text}");
    }
    let text = play_script("no-engine", &["--engine", "no-such-engine"], "e4 e5", "*", 2);
    assert!(text.contains("could not be started") && text.contains("Black: pawn e7 to e5"), "{text}");
}

/// A failed engine is restarted on request, and the hint for resuming is printed at the end.
#[test]
fn failed_engine_is_restarted() {
    let folder = state_dir("restart");
    let first = folder.join("first");
    let goes =
        format!("if test -e '{0}'; then echo bestmove e7e5; else touch '{0}'; exit 3; fi", first.display());
    let engine = fake_engine(&folder, &goes);
    let args = ["--engine", &engine, "--engine-time", "0.1"];
    let text = play_lines(&folder, &args, &["e4", "restart", "game"], "*", 2);
    let back = format!("Resume with: hanpan play --resume --engine {engine} --engine-time 0.1\n");
    for part in ["Type restart to restart it.", "Black: pawn e7 to e5", "1. e4 e5\n", &back] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let resumed = play_lines(&folder, &["--resume", "--engine", &engine], &["undo", "d4"], "*", 0);
    for part in ["All moves were taken back.", "White: pawn d2 to d4", "Black: pawn e7 to e5"] {
        assert!(resumed.contains(part), "{part}: {resumed}");
    }
    let text = play_script("restart-no-engine", &[], "e4 restart", "*", 2);
    assert!(text.contains("There is no opponent to restart."), "{text}");
}

/// A slow handshake is announced.
#[test]
fn slow_engine_start_is_announced() {
    let folder = state_dir("slow");
    let engine = fake_engine(&folder, "echo bestmove e7e5");
    let slow = format!("sh -c 'sleep 3; exec {engine}'");
    let text = play_lines(&folder, &["--engine", &slow, "--engine-time", "0.1"], &["e4", "game"], "*", 0);
    let (waits, moves) = (text.find("Waiting for sh to start"), text.find("Black: pawn e7 to e5"));
    assert!(waits.is_some() && waits < moves, "{text}");
}

/// A signal does not wait for the end of a search.
#[test]
fn signal_is_handled_during_an_engine_search() {
    use std::os::unix::process::ExitStatusExt;
    let folder = state_dir("signal-thinking");
    let thinks = folder.join("thinks");
    let engine = fake_engine(&folder, &format!("touch '{}'", thinks.display()));
    let args = ["--engine", &engine, "--engine-time", "1000"];
    let mut talk = Interactive::start(&folder, &args);
    talk.read_until_prompt();
    talk.input.write_all(b"e4\ne5\n").unwrap();
    while !thinks.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(Command::new("kill").arg(talk.child.id().to_string()).status().unwrap().success());
    let mut rest = String::new();
    talk.output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest.lines().last(), Some("*"), "{rest}");
    assert_eq!(talk.child.wait().unwrap().signal(), Some(15));
    let text = play_lines(&folder, &["--resume"], &["game"], "*", 0);
    assert!(text.contains("1. e4\n"), "{text}");
}

/// An engine that never completes the handshake is killed, and the program does not wait for it.
#[test]
fn engine_without_uciok_is_killed_with_the_game() {
    let folder = state_dir("mute");
    let (path, process) = (folder.join("mute"), folder.join("process"));
    std::fs::write(&path, format!("#!/bin/sh\necho $$ > '{}'\nexec sleep 1000\n", process.display()))
        .unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut talk = Interactive::start(&folder, &["--engine", path.to_str().unwrap()]);
    talk.read_until_prompt();
    let id = loop {
        match std::fs::read_to_string(&process) {
            Ok(id) if id.ends_with('\n') => break id.trim().to_owned(),
            _ => std::thread::sleep(std::time::Duration::from_millis(10)),
        }
    };
    let is_there =
        || Command::new("kill").args(["-0", &id]).stderr(Stdio::null()).status().unwrap().success();
    assert!(is_there());
    assert_eq!(talk.finish().1, Some(0));
    assert!(!is_there(), "it ends with the game");
}

#[test]
fn two_player_game_is_not_resumed_against_an_engine() {
    let folder = state_dir("no-seat");
    let engine = fake_engine(&folder, "echo bestmove e7e5");
    play_lines(&folder, &[], &["e4", "e5"], "*", 0);
    expect_refused(&folder, &["--resume", "--engine", &engine], "resume it without --engine");
    let text = play_lines(&folder, &["--resume"], &["game"], "*", 0);
    assert!(text.contains("1. e4 e5\n"), "{text}");
}

/// The engine plays Black against a script that plays the first legal move.
#[test]
fn game_against_stockfish_runs_to_its_end() {
    let folder = state_dir("stockfish");
    let args = ["--engine", stockfish(), "--engine-time", "0.02", "--engine-option", "Hash=1"];
    let mut talk = Interactive::start(&folder, &args);
    let mut output = talk.read_until_prompt();
    for _ in 0..300 {
        let listed = talk.send_line("moves");
        let Some(first) = listed.lines().nth(1).and_then(|line| line.split(' ').next()) else { break };
        if first == "none" {
            break;
        }
        output = talk.send_line(first);
    }
    let pgn = talk.send_line("pgn");
    let (rest, code) = talk.finish();
    let result = rest.lines().last().unwrap();
    assert!(["0-1", "1/2-1/2"].contains(&result), "{output}\n{pgn}\n{rest}");
    assert!(pgn.contains("[Black \"stockfish\"]"), "{pgn}");
    assert_eq!(code, Some(0));
}

/// The built-in engine can be started as a UCI engine.
#[test]
fn engine_command_may_have_arguments() {
    let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_hanpan"));
    let args = ["--engine", &engine, "--engine-time", "0.05"];
    let text = play_script("own-engine", &args, "e4 game", "*", 0);
    assert!(text.contains("Black: "), "{text}");
    // Resumed without the engine, both sides are at the keyboard, and a message says so.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-plain").join("own-engine");
    let text = play_lines(&folder, &["--resume"], &["game"], "*", 0);
    assert!(text.contains("hanpan is not here: you play both sides."), "{text}");
}

#[test]
fn stockfish_moves_first_when_it_has_white() {
    let args = ["--engine", stockfish(), "--engine-time", "0.02", "--side", "black"];
    let mut talk = Interactive::start(&state_dir("stockfish-white"), &args);
    assert!(talk.read_until_prompt().ends_with("BLACK'S TURN\n> "));
    assert_eq!(talk.finish().1, Some(0));
}
