//! The systems that are compared: servers with their database and bus.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use loadtest::{LoadtestError, LoadtestResult, ProcessUsage, ServerProcess, http};
use test_services::{NATS_TOKEN, Nats, Postgres};
use tokio::task::block_in_place;

/// Servers of the cluster.
const NODES: u32 = 3;

/// The systems, in the order in which they are measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SystemKind {
    /// One server with SQLite.
    Sqlite,
    /// One server with PostgreSQL.
    Postgres,
    /// Several servers with PostgreSQL and NATS.
    Cluster,
}

/// A running system, stopped on drop.
pub(super) struct System {
    nodes: Vec<ServerProcess>,
    /// Dropped after the nodes, as `nats`.
    postgres: Option<Postgres>,
    nats: Option<Nats>,
}

/// CPU times, user and system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CpuTimes {
    /// All servers together.
    pub(super) nodes: Duration,
    /// All processes of PostgreSQL.
    pub(super) postgres: Duration,
    pub(super) nats: Duration,
}

impl SystemKind {
    pub(super) const ALL: [SystemKind; 3] = [SystemKind::Sqlite, SystemKind::Postgres, SystemKind::Cluster];
}

impl System {
    /// Starts a system without data, with files next to this executable.
    pub(super) async fn start(kind: SystemKind) -> LoadtestResult<System> {
        let folder = http::data_folder("load-cluster")?;
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(&folder).map_err(|error| LoadtestError::context(folder.display(), error))?;
        block_in_place(|| System::start_in(&folder, kind))
    }

    fn start_in(folder: &Path, kind: SystemKind) -> LoadtestResult<System> {
        let failed = |error: io::Error| LoadtestError::context("services", error);
        let mut options = vec!["--behind-proxy".to_owned()];
        let (mut postgres, mut nats) = (None, None);
        if kind != SystemKind::Sqlite {
            let mut server = Postgres::start(folder, &[]).map_err(failed)?;
            // By TCP, as from another machine.
            let port = server.listen().map_err(failed)?;
            let url = server.new_database().map_err(failed)?;
            let database = url.trim_start_matches("postgres:///").split('?').next().unwrap_or_default();
            options.extend(["--store".to_owned(), format!("postgres://hanpan@127.0.0.1:{port}/{database}")]);
            postgres = Some(server);
        }
        if kind == SystemKind::Cluster {
            let server = Nats::start(folder).map_err(failed)?;
            options.extend(["--bus".to_owned(), format!("nats://127.0.0.1:{}", server.port())]);
            nats = Some(server);
        }
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let nodes = if kind == SystemKind::Cluster { NODES } else { 1 };
        let start = |number: u32| {
            let (data, anywhere) =
                (folder.join(format!("node-{number}")), SocketAddr::from(([127, 0, 0, 1], 0)));
            let mut node = ServerProcess::new(&data, &options, anywhere)?;
            node.set_environment(&[("HANPAN_BUS_TOKEN", NATS_TOKEN)]);
            node.restart()?;
            Ok(node)
        };
        let nodes = (0..nodes).map(start).collect::<LoadtestResult<_>>()?;
        Ok(System { nodes, postgres, nats })
    }

    /// Addresses of the servers.
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(ServerProcess::address).collect()
    }

    /// CPU times so far.
    pub(super) fn cpu_times(&self) -> LoadtestResult<CpuTimes> {
        let failed = |error: io::Error| LoadtestError::context("processes", error);
        let nodes = self.nodes.iter().map(|node| Ok(node.usage()?.cpu)).sum::<LoadtestResult<Duration>>()?;
        let postgres = self.postgres.iter().map(Postgres::processes).collect::<io::Result<Vec<_>>>();
        // Processes of PostgreSQL that do maintenance come and go.
        let postgres =
            postgres.map_err(failed)?.concat().into_iter().filter_map(|id| ProcessUsage::of(id).ok());
        let nats = self.nats.as_ref().map(Nats::process).transpose().map_err(failed)?;
        let nats = nats.map(ProcessUsage::of).transpose()?.map_or(Duration::ZERO, |usage| usage.cpu);
        Ok(CpuTimes { nodes, postgres: postgres.map(|usage| usage.cpu).sum(), nats })
    }
}

impl CpuTimes {
    pub(super) fn since(self, before: CpuTimes) -> CpuTimes {
        CpuTimes {
            nodes: self.nodes.saturating_sub(before.nodes),
            postgres: self.postgres.saturating_sub(before.postgres),
            nats: self.nats.saturating_sub(before.nats),
        }
    }
}

impl fmt::Display for SystemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SystemKind::Sqlite => "sqlite",
            SystemKind::Postgres => "postgres",
            SystemKind::Cluster => "cluster",
        })
    }
}
