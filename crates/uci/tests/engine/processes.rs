//! Conforming and faulty engines as real processes.

use std::time::{Duration, Instant};

use crate::scripts::{engine_script, scripted_engine, shell_program, shortly, soon};
use rules::{Move, Position, Square};
use uci::{Engine, EngineError, EngineEvent, Go, Program, Score, SetOptionError, WaitStage};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Checks the best move, or the error message, of an engine whose `go` runs this script.
fn check_answer(goes: &str, expected: &str) {
    let mut engine = scripted_engine(goes);
    let start = Position::start();
    let answer = engine.search(&start, &[], Go::to_depth(1), Instant::now() + Duration::from_secs(2));
    let words = match answer {
        Ok(answer) => format!("{:?}", answer.best),
        Err(failure) => failure.to_string(),
    };
    assert!(words.starts_with(expected), "{goes}: {words}");
}

/// The `setoption` and `position` commands sent for these moves.
fn position_sent(fen: &str, moves: &[&str]) -> String {
    let mut engine = scripted_engine(r#"echo "info string $told | $position""#);
    let start = Position::from_fen(fen).unwrap();
    let moves = resolve_moves(&start, moves);
    engine.new_game(&start, soon()).unwrap();
    engine.go(&start, &moves, Go::default());
    let Some(EngineEvent::Info(info)) = engine.next_event(soon()).unwrap() else { panic!("nothing said") };
    info.string.unwrap().to_string()
}

fn resolve_moves(start: &Position, moves: &[&str]) -> Vec<Move> {
    let mut position = *start;
    let read = |text: &&str| {
        let m = text.parse::<rules::UciMove>().unwrap().resolve(&position).unwrap();
        position = position.play(m).unwrap();
        m
    };
    moves.iter().map(read).collect()
}

#[test]
fn handshake_and_best_move() {
    let goes = "echo 'info depth 2 score cp 31 pv e2e4'; echo 'info currmove d2d4'
                echo 'info multipv 2 depth 2 score cp 9'; echo 'bestmove e2e4 ponder e7e5'";
    let mut engine = scripted_engine(goes);
    assert_eq!((engine.name(), engine.author(), engine.options().len()), ("Shell 1", "Somebot", 3));
    let start = Position::start();
    engine.new_game(&start, soon()).unwrap();
    let answer = engine.search(&start, &[], Go::to_depth(2), soon()).unwrap();
    assert_eq!((answer.best.to(), answer.ponder.map(Move::to)), (Square::E4, Some(Square::E5)));
    let info = answer.info.unwrap();
    assert_eq!((info.depth, info.evaluation.unwrap().score), (Some(2), Score::Centipawns(31)));
    assert!(engine.quit(soon()).unwrap().success());
}

#[test]
fn illegal_best_moves_are_errors() {
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
fn a_crash_reports_status_and_stderr() {
    check_answer("echo 'out of paper' >&2; exit 3", "the engine ended: exit status: 3\n  out of paper");
    check_answer("kill -SEGV $$", "the engine ended: signal: 11");
    check_answer("for i in $(seq 1000); do echo complaint $i >&2; done; exit 1", "the engine ended");
    match Engine::start(&shell_program("echo no such library >&2; exit 127"), soon()) {
        Err(EngineError::Crashed { status: Some(status), stderr_tail: last_words }) => {
            assert_eq!((status.code(), last_words), (Some(127), vec!["no such library".to_owned()]));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_closed_stdout_is_an_error_at_once() {
    check_answer("exec >&-; while read -r line; do :; done", "the engine closed its output");
}

#[test]
fn spawn_errors_are_reported() {
    for program in [Program::new("no-such-engine-anywhere"), Program::new("."), Program::new("")] {
        assert!(matches!(Engine::start(&program, soon()), Err(EngineError::Spawn { .. })), "{program:?}");
    }
    let elsewhere = Program { folder: Some("no/such/folder".into()), ..shell_program("true") };
    assert!(matches!(Engine::start(&elsewhere, soon()), Err(EngineError::Spawn { .. })));
}

#[test]
fn the_working_directory_is_set() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let script = r#"read -r line; echo "id name $(basename "$PWD")"; echo uciok; cat >/dev/null"#;
    let engine =
        Engine::start(&Program { folder: Some(folder.into()), ..shell_program(script) }, soon()).unwrap();
    assert_eq!(engine.name(), "uci");
}

#[test]
fn a_timeout_names_the_stage() {
    let stage = |failure: EngineError| match failure {
        EngineError::Timeout { stage, .. } => stage,
        other => panic!("{other}"),
    };
    // `exec`, so that the process which is killed is the one that sleeps.
    let mute = shell_program("exec sleep 60");
    assert_eq!(stage(Engine::start(&mute, shortly()).unwrap_err()), WaitStage::UciOk);
    let deaf = shell_program("echo uciok; exec sleep 60");
    let mut engine = Engine::start(&deaf, soon()).unwrap();
    assert_eq!(stage(engine.wait_ready(shortly()).unwrap_err()), WaitStage::ReadyOk);
    let lost = engine.search(&Position::start(), &[], Go::to_depth(1), shortly());
    assert_eq!(stage(lost.unwrap_err()), WaitStage::BestMove);
    assert_eq!(stage(engine.quit(shortly()).unwrap_err()), WaitStage::Exit);
}

/// The engine never reads stdin and the commands exceed the pipe buffer, so a blocking write would hang.
#[test]
fn an_engine_that_never_reads_does_not_block() {
    let mut engine = Engine::start(&shell_program("echo uciok; exec sleep 60"), soon()).unwrap();
    let start = Position::start();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500);
    let moves = resolve_moves(&start, &there_and_back);
    for _ in 0..50 {
        engine.go(&start, &moves, Go::default());
    }
    assert!(matches!(engine.next_event(shortly()), Ok(None)));
}

#[test]
fn an_engine_that_floods_stdout_does_not_block() {
    let noise = shell_program("while :; do echo info string blah blah blah; done");
    assert!(matches!(
        Engine::start(&noise, shortly()),
        Err(EngineError::Timeout { stage: WaitStage::UciOk, .. })
    ));
    let mut engine = scripted_engine("while :; do echo info string blah; done");
    let lost = engine.search(&Position::start(), &[], Go::to_depth(1), shortly());
    assert!(matches!(lost, Err(EngineError::Timeout { stage: WaitStage::BestMove, .. })), "{lost:?}");
}

#[test]
fn unrelated_output_is_ignored() {
    let binary = shell_program("exec head -c 300000 /dev/zero");
    assert!(matches!(Engine::start(&binary, soon()), Err(EngineError::Protocol { .. })));
    let random = shell_program(r"while :; do printf '\377\376\000\033[2J uci ok \n'; done");
    assert!(matches!(Engine::start(&random, shortly()), Err(EngineError::Timeout { .. })));
    // Between valid lines noise is skipped.
    check_answer(r"printf '\377\033[31m\000\n\n'; echo info depth; echo bestmove e2e4", "Pe2-e4");
    check_answer(
        "head -c 70000 /dev/zero | tr '\\0' x; echo; echo bestmove e2e4",
        "the engine does not speak UCI",
    );
}

#[test]
fn only_declared_options_and_values_are_set() {
    let mut engine = scripted_engine("echo bestmove e2e4");
    assert_eq!(engine.set_option("hash", "32"), Ok(()));
    assert_eq!(
        engine.set_option("clear  hash", ""),
        Err(SetOptionError::UnknownOption { name: "clear  hash".to_owned() })
    );
    assert_eq!(engine.set_option("Clear Hash", ""), Ok(()));
    assert!(matches!(engine.set_option("Hash", "65"), Err(SetOptionError::InvalidValue { .. })));
    assert!(matches!(engine.set_option("Hash", "1\nquit"), Err(SetOptionError::InvalidValue { .. })));
    assert!(matches!(engine.set_option("Threads", "2"), Err(SetOptionError::UnknownOption { .. })));
    engine.wait_ready(soon()).unwrap();
}

#[test]
fn castling_notation_follows_the_chess960_option() {
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
        assert_eq!(position_sent(fen, moves), expected, "{fen}");
    }
}

#[test]
fn chess960_without_the_option_is_an_error() {
    let script = engine_script("echo bestmove e2e4").replace("UCI_Chess960", "UCI_Chess961");
    let mut engine = Engine::start(&shell_program(&script), soon()).unwrap();
    let shuffled = Position::from_fen("1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w KQkq - 0 1").unwrap();
    assert!(matches!(engine.new_game(&shuffled, soon()), Err(EngineError::NoChess960)));
    assert!(engine.new_game(&Position::start(), soon()).is_ok());
}

/// Waits for `stop`, then replies e2e4 from the start position or e7e5 after a move.
const PATIENT: &str = r#"read -r line
    case "$position" in *moves*) echo bestmove e7e5 ;; *) echo bestmove e2e4 ;; esac"#;

#[test]
fn searches_report_stop_and_can_be_abandoned() {
    let mut engine = scripted_engine(PATIENT);
    let start = Position::start();
    assert!(matches!(engine.next_event(shortly()), Ok(None)), "nothing was asked");
    engine.go(&start, &[], Go { infinite: true, ..Go::default() });
    assert!(matches!(engine.next_event(shortly()), Ok(None)));
    assert!(engine.is_searching());
    // A new search: the best move of the first is ignored.
    let moves = resolve_moves(&start, &["e2e4"]);
    engine.go(&start, &moves, Go { infinite: true, ..Go::default() });
    engine.stop();
    let Ok(Some(EngineEvent::BestMove(answer))) = engine.next_event(soon()) else { panic!("no answer") };
    assert_eq!(answer.best.from(), Square::E7);
    assert!(!engine.is_searching());
}

/// The best move of an abandoned search may come before or after `readyok`; the next one is delivered either
/// way.
#[test]
fn a_new_game_abandons_the_search() {
    let other = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    for goes in [PATIENT, "echo bestmove e2e4", "(sleep 0.2; echo bestmove e2e4) &"] {
        let mut engine = scripted_engine(goes);
        engine.go(&Position::start(), &[], Go { infinite: true, ..Go::default() });
        engine.new_game(&other, soon()).unwrap();
        assert!(!engine.is_searching());
        engine.go(&other, &[], Go::default());
        engine.stop();
        let Ok(Some(EngineEvent::BestMove(answer))) = engine.next_event(soon()) else {
            panic!("{goes}: no answer")
        };
        assert_eq!(answer.best.to(), Square::E4, "{goes}");
    }
}

#[test]
fn polling_waits_in_steps() {
    let slow = shell_program(
        "read -r line; sleep 0.3; echo uciok; read -r line; read -r line; sleep 0.3; echo readyok; cat",
    );
    let mut engine = Engine::spawn(&slow).unwrap();
    assert!(!engine.poll_uciok(Instant::now() + Duration::from_millis(20)).unwrap());
    assert!(engine.poll_uciok(soon()).unwrap());
    engine.start_new_game(&Position::start()).unwrap();
    assert!(!engine.poll_readyok(Instant::now() + Duration::from_millis(20)).unwrap());
    assert!(engine.poll_readyok(soon()).unwrap());
}

#[test]
fn moves_after_an_illegal_one_are_not_sent() {
    let mut engine = scripted_engine(PATIENT);
    let start = Position::start();
    let twice = resolve_moves(&start, &["e2e4"]).repeat(2);
    engine.go(&start, &twice, Go::default());
    engine.stop();
    let Ok(Some(EngineEvent::BestMove(answer))) = engine.next_event(soon()) else { panic!("no answer") };
    assert_eq!(answer.best.from(), Square::E7);
}

#[test]
fn dropping_an_engine_kills_its_process_group() {
    // A script that becomes the program; one that starts it and waits; one that has exited and left it
    // behind.
    for script in [
        "echo id name $$; echo uciok; exec sleep 60",
        "sleep 60 & echo id name $!; echo uciok; trap '' TERM; wait",
        "sleep 60 & echo id name $!; echo uciok; read -r line; read -r line; exit 0",
    ] {
        let mut engine = Engine::start(&shell_program(script), soon()).unwrap();
        let process = engine.name().to_owned();
        // A zombie counts as gone.
        let is_there = || {
            let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", &process]).output().unwrap();
            let state = String::from_utf8(ps.stdout).unwrap();
            !state.trim().is_empty() && !state.trim_start().starts_with('Z')
        };
        assert!(is_there(), "{script}");
        if script.contains("exit 0") {
            engine.start_new_game(&Position::start()).unwrap();
            assert!(engine.quit(soon()).unwrap().success());
        } else {
            drop(engine);
        }
        assert!(!is_there(), "{script}");
    }
}
