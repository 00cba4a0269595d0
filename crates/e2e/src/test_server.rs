//! The program that serves the page.

use std::process::Command;

use crate::process::Process;
use crate::temp_dir::TempDir;
use crate::{Error, TestResult};

/// Names the program to visit: a `hanpan` with the page in it.
const PROGRAM: &str = "HANPAN_PROGRAM";

/// A running `hanpan serve`.
#[derive(Debug)]
pub struct TestServer {
    program: String,
    address: String,
    process: Option<Process>,
    /// After the process, which writes into it.
    data: TempDir,
}

impl TestServer {
    /// Starts the program that the environment names, on a free port and with a folder for its data.
    pub fn start() -> TestResult<TestServer> {
        let program = std::env::var(PROGRAM).map_err(|_| Error::MissingProgram)?;
        let data = TempDir::new()?;
        let (process, address) = serve(&program, "127.0.0.1:0", &data)?;
        Ok(TestServer { program, address, process: Some(process), data })
    }

    /// Where the page is: `http://127.0.0.1:PORT/`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Does something by the host's command line, `hanpan admin`, beside the running program.
    pub fn admin(&self, deed: &[&str]) -> TestResult {
        let mut command = Command::new(&self.program);
        command.args(["admin", "--data"]).arg(self.data.path()).args(deed);
        let start = |why| Error::Start { what: format!("hanpan admin {}", deed.join(" ")), why };
        let done = command.output().map_err(|error| start(error.to_string()))?;
        let why = String::from_utf8_lossy(&done.stderr).into_owned();
        if done.status.success() { Ok(()) } else { Err(start(why)) }
    }

    /// Kills the program, whatever it is doing; the page has to do without it from now on.
    pub fn stop(&mut self) {
        self.process = None;
    }

    /// Starts the program anew at the same address, with the same data.
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
