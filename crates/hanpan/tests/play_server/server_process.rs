//! A server process that can be killed.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use crate::common::command;

/// A server on a free port.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: String,
    data: PathBuf,
    options: Vec<String>,
}

impl ServerProcess {
    pub(crate) fn start(data: &Path, listen: &str) -> ServerProcess {
        ServerProcess::start_with(data, listen, &[])
    }

    /// Starts a server with more options.
    pub(crate) fn start_with(data: &Path, listen: &str, options: &[&str]) -> ServerProcess {
        let mut child = command(&["serve", "--listen", listen, "--data", data.to_str().unwrap()])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.rsplit("://").next().unwrap().trim_end_matches('/').to_owned();
        let options = options.iter().map(|&option| option.to_owned()).collect();
        ServerProcess { child, address, data: data.to_owned(), options }
    }

    /// Kills the process without a shutdown, like a power failure.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn restart(&mut self) {
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        *self = ServerProcess::start_with(&self.data, &self.address, &options);
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Empty data folder of a test.
pub(crate) fn data_dir(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-server-{name}-{}", std::process::id()))
}
