//! Runs line mode with a temporary state folder.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::common::command;

/// Empty state folder of a test.
pub(crate) fn state_dir(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-plain").join(name);
    // Left over from an earlier run, if it exists.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn hanpan_play(folder: &Path, args: &[&str]) -> Command {
    let mut command = command(&["play"]);
    command.args(args).env("XDG_STATE_HOME", folder).env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays space-separated lines and checks the last line and the exit code.
pub(crate) fn play_script(name: &str, args: &[&str], script: &str, result: &str, code: i32) -> String {
    play_lines(&state_dir(name), args, &script.split(' ').collect::<Vec<_>>(), result, code)
}

pub(crate) fn play_lines(folder: &Path, args: &[&str], lines: &[&str], result: &str, code: i32) -> String {
    let mut child = hanpan_play(folder, args).spawn().unwrap();
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap_or_default();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((last, output.status.code(), stderr.as_str()), (result, Some(code), ""), "{text}");
    assert!(!text.contains('\u{1b}'), "no colour in a pipe: {text}");
    text
}

/// Expects an error on standard error, exit code 2 and the result `*`.
pub(crate) fn expect_refused(folder: &Path, args: &[&str], reason: &str) {
    let output = hanpan_play(folder, args).stdin(Stdio::null()).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b"*\n"[..]), "{args:?}");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("hanpan: ") && stderr.contains(reason), "{args:?}: {stderr}");
}

/// A running program; all output is flushed before it waits for input.
pub(crate) struct Interactive {
    pub(crate) child: Child,
    pub(crate) input: ChildStdin,
    pub(crate) output: ChildStdout,
}

impl Interactive {
    pub(crate) fn start(folder: &Path, args: &[&str]) -> Interactive {
        let mut child = hanpan_play(folder, args).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Interactive { child, input, output }
    }

    /// Reads until the prompt or the end of the output.
    pub(crate) fn read_until_prompt(&mut self) -> String {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !bytes.ends_with(b"\n> ") && self.output.read(&mut byte).unwrap() > 0 {
            bytes.extend(byte);
        }
        String::from_utf8(bytes).unwrap()
    }

    pub(crate) fn send_line(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.read_until_prompt()
    }

    /// Closes the input and returns the remaining output and the exit code.
    pub(crate) fn finish(mut self) -> (String, Option<i32>) {
        drop(self.input);
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}
