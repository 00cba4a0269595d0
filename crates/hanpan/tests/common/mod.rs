//! Runs the program as a user would.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What the program said and how it ended.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hanpan"));
    command.args(args);
    command
}

/// Runs the program with some input.
pub(crate) fn hanpan_with(args: &[&str], input: &str) -> Said {
    let mut child =
        command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // From a thread of its own, so that neither side waits for the other. The program may leave before reading all.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said { out: text(stdout), err: text(stderr), code: status.code() }
}

pub(crate) fn hanpan(args: &[&str]) -> Said {
    hanpan_with(args, "")
}

/// The output of a run that must go well and quietly.
#[track_caller]
pub(crate) fn output(args: &[&str]) -> String {
    let said = hanpan(args);
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{args:?}");
    said.out
}

/// A run that must be refused for bad input, with one line that contains all these parts.
#[track_caller]
pub(crate) fn refused(args: &[&str], parts: &[&str]) {
    let said = hanpan(args);
    assert_eq!(said.code, Some(2), "{args:?}: {said:?}");
    assert!(said.err.starts_with("hanpan: ") && said.err.ends_with('\n'), "{said:?}");
    assert_eq!(said.err.lines().count(), 1, "{said:?}");
    for part in parts {
        assert!(said.err.contains(part), "{part:?} in {said:?}");
    }
}
