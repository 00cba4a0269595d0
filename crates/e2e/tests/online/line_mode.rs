//! `hanpan play --plain`: a terminal beside the browsers.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use e2e::{Error, TestResult};

/// Upper bound for any line.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A terminal in line mode; ended on drop.
pub(crate) struct LineMode {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl LineMode {
    /// Opens a game over TLS. Only certificates of the authority in the file `root` are trusted.
    pub(crate) fn open(program: &str, name: &str, root: &Path, game: &str) -> TestResult<LineMode> {
        let failed = |why: String| Error::Start { what: "hanpan play".to_owned(), why };
        let mut command = Command::new(program);
        command.args(["play", "--plain", "--lang", "en", "--name", name, "--ca"]).arg(root).arg(game);
        command.env("XDG_STATE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tls-{name}")));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let output = child.stdout.take().ok_or_else(|| failed("it has no output".to_owned()))?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            // The receiver is gone if the test has failed.
            let lines = BufReader::new(output).lines();
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
        });
        Ok(LineMode { child, lines, seen: Vec::new() })
    }

    /// Waits for the next line that contains the text.
    pub(crate) fn wait_for(&mut self, text: &str) -> TestResult {
        let until = Instant::now() + TIMEOUT;
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            let is_found = line.contains(text);
            self.seen.push(line);
            if is_found {
                return Ok(());
            }
        }
        Err(Error::Timeout { wanted: text.to_owned(), seen: format!("{:#?}", self.seen) })
    }
}

impl Drop for LineMode {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
