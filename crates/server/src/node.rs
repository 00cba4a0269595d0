//! A node: shared state of one running server, with its clock, metrics and background tasks.

mod background;
mod clock;
mod compaction;
mod explorer;
mod latency;
mod membership;
mod metrics;
mod standstill;
mod store_monitor;
mod take_over;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use protocol::{CloseReason, PlayerId};
use tokio::sync::watch;

use self::background::{heartbeat_loop, maintenance_loop};
use self::clock::ClockStep;
pub(crate) use self::clock::ServerClock;
use self::compaction::compaction_loop;
use self::explorer::{ArchiveExplorer, explorer_loop};
pub(crate) use self::explorer::{ExplorerUnavailable, MAX_BLOCKING_TASKS as MAX_EXPLORER_TASKS};
pub use self::latency::LatencyCounts;
pub(crate) use self::latency::LatencyHistogram;
pub(crate) use self::membership::Membership;
use self::membership::{Others, join, lease_loop};
use self::metrics::{Gauges, Metrics};
use self::standstill::look_loop;
use self::store_monitor::{StoreMonitor, probe_loop, verify_loop};
use crate::accounts::LoginThrottle;
use crate::bus::{Bus, Topic};
use crate::computer::{Computer, GameEvaluations};
use crate::config::Config;
use crate::games::LiveGames;
use crate::games::{Broadcast, DisconnectScope, GameRegistry};
use crate::limits::{ApiRates, ExpensiveRequests, GamesPerNetwork, LiveStreams, RateLimiter};
use crate::lobby::{LobbyActor, LobbyHandle};
use crate::random;
use crate::socket::ConnectionId;
use crate::store::{NodeId, Outage, Store, StoreError, StoreSecret};
use crate::sync::lock;

/// Shared state of a server. Everything durable is in the store.
pub(crate) struct Node {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) config: Config,
    /// Secret of the store.
    pub(crate) secret: StoreSecret,
    pub(crate) time: ServerClock,
    pub(crate) games: GameRegistry,
    pub(crate) lobby: LobbyHandle,
    pub(crate) computer: Computer,
    pub(crate) game_evaluations: GameEvaluations,
    pub(crate) live_games: LiveGames,
    pub(crate) explorer: ArchiveExplorer,
    pub(crate) rate_limiter: Arc<RateLimiter>,
    pub(crate) expensive_requests: ExpensiveRequests,
    pub(crate) games_per_network: GamesPerNetwork,
    pub(crate) api_rates: ApiRates,
    pub(crate) live_streams: LiveStreams,
    pub(crate) login_throttle: LoginThrottle,
    pub(crate) metrics: Metrics,
    /// Times without a running server or a writing store, for which no clock is charged. Only grows.
    pub(crate) outages: Mutex<Vec<Outage>>,
    pub(crate) store_monitor: StoreMonitor,
    pub(crate) membership: Membership,
    /// Becomes true on shutdown.
    pub(crate) shutdown: watch::Sender<bool>,
    connection_counter: AtomicU64,
}

impl Node {
    /// Starts the node with its background tasks: lobby, heartbeat, maintenance, probes of the
    /// store, compaction, explorer.
    ///
    /// # Errors
    ///
    /// Returns an error if the store cannot be read.
    pub(crate) async fn start(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        config: Config,
        time: ServerClock,
    ) -> Result<Arc<Node>, StoreError> {
        let id = NodeId(random::seed());
        let (time, others) = join(&*store, id, time).await?;
        let (time, leases) = match others {
            Others::None => (continue_after_heartbeat(&*store, time).await?, Vec::new()),
            // They were serving all the time.
            Others::Running(leases) => (time, leases),
        };
        let now = time.now();
        let outages = Mutex::new(store.outages().await?);
        let secret = store.secret().await?;
        let (lobby, inbox) = LobbyHandle::new();
        let node = Arc::new(Node {
            store,
            bus,
            rate_limiter: Arc::new(RateLimiter::new(config.limits)),
            expensive_requests: ExpensiveRequests::default(),
            games_per_network: GamesPerNetwork::new(config.limits),
            api_rates: ApiRates::default(),
            live_streams: LiveStreams::new(config.limits.live_streams),
            computer: Computer::new(config.limits),
            game_evaluations: GameEvaluations::default(),
            login_throttle: LoginThrottle::default(),
            config,
            secret,
            time,
            games: GameRegistry::default(),
            lobby,
            live_games: LiveGames::default(),
            explorer: ArchiveExplorer::default(),
            metrics: Metrics::default(),
            outages,
            store_monitor: StoreMonitor::new(now),
            membership: Membership::new(id, now, &leases),
            shutdown: watch::Sender::new(false),
            connection_counter: AtomicU64::new(0),
        });
        tokio::spawn(LobbyActor::new(Arc::clone(&node), inbox).run());
        tokio::spawn(lease_loop(Arc::clone(&node)));
        tokio::spawn(look_loop(Arc::clone(&node)));
        tokio::spawn(heartbeat_loop(Arc::clone(&node)));
        tokio::spawn(maintenance_loop(Arc::clone(&node)));
        tokio::spawn(probe_loop(Arc::clone(&node)));
        tokio::spawn(verify_loop(Arc::clone(&node)));
        tokio::spawn(compaction_loop(Arc::clone(&node)));
        tokio::spawn(explorer_loop(Arc::clone(&node)));
        Ok(node)
    }

    /// Notifies all tasks of the shutdown and waits until pending writes are done.
    pub(crate) async fn shut_down(&self) {
        self.shutdown.send_replace(true);
        self.games.shut_down().await;
        // The outage starts now, unless other nodes go on.
        self.record_heartbeat().await;
        self.release_lease().await;
    }

    /// Records the last time at which the server was running and its store could write. A failure is repaired
    /// by the next heartbeat.
    async fn record_heartbeat(&self) {
        let at = self.store_monitor.failing_since().unwrap_or_else(|| self.time.now());
        self.store.record_heartbeat(at).await.ok();
    }

    /// Outages from a position in the list on.
    pub(crate) fn outages_from(&self, position: usize) -> Vec<Outage> {
        lock(&self.outages).get(position..).unwrap_or_default().to_vec()
    }

    /// Closes connections of a player on all nodes.
    pub(crate) fn disconnect(&self, player: PlayerId, scope: DisconnectScope) {
        self.disconnect_because(player, scope, CloseReason::Closing);
    }

    /// Closes connections of a player on all nodes, with a reason.
    pub(crate) fn disconnect_because(&self, player: PlayerId, scope: DisconnectScope, reason: CloseReason) {
        if let Some(bytes) = Broadcast::disconnect(scope, reason) {
            self.bus.publish(Topic::Player(player), bytes);
        }
    }

    /// Id for a new connection.
    pub(crate) fn next_connection_id(&self) -> ConnectionId {
        let number = self.connection_counter.fetch_add(1, Ordering::Relaxed);
        ConnectionId(u128::from(self.membership.id.0) << 64 | u128::from(number))
    }

    /// Current values for the metrics.
    pub(crate) fn gauges(&self) -> Gauges {
        Gauges {
            connections: self.rate_limiter.connection_count(),
            players: self.rate_limiter.player_count(),
            games_playing: self.live_games.len(),
            games_in_memory: self.games.len(),
            bus: self.bus.status(),
            store: self.store.status(),
        }
    }
}

/// Sets the clock after the last heartbeat and records the outage since then.
async fn continue_after_heartbeat(store: &dyn Store, time: ServerClock) -> Result<ServerClock, StoreError> {
    let Some(last) = store.last_heartbeat(time.started()).await? else { return Ok(time) };
    let (found, (time, step)) = (time.started(), time.after_heartbeat(last));
    match step {
        ClockStep::Forward => {
            if found < time.started() {
                let behind = time.started().since(found).0 / 1_000;
                tracing::warn!(behind, "system clock is behind the last heartbeat, from which time goes on");
            }
            if last < time.started() {
                store.record_outage(Outage { from: last, until: time.started() }).await?;
            }
        }
        ClockStep::Back => {
            let ahead = last.since(time.started()).0 / 1_000;
            tracing::warn!(ahead, "system clock was set back; times of the last server are corrected");
            store.correct_future_times(time.started()).await?;
        }
    }
    Ok(time)
}

/// Resolves on shutdown.
pub(crate) async fn shutdown_started(shutdown: &mut watch::Receiver<bool>) {
    // A dropped node counts as shut down.
    shutdown.wait_for(|&shutdown| shutdown).await.map(drop).ok();
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node")
            .field("config", &self.config)
            .field("outages", &lock(&self.outages).len())
            .finish_non_exhaustive()
    }
}
