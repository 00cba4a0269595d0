//! A server of the cluster with the networks around it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use loadtest::{LoadtestError, LoadtestResult, ServerProcess, TcpProxy};
use rng::Rng;
use test_services::NATS_TOKEN;
use tokio::task::block_in_place;

use super::services::Services;

/// Time for a node to start, also on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Library of Debian's package `faketime`, found by the dynamic linker through `$LIB`.
const LIBFAKETIME: &str = "/usr/$LIB/faketime/libfaketimeMT.so.1";

/// Largest difference of a system time to the database's, in milliseconds.
const MAX_SKEW_MILLIS: i64 = 2_000;

/// A server, and its connections to the database, to the bus and to the clients.
pub(super) struct ClusterNode {
    process: ServerProcess,
    /// Primary and standby.
    pub(super) to_postgres: [TcpProxy; 2],
    /// All servers of the NATS cluster.
    pub(super) to_nats: Vec<TcpProxy>,
    pub(super) to_clients: TcpProxy,
    /// Differences of the system time.
    rng: Rng,
}

impl ClusterNode {
    pub(super) async fn start(data: &Path, services: &Services) -> LoadtestResult<ClusterNode> {
        let failed = |error: std::io::Error| LoadtestError::context("proxy", error);
        let [first, second] = services.postgres_addresses();
        let to_postgres =
            [TcpProxy::start(first).await.map_err(failed)?, TcpProxy::start(second).await.map_err(failed)?];
        let mut to_nats = Vec::new();
        for server in services.nats_addresses() {
            to_nats.push(TcpProxy::start(server).await.map_err(failed)?);
        }
        // The port is free again when the server listens on it, and stays the same after a restart.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
        let address = port.map_err(failed)?;
        let to_clients = TcpProxy::start(address).await.map_err(failed)?;
        let [first, second] = to_postgres.each_ref().map(TcpProxy::address);
        let hosts = if services.has_standby() { format!("{first},{second}") } else { first.to_string() };
        let store = format!("postgres://hanpan@{hosts}/{}", services.database());
        let bus: Vec<String> = to_nats.iter().map(|server| format!("nats://{}", server.address())).collect();
        let bus = bus.join(",");
        let options = ["--behind-proxy", "--store", &store, "--bus", &bus];
        let process = ServerProcess::new(data, &options, address)?;
        let mut node = ClusterNode {
            process,
            to_postgres,
            to_nats,
            to_clients,
            rng: Rng::new(u64::from(address.port())),
        };
        node.restart()?;
        Ok(node)
    }

    /// Address for clients.
    pub(super) fn address(&self) -> SocketAddr {
        self.to_clients.address()
    }

    pub(super) fn kill(&mut self) -> LoadtestResult {
        block_in_place(|| self.process.kill())
    }

    /// Stops the process gently.
    pub(super) fn stop(&mut self) -> LoadtestResult {
        block_in_place(|| self.process.stop())
    }

    /// Starts the process with another system time, again and again while it does not start, as a service manager does.
    pub(super) fn restart(&mut self) -> LoadtestResult {
        let skew = self.rng.below(2 * MAX_SKEW_MILLIS as u64 + 1) as i64 - MAX_SKEW_MILLIS;
        let fake_time = format!("{:+.3}", skew as f64 / 1_000.0);
        self.process.set_environment(&[
            ("HANPAN_BUS_TOKEN", NATS_TOKEN),
            ("LD_PRELOAD", LIBFAKETIME),
            ("FAKETIME", &fake_time),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ]);
        block_in_place(|| {
            let started = Instant::now();
            loop {
                match self.process.restart() {
                    Err(_) if started.elapsed() < START_TIMEOUT => {
                        self.process.kill()?;
                        std::thread::sleep(Duration::from_millis(200));
                    }
                    result => return result,
                }
            }
        })
    }

    /// Stops the process without ending it, or lets it go on.
    pub(super) fn pause(&self, is_paused: bool) -> LoadtestResult {
        self.process.signal(if is_paused { "STOP" } else { "CONT" })
    }

    /// Exit status of a process that has ended by itself.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.process.ended()
    }
}
