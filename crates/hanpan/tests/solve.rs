//! `hanpan solve` on small EPD suites.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{expect_error, run_with_input};

const SUITE: &str = r#"# mates and a fork
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; dm 1; id "back rank";

r3k3/8/8/1N6/8/8/8/4K3 w q - bm Nc7+; id "fork";
7k/8/5K2/6Q1/8/8/8/8 w - - am Qg6; dm 1; id "not into stalemate";
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Kd1; id "wrong"
"#;

#[test]
fn epd_suite_is_solved_line_by_line() {
    let output = run_with_input(&["solve", "-", "--depth", "8"], SUITE);
    assert_eq!((output.err.as_str(), output.code), ("", Some(0)));
    let lines: Vec<&str> = output.out.lines().collect();
    assert_eq!(lines.len(), 5, "{output:?}");
    for (line, parts) in lines.iter().zip([
        ["   1  back rank", "Ra8#", "solved  depth", "bm Ra8#, dm 1"],
        ["   2  fork", "Nc7+", "solved  depth", "bm Nc7+"],
        ["   3  not into stalemate", "Qg7#", "solved  depth", "am Qg6, dm 1"],
        ["   4  wrong", "Ra8#", "failed  depth", "bm Kd1"],
        ["solved 3 of 4", ", nodes ", ", seconds ", ""],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}: {parts:?}");
    }
}

#[test]
fn time_and_node_limits_are_respected() {
    let output = run_with_input(&["solve", "-", "--nodes", "2000"], SUITE);
    let nodes: u64 = output.out.split("nodes ").last().unwrap().split(',').next().unwrap().parse().unwrap();
    assert!(nodes <= 4 * 2100, "{output:?}");
    let output = run_with_input(&["solve", "-", "--time", "0.01", "--threads", "2"], SUITE);
    assert_eq!(output.code, Some(0), "{output:?}");
}

#[test]
fn unreadable_lines_are_reported_with_their_number() {
    expect_error(&["solve"], &["FILE"]);
    expect_error(&["solve", "/no/such/file"], &["/no/such/file", "No such file"]);
    for (suite, part) in [
        ("", "no position"),
        ("# nothing\n", "no position"),
        ("\n8/8/8/8/8/8/8/8 w - - bm e4;\n", "-:2: "),
        ("4k3/8/8/8/8/8/8/4K2R w K -\n", "-:1: there is nothing to solve"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Qh8;\n", "bm Qh8"),
    ] {
        let output = run_with_input(&["solve", "-"], suite);
        assert!(output.code == Some(2) && output.err.contains(part), "{suite:?}: {output:?}");
        assert_eq!((output.err.lines().count(), output.out.as_str()), (1, ""));
    }
}

#[test]
fn one_invalid_line_does_not_stop_the_run() {
    let suite = "\u{feff}6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; id \"first\";\nnonsense\n\n\
                 4k3/8/8/8/8/8/8/4K2R w K -\n6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1; id \"last\";\n";
    let output = run_with_input(&["solve", "/no/such/file", "-", "--depth", "4"], suite);
    assert_eq!(output.code, Some(2), "{output:?}");
    let errors = ["hanpan: /no/such/file: ", "hanpan: -:2: ", "hanpan: -:4: there is nothing to solve"];
    assert!(output.err.lines().zip(errors).all(|(line, start)| line.starts_with(start)), "{output:?}");
    let rows = ["   1  first", "   2  last", "solved 2 of 2, "];
    assert!(output.out.lines().zip(rows).all(|(line, start)| line.starts_with(start)), "{output:?}");
    assert_eq!((output.err.lines().count(), output.out.lines().count()), (3, 3), "{output:?}");
    assert!(output.out.ends_with(", errors 3\n"), "{output:?}");
}

#[test]
fn compare_prints_both_scores_and_their_ratio() {
    let itself = format!("{} uci", env!("CARGO_BIN_EXE_hanpan"));
    let output = run_with_input(&["solve", "-", "--nodes", "2000", "--compare", &itself], SUITE);
    assert_eq!((output.err.as_str(), output.code), ("", Some(0)), "{output:?}");
    let lines: Vec<&str> = output.out.lines().collect();
    assert_eq!(lines.len(), 7, "{output:?}");
    for (line, end) in
        lines.iter().zip(["  | Ra8#     solved", "  | Nc7+     solved", "solved", "  | Ra8#     failed"])
    {
        assert!(line.ends_with(end), "{line}: {end}");
    }
    assert!(lines[4].starts_with("solved 3 of 4, nodes "), "{output:?}");
    assert!(lines[5].starts_with("Hanpan ") && lines[5].contains(" solved 3 of 4, seconds "), "{output:?}");
    assert_eq!(lines[6], "ratio 1.000");
}

#[test]
fn compare_reports_an_engine_that_does_not_start() {
    expect_error(&["solve", "-", "--compare", ""], &["--compare"]);
    let output = run_with_input(&["solve", "-", "--compare", "/no/such/engine"], SUITE);
    assert!(output.code == Some(2) && output.err.contains("/no/such/engine"), "{output:?}");
}
