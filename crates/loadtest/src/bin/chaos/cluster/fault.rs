//! Faults of a cluster.

use std::fmt;
use std::time::Duration;

use loadtest::{Link, LoadtestResult, TcpProxy};
use rng::Rng;
use tokio::time::sleep;

use super::Cluster;
use super::node::ClusterNode;

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
    /// `SIGKILL` of NATS.
    KillNats,
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
        match rng.below(17) {
            0..=3 => Fault::KillNode(node),
            4..=5 => Fault::PauseNode(node, seconds(rng, 5, 30)),
            6 => Fault::KillAllNodes,
            7 => Fault::RollingRestart,
            8..=9 => Fault::KillPostgres,
            10 => Fault::PausePostgres(seconds(rng, 1, 12)),
            11 => Fault::KillNats,
            12 if cluster.services.has_standby() => Fault::PromoteStandby,
            12 => Fault::KillPostgres,
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
            Fault::KillNats => {
                cluster.services.kill_nats()?;
                sleep(downtime).await;
                cluster.services.restart_nats()?;
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
            NetworkPart::Nats => std::slice::from_ref(&node.to_nats),
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
            Fault::KillNats => f.write_str("kill NATS"),
            Fault::Network(node, part, link, time) => {
                write!(f, "network of node {node} to {part:?}: {link:?} for {time:?}")
            }
        }
    }
}
