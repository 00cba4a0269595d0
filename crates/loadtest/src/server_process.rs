//! The server under test: `hanpan serve` in a child process.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::{LoadtestError, LoadtestResult};

/// Environment variable with the path of the program.
const PROGRAM_VARIABLE: &str = "HANPAN_PROGRAM";

/// A running `hanpan serve`, killed on drop.
#[derive(Debug)]
pub struct ServerProcess {
    program: PathBuf,
    options: Vec<String>,
    data: PathBuf,
    address: SocketAddr,
    environment: Vec<(String, String)>,
    running: Option<(Child, BufReader<ChildStdout>)>,
}

/// Resources used by a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessUsage {
    /// CPU time, user and system.
    pub cpu: Duration,
    /// Anonymous resident memory in bytes; file mappings such as the executable are not counted.
    pub memory: u64,
}

impl ServerProcess {
    /// Starts the server on a free port with an empty data folder. It trusts `X-Forwarded-For`, so that every
    /// [`Guest`](crate::Guest) has an address of its own.
    ///
    /// # Errors
    /// `HANPAN_PROGRAM` is not set, or the server does not start.
    pub fn start(data: &Path) -> LoadtestResult<ServerProcess> {
        ServerProcess::start_with(data, &["--behind-proxy"])
    }

    /// Starts the server with these options on a free port with an empty data folder.
    ///
    /// # Errors
    /// `HANPAN_PROGRAM` is not set, or the server does not start.
    pub fn start_with(data: &Path, options: &[&str]) -> LoadtestResult<ServerProcess> {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut server = ServerProcess::new(data, options, anywhere)?;
        server.restart()?;
        Ok(server)
    }

    /// A server that is not started yet, with these options and an empty data folder.
    ///
    /// # Errors
    /// `HANPAN_PROGRAM` is not set, or the data folder cannot be emptied.
    pub fn new(data: &Path, options: &[&str], address: SocketAddr) -> LoadtestResult<ServerProcess> {
        let program = std::env::var_os(PROGRAM_VARIABLE).ok_or_else(|| {
            LoadtestError(format!("{PROGRAM_VARIABLE} is not set; start this with cargo xtask"))
        })?;
        if data.exists() {
            fs::remove_dir_all(data).map_err(|error| LoadtestError::context(data.display(), error))?;
        }
        Ok(ServerProcess {
            program: program.into(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            data: data.to_owned(),
            address,
            environment: Vec::new(),
            running: None,
        })
    }

    /// Address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sets environment variables for the next start.
    pub fn set_environment(&mut self, variables: &[(&str, &str)]) {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        self.environment = variables.iter().map(owned).collect();
    }

    /// Sends `SIGKILL` to the process and waits for it.
    ///
    /// # Errors
    /// The process cannot be killed.
    pub fn kill(&mut self) -> LoadtestResult {
        let Some((mut child, _)) = self.running.take() else { return Ok(()) };
        child
            .kill()
            .and_then(|()| child.wait())
            .map_err(|error| LoadtestError::context("kill server", error))?;
        Ok(())
    }

    /// Sends a signal to the process.
    ///
    /// # Errors
    /// The process does not run.
    pub fn signal(&self, name: &str) -> LoadtestResult {
        let process = self.process().ok_or_else(|| LoadtestError("server is not running".to_owned()))?;
        let sent = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
        match sent {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(LoadtestError::context("signal server", status)),
            Err(error) => Err(LoadtestError::context("signal server", error)),
        }
    }

    /// Exit status of a process that has ended by itself.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.running.as_mut().and_then(|(child, _)| child.try_wait().ok().flatten())
    }

    fn process(&self) -> Option<u32> {
        self.running.as_ref().map(|(child, _)| child.id())
    }

    /// Sends `SIGTERM` to the process and waits for its exit.
    ///
    /// # Errors
    /// The exit code is not 0.
    pub fn stop(&mut self) -> LoadtestResult {
        let Some((mut child, _)) = self.running.take() else { return Ok(()) };
        let failed = |error: std::io::Error| LoadtestError::context("stop server", error);
        let signalled =
            Command::new("kill").args(["-TERM", &child.id().to_string()]).status().map_err(failed)?;
        let status = child.wait().map_err(failed)?;
        match signalled.success() && status.success() {
            true => Ok(()),
            false => Err(LoadtestError::context("stop server", status)),
        }
    }

    /// Starts the server again with the same address and data folder.
    ///
    /// # Errors
    /// The server does not start.
    pub fn restart(&mut self) -> LoadtestResult {
        let failed = |why: String| LoadtestError::context("start server", why);
        let mut child = Command::new(&self.program)
            .args(["serve", "--log", "error"])
            .args(&self.options)
            .args(["--listen", &self.address.to_string()])
            .arg("--data")
            .arg(&self.data)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(self.log()?)
            .spawn()
            .map_err(|error| failed(format!("{}: {error}", self.program.display())))?;
        let stdout = child.stdout.take().ok_or_else(|| failed("stdout is not piped".to_owned()))?;
        // Kept open, because the server could fail when writing to a closed pipe.
        let mut stdout = BufReader::new(stdout);
        let mut line = String::new();
        stdout.read_line(&mut line).map_err(|error| failed(error.to_string()))?;
        self.running = Some((child, stdout));
        let address =
            line.trim_end().strip_prefix("Hanpan is at http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.and_then(|address| address.parse().ok());
        self.address = address.ok_or_else(|| failed(format!("unexpected first line {line:?}")))?;
        Ok(())
    }

    /// Opens the server's log file, next to the data folder.
    fn log(&self) -> LoadtestResult<File> {
        let path = self.data.with_extension("log");
        let file = File::options().create(true).append(true).open(&path);
        file.map_err(|error| LoadtestError::context(path.display(), error))
    }

    /// Resources used by the server so far.
    ///
    /// # Errors
    /// The server does not run, or `/proc` cannot be read.
    pub fn usage(&self) -> LoadtestResult<ProcessUsage> {
        ProcessUsage::of(self.process().ok_or_else(|| LoadtestError("server is not running".to_owned()))?)
    }
}

impl ProcessUsage {
    /// Reads the resource usage of a process from `/proc` (Linux only).
    ///
    /// # Errors
    /// `/proc` cannot be read.
    pub fn of(process: u32) -> LoadtestResult<ProcessUsage> {
        let read = |file: &str| {
            let path = format!("/proc/{process}/{file}");
            fs::read_to_string(&path).map_err(|error| LoadtestError::context(path, error))
        };
        let malformed = || LoadtestError("unexpected format of /proc".to_owned());
        // The command name in parentheses may contain spaces, so fields are counted after it. utime and stime
        // are in ticks of 10 ms.
        let stat = read("stat")?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
        let cpu = ticks(11).zip(ticks(12)).map(|(own, system)| Duration::from_millis(10 * (own + system)));
        let status = read("status")?;
        let resident = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = resident.and_then(|words| words.split_whitespace().next()?.parse::<u64>().ok());
        Ok(ProcessUsage { cpu: cpu.ok_or_else(malformed)?, memory: 1_024 * kib.ok_or_else(malformed)? })
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // Fails if the process has already exited, which is fine.
        self.kill().ok();
    }
}
