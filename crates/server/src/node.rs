//! One running server: what all its parts share.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use protocol::{CloseReason, PlayerId};
use tokio::sync::watch;

use crate::accounts::LoginThrottle;
use crate::background::{heartbeat_loop, maintenance_loop};
use crate::bus::{Bus, Topic};
use crate::computer::Computer;
use crate::config::Config;
use crate::games::{Broadcast, DisconnectScope, GameRegistry};
use crate::games_per_network::GamesPerNetwork;
use crate::identity::ConnectionId;
use crate::live_games::LiveGames;
use crate::lobby::{LobbyActor as LobbyTask, LobbyHandle};
use crate::metrics::{Gauges, Metrics};
use crate::rate_limiter::RateLimiter;
use crate::store::{Outage, Store, StoreError};
use crate::time::ServerClock;

/// A server. It owns nothing that lasts: all that is in its store.
pub(crate) struct Node {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) config: Config,
    pub(crate) time: ServerClock,
    pub(crate) games: GameRegistry,
    pub(crate) lobby: LobbyHandle,
    pub(crate) computer: Computer,
    pub(crate) live_games: LiveGames,
    pub(crate) rate_limiter: Arc<RateLimiter>,
    pub(crate) games_per_network: GamesPerNetwork,
    pub(crate) login_throttle: LoginThrottle,
    pub(crate) metrics: Metrics,
    /// When no server was there, before this one and long before: nobody is charged for those times.
    pub(crate) outages: Vec<Outage>,
    /// Turns true when the server is about to end.
    pub(crate) shutdown: watch::Sender<bool>,
    connection_counter: AtomicU64,
}

impl Node {
    /// Starts what goes on without being asked: the lobby, and the care for games whose time has come.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn start(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        config: Config,
        time: ServerClock,
    ) -> Result<Arc<Node>, StoreError> {
        let last_alive = store.last_heartbeat().await?;
        let time = last_alive.map_or(time, |moment| time.not_before(moment));
        if let Some(from) = last_alive.filter(|&from| from < time.started()) {
            store.record_outage(Outage { from, until: time.started() }).await?;
        }
        let outages = store.outages().await?;
        let (lobby, inbox) = LobbyHandle::new();
        let node = Arc::new(Node {
            store,
            bus,
            rate_limiter: Arc::new(RateLimiter::new(config.limits)),
            games_per_network: GamesPerNetwork::new(config.limits),
            computer: Computer::new(config.limits),
            login_throttle: LoginThrottle::default(),
            config,
            time,
            games: GameRegistry::default(),
            lobby,
            live_games: LiveGames::default(),
            metrics: Metrics::default(),
            outages,
            shutdown: watch::Sender::new(false),
            connection_counter: AtomicU64::new(0),
        });
        tokio::spawn(LobbyTask::new(Arc::clone(&node), inbox).run());
        tokio::spawn(heartbeat_loop(Arc::clone(&node)));
        tokio::spawn(maintenance_loop(Arc::clone(&node)));
        Ok(node)
    }

    /// Tells everybody that the server ends, and finishes what is being written.
    pub(crate) async fn shut_down(&self) {
        self.shutdown.send_replace(true);
        self.games.shut_down().await;
        // What happens from now on is an outage.
        self.store.record_heartbeat(self.time.now()).await.ok();
    }

    /// Ends connections of a player, here and on other nodes.
    pub(crate) fn disconnect(&self, player: PlayerId, cut: DisconnectScope) {
        self.disconnect_because(player, cut, CloseReason::Closing);
    }

    /// The same, and says why.
    pub(crate) fn disconnect_because(&self, player: PlayerId, cut: DisconnectScope, reason: CloseReason) {
        if let Some(bytes) = Broadcast::disconnect(cut, reason) {
            self.bus.publish(Topic::Player(player), bytes);
        }
    }

    /// A name for a new connection.
    pub(crate) fn next_connection_id(&self) -> ConnectionId {
        ConnectionId(self.connection_counter.fetch_add(1, Ordering::Relaxed))
    }

    /// How much is going on.
    pub(crate) fn gauges(&self) -> Gauges {
        Gauges {
            connections: self.rate_limiter.connection_count(),
            players: self.rate_limiter.player_count(),
            games_playing: self.live_games.len(),
            games_in_memory: self.games.len(),
        }
    }
}

/// Comes when the server is about to end.
pub(crate) async fn shutdown_started(closing: &mut watch::Receiver<bool>) {
    // A server that is gone is closed, too.
    closing.wait_for(|&closing| closing).await.map(drop).ok();
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node")
            .field("config", &self.config)
            .field("outages", &self.outages.len())
            .finish_non_exhaustive()
    }
}
