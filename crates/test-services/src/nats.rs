//! A private NATS server.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::keeper::Keeper;

/// Token that clients must send.
pub const NATS_TOKEN: &str = "a-token-for-tests";

/// Time to start, also on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Distinguishes instances of this process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A running server on a port of this machine. The folder is removed with the value.
#[derive(Debug)]
pub struct Nats {
    folder: PathBuf,
    port: u16,
    server: Option<Keeper>,
}

impl Nats {
    /// Starts a server on a free port, with its files in a new folder below `parent`.
    ///
    /// # Errors
    ///
    /// Returns an error if NATS is not installed or does not start.
    pub fn start(parent: &Path) -> io::Result<Nats> {
        let name = format!("nats-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = parent.join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("nats.conf"), format!("authorization {{ token: \"{NATS_TOKEN}\" }}\n"))?;
        let mut nats = Nats { folder, port: 0, server: None };
        nats.restart()?;
        Ok(nats)
    }

    /// Port of the server.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills the process.
    ///
    /// # Errors
    ///
    /// Returns an error if its process id cannot be read.
    pub fn kill(&mut self) -> io::Result<()> {
        let process = fs::read_to_string(self.folder.join("pid"))?;
        Command::new("kill").args(["-KILL", process.trim()]).status()?;
        self.server = None;
        Ok(())
    }

    /// Starts the server again on the same port, after a kill if it is running.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not start.
    pub fn restart(&mut self) -> io::Result<()> {
        self.server = None;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "ports") {
                fs::remove_file(path)?;
            }
        }
        let port = if self.port == 0 { "-1".to_owned() } else { self.port.to_string() };
        let file = |name: &str| self.folder.join(name).display().to_string();
        let folder = self.folder.display().to_string();
        let (config, pid) = (file("nats.conf"), file("pid"));
        let options = ["--addr", "127.0.0.1", "--port", &port, "--config", &config, "--pid", &pid];
        let command = ["nats-server"].into_iter().chain(options).chain(["--ports_file_dir", &folder]);
        self.server = Some(Keeper::start(None, "KILL", &self.folder.join("log"), command)?);
        let start = Instant::now();
        loop {
            if let Some(port) = self.written_port()? {
                self.port = port;
                return Ok(());
            }
            if start.elapsed() > START_TIMEOUT {
                return Err(io::Error::other("nats-server does not start; is Debian's package installed?"));
            }
            sleep(Duration::from_millis(10));
        }
    }

    /// The port in `{"nats":["nats://127.0.0.1:43243"]}`, once the server has written it.
    fn written_port(&self) -> io::Result<Option<u16>> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "ports") {
                let text = fs::read_to_string(path)?;
                let digits = text.rsplit(':').next().unwrap_or_default();
                let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
                return Ok(digits[..end].parse().ok());
            }
        }
        Ok(None)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.server = None;
        fs::remove_dir_all(&self.folder).ok();
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_killed_server_comes_back_on_its_port() {
        let mut nats = Nats::start(&std::env::temp_dir()).unwrap();
        let port = nats.port();
        assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
        nats.kill().unwrap();
        nats.restart().unwrap();
        assert_eq!(nats.port(), port);
        assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    }
}
