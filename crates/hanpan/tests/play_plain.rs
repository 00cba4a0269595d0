//! `hanpan play` line by line, as pipes, scripts and other programs use it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::command;

/// A folder of the test's own, for what the program keeps.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-plain").join(name);
    // Left by an earlier run, or never there.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn hanpan_play(folder: &Path, args: &[&str]) -> Command {
    let mut command = command(&["play"]);
    command.args(args).env("XDG_STATE_HOME", folder).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays a script of lines, separated by blanks, and checks the last line and the exit code.
fn check(name: &str, args: &[&str], script: &str, result: &str, code: i32) -> String {
    check_lines(&folder(name), args, &script.split(' ').collect::<Vec<_>>(), result, code)
}

fn check_lines(folder: &Path, args: &[&str], lines: &[&str], result: &str, code: i32) -> String {
    let mut child = hanpan_play(folder, args).spawn().unwrap();
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap_or_default();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((last, output.status.code(), said.as_str()), (result, Some(code), ""), "{text}");
    assert!(!text.contains('\u{1b}'), "no colour in a pipe: {text}");
    text
}

#[test]
fn whole_games_come_to_their_ends() {
    check("scholar", &[], "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", "1-0", 0);
    check("fool", &["--plain"], "f3 e5 g4 Qh4", "0-1", 0);
    check("unfinished", &[], "e4 e5", "*", 0);
    check("nothing", &[], "", "*", 0);
    let stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    check("stalemate", &[], stalemate, "1/2-1/2", 0);
    check("repetition", &[], "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 claim", "1/2-1/2", 0);
    check("agreement", &[], "e4 draw y", "1/2-1/2", 0);
    check("resignation", &[], "e4 e5 resign y", "0-1", 0);
}

#[test]
fn the_input_may_end_at_a_question() {
    check("open-offer", &[], "e4 draw", "*", 0);
    check("open-resignation", &[], "e4 resign", "*", 0);
    check("open-promotion", &["--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1"], "a8", "*", 0);
}

#[test]
fn every_special_move_is_played() {
    let both_castle = "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O d6 d3 Be6 a3 Qd7 b3 Nc6 c3 O-O-O";
    let text = check("castling", &[], both_castle, "*", 0);
    assert!(
        text.contains("White has castled kingside.") && text.contains("Black has castled queenside."),
        "{text}"
    );
    let text = check("en-passant", &[], "e4 a6 e5 d5 exd6 moves", "*", 0);
    assert!(text.contains("En passant is possible: exd6"), "{text}");
    assert!(text.contains("White: pawn e5 takes pawn en passant, to d6"), "{text}");
    for (answer, role) in [("q", "queen"), ("r", "rook"), ("b", "bishop"), ("n", "knight")] {
        let script = format!("e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8 {answer}");
        let text = check("promotion", &[], &script, "*", 0);
        assert!(text.contains(&format!("takes rook on a8, becomes {role}")), "{text}");
    }
}

#[test]
fn all_rulesets_are_played() {
    check("king-capture", &["--rules", "king-capture", "--first", "white"], "e4 f6 Qh5 a6 Qxe8", "1-0", 0);
    let text = check("chess960", &["--start", "0"], "fen", "*", 0);
    assert!(text.contains("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"), "{text}");
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    check("from-position", &["--fen", fen], "Qg7", "1-0", 0);
}

#[test]
fn mistakes_are_told_asked_again_and_counted() {
    let text = check("mistakes", &[], "Ke3 e4", "*", 2);
    assert!(
        text.contains("A king moves one square at a time") && text.contains("White: pawn e2 to e4"),
        "{text}"
    );
}

/// Whoever asks for a game that cannot be is told so where errors are told, and gets no other.
#[test]
fn a_game_that_cannot_be_is_refused() {
    let folder = folder("refused");
    let empty = folder.join("empty.pgn");
    std::fs::write(&empty, "\n").unwrap();
    for (args, reason) in [
        (
            &["--load", "no-such-file.pgn"][..],
            "no-such-file.pgn could not be read: No such file or directory",
        ),
        (&["--load", empty.to_str().unwrap()], "There is nothing to open."),
        (&["--resume"], "There is no unfinished game to go on with."),
        (&["--fen", "rubbish"], "FEN, character 2: a piece letter"),
    ] {
        check_refused(&folder, args, reason);
    }
    let nowhere = hanpan_play(&folder, &[]).stdin(std::fs::File::open(&folder).unwrap()).output().unwrap();
    assert_eq!(nowhere.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&nowhere.stderr), "hanpan: standard input: Is a directory\n");
}

fn check_refused(folder: &Path, args: &[&str], reason: &str) {
    let output = hanpan_play(folder, args).stdin(Stdio::null()).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b"*\n"[..]), "{args:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("hanpan: ") && said.contains(reason), "{args:?}: {said}");
}

/// Also a game that a signal ends has its result in the last line, and is kept.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_game_with_its_result() {
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;
    let folder = folder("signal");
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
    let text = check_lines(&folder, &["--resume"], &["game"], "*", 0);
    assert!(text.contains("1. e4\n"), "{text}");
}

/// Black has one move, whoever plays it, and then White has mate.
const FORCED: &str = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";

#[test]
fn the_computer_is_played_against_to_mate() {
    for level in ["haru", "600", "Haru"] {
        let text = check_lines(
            &folder("computer"),
            &["--computer", level, "--fen", FORCED],
            &["Rh1", "Rh8", "pgn"],
            "1-0",
            0,
        );
        for part in ["Black: king a8 to b8", "[Black \"Haru (600)\"]", "1. Rh1 Kb8 2. Rh8# 1-0"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    let text =
        check("computer-white", &["--computer", "haru", "--side", "black", "--lang", "ko"], "pgn", "*", 0);
    assert!(text.contains("[White \"하루 (600)\"]") && text.contains("흑 차례"), "{text}");
}

/// It is taken back to one's own turn, a draw is declined, and the kept game remembers whom it is played against.
#[test]
fn the_computer_takes_back_and_comes_back() {
    let folder = folder("computer-kept");
    let lines = ["e4", "undo", "d4", "draw"];
    let text = check_lines(&folder, &["--computer", "bori"], &lines, "*", 0);
    for part in ["All moves were taken back.", "Black declines the draw."] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = check_lines(&folder, &["--resume"], &["h3", "pgn"], "*", 0);
    assert!(text.contains("[Black \"Bori (700)\"]") && text.contains("WHITE'S TURN"), "{text}");
    assert!(!text.contains("both sides"), "{text}");
}

#[test]
fn levels_that_there_are_not_are_refused_with_those_that_there_are() {
    for (args, reason) in [
        (
            &["--computer", "nobody"][..],
            "--computer nobody: no opponent has that name or rating; there are haru (600), ",
        ),
        (&["--computer", "650"], "doyun (2400), hanpan"),
        (&["--computer", "haru", "--black", "Ann"], "under its own name"),
        (&["--computer", "haru", "--rules", "king-capture"], "does not play King capture"),
    ] {
        let output = hanpan_play(&folder("no-level"), args).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(reason), "{args:?}: {said}");
    }
    let help = command(&["play", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for &level in engine::Level::ALL {
        let listed =
            level.rating().map_or(format!("{level} (all it can)"), |rating| format!("{level} {rating}"));
        assert!(help.contains(&listed), "{listed}: {help}");
    }
}

#[test]
fn korean_is_spoken_when_asked_for() {
    let text = check("korean", &["--lang", "ko"], "e4", "*", 0);
    assert!(text.contains("흑 차례"), "{text}");
    let folder = folder("korean-system");
    let mut child = hanpan_play(&folder, &[]).env("LC_ALL", "ko_KR.UTF-8").spawn().unwrap();
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("백 차례"));
}

/// What is asked for and would mean nothing is refused, not passed over.
#[test]
fn options_that_do_not_go_together_are_refused() {
    let folder = folder("options");
    for args in [
        &["--resume", "--white", "Ann"][..],
        &["--resume", "--auto-flip"],
        &["--load", "game.pgn", "--start", "0"],
        &["--load", "game.pgn", "--engine", "stockfish"],
        &["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--start", "0"],
        &["--rules", "standard", "--start", "0"],
        &["--first", "white"],
        &["--ascii", "--pieces", "art"],
        &["--side", "black"],
        &["--engine", "'stockfish"],
        &["--computer", "haru", "--engine", "stockfish"],
        &["--computer", "haru", "--resume"],
    ] {
        let output = hanpan_play(&folder, args).stdin(Stdio::null()).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    check("same-rules", &["--rules", "chess960", "--start", "0"], "", "*", 0);
}

/// Nobody is told that a game is kept which is not.
#[test]
fn without_a_folder_it_is_said_that_nothing_is_kept() {
    let mut command = command(&["play"]);
    command.env_remove("XDG_STATE_HOME").env_remove("HOME").env("LC_ALL", "C");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"e4\ne5\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("neither HOME nor XDG_STATE_HOME is set"), "{text}");
    assert!(!text.contains("The game is kept"), "{text}");
}

/// A conversation: whatever the program has to say is there before it waits.
struct Conversation {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Conversation {
    fn start(folder: &Path, args: &[&str]) -> Conversation {
        let mut child = hanpan_play(folder, args).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Conversation { child, input, output }
    }

    /// All that is said until the program waits for a line, or ends.
    fn listen(&mut self) -> String {
        let mut said = Vec::new();
        let mut byte = [0];
        while !said.ends_with(b"\n> ") && self.output.read(&mut byte).unwrap() > 0 {
            said.extend(byte);
        }
        String::from_utf8(said).unwrap()
    }

    fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.listen()
    }

    /// Ends the input, and gives all that is left to be said and the exit code.
    fn finish(mut self) -> (String, Option<i32>) {
        drop(self.input);
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

#[test]
fn everything_is_said_before_a_line_is_waited_for() {
    let mut talk = Conversation::start(&folder("conversation"), &[]);
    assert!(talk.listen().ends_with("WHITE'S TURN\n> "));
    let said = talk.say("b1");
    assert!(said.ends_with("can move to a3 and c3\nWhere to? A square, or cancel\n> "), "{said}");
    assert!(talk.say("c3").ends_with("BLACK'S TURN\n> "));
    let (rest, code) = talk.finish();
    assert_eq!((rest.lines().last(), code), (Some("*"), Some(0)));
}

#[test]
fn a_game_survives_whatever_ends_the_program() {
    let folder = folder("killed");
    let mut talk = Conversation::start(&folder, &["--clock", "5+0"]);
    talk.listen();
    talk.say("e4");
    talk.child.kill().unwrap();
    talk.child.wait().unwrap();
    let text = check_lines(&folder, &["--resume"], &["game", "clock"], "*", 0);
    assert!(text.contains("1. e4\n") && text.contains("White: ") && text.contains(" left"), "{text}");
}

#[test]
fn whoever_stops_listening_ends_it_quietly() {
    let mut talk = Conversation::start(&folder("deaf"), &[]);
    talk.listen();
    drop(talk.output);
    // The program may be gone before the second line.
    let _ = talk.input.write_all(b"e4\ne5\n");
    drop(talk.input);
    let mut complaint = String::new();
    talk.child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!((complaint.as_str(), talk.child.wait().unwrap().code()), ("", Some(0)));
}

#[cfg(unix)]
mod engines {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// An engine of a few lines of shell, which does this when it is told to go.
    fn engine(folder: &Path, goes: &str) -> String {
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
    fn an_engine_answers() {
        let folder = folder("engine");
        let engine = engine(&folder, "echo bestmove e7e5");
        let text =
            check_lines(&folder, &["--engine", &engine], &["e4", "undo", "d4", "game", "draw"], "*", 0);
        for part in
            ["Black: pawn e7 to e5", "All moves were taken back.", "1. d4 e5\n", "Black declines the draw."]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    /// Whatever an engine does, it is told, the game is kept, and both sides can be played on.
    #[test]
    fn an_engine_that_fails_is_told_and_played_on_without() {
        for (name, goes, trouble) in [
            ("crash", "exit 3", "engine has stopped running."),
            ("lie", "echo bestmove e7e4", "engine said something that cannot be: e7e4"),
            ("babble", "echo bestmove", "engine said something that cannot be: bestmove"),
            ("last-words", "echo out of paper >&2; exit 3", "stopped running, and said last: out of paper"),
            ("hang", "exec sleep 100", "engine does not answer."),
            ("chatter", "while :; do echo info string x; done", "engine does not answer."),
        ] {
            let folder = folder(name);
            let engine = engine(&folder, goes);
            let args = ["--engine", &engine, "--engine-time", "0.1"];
            let text = check_lines(&folder, &args, &["e4", "e5", "Nf3", "game"], "*", 2);
            assert!(text.contains(trouble), "{name}: {text}");
            assert!(text.contains("1. e4 e5 2. Nf3\n"), "{name}: {text}");
        }
        let text = check("no-engine", &["--engine", "no-such-engine"], "e4 e5", "*", 2);
        assert!(text.contains("could not be started") && text.contains("Black: pawn e7 to e5"), "{text}");
    }

    /// A signal does not wait until an engine has thought.
    #[test]
    fn a_signal_is_heard_while_an_engine_thinks() {
        use std::os::unix::process::ExitStatusExt;
        let folder = folder("signal-thinking");
        let thinks = folder.join("thinks");
        let engine = engine(&folder, &format!("touch '{}'", thinks.display()));
        let args = ["--engine", &engine, "--engine-time", "1000"];
        let mut talk = Conversation::start(&folder, &args);
        talk.listen();
        talk.input.write_all(b"e4\ne5\n").unwrap();
        while !thinks.exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert!(Command::new("kill").arg(talk.child.id().to_string()).status().unwrap().success());
        let mut rest = String::new();
        talk.output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest.lines().last(), Some("*"), "{rest}");
        assert_eq!(talk.child.wait().unwrap().signal(), Some(15));
        let text = check_lines(&folder, &["--resume"], &["game"], "*", 0);
        assert!(text.contains("1. e4\n"), "{text}");
    }

    /// Also one that was never heard of is not left behind, and nobody waits for it.
    #[test]
    fn an_engine_that_never_greets_ends_with_the_game() {
        let folder = folder("mute");
        let (path, process) = (folder.join("mute"), folder.join("process"));
        std::fs::write(&path, format!("#!/bin/sh\necho $$ > '{}'\nexec sleep 1000\n", process.display()))
            .unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut talk = Conversation::start(&folder, &["--engine", path.to_str().unwrap()]);
        talk.listen();
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
    fn a_game_for_two_is_not_gone_on_with_against_an_engine() {
        let folder = folder("no-seat");
        let engine = engine(&folder, "echo bestmove e7e5");
        check_lines(&folder, &[], &["e4", "e5"], "*", 0);
        check_refused(&folder, &["--resume", "--engine", &engine], "go on with it without --engine");
        let text = check_lines(&folder, &["--resume"], &["game"], "*", 0);
        assert!(text.contains("1. e4 e5\n"), "{text}");
    }

    /// Debian's stockfish, on the path or where Debian puts games.
    fn stockfish() -> &'static str {
        let debian = "/usr/games/stockfish";
        if Path::new(debian).exists() { debian } else { "stockfish" }
    }

    /// The engine plays Black against somebody who takes the first move of the list, until it is over.
    #[test]
    fn a_game_against_stockfish_is_played_to_its_end() {
        let folder = folder("stockfish");
        let args = ["--engine", stockfish(), "--engine-time", "0.02", "--engine-option", "Hash=1"];
        let mut talk = Conversation::start(&folder, &args);
        let mut said = talk.listen();
        for _ in 0..300 {
            let listed = talk.say("moves");
            let Some(first) = listed.lines().nth(1).and_then(|line| line.split(' ').next()) else { break };
            if first == "none" {
                break;
            }
            said = talk.say(first);
        }
        let pgn = talk.say("pgn");
        let (rest, code) = talk.finish();
        let result = rest.lines().last().unwrap();
        assert!(["0-1", "1/2-1/2"].contains(&result), "{said}\n{pgn}\n{rest}");
        assert!(pgn.contains("[Black \"stockfish\"]"), "{pgn}");
        assert_eq!(code, Some(0));
    }

    /// The engine that comes with the program sits down like any other.
    #[test]
    fn a_command_with_arguments_is_an_engine() {
        let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_hanpan"));
        let args = ["--engine", &engine, "--engine-time", "0.05"];
        let text = check("own-engine", &args, "e4 game", "*", 0);
        assert!(text.contains("Black: "), "{text}");
        // Gone on with without it, both sides are played from here, and that is said.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-plain").join("own-engine");
        let text = check_lines(&folder, &["--resume"], &["game"], "*", 0);
        assert!(text.contains("hanpan is not here: both sides are played from here."), "{text}");
    }

    #[test]
    fn stockfish_moves_first_when_it_has_white() {
        let args = ["--engine", stockfish(), "--engine-time", "0.02", "--side", "black"];
        let mut talk = Conversation::start(&folder("stockfish-white"), &args);
        assert!(talk.listen().ends_with("BLACK'S TURN\n> "));
        assert_eq!(talk.finish().1, Some(0));
    }
}
