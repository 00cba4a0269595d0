//! A `hanpan play` process in line mode.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::common::command;

/// Upper bound for any step.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A playing process and the lines it has printed.
pub(crate) struct PlayProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl PlayProcess {
    pub(crate) fn start(name: &str, folder: &Path, args: &[&str]) -> PlayProcess {
        PlayProcess::start_with(name, folder, args, &[])
    }

    /// Starts the process with environment variables.
    pub(crate) fn start_with(name: &str, folder: &Path, args: &[&str], env: &[(&str, &str)]) -> PlayProcess {
        let state = folder.join(name);
        let mut child = command(&["play", "--plain", "--lang", "en", "--name", name])
            .args(args)
            .env("XDG_STATE_HOME", state)
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            // The receiver is gone if the test has failed.
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
        });
        let input = child.stdin.take();
        PlayProcess { child, input, lines, seen: Vec::new() }
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the next line that contains the text.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        let until = Instant::now() + TIMEOUT;
        loop {
            let line = self.lines.recv_timeout(until.saturating_duration_since(Instant::now()));
            let line = line.unwrap_or_else(|_| panic!("no {text:?} in {:#?}", self.seen));
            self.seen.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Closes the input; returns the last line and the exit code.
    pub(crate) fn finish(mut self) -> (String, Option<i32>) {
        self.input = None;
        let mut last = String::new();
        while let Ok(line) = self.lines.recv_timeout(TIMEOUT) {
            last = line;
        }
        (last, self.child.wait().unwrap().code())
    }
}

impl Drop for PlayProcess {
    fn drop(&mut self) {
        // Fails if the process has already exited.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
