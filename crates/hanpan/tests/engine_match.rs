//! `hanpan match` with real engines and with fakes that crash, hang, play illegal moves or lose on time.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{ProgramOutput, command, expect_error, expect_output, run, stockfish};

/// A game at depth 4 takes a second or two.
const TIMEOUT: Duration = Duration::from_secs(60);

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("contest-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a shell-script engine that completes the handshake and runs `goes` on `go`; returns its
/// specification.
fn fake_engine(folder: &Path, name: &str, goes: &str) -> String {
    let script = format!(
        r#"while read -r line; do case "$line" in
            uci) echo "id name {name}"; echo uciok ;;
            isready) echo readyok ;;
            position*) position="$line" ;;
            go*) {goes} ;;
            quit) exit 0 ;;
        esac; done"#
    );
    let path = folder.join(name);
    std::fs::write(&path, script).unwrap();
    format!("sh '{}'", path.display())
}

/// Plays a match of two games between our engine and another from the start position.
fn match_against(engine: &str, more: &[&str]) -> ProgramOutput {
    let args =
        ["match", "--engine", "depth=1 hanpan", "--engine", engine, "--games", "2", "--random-plies", "0"];
    run(&[&args[..], more].concat())
}

/// Today's date in PGN format.
fn today() -> String {
    let date = Command::new("date").args(["-u", "+%Y.%m.%d"]).output().unwrap();
    String::from_utf8(date.stdout).unwrap().trim().to_owned()
}

#[test]
fn engine_faults_lose_the_game_and_are_reported_by_name() {
    let folder = folder("faults");
    let move_late =
        "sleep 0.5; case $position in *moves*) echo bestmove a7a6 ;; *) echo bestmove a2a3 ;; esac";
    for (name, goes, fault) in [
        ("crasher", "echo out of paper >&2; exit 3", "crash"),
        ("sleeper", "true", "hang"),
        ("liar", "echo bestmove e2e5", "illegal move"),
        ("mumbler", "echo bestmove", "garbage"),
        ("dawdler", move_late, "time loss"),
    ] {
        let limits = if fault == "time loss" { "clock=0.2" } else { "depth=1" };
        let spec = format!("{limits} {}", fake_engine(&folder, name, goes));
        let said = match_against(&spec, &["--patience", "1"]);
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.out.starts_with(&format!("{name}: {fault} 2\n")), "{name}: {said:?}");
        assert!(said.out.contains(&format!("{name}: +2 =0 -0 of 2, 100.0 %")), "{said:?}");
        assert_eq!(said.err.matches(&format!("{name}: {fault}")).count(), 2, "{said:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn interrupted_match_resumes_from_its_pgn() {
    let folder = folder("resume");
    let games = folder.join("games.pgn");
    let path = games.to_str().unwrap();
    let play = |games: &str| {
        let said = run(&[
            "match",
            "--engine",
            "name=deep depth=3 hanpan",
            "--engine",
            "name=flat depth=1 hanpan",
            "--games",
            games,
            "--concurrency",
            "2",
            "--longest",
            "30",
            "--pgn",
            path,
        ]);
        assert_eq!(said.code, Some(0), "{said:?}");
        said
    };
    let before = today();
    let first = play("4");
    let days = before..=today();
    let text = std::fs::read_to_string(&games).unwrap();
    let dates = text.lines().filter_map(|line| line.strip_prefix("[Date \"")?.strip_suffix("\"]"));
    assert_eq!(dates.filter(|&date| days.contains(&date.to_owned())).count(), 4, "{days:?}: {text}");
    assert_eq!(text.matches("[Event ").count(), 4, "{text}");
    assert!(expect_output(&["pgn", "check", path]).starts_with("games 4,"));
    assert!(text.contains("[WhiteTimeControl \"depth 3\"]") && text.contains("[%eval "));
    // All games are already recorded.
    let again = play("4");
    assert_eq!(again.out, first.out);
    assert!(again.err.contains("resuming after 4 games") && !again.err.contains("game 1 of"), "{again:?}");
    // Only the truncated game is replayed, with the same result.
    std::fs::write(&games, &text[..text.len() - 40]).unwrap();
    let mended = play("4");
    assert_eq!(mended.out, first.out);
    assert!(mended.err.contains("incomplete") && mended.err.contains("after 3 games"), "{mended:?}");
    // A longer match continues with the same games, rounded up to an even number.
    let longer = play("5");
    assert!(longer.out.contains(" of 6, ") && longer.err.contains("6 games instead of 5"), "{longer:?}");
    expect_error(
        &[
            "match",
            "--engine",
            "name=deep depth=2 hanpan",
            "--engine",
            "name=flat depth=1 hanpan",
            "--pgn",
            path,
        ],
        &["does not belong to this match", "depth 3"],
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn interrupt_keeps_finished_games() {
    let folder = folder("interrupt");
    let games = folder.join("games.pgn");
    let args =
        ["match", "--engine", "depth=4 hanpan", "--engine", "depth=4 hanpan", "--games", "100000", "--pgn"];
    let mut match_ = command(&[&args[..], &[games.to_str().unwrap()]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while std::fs::metadata(&games).map_or(0, |data| data.len()) == 0 {
        if began.elapsed() > TIMEOUT {
            match_.kill().unwrap();
            panic!("no game was written within {TIMEOUT:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &match_.id().to_string()]).status().unwrap().success());
    let said = match_.wait_with_output().unwrap();
    let said = (String::from_utf8(said.stdout).unwrap(), said.status.code());
    assert!(said.0.contains("interrupted after ") && said.1 == Some(0), "{said:?}");
    let check = expect_output(&["pgn", "check", games.to_str().unwrap()]);
    assert!(!check.starts_with("games 0,") && check.contains("errors 0"), "{check}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn three_engines_are_rated() {
    let folder = folder("ratings");
    let games = folder.join("games.pgn");
    let path = games.to_str().unwrap();
    let said = stdout_of(&[
        "match",
        "--engine",
        "name=one depth=1 hanpan",
        "--engine",
        "name=four depth=4 rating=1500 hanpan",
        "--engine",
        "name=two depth=2 hanpan",
        "--games",
        "2",
        "--resign",
        "--draw",
        "--pgn",
        path,
    ]);
    assert_eq!(said.lines().filter(|line| line.contains(" of 2, ")).count(), 3, "{said}");
    let line = said.lines().find(|line| line.contains("anchor")).unwrap();
    assert_eq!(line.split_whitespace().skip(1).take(4).collect::<Vec<_>>(), ["four", "1500", "anchor", "4"]);
    let table: Vec<&str> = said.lines().skip_while(|line| !line.contains("player")).collect();
    let read = expect_output(&["ratings", path, "--anchor", "four=1500"]);
    assert_eq!(read.lines().collect::<Vec<_>>(), table);
    let gauntlet = stdout_of(&[
        "match",
        "--gauntlet",
        "--engine",
        "name=a depth=1 hanpan",
        "--engine",
        "name=b depth=1 hanpan",
        "--engine",
        "name=c depth=1 hanpan",
        "--games",
        "2",
        "--longest",
        "5",
    ]);
    assert!(gauntlet.contains("a - b: ") && gauntlet.contains("a - c: ") && !gauntlet.contains("b - c: "));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn levels_are_chosen_by_name() {
    let said = stdout_of(&[
        "match",
        "--engine",
        "hanpan:600",
        "--engine",
        "hanpan:1200",
        "--games",
        "2",
        "--longest",
        "20",
    ]);
    assert!(said.starts_with("Hanpan 600 - Hanpan 1200: ") && said.contains(" of 2, "), "{said}");
    expect_error(&["match", "--engine", "hanpan:9000", "--engine", "hanpan"], &["UCI_Elo", "\"9000\""]);
}

#[test]
fn sprt_ends_the_match_when_decided() {
    let said = run(&[
        "match",
        "--engine",
        "name=strong depth=4 hanpan",
        "--engine",
        "name=weak depth=1 hanpan",
        "--games",
        "2000",
        "--sprt",
        "-100:100",
        "--resign",
        "--draw",
        "--longest",
        "100",
    ]);
    assert!(said.out.contains("H1 accepted") && !said.out.contains("of 2000"), "{said:?}");
    assert!(said.err.contains("LLR "), "{said:?}");
}

/// Needs Debian's Stockfish, which `cargo xtask test` installs.
#[test]
fn match_against_stockfish_uses_an_opening_file() {
    let folder = folder("stockfish");
    let openings = folder.join("openings.epd");
    std::fs::write(&openings, "# an ending\n8/5k2/8/8/8/8/3QK3/8 w - - 0 1 id \"queen\";\n").unwrap();
    let said = stdout_of(&[
        "match",
        "--engine",
        "hanpan",
        "--engine",
        stockfish(),
        "--option",
        "Hash=4",
        "--games",
        "2",
        "--nodes",
        "20000",
        "--openings",
        openings.to_str().unwrap(),
    ]);
    // The side with the queen wins.
    assert!(said.contains(": +1 =0 -1 of 2, 50.0 %"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn invalid_match_options_are_refused() {
    expect_error(&["match", "--engine", "hanpan"], &["a match needs two players"]);
    expect_error(&["match", "--engine", "hanpan", "--engine", "colour=red x"], &["unknown setting colour"]);
    expect_error(
        &["match", "--engine", "hanpan", "--engine", "no-such-engine"],
        &["cannot start no-such-engine"],
    );
    expect_error(
        &["match", "--engine", "hanpan", "--engine", "option.Tea=hot hanpan"],
        &["no option \"Tea\""],
    );
    expect_error(
        &["match", "--engine", "hanpan", "--engine", "option.Hash=0 hanpan"],
        &["cannot be set to \"0\""],
    );
    expect_error(&["match", "--engine", "true", "--engine", "hanpan"], &["true: the engine ended"]);
    let two = ["match", "--engine", "hanpan", "--engine", "hanpan"];
    for (more, part) in [
        (["--games", "0"], "a match needs games"),
        (["--clock", "soon"], "40/60+0.5"),
        (["--sprt", "5:0"], "0:5"),
        (["--resign=much", "--draw"], "600:4"),
        (["--openings", "/no/such/file"], "No such file"),
        (["--option", "Hash"], "NAME=VALUE"),
    ] {
        expect_error(&[&two[..], &more[..]].concat(), &[part]);
    }
}

/// Output of a run that must succeed; standard error is ignored.
#[track_caller]
fn stdout_of(args: &[&str]) -> String {
    let said = run(args);
    assert_eq!(said.code, Some(0), "{said:?}");
    said.out
}
