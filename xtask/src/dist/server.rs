//! A server that a check has started.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::step::{TaskError, output};

/// A running `hanpan serve`; it is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    process: Child,
    /// URL of the page, with a slash at the end.
    pub(crate) url: String,
}

impl Server {
    /// Starts a command and waits for the line in which the server prints its URL.
    pub(crate) fn start(command: &mut Command) -> Result<Server, TaskError> {
        let process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut process = process.map_err(|error| TaskError(format!("cannot start {command:?}: {error}")))?;
        let mut first = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut first).map_err(|error| TaskError(error.to_string()))?;
        }
        let server =
            Server { process, url: first.trim().split("is at ").nth(1).unwrap_or_default().to_owned() };
        if server.url.is_empty() {
            return Err(TaskError(format!("{command:?} printed no URL: {first}")));
        }
        Ok(server)
    }

    /// Body of the response to a request for a path, without the leading slash.
    pub(crate) fn get(&self, path: &str) -> Result<String, TaskError> {
        let url = format!("{}{path}", self.url);
        output(Command::new("curl").args(["--silent", "--show-error", "--fail", "--compressed", &url]))
    }

    /// Checks that the page is served and that the data folder is writable.
    pub(crate) fn check(&self) -> Result<(), TaskError> {
        let page = self.get("")?;
        if !page.contains("<title>Hanpan") {
            return Err(TaskError(format!("{} is not the page: {page}", self.url)));
        }
        match self.get("healthz")?.trim() {
            "ok" => Ok(()),
            other => Err(TaskError(format!("{}healthz: {other}", self.url))),
        }
    }

    /// Shuts it down as systemd does, and waits until it has ended. It must not run below an emulator or a container.
    pub(crate) fn stop(mut self) -> Result<(), TaskError> {
        output(Command::new("kill").arg("-TERM").arg(self.process.id().to_string()))?;
        let status = self.process.wait().map_err(|error| TaskError(error.to_string()))?;
        if status.success() { Ok(()) } else { Err(TaskError(format!("the server ended with {status}"))) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
