//! The server under trial: the program itself, in a process of its own.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::{LoadtestError, LoadtestResult};

/// Names the program to try out.
const PROGRAM_VARIABLE: &str = "HANPAN_PROGRAM";

/// A running `hanpan serve`, killed when it is dropped.
#[derive(Debug)]
pub struct ServerProcess {
    program: PathBuf,
    data: PathBuf,
    address: SocketAddr,
    running: Option<(Child, BufReader<ChildStdout>)>,
}

/// What a process has used so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessUsage {
    /// Time of processors.
    pub cpu: Duration,
    /// Memory of its own, in bytes; what it maps from files, such as the program itself, is the system's.
    pub memory: u64,
}

impl ServerProcess {
    /// Starts the program that the environment names, on a free port and with new data in this folder.
    ///
    /// # Errors
    /// If there is no such program, or it does not start.
    pub fn start(data: &Path) -> LoadtestResult<ServerProcess> {
        let program = std::env::var_os(PROGRAM_VARIABLE).ok_or_else(|| {
            LoadtestError(format!("{PROGRAM_VARIABLE} names no program; start this with cargo xtask"))
        })?;
        if data.exists() {
            fs::remove_dir_all(data).map_err(|error| LoadtestError::context(data.display(), error))?;
        }
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut host = ServerProcess {
            program: program.into(),
            data: data.to_owned(),
            address: anywhere,
            running: None,
        };
        host.restart()?;
        Ok(host)
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends the process as a cut of the power would: it is not asked.
    ///
    /// # Errors
    /// If the system does not do it.
    pub fn kill(&mut self) -> LoadtestResult {
        let Some((mut child, _)) = self.running.take() else { return Ok(()) };
        child
            .kill()
            .and_then(|()| child.wait())
            .map_err(|error| LoadtestError::context("to kill the server", error))?;
        Ok(())
    }

    /// Asks the process to end, and waits until it has.
    ///
    /// # Errors
    /// If it does not end well.
    pub fn stop(&mut self) -> LoadtestResult {
        let Some((mut child, _)) = self.running.take() else { return Ok(()) };
        let failed = |error: std::io::Error| LoadtestError::context("to stop the server", error);
        let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().map_err(failed)?;
        let ended = child.wait().map_err(failed)?;
        match asked.success() && ended.success() {
            true => Ok(()),
            false => Err(LoadtestError::context("to stop the server", ended)),
        }
    }

    /// Starts the process at the address where it was, on the data that it has.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&mut self) -> LoadtestResult {
        let failed = |why: String| LoadtestError::context("to start the server", why);
        let mut child = Command::new(&self.program)
            .args(["serve", "--behind-proxy", "--log", "error"])
            .args(["--listen", &self.address.to_string()])
            .arg("--data")
            .arg(&self.data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(self.log()?)
            .spawn()
            .map_err(|error| failed(format!("{}: {error}", self.program.display())))?;
        let said = child.stdout.take().ok_or_else(|| failed("it has no voice".to_owned()))?;
        // Kept open: a program whose words nobody hears might end.
        let mut said = BufReader::new(said);
        let mut line = String::new();
        said.read_line(&mut line).map_err(|error| failed(error.to_string()))?;
        self.running = Some((child, said));
        let address =
            line.trim_end().strip_prefix("Hanpan is at http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.and_then(|address| address.parse().ok());
        self.address = address.ok_or_else(|| failed(format!("it said only {line:?}")))?;
        Ok(())
    }

    /// What it complains of is kept beside its data.
    fn log(&self) -> LoadtestResult<File> {
        let path = self.data.with_extension("log");
        let file = File::options().create(true).append(true).open(&path);
        file.map_err(|error| LoadtestError::context(path.display(), error))
    }

    /// What the process has used so far.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn usage(&self) -> LoadtestResult<ProcessUsage> {
        let child = self.running.as_ref().map(|(child, _)| child.id());
        ProcessUsage::of(child.ok_or_else(|| LoadtestError("the server does not run".to_owned()))?)
    }
}

impl ProcessUsage {
    /// What a process has used so far.
    ///
    /// # Errors
    /// If the system does not tell, as only Linux does.
    pub fn of(process: u32) -> LoadtestResult<ProcessUsage> {
        let read = |file: &str| {
            let path = format!("/proc/{process}/{file}");
            fs::read_to_string(&path).map_err(|error| LoadtestError::context(path, error))
        };
        let odd = || LoadtestError("the system tells of processes in another way".to_owned());
        // After the name, which may hold anything: the 12th and 13th fields are hundredths of seconds.
        let stat = read("stat")?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
        let cpu = ticks(11).zip(ticks(12)).map(|(own, system)| Duration::from_millis(10 * (own + system)));
        let status = read("status")?;
        let resident = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = resident.and_then(|words| words.split_whitespace().next()?.parse::<u64>().ok());
        Ok(ProcessUsage { cpu: cpu.ok_or_else(odd)?, memory: 1_024 * kib.ok_or_else(odd)? })
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // One that has ended by itself cannot be killed, and need not be.
        self.kill().ok();
    }
}
