//! Child processes.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::{Error, TestResult};

/// A child process, killed on drop.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// Kept open: the process might exit on a closed pipe.
    stdout: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a process and waits for the output line in which `find` finds a value, such as its address.
    pub(crate) fn start<T>(
        command: &mut Command,
        find: impl Fn(&str) -> Option<T>,
    ) -> TestResult<(Process, T)> {
        let what = format!("{command:?}");
        let failed = |why: String| Error::Start { what: what.clone(), why };
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let Some(said) = child.stdout.take() else { return Err(failed("it has no voice".to_owned())) };
        let mut process = Process { child, stdout: BufReader::new(said) };
        let mut heard = String::new();
        loop {
            let mut line = String::new();
            match process.stdout.read_line(&mut line) {
                Ok(0) => return Err(failed(format!("it ended and said only {heard:?}"))),
                Ok(_) => {}
                Err(error) => return Err(failed(error.to_string())),
            }
            if let Some(found) = find(line.trim_end()) {
                return Ok((process, found));
            }
            heard += &line;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if the process has already exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
