//! Faults of a cluster.

use std::fmt;
use std::thread;
use std::time::Duration;

use loadtest::{Link, LoadtestError, LoadtestResult, TcpProxy};
use rng::Rng;
use tokio::task::block_in_place;
use tokio::time::sleep;

use super::Cluster;
use super::node::ClusterNode;
use crate::options::StandbyMode;

/// Maximum time in milliseconds that a killed part stays down, besides its start-up time.
const DOWNTIME_MILLIS: u64 = 1_500;

/// A fault. Nodes are meant by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// `SIGKILL` of a node.
    KillNode(usize),
    /// `SIGSTOP` of a node for this time.
    PauseNode(usize, Duration),
    /// `SIGKILL` of all nodes at once.
    KillAllNodes,
    /// One node after the other is stopped gently and started again.
    RollingRestart,
    /// `SIGKILL` of PostgreSQL.
    KillPostgres,
    /// `SIGSTOP` of PostgreSQL for this time.
    PausePostgres(Duration),
    /// Death of the primary database and promotion of its standby.
    PromoteStandby,
    /// `SIGKILL` of a server of the NATS cluster.
    KillNats(usize),
    /// `SIGKILL` of all servers of the NATS cluster, which stay down for this time.
    KillAllNats(Duration),
    /// Start of a node while PostgreSQL is down for this time.
    StartWithoutPostgres(usize, Duration),
    /// A change of the network of a node for this time.
    Network(usize, NetworkPart, Link, Duration),
}

/// Other end of a connection of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NetworkPart {
    Postgres,
    Nats,
    Clients,
}

impl Fault {
    /// A random fault that the cluster can have.
    pub(super) fn random(rng: &mut Rng, cluster: &Cluster) -> Fault {
        let node = rng.below(cluster.nodes.len() as u64) as usize;
        match rng.below(19) {
            0..=3 => Fault::KillNode(node),
            4..=5 => Fault::PauseNode(node, seconds(rng, 5, 30)),
            6 => Fault::KillAllNodes,
            7 => Fault::RollingRestart,
            8..=9 => Fault::KillPostgres,
            10 => Fault::PausePostgres(seconds(rng, 1, 12)),
            11..=12 => Fault::KillNats(rng.below(cluster.services.nats_addresses().len() as u64) as usize),
            13 => Fault::KillAllNats(seconds(rng, 0, 6)),
            14 if cluster.services.has_standby() => Fault::PromoteStandby,
            14 => Fault::KillPostgres,
            _ => {
                let part = match rng.below(5) {
                    0..=1 => NetworkPart::Postgres,
                    2..=3 => NetworkPart::Nats,
                    _ => NetworkPart::Clients,
                };
                let link = match rng.below(3) {
                    0 => Link::Delayed(Duration::from_millis(1 + rng.below(400))),
                    1 => Link::Stalled,
                    _ => Link::Cut,
                };
                Fault::Network(node, part, link, seconds(rng, 1, 12))
            }
        }
    }

    /// The faults of a short run.
    pub(super) fn short() -> Vec<Fault> {
        vec![
            Fault::KillNode(0),
            Fault::KillNats(0),
            Fault::KillPostgres,
            Fault::PauseNode(1, Duration::from_secs(6)),
            Fault::PromoteStandby,
        ]
    }

    /// Every kind of fault.
    pub(super) fn each() -> Vec<Fault> {
        let network = |part, link| Fault::Network(2, part, link, Duration::from_secs(7));
        vec![
            Fault::KillNode(0),
            Fault::PauseNode(1, Duration::from_secs(7)),
            Fault::RollingRestart,
            Fault::KillAllNodes,
            network(NetworkPart::Postgres, Link::Cut),
            network(NetworkPart::Postgres, Link::Stalled),
            network(NetworkPart::Nats, Link::Cut),
            network(NetworkPart::Nats, Link::Stalled),
            Fault::KillPostgres,
            Fault::PausePostgres(Duration::from_secs(7)),
            Fault::PromoteStandby,
            Fault::KillNats(0),
            Fault::KillNats(1),
            Fault::KillNats(2),
            Fault::KillAllNats(Duration::from_secs(7)),
            Fault::StartWithoutPostgres(0, Duration::from_secs(3)),
        ]
    }

    /// Returns true if a cluster of this size can have the fault.
    pub(super) fn fits(self, nodes: u32, nats: u32, standby: StandbyMode) -> bool {
        match self {
            Fault::KillNode(node)
            | Fault::PauseNode(node, _)
            | Fault::Network(node, ..)
            | Fault::StartWithoutPostgres(node, _) => node < nodes as usize,
            Fault::KillNats(server) => server < nats as usize,
            Fault::PromoteStandby => standby != StandbyMode::None,
            _ => true,
        }
    }

    /// Inflicts the fault and ends it.
    pub(super) async fn inflict(self, cluster: &mut Cluster, rng: &mut Rng) -> LoadtestResult {
        let downtime = Duration::from_millis(rng.below(DOWNTIME_MILLIS));
        match self {
            Fault::KillNode(node) => {
                cluster.nodes[node].kill()?;
                sleep(downtime).await;
                cluster.nodes[node].restart()?;
            }
            Fault::PauseNode(node, time) => {
                cluster.nodes[node].pause(true)?;
                sleep(time).await;
                cluster.nodes[node].pause(false)?;
            }
            Fault::KillAllNodes => {
                for node in &mut cluster.nodes {
                    node.kill()?;
                }
                sleep(downtime).await;
                for node in &mut cluster.nodes {
                    node.restart()?;
                }
            }
            Fault::RollingRestart => {
                for node in &mut cluster.nodes {
                    node.stop()?;
                    node.restart()?;
                }
            }
            Fault::KillPostgres => {
                cluster.services.kill_postgres()?;
                sleep(downtime).await;
                cluster.services.restart_postgres()?;
            }
            Fault::PausePostgres(time) => {
                cluster.services.pause_postgres(true)?;
                sleep(time).await;
                cluster.services.pause_postgres(false)?;
            }
            Fault::PromoteStandby => cluster.services.promote_standby().await?,
            Fault::KillNats(server) => {
                cluster.services.kill_nats(server..server + 1)?;
                sleep(downtime).await;
                cluster.services.restart_nats(server..server + 1)?;
            }
            Fault::KillAllNats(time) => {
                let all = 0..cluster.services.nats_addresses().len();
                cluster.services.kill_nats(all.clone())?;
                sleep(time).await;
                cluster.services.restart_nats(all)?;
            }
            Fault::StartWithoutPostgres(node, time) => {
                let Cluster { services, nodes } = cluster;
                services.kill_postgres()?;
                nodes[node].kill()?;
                block_in_place(|| {
                    thread::scope(|scope| {
                        let start = scope.spawn(|| nodes[node].restart());
                        thread::sleep(time);
                        services.restart_postgres()?;
                        start.join().map_err(|_| LoadtestError("starting a node panicked".to_owned()))?
                    })
                })?;
            }
            Fault::Network(node, part, link, time) => {
                let networks = part.of(&cluster.nodes[node]);
                networks.iter().for_each(|network| network.set(link));
                sleep(time).await;
                networks.iter().for_each(|network| network.set(Link::Open));
            }
        }
        Ok(())
    }
}

impl NetworkPart {
    fn of(self, node: &ClusterNode) -> &[TcpProxy] {
        match self {
            NetworkPart::Postgres => &node.to_postgres,
            NetworkPart::Nats => &node.to_nats,
            NetworkPart::Clients => std::slice::from_ref(&node.to_clients),
        }
    }
}

/// A random time of whole seconds.
fn seconds(rng: &mut Rng, min: u64, max: u64) -> Duration {
    Duration::from_secs(min + rng.below(max - min + 1))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::KillNode(node) => write!(f, "kill node {node}"),
            Fault::PauseNode(node, time) => write!(f, "pause node {node} for {time:?}"),
            Fault::KillAllNodes => f.write_str("kill all nodes"),
            Fault::RollingRestart => f.write_str("rolling restart"),
            Fault::KillPostgres => f.write_str("kill PostgreSQL"),
            Fault::PausePostgres(time) => write!(f, "pause PostgreSQL for {time:?}"),
            Fault::PromoteStandby => f.write_str("promote the standby"),
            Fault::KillNats(server) => write!(f, "kill NATS server {server}"),
            Fault::KillAllNats(time) => write!(f, "kill all NATS servers for {time:?}"),
            Fault::StartWithoutPostgres(node, time) => {
                write!(f, "start node {node} while PostgreSQL is down for {time:?}")
            }
            Fault::Network(node, part, link, time) => {
                write!(f, "network of node {node} to {part:?}: {link:?} for {time:?}")
            }
        }
    }
}
