//! A network that delays packets, so that the kernel measures the delay as well.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use loadtest::{LoadtestError, LoadtestResult};

/// Address at which the server listens.
pub(crate) const SERVER: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 77, 0, 1));
/// Address at which clients reach it through the delay.
pub(crate) const DELAYED: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 77, 0, 2));

const SCRIPT: &str = include_str!("slow_network.py");

/// The network, removed on drop.
pub(crate) struct SlowNetwork(Child);

impl SlowNetwork {
    /// Sets the network up with this round trip.
    ///
    /// # Errors
    /// It needs root, Python, `ip` and `/dev/net/tun`.
    pub(crate) fn start(round_trip: Duration) -> LoadtestResult<SlowNetwork> {
        let failed = |error: std::io::Error| LoadtestError::context("slow network", error);
        let child = Command::new("python3")
            .args(["-c", SCRIPT, &(round_trip / 2).as_secs_f64().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let mut network = SlowNetwork(child);
        let mut line = String::new();
        if let Some(stdout) = network.0.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(failed)?;
        }
        match line.trim_end() {
            "up" => Ok(network),
            _ => Err(LoadtestError("it needs root, python3, ip and /dev/net/tun".to_owned())),
        }
    }
}

impl Drop for SlowNetwork {
    fn drop(&mut self) {
        // Both fail if the process has already ended, which is fine.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
