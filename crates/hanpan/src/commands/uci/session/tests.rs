//! UCI sessions, line by line.

use std::sync::mpsc;
use std::time::Duration;

use rules::UciMove;

use super::*;

/// The output for these lines; each search ends before the next line is sent.
fn output_of(lines: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    let (sender, events) = mpsc::channel();
    let mut session = Session::new(&mut out, sender);
    for line in lines {
        session.handle_line(input_line(line)).unwrap();
        while session.perft.is_some() || session.search.as_ref().is_some_and(is_running) {
            match events.recv().unwrap() {
                SessionEvent::PerftLine(line) => session.on_perft_line(&line).unwrap(),
                SessionEvent::PerftDone => session.on_perft_done().unwrap(),
                SessionEvent::Info(search_info) => session.on_info(&search_info).unwrap(),
                SessionEvent::SearchDone(result, engine) => session.on_search_done(result, engine).unwrap(),
                SessionEvent::Line(_) | SessionEvent::InputClosed => {}
            }
        }
    }
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

fn input_line(line: &str) -> InputLine {
    InputLine { bytes: line.as_bytes().to_vec(), is_complete: true }
}

fn is_running(search: &RunningSearch) -> bool {
    !matches!(search.stage, SearchStage::PonderDone(..) | SearchStage::InfiniteDone(..))
}

#[track_caller]
fn check(lines: &[&str], last: &str) {
    let output = output_of(lines);
    assert_eq!(output.last().map(String::as_str), Some(last), "{lines:?}: {output:#?}");
}

const MATE_IN_ONE: &str = "position startpos moves f2f3 e7e5 g2g4";

#[test]
fn every_go_ends_with_bestmove() {
    for go in [
        "go depth 3",
        "go nodes 2000",
        "go mate 1",
        "go movetime 30",
        "go wtime 100 btime 100",
        "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 5",
        "go depth 2 searchmoves d8h4 a7a6",
    ] {
        check(&[MATE_IN_ONE, go], "bestmove d8h4");
    }
    check(&[MATE_IN_ONE, "go depth 1 searchmoves a7a6"], "bestmove a7a6");
    check(&[MATE_IN_ONE, "go wtime 1000"], "bestmove d8h4"); // it is Black's move
}

#[test]
fn limited_strength_answers_every_go() {
    let limit = "setoption name UCI_LimitStrength value true";
    for go in ["go depth 3", "go nodes 2000", "go wtime 100 btime 100", "go movetime 30"] {
        check(&[limit, "setoption name UCI_Elo value 2000", MATE_IN_ONE, go], "bestmove d8h4");
    }
    check(&[limit, "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"], "bestmove (none)");
}

#[test]
fn a_level_with_a_seed_plays_the_same_moves_again() {
    let best_move = |seed: &str| {
        let lines = [
            "setoption name UCI_LimitStrength value true",
            "setoption name UCI_Elo value 900",
            seed,
            "ucinewgame",
            "position startpos moves h2h4 a7a5",
            "go nodes 20000",
        ];
        output_of(&lines).into_iter().rfind(|line| line.starts_with("bestmove")).unwrap()
    };
    let games: Vec<String> = (0..4).map(|_| best_move("setoption name Level Seed value 5")).collect();
    assert!(games.iter().all(|m| *m == games[0]), "{games:?}");
    let others: Vec<String> =
        (10..26).map(|seed| best_move(&format!("setoption name Level Seed value {seed}"))).collect();
    assert!(others.iter().any(|m| *m != games[0]), "the seed does not matter");
}

#[test]
fn limited_strength_sends_one_pv_and_obeys_searchmoves() {
    let limit = "setoption name UCI_LimitStrength value true";
    let middlegame =
        "position fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 18 moves h2h3 h7h6";
    for (elo, position, go, moves) in [
        (600, middlegame, "go movetime 50 searchmoves a2a3 g1h1", &["a2a3", "g1h1"][..]),
        (2400, middlegame, "go movetime 50 searchmoves a2a3 g1h1", &["a2a3", "g1h1"]),
        (1500, middlegame, "go depth 1 searchmoves d1b3", &["d1b3"]),
        (1500, MATE_IN_ONE, "go depth 1 searchmoves a7a6 h7h6", &["a7a6", "h7h6"]),
        (2400, MATE_IN_ONE, "go depth 1 searchmoves a7a6 d8h4", &["d8h4"]),
        // A book position.
        (1500, "position startpos", "go depth 1 searchmoves a2a3 h2h4", &["a2a3", "h2h4"]),
    ] {
        let output = output_of(&[limit, &format!("setoption name UCI_Elo value {elo}"), position, go]);
        let [info, best] = output.as_slice() else { panic!("{go}: {output:#?}") };
        let best = best.strip_prefix("bestmove ").unwrap();
        assert!(moves.contains(&best), "{go}: {output:#?}");
        assert!(info.ends_with(&format!(" pv {best}")), "{output:#?}");
        for word in ["info depth ", " score ", " nodes ", " time "] {
            assert!(info.contains(word), "{word}: {output:#?}");
        }
    }
}

#[test]
fn currmove_is_sent_in_long_searches() {
    let mut out = Vec::new();
    let (sender, events) = mpsc::channel();
    let mut session = Session::new(&mut out, sender);
    session.handle_line(input_line("position startpos")).unwrap();
    for ago in [Duration::ZERO, info::CURRMOVE_DELAY] {
        session.handle_line(input_line("go depth 2")).unwrap();
        let search = session.search.as_mut().unwrap();
        search.started = search.started.checked_sub(ago).unwrap();
        while session.search.is_some() {
            match events.recv().unwrap() {
                SessionEvent::Info(search_info) => session.on_info(&search_info).unwrap(),
                SessionEvent::SearchDone(result, engine) => session.on_search_done(result, engine).unwrap(),
                _ => {}
            }
        }
    }
    let output = String::from_utf8(out).unwrap();
    let searches: Vec<&str> = output.split_inclusive("bestmove").collect();
    let tried = |search: &str, depth: u32| {
        let head = format!("info depth {depth} currmove ");
        search.lines().filter_map(|line| line.strip_prefix(&head).map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(tried(searches[0], 1), [""; 0], "{output}");
    let moves = tried(searches[1], 1);
    assert_eq!(moves.len(), 20, "{output}");
    for (index, told) in moves.iter().enumerate() {
        let (m, number) = told.split_once(" currmovenumber ").unwrap();
        assert!(m.parse::<UciMove>().unwrap().resolve(&Position::start()).is_ok(), "{told}");
        assert_eq!(number, (index + 1).to_string());
    }
}

#[test]
fn bestmove_none_is_sent_if_no_thread_can_be_spawned() {
    let mut out = Vec::new();
    let (sender, _events) = mpsc::channel();
    let mut session = Session::new(&mut out, sender);
    // No machine has so large a stack.
    session.stack = 1 << 60;
    for _ in 0..2 {
        session.handle_line(input_line("go depth 1")).unwrap();
    }
    let output = String::from_utf8(out).unwrap();
    let output: Vec<&str> = output.lines().collect();
    let [why, "bestmove (none)", again, "bestmove (none)"] = output[..] else { panic!("{output:#?}") };
    assert!(why.starts_with("info string cannot search: ") && again == why, "{output:#?}");
}

#[test]
fn the_final_info_counts_all_nodes() {
    let output = output_of(&["position startpos", "go nodes 20000"]);
    let [.., effort, _] = output.as_slice() else { panic!("{output:?}") };
    let nodes = effort.strip_prefix("info nodes ").and_then(|rest| rest.split(' ').next());
    let nodes: u64 = nodes.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{output:?}"));
    assert!((20_000..21_000).contains(&nodes), "{output:?}");
}

#[test]
fn infinite_and_ponder_withhold_bestmove() {
    let output = output_of(&[MATE_IN_ONE, "go infinite depth 4"]);
    assert!(output.iter().all(|line| line.starts_with("info")), "{output:?}");
    check(&[MATE_IN_ONE, "go infinite depth 4", "stop"], "bestmove d8h4");
    check(&[MATE_IN_ONE, "go ponder depth 4", "ponderhit"], "bestmove d8h4");
    check(&[MATE_IN_ONE, "go ponder depth 4", "isready"], "readyok");
}

#[test]
fn invalid_commands_are_reported_and_ignored() {
    check(&["hello"], "info string not understood: no known command: hello");
    check(&["", " ", "isready"], "readyok");
    check(&["stop", "ponderhit", "isready"], "readyok");
    check(&["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go depth 1"], "bestmove (none)");
    check(&["position startpos moves e2e5", "go depth 1"], "bestmove (none)");
    check(&["position startpos moves e2e5", MATE_IN_ONE, "go depth 3"], "bestmove d8h4");
    for refused in [
        "position fen garbage",
        "position fen 8/8/8/8/8/8/8/8 w - -",
        "position startpos moves e2e4 nonsense",
        "position startpos moves e2e5",
        "position",
        "position nowhere",
    ] {
        let output = output_of(&[MATE_IN_ONE, refused, "go depth 3"]);
        let [why, nothing, answer] = output.as_slice() else { panic!("{refused}: {output:#?}") };
        assert!(why.starts_with("info string position refused: "), "{refused}: {output:#?}");
        assert_eq!([nothing, answer], ["info string no valid position", "bestmove (none)"]);
        check(&[refused, MATE_IN_ONE, "hello", "go depth 3"], "bestmove d8h4");
    }
    check(&["setoption name Hash value 0"], "info string Hash cannot be '0'");
}

#[test]
fn finished_games_report_their_score() {
    let limit = "setoption name UCI_LimitStrength value true";
    for (position, score) in [
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
        ("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "score mate 0"),
    ] {
        for output in [output_of(&[position, "go depth 3"]), output_of(&[limit, position, "go depth 3"])] {
            let [.., info, answer] = output.as_slice() else { panic!("{output:#?}") };
            assert!(info.contains(score) && answer == "bestmove (none)", "{position}: {output:#?}");
        }
    }
}

#[test]
fn unknown_limits_fall_back_to_a_node_limit() {
    for go in ["go depth x", "go deep", "go movetime", "go nodes 1e9", "go wtime soon btime later"] {
        check(&[MATE_IN_ONE, go], "bestmove d8h4");
        let output = output_of(&[MATE_IN_ONE, go]);
        let remark = format!("info string go: not understood: {}", &go[3..]);
        assert_eq!(output[0], remark);
    }
    let output = output_of(&[MATE_IN_ONE, "go depth 1 searchmoves a7a6 e2e4"]);
    assert!(output[0].starts_with("info string searchmoves: illegal"), "{output:?}");
    check(&[MATE_IN_ONE, "go depth 1 searchmoves a7a6 e2e4"], "bestmove a7a6");
}

#[test]
fn mate_searches_can_be_stopped() {
    let output = output_of(&["go mate 2"]);
    assert!(output.last().is_some_and(|line| line.starts_with("bestmove ")), "{output:?}");
    let mut out = Vec::new();
    let (sender, events) = mpsc::channel();
    let mut session = Session::new(&mut out, sender);
    session.handle_line(input_line("go mate 30")).unwrap();
    session.input_closed().unwrap();
    assert!(session.may_run_forever());
    session.stop().unwrap();
    while !session.is_over() {
        match events.recv().unwrap() {
            SessionEvent::Info(search_info) => session.on_info(&search_info).unwrap(),
            SessionEvent::SearchDone(result, engine) => session.on_search_done(result, engine).unwrap(),
            _ => {}
        }
    }
    assert!(String::from_utf8(out).unwrap().contains("bestmove "));
}

#[test]
fn go_perft_counts_moves() {
    let output = output_of(&["position fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "go perft 2"]);
    assert_eq!(output, ["e8d7: 7", "e8d8: 7", "e8e7: 7", "e8f7: 7", "e8f8: 7", "", "Nodes searched: 35"]);
    check(&["go perft 4"], "Nodes searched: 197281");
    check(&["go perft 0"], "Nodes searched: 1");
}

#[test]
fn options_change_the_output() {
    let output = output_of(&["setoption name MultiPV value 3", "go depth 1"]);
    assert_eq!(output.iter().filter(|line| line.contains(" multipv ")).count(), 3, "{output:?}");
    let output = output_of(&["setoption name UCI_ShowWDL value true", "go depth 1"]);
    assert!(output[0].contains(" wdl "), "{output:?}");
    let castles = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let go = "go depth 1 searchmoves e1g1";
    check(&[castles, go], "bestmove e1g1");
    check(&["setoption name UCI_Chess960 value true", castles, go], "bestmove e1h1");
    check(&["setoption name Threads value 2", "setoption name Hash value 1", "isready"], "readyok");
}

#[test]
fn a_withheld_bestmove_is_sent_when_the_input_is_closed() {
    for go in ["go ponder depth 2", "go infinite depth 2"] {
        let mut out = Vec::new();
        let (sender, events) = mpsc::channel();
        let mut session = Session::new(&mut out, sender);
        session.handle_line(input_line(go)).unwrap();
        while session.search.as_ref().is_some_and(is_running) {
            match events.recv().unwrap() {
                SessionEvent::Info(search_info) => session.on_info(&search_info).unwrap(),
                SessionEvent::SearchDone(result, engine) => session.on_search_done(result, engine).unwrap(),
                _ => {}
            }
        }
        assert!(!session.is_over());
        session.input_closed().unwrap();
        assert!(session.is_over(), "{go}");
        assert!(String::from_utf8(out).unwrap().contains("bestmove "), "{go}");
    }
}

/// The output for lines that are all sent before the first search ends; then the input is closed.
fn output_of_burst(lines: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    let (sender, events) = mpsc::channel();
    let mut session = Session::new(&mut out, sender);
    for line in lines {
        session.handle_line(input_line(line)).unwrap();
    }
    session.input_closed().unwrap();
    while !session.is_over() {
        match events.recv().unwrap() {
            SessionEvent::PerftLine(line) => session.on_perft_line(&line).unwrap(),
            SessionEvent::PerftDone => session.on_perft_done().unwrap(),
            SessionEvent::Info(search_info) => session.on_info(&search_info).unwrap(),
            SessionEvent::SearchDone(result, engine) => session.on_search_done(result, engine).unwrap(),
            SessionEvent::Line(_) | SessionEvent::InputClosed => {}
        }
    }
    let output = String::from_utf8(out).unwrap();
    output.lines().filter(|line| !line.starts_with("info ")).map(str::to_owned).collect()
}

#[test]
fn a_go_during_a_search_is_answered_after_it() {
    let only_a6 = "go depth 1 searchmoves a7a6";
    let check = |lines: &[&str], expected: &[&str]| assert_eq!(output_of_burst(lines), expected, "{lines:?}");
    check(&[MATE_IN_ONE, "go depth 3", only_a6], &["bestmove d8h4", "bestmove a7a6"]);
    check(&[MATE_IN_ONE, "go infinite", "stop", only_a6], &["bestmove d8h4", "bestmove a7a6"]);
    // The second `go` ends a search that only `stop` would end.
    check(&[MATE_IN_ONE, "go infinite", only_a6], &["bestmove d8h4", "bestmove a7a6"]);
    check(&[MATE_IN_ONE, "go ponder", only_a6], &["bestmove d8h4", "bestmove a7a6"]);
    check(&[MATE_IN_ONE, "go infinite", "go infinite", "go infinite"], &["bestmove d8h4"; 3]);
    // Commands between two searches take effect between them.
    let other = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let castles = "go depth 1 searchmoves e1g1";
    let chess960 = "setoption name UCI_Chess960 value true";
    check(
        &[MATE_IN_ONE, "go depth 3", only_a6, chess960, other, castles],
        &["bestmove d8h4", "bestmove a7a6", "bestmove e1h1"],
    );
    // `stop` ends all searches before it, and only those.
    check(
        &[
            MATE_IN_ONE,
            "go infinite",
            "stop",
            "go nodes 900000000",
            "go nodes 900000000",
            "stop",
            "go depth 3",
        ],
        &["bestmove d8h4"; 4],
    );
    check(&[MATE_IN_ONE, "go depth 3", "go ponder depth 3", "ponderhit"], &["bestmove d8h4"; 2]);
    let bursts = output_of_burst(&["position startpos", "go perft 1", "go depth 1"]);
    assert!(bursts.last().is_some_and(|line| line.starts_with("bestmove ")), "{bursts:?}");
}

#[test]
fn fifty_go_and_stop_give_fifty_bestmoves() {
    let lines: Vec<&str> =
        ["position startpos", "go infinite", "stop"].into_iter().cycle().take(3 * 50).collect();
    assert_eq!(output_of_burst(&lines).len(), 50);
}

#[test]
fn waiting_searches_are_limited_and_answered() {
    let lines = ["go depth 1"; 200];
    let output = output_of_burst(&lines);
    assert_eq!(output.len(), 200);
    assert!(output.contains(&"bestmove (none)".to_owned()));
}

#[test]
fn quit_drops_waiting_searches() {
    assert_eq!(output_of_burst(&[MATE_IN_ONE, "go infinite", "go infinite", "go infinite", "quit"]).len(), 1);
}

#[test]
fn long_input_is_echoed_in_short() {
    let zeros = "0".repeat(100_000);
    let words = "x ".repeat(50_000);
    let unknown = format!("go depth 1 {words}");
    let option = format!("setoption name {words} value 1");
    let position = format!("position startpos moves {zeros}");
    for line in [&zeros, &words, &unknown, &option, &position] {
        let output = output_of(&[line]);
        assert!(output[0].starts_with("info string ") && output[0].ends_with('…'), "{output:?}");
        assert!(output.iter().all(|line| line.chars().count() <= 200), "{output:?}");
    }
}

#[test]
fn a_position_that_was_cut_is_refused() {
    let mut out = Vec::new();
    let (sender, _events) = mpsc::channel();
    let mut session = Session::new(&mut out, sender);
    for bytes in [&b"position startpos moves e2e4"[..], b"go depth 1"] {
        session
            .handle_line(InputLine { bytes: bytes.to_vec(), is_complete: bytes.starts_with(b"go") })
            .unwrap();
    }
    let output = String::from_utf8(out).unwrap();
    assert_eq!(
        output.lines().collect::<Vec<_>>(),
        [
            "info string position refused: the line is too long",
            "info string no valid position",
            "bestmove (none)"
        ]
    );
}
