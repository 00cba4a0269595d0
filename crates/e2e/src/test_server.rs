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
    /// Options and environment variables besides address and data.
    options: Vec<String>,
    variables: Vec<(String, String)>,
    process: Option<Process>,
    /// Dropped after the process, which writes into it.
    data: TempDir,
}

impl TestServer {
    /// Starts the server on a free port with an empty data folder.
    pub fn start() -> TestResult<TestServer> {
        TestServer::start_with(&[], &[])
    }

    /// Starts the server with these options and environment variables.
    pub fn start_with(options: &[&str], variables: &[(&str, &str)]) -> TestResult<TestServer> {
        TestServer::start_at("127.0.0.1:0", options, variables)
    }

    /// Starts the server at this host and port.
    pub fn start_at(host: &str, options: &[&str], variables: &[(&str, &str)]) -> TestResult<TestServer> {
        let mut server = TestServer {
            program: std::env::var(PROGRAM).map_err(|_| Error::MissingProgram)?,
            address: format!("http://{host}/"),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            variables: variables.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            process: None,
            data: TempDir::new()?,
        };
        server.restart()?;
        Ok(server)
    }

    /// Path of the binary.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Base URL: `http://127.0.0.1:PORT/`, or the public URL of a server with TLS.
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
        let mut command = Command::new(&self.program);
        command.args(["serve", "--listen", self.host(), "--data"]).arg(self.data.path()).args(&self.options);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let find = |line: &str| line.strip_prefix("Hanpan is at ").map(str::to_owned);
        let (process, address) = Process::start(&mut command, find)?;
        (self.process, self.address) = (Some(process), address);
        Ok(())
    }

    /// Host and port.
    #[must_use]
    pub fn host(&self) -> &str {
        self.address.trim_start_matches("http://").trim_end_matches('/')
    }
}
