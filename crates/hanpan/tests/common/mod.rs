//! Runs the binary and captures its output.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Output and exit code of a run.
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

/// Runs the program with this standard input.
pub(crate) fn hanpan_with(args: &[&str], input: &str) -> Said {
    let mut child =
        command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Written from a thread to avoid a deadlock. The program may exit before reading everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said { out: text(stdout), err: text(stderr), code: status.code() }
}

pub(crate) fn hanpan(args: &[&str]) -> Said {
    hanpan_with(args, "")
}

/// Output of a run that must succeed with nothing on standard error.
#[track_caller]
pub(crate) fn output(args: &[&str]) -> String {
    let said = hanpan(args);
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{args:?}");
    said.out
}

/// Expects exit code 2 and one line on standard error that contains all parts.
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
