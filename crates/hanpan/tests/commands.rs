//! Output formats, errors and exit codes of the commands.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{expect_error, expect_output, run};

const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
const PINNED: &str = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";

#[test]
fn every_command_has_help_with_an_example() {
    let help = expect_output(&[]);
    for word in ["Usage", "check", "perft", "moves", "explain", "position", "pgn", "♜", "a b c d e f g h"] {
        assert!(help.contains(word), "{word} in {help}");
    }
    for command in ["check", "perft", "moves", "explain", "position", "pgn"] {
        let help = expect_output(&[command, "--help"]);
        assert!(help.contains("Usage") && help.contains("Example:\n  $ "), "{help}");
    }
    assert!(expect_output(&["--version"]).starts_with("hanpan "));
    assert!(expect_output(&["--help"]).contains("\n  1  the output could not be written\n"));
    assert!(expect_output(&["perft", "--help"]).contains("from 0 to 100"));
    for command in ["perft", "moves"] {
        assert!(expect_output(&[command, "--help"]).contains("no game can reach"), "{command}");
    }
    assert!(expect_output(&["explain", "--help"]).contains("Only the move is judged"));
}

#[test]
fn invalid_command_lines_are_refused() {
    expect_error(&["chekc"], &["chekc"]);
    expect_error(&["perft"], &["DEPTH"]);
    expect_error(&["perft", "x"], &["'x'"]);
    expect_error(&["perft", "--threads", "0", "3"], &["threads", "1..=1024"]);
    expect_error(&["perft", "--threads", "-1", "3"], &["-1 is not in 1..=1024"]);
    expect_error(&["perft", "-1"], &["-1 is not in 0..=100"]);
    expect_error(&["perft", "101"], &["101 is not in 0..=100"]);
    expect_error(&["explain", "startpos"], &["MOVE"]);
    expect_error(&["moves", "--fan", "x"], &["--fan"]);
}

#[test]
fn perft() {
    assert_eq!(expect_output(&["perft", "0"]), "nodes 1\n");
    assert_eq!(expect_output(&["perft", "4"]), "nodes 197281\n");
    assert_eq!(expect_output(&["perft", "--threads", "3", "4"]), "nodes 197281\n");
    assert_eq!(expect_output(&["perft", "--fen", CHESS960, "--chess960", "4"]), "nodes 326672\n");
    assert_eq!(expect_output(&["perft", "--fen", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "3"]), "nodes 0\n");
    let queens = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    assert_eq!(expect_output(&["perft", "--fen", queens, "1"]), "nodes 218\n");
    expect_error(&["perft", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "1"], &["king"]);
    expect_error(
        &["perft", "--fen", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "1"],
        &["column 19"],
    );
}

#[test]
fn perft_divided() {
    let lines = expect_output(&["perft", "--divide", "3"]);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 21);
    assert_eq!((lines[0], lines[20]), ("a2a3 380", "nodes 8902"));
    assert!(lines[..20].is_sorted());
    let castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(expect_output(&["perft", "--divide", "--fen", castles, "1"]).contains("\ne1g1 1\n"));
    assert!(
        expect_output(&["perft", "--divide", "--fen", castles, "--chess960", "1"]).contains("\ne1h1 1\n")
    );
}

#[test]
fn bench() {
    let line = expect_output(&["bench"]);
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["nodes", nodes, "nps", rate] = words[..] else { panic!("{line}") };
    assert!(rate.parse::<u64>().unwrap() > 0, "{line}");
    assert_eq!(
        nodes, "2237054",
        "the engine searches otherwise than before: if that is meant, write the new number here and in the commit message"
    );
}

#[test]
fn limiting_the_processor_changes_no_answer() {
    let output = |cpu: &str, args: &[&str]| common::command(args).env("HANPAN_CPU", cpu).output().unwrap();
    for cpu in ["baseline", "bmi2", "avx512"] {
        assert_eq!(output(cpu, &["perft", "5"]).stdout, b"nodes 4865609\n", "{cpu}");
        let bench = String::from_utf8(output(cpu, &["bench", "--depth", "6"]).stdout).unwrap();
        let nodes = bench.split(" nps ").next().unwrap();
        assert!(expect_output(&["bench", "--depth", "6"]).starts_with(nodes), "{cpu}: {bench}");
    }
    let refused = output("pentium", &["perft", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        "hanpan: HANPAN_CPU is \"pentium\"; expected one of baseline, bmi2, avx512\n"
    );
}

#[test]
fn moves() {
    assert_eq!(expect_output(&["moves"]).lines().count(), 20);
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    let expected = "a1a2\tKa2\na1b1\tKb1\na1b2\tKb2\na7a8b\ta8=B+\na7a8n\ta8=N\na7a8q\ta8=Q+\na7a8r\ta8=R+\n";
    assert_eq!(expect_output(&["moves", "--fen", fen]), expected.replace("B+", "B"));
    let json = expect_output(&["moves", "--json", "--fen", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"]);
    assert_eq!(json, "{\"fen\":\"7k/5Q2/8/8/8/8/8/K7 b - - 0 1\",\"moves\":[]}\n");
    assert!(expect_output(&["moves", "--json"]).contains(r#"{"uci":"b1c3","san":"Nc3"},"#));
    expect_error(&["moves", "--fen", "x"], &["'x': FEN, column 1"]);
}

#[test]
fn explain() {
    assert_eq!(expect_output(&["explain", "startpos", "e2e4"]), "legal: e4\n");
    assert_eq!(expect_output(&["explain", "startpos", "Nf3"]), "legal: Nf3\n");
    let pinned = "the knight on c3 is pinned to the king by the bishop on b4";
    assert_eq!(expect_output(&["explain", PINNED, "Nd5"]), format!("illegal: {pinned}\n"));
    assert_eq!(expect_output(&["explain", PINNED, "c3d5"]), format!("illegal: {pinned}\n"));
    let json = format!(
        "{{\"legal\":false,\"uci\":null,\"san\":null,\"reason\":\"{pinned}\",\"reasons\":[{{\"kind\":\"pinned\",\
         \"text\":\"{pinned}\",\"squares\":[\"b4\"],\"line\":[\"e1\",\"d2\",\"c3\",\"b4\"]}}]}}\n"
    );
    assert_eq!(expect_output(&["explain", PINNED, "Nd5", "--json"]), json);
    let legal = "{\"legal\":true,\"uci\":\"g1f3\",\"san\":\"Nf3\",\"reason\":null,\"reasons\":[]}\n";
    assert_eq!(expect_output(&["explain", "startpos", "Nf3", "--json"]), legal);
    expect_error(&["explain", "startpos", "hello"], &["'hello': move, column 3"]);
    expect_error(&["explain", "nonsense", "e4"], &["'nonsense': FEN, column 2"]);
}

#[test]
fn position() {
    let json = expect_output(&["position", "startpos", "f3", "e7e5", "g4", "d8h4", "--json"]);
    let expected = "{\"fen\":\"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\",\"turn\":\"white\",\
                    \"check\":true,\"end\":\"checkmate\",\"result\":\"0-1\",\"claims\":[],\"hash\":\"";
    assert!(json.starts_with(expected), "{json}");
    let text = expect_output(&["position", "startpos", "e4"]);
    for part in
        ["♟", "fen     rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", "turn    black\n"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let expected = expect_output(&["position", "startpos", "e4", "e5", "Nf3"]);
    for pasted in
        [&["e4 e5", "Nf3"][..], &["1.e4 e5 2.Nf3"], &["1. e4 e5 2. Nf3 *"], &["1.", "e4", "1...e5", "Nf3"]]
    {
        let args: Vec<&str> = ["position", " startpos "].iter().chain(pasted).copied().collect();
        assert_eq!(expect_output(&args), expected, "{pasted:?}");
    }
    expect_error(&["position", "startpos", "1.e4 1-0 e5"], &["move 2, '1-0'"]);
    expect_error(
        &["position", "startpos", "e4", "Ke7"],
        &["move 2, 'Ke7'", "your own pawn on e7 is in the way"],
    );
    expect_error(&["position", "8/8/8/8/8/8/8/8 w - - 0 1"], &["White has no king; Black has no king"]);
}

/// Malformed arguments never crash the program.
#[test]
fn unusual_arguments_never_crash() {
    let odd = [
        "",
        " ",
        "-",
        "--",
        "\u{feff}",
        "♔",
        "e2e4e5",
        "O-O-O-O",
        "99999999999999999999",
        "a\nb",
        "a\x1b[2Jb",
        "%s%n",
    ];
    for text in odd {
        for args in [
            vec!["explain", "startpos", text],
            vec!["explain", text, "e4"],
            vec!["position", text],
            vec!["position", "startpos", text],
            vec!["moves", "--fen", text],
            vec!["perft", text],
            vec!["check", text],
            vec!["pgn", "check", text],
            vec![text],
        ] {
            let output = run(&args);
            assert!(matches!(output.code, Some(0 | 2)), "{args:?}: {output:?}");
            assert!(output.err.lines().count() <= 1 && !output.err.contains('\x1b'), "{args:?}: {output:?}");
        }
    }
}
