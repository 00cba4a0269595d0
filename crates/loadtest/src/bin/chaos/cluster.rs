//! `chaos --cluster`: several servers on one PostgreSQL database and a NATS cluster, all of which fail at random.
//!
//! Every node reaches database, bus and clients through a [`TcpProxy`](loadtest::TcpProxy) of its own, so that
//! any two parts can be cut from each other. The bots use all nodes: each connection goes to another one.

mod fault;
mod node;
mod services;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use loadtest::{LoadtestError, LoadtestResult, http};
use rng::Rng;
use server::store::{PostgresConfig, PostgresStore};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::MAX_SHOWN;
use crate::ack_log::AckLog;
use crate::lobby_bot::LobbyBot;
use crate::options::{ClusterOptions, FaultPlan, Options, StandbyMode};
use crate::player::{BotPair, Servers};
use crate::verification::Verification;
use fault::Fault;
use node::ClusterNode;
use services::Services;

/// Time between two faults in milliseconds: minimum, and maximum random addition.
const CALM_MILLIS: (u64, u64) = (100, 1_500);

/// One bot of the lobby for this many others.
const LOBBY_SHARE: u32 = 8;

/// Longest wait for all games to go on after a planned fault.
const MAX_RECOVERY: Duration = Duration::from_secs(30);

/// Time limit for the bots to finish their games after the last fault.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(180);

/// The same if acknowledged moves have been lost.
const LOSING_TIME: Duration = Duration::from_secs(10);

/// The parts.
struct Cluster {
    services: Services,
    nodes: Vec<ClusterNode>,
}

/// Runs the faults and checks the result.
pub(crate) async fn run(options: &Options, cluster: ClusterOptions) -> LoadtestResult<Verification> {
    let ClusterOptions { nodes, plan, standby, nats } = cluster;
    let planned = match plan {
        FaultPlan::Random(_) => Vec::new(),
        FaultPlan::Short => Fault::short(),
        FaultPlan::Each => Fault::each(),
    };
    let faults = if let FaultPlan::Random(faults) = plan { faults } else { planned.len() as u32 };
    let fits = |fault: &Fault| fault.fits(nodes, nats, standby);
    if let Some(fault) = planned.iter().find(|fault| !fits(fault)) {
        return Err(LoadtestError(format!("this cluster cannot have the fault: {fault}")));
    }
    println!(
        "{nodes} nodes, {nats} NATS servers, {} bots, {faults} faults, seed {}",
        options.bots, options.seed
    );
    let folder = http::data_folder("chaos-cluster")?;
    let mut rng = Rng::new(options.seed);
    let mut cluster = Cluster::start(&folder, cluster).await?;
    let ack_log = Arc::new(AckLog::default());
    let (stop, stopped) = watch::channel(false);
    let mut pairs = JoinSet::new();
    let servers: Servers = cluster.nodes.iter().map(ClusterNode::address).collect();
    for number in 0..options.bots / 2 {
        let (servers, ack_log) = (Arc::clone(&servers), Arc::clone(&ack_log));
        pairs.spawn(BotPair::new(servers, number, rng.fork(), ack_log, stopped.clone()).play_until_stopped());
    }
    for number in 0..options.bots / LOBBY_SHARE {
        let (servers, ack_log) = (Arc::clone(&servers), Arc::clone(&ack_log));
        pairs
            .spawn(LobbyBot::new(servers, number, rng.fork(), ack_log, stopped.clone()).play_until_stopped());
    }
    let (begun, mut violations) = (Instant::now(), 0);
    // Every planned fault meets running games.
    while !planned.is_empty() && ack_log.counts().1 < options.bots as usize && begun.elapsed() < MAX_RECOVERY
    {
        sleep(Duration::from_millis(20)).await;
    }
    for number in 1..=faults {
        sleep(Duration::from_millis(CALM_MILLIS.0 + rng.below(CALM_MILLIS.1))).await;
        let must_promote = standby == StandbyMode::Asynchronous && number == faults;
        let random = if must_promote { Fault::PromoteStandby } else { Fault::random(&mut rng, &cluster) };
        let fault = planned.get(number as usize - 1).copied().unwrap_or(random);
        println!("{:6.1} s: fault {number} of {faults}: {fault}", begun.elapsed().as_secs_f64());
        let start = Instant::now();
        ack_log.reset_pauses();
        fault.inflict(&mut cluster, &mut rng).await?;
        cluster.check_processes(&ack_log)?;
        if !planned.is_empty() {
            let over = start.elapsed().as_secs_f64();
            wait_for_progress(&ack_log).await;
            println!("{:6.1} s: over after {over:.1} s; {}", begun.elapsed().as_secs_f64(), ack_log.pauses());
        }
        let (games, acknowledged) = ack_log.counts();
        println!("{:6.1} s: {games} games, {acknowledged} acknowledged", begun.elapsed().as_secs_f64());
        let new = ack_log.violations_from(violations);
        violations += new.len();
        new.iter().take(MAX_SHOWN).for_each(|violation| println!("    {violation}"));
    }
    stop.send_replace(true);
    // Bots whose games have lost moves never end them.
    let drain_time = if standby == StandbyMode::Asynchronous { LOSING_TIME } else { DRAIN_TIMEOUT };
    let ended = timeout(drain_time, async { while pairs.join_next().await.is_some() {} }).await;
    if ended.is_err() {
        ack_log.add_violation("games still running after the drain timeout");
        pairs.shutdown().await;
    }
    cluster.check_processes(&ack_log)?;
    let mut verification = Verification::new(&ack_log).with_faults(faults);
    for (number, node) in cluster.nodes.iter().enumerate() {
        verification.check_over_http(node.address(), number as u32, &ack_log, &mut rng).await;
    }
    for node in &mut cluster.nodes {
        node.stop()?;
    }
    let failed = |error: &dyn std::fmt::Display| LoadtestError::context("database", error);
    let config = PostgresConfig::new(&cluster.services.url(), None).map_err(|error| failed(&error))?;
    let store = PostgresStore::open(config).await.map_err(|error| failed(&error))?;
    verification.check_store(&store, &ack_log).await?;
    store.close().await;
    verification.check_ratings(&cluster.services.rating_points()?);
    Ok(verification)
}

/// Waits until all games go on after a fault. The time limit of a game without progress is that of its bots.
async fn wait_for_progress(ack_log: &AckLog) {
    let end = Instant::now();
    while !ack_log.all_went_on(end) && end.elapsed() < MAX_RECOVERY {
        sleep(Duration::from_millis(20)).await;
    }
}

impl Cluster {
    async fn start(folder: &Path, options: ClusterOptions) -> LoadtestResult<Cluster> {
        std::fs::remove_dir_all(folder).ok();
        std::fs::create_dir_all(folder).map_err(|error| LoadtestError::context(folder.display(), error))?;
        let services = Services::start(folder, options.standby, options.nats).await?;
        let mut cluster = Cluster { services, nodes: Vec::new() };
        for number in 0..options.nodes {
            let node = ClusterNode::start(&folder.join(format!("node-{number}")), &cluster.services).await?;
            cluster.nodes.push(node);
        }
        Ok(cluster)
    }

    /// Starts nodes again that have ended by themselves, which none may.
    fn check_processes(&mut self, ack_log: &AckLog) -> LoadtestResult {
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if let Some(status) = node.ended() {
                ack_log.add_violation(format!("node {number} has ended: {status}"));
                node.restart()?;
            }
        }
        Ok(())
    }
}
