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
}

impl ServerProcess {
    pub(crate) fn start(data: &Path, listen: &str) -> ServerProcess {
        let mut child = command(&["serve", "--listen", listen, "--data", data.to_str().unwrap()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.strip_prefix("Hanpan is at http://").unwrap().trim_end_matches('/').to_owned();
        ServerProcess { child, address, data: data.to_owned() }
    }

    /// Kills the process without a shutdown, like a power failure.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn restart(&mut self) {
        *self = ServerProcess::start(&self.data.clone(), &self.address.clone());
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
