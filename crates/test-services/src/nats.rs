//! A private NATS server, alone or in a NATS cluster.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
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
        Nats::start_with(parent, "")
    }

    /// Starts servers that forward messages to each other. They do not tell clients of each other, so that clients use the
    /// addresses that they were given.
    ///
    /// # Errors
    ///
    /// Returns an error if NATS is not installed or one of them does not start.
    pub fn start_cluster(parent: &Path, servers: usize) -> io::Result<Vec<Nats>> {
        // All are bound at once, so that they differ; they are free again when the servers listen on them.
        let listeners = (0..servers).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listeners = listeners.collect::<io::Result<Vec<_>>>()?;
        let addresses = listeners.iter().map(TcpListener::local_addr).collect::<io::Result<Vec<_>>>()?;
        drop(listeners);
        let routes: Vec<String> = addresses.iter().map(|address| format!("\"nats://{address}\"")).collect();
        let routes = routes.join(", ");
        let cluster = |address| {
            format!(
                "cluster {{ name: tests, listen: \"{address}\", no_advertise: true, routes: [{routes}] }}\n"
            )
        };
        addresses.iter().map(|address| Nats::start_with(parent, &cluster(address))).collect()
    }

    fn start_with(parent: &Path, settings: &str) -> io::Result<Nats> {
        let name = format!("nats-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = parent.join(name);
        fs::create_dir_all(&folder)?;
        let token = format!("authorization {{ token: \"{NATS_TOKEN}\" }}\n");
        fs::write(folder.join("nats.conf"), token + settings)?;
        let mut nats = Nats { folder, port: 0, server: None };
        nats.restart()?;
        Ok(nats)
    }

    /// Port of the server.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Id of the process.
    ///
    /// # Errors
    ///
    /// Returns an error if the server has not written it.
    pub fn process(&self) -> io::Result<u32> {
        let text = fs::read_to_string(self.folder.join("pid"))?;
        text.trim().parse().map_err(io::Error::other)
    }

    /// Kills the process.
    ///
    /// # Errors
    ///
    /// Returns an error if its process id cannot be read.
    pub fn kill(&mut self) -> io::Result<()> {
        Command::new("kill").args(["-KILL", &self.process()?.to_string()]).status()?;
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

    /// The port in `{"nats":["nats://127.0.0.1:43243"],"cluster":[…]}`, once the server has written it.
    fn written_port(&self) -> io::Result<Option<u16>> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "ports") {
                let text = fs::read_to_string(path)?;
                let clients = text.split_once("\"nats\":").map_or("", |(_, clients)| clients);
                let digits = clients.splitn(3, ':').nth(2).unwrap_or_default();
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

    #[test]
    fn servers_of_a_cluster_have_ports_of_their_own_and_come_back() {
        let mut cluster = Nats::start_cluster(&std::env::temp_dir(), 3).unwrap();
        let ports: Vec<u16> = cluster.iter().map(Nats::port).collect();
        assert!(ports[0] != ports[1] && ports[1] != ports[2] && ports[0] != ports[2], "{ports:?}");
        cluster[1].kill().unwrap();
        assert!(TcpStream::connect(("127.0.0.1", ports[1])).is_err());
        cluster[1].restart().unwrap();
        assert_eq!(cluster[1].port(), ports[1]);
        assert!(TcpStream::connect(("127.0.0.1", ports[1])).is_ok());
    }
}
