//! The server under test.

use std::process::Command;

use crate::process::Process;
use crate::temp_dir::TempDir;
use crate::{Error, TestResult};

/// Path of a `hanpan` binary with the embedded page.
const PROGRAM: &str = "HANPAN_PROGRAM";

/// A running `hanpan serve`.
#[derive(Debug)]
pub struct TestServer {
    program: String,
    address: String,
    process: Option<Process>,
    /// Dropped after the process, which writes into it.
    data: TempDir,
}

impl TestServer {
    /// Starts the server on a free port with an empty data folder.
    pub fn start() -> TestResult<TestServer> {
        let program = std::env::var(PROGRAM).map_err(|_| Error::MissingProgram)?;
        let data = TempDir::new()?;
        let (process, address) = serve(&program, "127.0.0.1:0", &data)?;
        Ok(TestServer { program, address, process: Some(process), data })
    }

    /// Base URL: `http://127.0.0.1:PORT/`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Runs `hanpan admin` on the data of the running server.
    pub fn admin(&self, args: &[&str]) -> TestResult {
        let mut command = Command::new(&self.program);
        command.args(["admin", "--data"]).arg(self.data.path()).args(args);
        let start = |why| Error::Start { what: format!("hanpan admin {}", args.join(" ")), why };
        let done = command.output().map_err(|error| start(error.to_string()))?;
        let why = String::from_utf8_lossy(&done.stderr).into_owned();
        if done.status.success() { Ok(()) } else { Err(start(why)) }
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        self.process = None;
    }

    /// Starts the server again at the same address with the same data.
    pub fn restart(&mut self) -> TestResult {
        self.stop();
        let at = self.address.trim_start_matches("http://").trim_end_matches('/');
        let (process, _) = serve(&self.program, at, &self.data)?;
        self.process = Some(process);
        Ok(())
    }
}

fn serve(program: &str, at: &str, data: &TempDir) -> TestResult<(Process, String)> {
    let mut command = Command::new(program);
    command.args(["serve", "--listen", at, "--data"]).arg(data.path());
    Process::start(&mut command, |line| line.strip_prefix("Hanpan is at ").map(str::to_owned))
}
