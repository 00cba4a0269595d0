//! Database and message bus.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use loadtest::{Link, LoadtestError, LoadtestResult, TcpProxy};
use protocol::GameId;
use test_services::{Nats, Postgres};
use tokio::task::block_in_place;
use tokio::time::sleep;

use crate::options::StandbyMode;

/// Time before the death of a primary in which its standby receives nothing.
const REPLICATION_LAG: Duration = Duration::from_secs(2);

/// A private PostgreSQL server, perhaps with a standby, and a private NATS cluster.
pub(super) struct Services {
    folder: PathBuf,
    mode: StandbyMode,
    primary: Database,
    standby: Option<Standby>,
    nats: Vec<Nats>,
    /// Name of the database.
    database: String,
    /// Ports of the two database servers, which swap their roles.
    ports: [u16; 2],
}

struct Database {
    server: Postgres,
    port: u16,
}

struct Standby {
    database: Database,
    /// Network from the primary to the standby.
    replication: TcpProxy,
}

impl Services {
    pub(super) async fn start(
        folder: &Path,
        mode: StandbyMode,
        nats_servers: u32,
    ) -> LoadtestResult<Services> {
        let failed = |error: io::Error| LoadtestError::context("services", error);
        let (server, port, database, nats) = block_in_place(|| {
            let mut server = Postgres::start(folder, &[])?;
            let port = server.listen()?;
            let url = server.new_database()?;
            let name = url.trim_start_matches("postgres:///").split('?').next().unwrap_or_default();
            Ok((server, port, name.to_owned(), Nats::start_cluster(folder, nats_servers as usize)?))
        })
        .map_err(failed)?;
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
        let ports = [port, other.map_err(failed)?.port()];
        let (folder, primary) = (folder.to_owned(), Database { server, port });
        let mut services = Services { folder, mode, primary, standby: None, nats, database, ports };
        services.add_standby(ports[1]).await?;
        Ok(services)
    }

    /// Starts a standby of the primary, if one is wanted, and waits until it follows.
    async fn add_standby(&mut self, port: u16) -> LoadtestResult {
        if self.mode == StandbyMode::None {
            return Ok(());
        }
        let failed = |error: io::Error| LoadtestError::context("standby", error);
        let replication = TcpProxy::start(address(self.primary.port)).await.map_err(failed)?;
        let (folder, proxy) = (&self.folder, replication.address().port());
        let server = block_in_place(|| Postgres::start_standby(folder, proxy, port)).map_err(failed)?;
        let primary = &self.primary.server;
        while !block_in_place(|| primary.has_standby()).map_err(failed)? {
            sleep(Duration::from_millis(50)).await;
        }
        let waits = self.mode == StandbyMode::Synchronous;
        block_in_place(|| primary.wait_for_standby(waits)).map_err(failed)?;
        self.standby = Some(Standby { database: Database { server, port }, replication });
        Ok(())
    }

    /// Kills the primary, which is behind the network of its standby, for good; promotes the standby, and adds a new
    /// one.
    pub(super) async fn promote_standby(&mut self) -> LoadtestResult {
        let failed = |error: io::Error| LoadtestError::context("promotion", error);
        let Some(Standby { database, replication }) = self.standby.take() else { return Ok(()) };
        replication.set(Link::Stalled);
        sleep(REPLICATION_LAG).await;
        self.kill_postgres()?;
        replication.set(Link::Cut);
        block_in_place(|| database.server.promote()).map_err(failed)?;
        let dead = std::mem::replace(&mut self.primary, database);
        let port = dead.port;
        block_in_place(|| drop(dead));
        self.add_standby(port).await
    }

    /// Returns true if there is a standby.
    pub(super) fn has_standby(&self) -> bool {
        self.standby.is_some()
    }

    /// URL of the database, past the proxies.
    pub(super) fn url(&self) -> String {
        self.primary.server.url(&self.database)
    }

    /// Number of players with a new rating after each game.
    pub(super) fn rating_points(&self) -> LoadtestResult<BTreeMap<GameId, usize>> {
        let sql = "SELECT replace(g.id::text, '-', ''), count(*)
                   FROM rating_points p JOIN games g ON g.key = p.game GROUP BY 1";
        let rows = block_in_place(|| self.primary.server.execute(&self.database, sql))
            .map_err(|error| LoadtestError::context("ratings", error))?;
        let parse = |row: &str| {
            let (id, count) = row.split_once('|')?;
            Some((GameId::from_bits(u128::from_str_radix(id, 16).ok()?), count.parse().ok()?))
        };
        Ok(rows.lines().filter_map(parse).collect())
    }

    /// Name of the database.
    pub(super) fn database(&self) -> &str {
        &self.database
    }

    /// Addresses of the database servers; nothing listens on the second without a standby.
    pub(super) fn postgres_addresses(&self) -> [SocketAddr; 2] {
        self.ports.map(address)
    }

    /// Addresses of the NATS servers.
    pub(super) fn nats_addresses(&self) -> Vec<SocketAddr> {
        self.nats.iter().map(|server| address(server.port())).collect()
    }

    pub(super) fn kill_postgres(&mut self) -> LoadtestResult {
        block_in_place(|| self.primary.server.kill())
            .map_err(|error| LoadtestError::context("PostgreSQL", error))
    }

    pub(super) fn restart_postgres(&mut self) -> LoadtestResult {
        block_in_place(|| self.primary.server.restart())
            .map_err(|error| LoadtestError::context("PostgreSQL", error))
    }

    /// Stops all processes of PostgreSQL without ending them, or lets them go on.
    pub(super) fn pause_postgres(&self, is_paused: bool) -> LoadtestResult {
        block_in_place(|| self.primary.server.pause(is_paused))
            .map_err(|error| LoadtestError::context("PostgreSQL", error))
    }

    /// Kills the NATS servers with these numbers.
    pub(super) fn kill_nats(&mut self, numbers: Range<usize>) -> LoadtestResult {
        let kill = || self.nats[numbers].iter_mut().try_for_each(Nats::kill);
        block_in_place(kill).map_err(|error| LoadtestError::context("NATS", error))
    }

    pub(super) fn restart_nats(&mut self, numbers: Range<usize>) -> LoadtestResult {
        let restart = || self.nats[numbers].iter_mut().try_for_each(Nats::restart);
        block_in_place(restart).map_err(|error| LoadtestError::context("NATS", error))
    }
}

fn address(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}
