//! Runs the binary and captures its output.
#![allow(dead_code, reason = "each test uses a part")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Output and exit code of a run.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct ProgramOutput {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hanpan"));
    command.args(args);
    command
}

/// Runs the program with this standard input.
pub(crate) fn run_with_input(args: &[&str], input: &str) -> ProgramOutput {
    let mut child =
        command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Written from a thread to avoid a deadlock. The program may exit before reading everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    ProgramOutput { out: text(stdout), err: text(stderr), code: status.code() }
}

pub(crate) fn run(args: &[&str]) -> ProgramOutput {
    run_with_input(args, "")
}

/// Output of a run that must succeed with nothing on standard error.
#[track_caller]
pub(crate) fn expect_output(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.err.as_str(), output.code), ("", Some(0)), "{args:?}");
    output.out
}

/// Expects exit code 2 and one line on standard error that contains all parts.
#[track_caller]
pub(crate) fn expect_error(args: &[&str], parts: &[&str]) {
    let output = run(args);
    assert_eq!(output.code, Some(2), "{args:?}: {output:?}");
    assert!(output.err.starts_with("hanpan: ") && output.err.ends_with('\n'), "{output:?}");
    assert_eq!(output.err.lines().count(), 1, "{output:?}");
    for part in parts {
        assert!(output.err.contains(part), "{part:?} in {output:?}");
    }
}

/// Debian's Stockfish, on the path or in Debian's folder for games.
pub(crate) fn stockfish() -> &'static str {
    let debian = "/usr/games/stockfish";
    let program = if Path::new(debian).exists() { debian } else { "stockfish" };
    let started = Command::new(program).stdin(Stdio::null()).stdout(Stdio::null()).status();
    started
        .expect("Stockfish is not installed; `cargo xtask test` installs it, or apt-get install stockfish");
    program
}
