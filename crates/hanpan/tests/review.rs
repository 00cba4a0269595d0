//! `hanpan review` on small games.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{expect_error, run_with_input};
use serde_json::Value;

/// Scholar's mate with a blunder, and a brilliant end (Réti and Tartakower, 1910).
const GAMES: &str = r#"[Event "first"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 {a threat} Nf6 $1 4. Qxf7# 1-0

[Event "second"]
[White "Reti"]
[Black "Tartakower"]
[Result "1-0"]
[SetUp "1"]
[FEN "rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 1 8"]

8... Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0
"#;

#[test]
fn games_are_annotated() {
    let output = run_with_input(&["review", "-", "--nodes", "20000"], GAMES);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.err.starts_with("games 2, moves 13, errors 0, written 2, seconds "), "{output:?}");
    let unwrapped = output.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (first, second) = unwrapped.split_once("[Event \"second\"]").unwrap();
    // The blunder has its mark instead of the praise, a sentence and a better line.
    let blunder = first.split_once("Nf6").unwrap().1;
    assert!(blunder.starts_with(" $4 {"), "{first}");
    assert!(blunder.contains("Allows mate in 1.") && blunder.contains("(3... "), "{first}");
    assert!(first.contains("a threat") && first.contains("[%eval "), "{first}");
    assert!(first.contains("[BlackAccuracy \"") && first.trim_end().ends_with("1-0"), "{first}");
    assert!(second.contains("Nxe4 $4") && second.contains("Qd8+ $3"), "{second}");

    // The review can be read, and reviewing it again adds nothing.
    let again = run_with_input(&["review", "-", "--nodes", "20000"], &output.out);
    assert_eq!(again.out, output.out);
}

#[test]
fn json_has_one_object_per_game() {
    let output = run_with_input(&["review", "-", "--nodes", "20000", "--json"], GAMES);
    assert_eq!(output.code, Some(0), "{output:?}");
    let games: Vec<Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2);
    assert_eq!((&games[0]["tags"]["White"], &games[0]["result"]), (&Value::from("A"), &Value::from("1-0")));
    let moves = games[0]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    let blunder = &moves[5];
    assert_eq!((&blunder["san"], &blunder["grade"]), (&Value::from("Nf6"), &Value::from("blunder")));
    assert_eq!(blunder["eval"]["after"]["mate"], 1);
    assert!(blunder["eval"]["before"]["cp"].is_i64(), "{blunder}");
    assert!(blunder["text"].as_str().unwrap().starts_with("Allows mate in 1."), "{blunder}");
    assert!(!blunder["better"].as_array().unwrap().is_empty());
    assert_eq!(moves[6]["eval"]["after"], Value::Null);
    let brilliant = &games[1]["moves"][1];
    assert_eq!((&brilliant["san"], &brilliant["grade"]), (&Value::from("Qd8+"), &Value::from("great")));
    assert!(
        games[0]["accuracy"]["black"].as_f64().unwrap() < games[1]["accuracy"]["white"].as_f64().unwrap()
    );
}

#[test]
fn an_invalid_game_is_left_out() {
    let text = format!("[Event \"broken\"]\n\n1. e4 e4 *\n\n{GAMES}");
    let output = run_with_input(&["review", "-", "--nodes", "200"], &text);
    assert_eq!(output.code, Some(2), "{output:?}");
    assert!(output.err.contains("game 1: 'e4'") && output.err.contains("errors 1, written 2"), "{output:?}");
    expect_error(&["review"], &["FILE"]);
    expect_error(&["review", "-", "--nodes", "1"], &["--nodes"]);
    expect_error(&["review", "-", "--language", "xx"], &["en and ko"]);
}
