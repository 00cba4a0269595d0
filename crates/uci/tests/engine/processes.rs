//! Engines that behave and engines that do not, as real processes.

use std::time::{Duration, Instant};

use crate::scripts::{engine_that, polite, shell, shortly, soon};
use rules::{Move, Position, Square};
use uci::{Engine, Failure, Go, Heard, Program, Score, SetError, Stage};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What an engine that does this answers in the starting position, in words.
fn check_answer(goes: &str, expected: &str) {
    let mut engine = engine_that(goes);
    let start = Position::start();
    let answer = engine.think(&start, &[], Go::to_depth(1), Instant::now() + Duration::from_secs(2));
    let words = match answer {
        Ok(answer) => format!("{:?}", answer.best),
        Err(failure) => failure.to_string(),
    };
    assert!(words.starts_with(expected), "{goes}: {words}");
}

/// What an engine hears as its position after these moves from a start.
fn heard_position(fen: &str, moves: &[&str]) -> String {
    let mut engine = engine_that(r#"echo "info string $told | $position""#);
    let start = Position::from_fen(fen).unwrap();
    let moves = played(&start, moves);
    engine.new_game(&start, soon()).unwrap();
    engine.go(&start, &moves, Go::default());
    let Some(Heard::Info(info)) = engine.hear(soon()).unwrap() else { panic!("nothing said") };
    info.string.unwrap().to_string()
}

fn played(start: &Position, moves: &[&str]) -> Vec<Move> {
    let mut position = *start;
    let read = |text: &&str| {
        let m = text.parse::<rules::UciMove>().unwrap().resolve(&position).unwrap();
        position = position.play(m).unwrap();
        m
    };
    moves.iter().map(read).collect()
}

#[test]
fn an_engine_introduces_itself_and_answers() {
    let goes = "echo 'info depth 2 score cp 31 pv e2e4'; echo 'info currmove d2d4'
                echo 'info multipv 2 depth 2 score cp 9'; echo 'bestmove e2e4 ponder e7e5'";
    let mut engine = engine_that(goes);
    assert_eq!((engine.name(), engine.author(), engine.options().len()), ("Shell 1", "nobody", 3));
    let start = Position::start();
    engine.new_game(&start, soon()).unwrap();
    let answer = engine.think(&start, &[], Go::to_depth(2), soon()).unwrap();
    assert_eq!((answer.best.to(), answer.ponder.map(Move::to)), (Square::E4, Some(Square::E5)));
    let info = answer.info.unwrap();
    assert_eq!((info.depth, info.evaluation.unwrap().score), (Some(2), Score::Centipawns(31)));
    assert!(engine.quit(soon()).unwrap().success());
}

#[test]
fn moves_are_taken_only_if_they_are_legal() {
    check_answer("echo bestmove g1f3", "Ng1-f3");
    check_answer("echo bestmove g1f3 ponder g1f3", "Ng1-f3");
    for said in ["e2e5", "e7e5", "e1g1", "Nf3", "", "(none)", "0000", "e2e4e5"] {
        let expected = match said {
            "" => "the engine does not speak UCI".to_owned(),
            "0000" => "the engine wants to play \"(none)\"".to_owned(),
            _ => format!("the engine wants to play {said:?}, which is not legal"),
        };
        check_answer(&format!("echo 'bestmove {said}'"), &expected);
    }
}

#[test]
fn an_engine_that_crashes_leaves_its_last_words() {
    check_answer("echo 'out of paper' >&2; exit 3", "the engine ended: exit status: 3\n  out of paper");
    check_answer("kill -SEGV $$", "the engine ended: signal: 11");
    check_answer("for i in $(seq 1000); do echo complaint $i >&2; done; exit 1", "the engine ended");
    match Engine::start(&shell("echo no such library >&2; exit 127"), soon()) {
        Err(Failure::Crashed { status: Some(status), last_words }) => {
            assert_eq!((status.code(), last_words), (Some(127), vec!["no such library".to_owned()]));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_that_closes_its_mouth_is_not_waited_for() {
    check_answer("exec >&-; while read -r line; do :; done", "the engine closed its output");
}

#[test]
fn what_is_no_engine_does_not_start() {
    for program in [Program::new("no-such-engine-anywhere"), Program::new("."), Program::new("")] {
        assert!(matches!(Engine::start(&program, soon()), Err(Failure::CannotStart { .. })), "{program:?}");
    }
    let elsewhere = Program { folder: Some("no/such/folder".into()), ..shell("true") };
    assert!(matches!(Engine::start(&elsewhere, soon()), Err(Failure::CannotStart { .. })));
}

#[test]
fn an_engine_runs_in_its_folder() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let script = r#"read -r line; echo "id name $(basename "$PWD")"; echo uciok; cat >/dev/null"#;
    let engine = Engine::start(&Program { folder: Some(folder.into()), ..shell(script) }, soon()).unwrap();
    assert_eq!(engine.name(), "uci");
}

#[test]
fn an_engine_that_hangs_is_told_by_what_it_was_asked() {
    let stage = |failure: Failure| match failure {
        Failure::Silent { stage, .. } => stage,
        other => panic!("{other}"),
    };
    // `exec`, so that the process which is killed is the one that sleeps.
    let mute = shell("exec sleep 60");
    assert_eq!(stage(Engine::start(&mute, shortly()).unwrap_err()), Stage::Greeting);
    let deaf = shell("echo uciok; exec sleep 60");
    let mut engine = Engine::start(&deaf, soon()).unwrap();
    assert_eq!(stage(engine.ready(shortly()).unwrap_err()), Stage::Ready);
    let lost = engine.think(&Position::start(), &[], Go::to_depth(1), shortly());
    assert_eq!(stage(lost.unwrap_err()), Stage::Thinking);
    assert_eq!(stage(engine.quit(shortly()).unwrap_err()), Stage::Quitting);
}

/// Nothing is read, and more is written than a pipe holds: whoever writes would wait for ever.
#[test]
fn an_engine_that_does_not_listen_keeps_nobody() {
    let mut engine = Engine::start(&shell("echo uciok; exec sleep 60"), soon()).unwrap();
    let start = Position::start();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500);
    let moves = played(&start, &there_and_back);
    for _ in 0..50 {
        engine.go(&start, &moves, Go::default());
    }
    assert!(matches!(engine.hear(shortly()), Ok(None)));
}

#[test]
fn an_engine_that_never_stops_talking_keeps_nobody() {
    let noise = shell("while :; do echo info string blah blah blah; done");
    assert!(matches!(Engine::start(&noise, shortly()), Err(Failure::Silent { stage: Stage::Greeting, .. })));
    let mut engine = engine_that("while :; do echo info string blah; done");
    let lost = engine.think(&Position::start(), &[], Go::to_depth(1), shortly());
    assert!(matches!(lost, Err(Failure::Silent { stage: Stage::Thinking, .. })), "{lost:?}");
}

#[test]
fn noise_is_no_answer() {
    let binary = shell("exec head -c 300000 /dev/zero");
    assert!(matches!(Engine::start(&binary, soon()), Err(Failure::Garbage { .. })));
    let random = shell(r"while :; do printf '\377\376\000\033[2J uci ok \n'; done");
    assert!(matches!(Engine::start(&random, shortly()), Err(Failure::Silent { .. })));
    // Between lines that make sense, it is skipped.
    check_answer(r"printf '\377\033[31m\000\n\n'; echo info depth; echo bestmove e2e4", "Pe2-e4");
    check_answer(
        "head -c 70000 /dev/zero | tr '\\0' x; echo; echo bestmove e2e4",
        "the engine does not speak UCI",
    );
}

#[test]
fn an_engine_is_never_asked_for_what_it_does_not_offer() {
    let mut engine = engine_that("echo bestmove e2e4");
    assert_eq!(engine.set("hash", "32"), Ok(()));
    assert_eq!(engine.set("clear  hash", ""), Err(SetError::NotOffered { name: "clear  hash".to_owned() }));
    assert_eq!(engine.set("Clear Hash", ""), Ok(()));
    assert!(matches!(engine.set("Hash", "65"), Err(SetError::BadValue { .. })));
    assert!(matches!(engine.set("Hash", "1\nquit"), Err(SetError::BadValue { .. })));
    assert!(matches!(engine.set("Threads", "2"), Err(SetError::NotOffered { .. })));
    engine.ready(soon()).unwrap();
}

#[test]
fn an_engine_hears_positions_in_its_own_dialect() {
    for (fen, moves, expected) in [
        (START, &["e2e4", "e7e5"][..], "| position startpos moves e2e4 e7e5"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            &["e1g1", "e8a8"],
            "| position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
        ),
        (
            "1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w KQkq - 0 1",
            &["e1g1", "e8b8"],
            "setoption name UCI_Chess960 value true | \
             position fen 1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w KQkq - 0 1 moves e1g1 e8b8",
        ),
    ] {
        assert_eq!(heard_position(fen, moves), expected, "{fen}");
    }
}

#[test]
fn chess960_needs_an_engine_that_knows_it() {
    let script = polite("echo bestmove e2e4").replace("UCI_Chess960", "UCI_Chess961");
    let mut engine = Engine::start(&shell(&script), soon()).unwrap();
    let shuffled = Position::from_fen("1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w KQkq - 0 1").unwrap();
    assert!(matches!(engine.new_game(&shuffled, soon()), Err(Failure::NoChess960)));
    assert!(engine.new_game(&Position::start(), soon()).is_ok());
}

/// Thinks until it is told to stop, and then answers with the first move of the game, or else the second.
const PATIENT: &str = r#"read -r line
    case "$position" in *moves*) echo bestmove e7e5 ;; *) echo bestmove e2e4 ;; esac"#;

#[test]
fn thinking_can_be_watched_stopped_and_given_up() {
    let mut engine = engine_that(PATIENT);
    let start = Position::start();
    assert!(matches!(engine.hear(shortly()), Ok(None)), "nothing was asked");
    engine.go(&start, &[], Go { infinite: true, ..Go::default() });
    assert!(matches!(engine.hear(shortly()), Ok(None)));
    assert!(engine.is_thinking());
    // Another question: the answer to the first is not heard.
    let moves = played(&start, &["e2e4"]);
    engine.go(&start, &moves, Go { infinite: true, ..Go::default() });
    engine.stop();
    let Ok(Some(Heard::Answer(answer))) = engine.hear(soon()) else { panic!("no answer") };
    assert_eq!(answer.best.from(), Square::E7);
    assert!(!engine.is_thinking());
}

/// The answer to what was given up may come before or after the engine is ready; the next answer is heard all the same.
#[test]
fn a_new_game_gives_up_what_was_thought_about() {
    let other = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    for goes in [PATIENT, "echo bestmove e2e4", "(sleep 0.2; echo bestmove e2e4) &"] {
        let mut engine = engine_that(goes);
        engine.go(&Position::start(), &[], Go { infinite: true, ..Go::default() });
        engine.new_game(&other, soon()).unwrap();
        assert!(!engine.is_thinking());
        engine.go(&other, &[], Go::default());
        engine.stop();
        let Ok(Some(Heard::Answer(answer))) = engine.hear(soon()) else { panic!("{goes}: no answer") };
        assert_eq!(answer.best.to(), Square::E4, "{goes}");
    }
}

#[test]
fn an_engine_can_be_waited_for_piece_by_piece() {
    let slow = shell(
        "read -r line; sleep 0.3; echo uciok; read -r line; read -r line; sleep 0.3; echo readyok; cat",
    );
    let mut engine = Engine::spawn(&slow).unwrap();
    assert!(!engine.greets(Instant::now() + Duration::from_millis(20)).unwrap());
    assert!(engine.greets(soon()).unwrap());
    engine.prepare(&Position::start()).unwrap();
    assert!(!engine.is_ready(Instant::now() + Duration::from_millis(20)).unwrap());
    assert!(engine.is_ready(soon()).unwrap());
}

#[test]
fn moves_after_an_illegal_one_are_not_asked_about() {
    let mut engine = engine_that(PATIENT);
    let start = Position::start();
    let twice = played(&start, &["e2e4"]).repeat(2);
    engine.go(&start, &twice, Go::default());
    engine.stop();
    let Ok(Some(Heard::Answer(answer))) = engine.hear(soon()) else { panic!("no answer") };
    assert_eq!(answer.best.from(), Square::E7);
}

#[test]
fn engines_are_gone_when_nobody_wants_them() {
    // A script that becomes the program; one that starts it and waits; one that has ended and left it behind.
    for script in [
        "echo id name $$; echo uciok; exec sleep 60",
        "sleep 60 & echo id name $!; echo uciok; trap '' TERM; wait",
        "sleep 60 & echo id name $!; echo uciok; read -r line; read -r line; exit 0",
    ] {
        let mut engine = Engine::start(&shell(script), soon()).unwrap();
        let process = engine.name().to_owned();
        // What has ended and was not yet seen to the grave is gone.
        let is_there = || {
            let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", &process]).output().unwrap();
            let state = String::from_utf8(ps.stdout).unwrap();
            !state.trim().is_empty() && !state.trim_start().starts_with('Z')
        };
        assert!(is_there(), "{script}");
        if script.contains("exit 0") {
            engine.prepare(&Position::start()).unwrap();
            assert!(engine.quit(soon()).unwrap().success());
        } else {
            drop(engine);
        }
        assert!(!is_there(), "{script}");
    }
}
