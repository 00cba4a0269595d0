//! One running server: what all its parts share.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use protocol::{Farewell, PlayerId};
use tokio::sync::watch;

use crate::accounts::Throttle;
use crate::bus::{Bus, Topic};
use crate::caretaker::{beat, caretake};
use crate::computer::Computer;
use crate::config::Config;
use crate::directory::Directory;
use crate::gate::Gate;
use crate::lobby::{Lobby, Task as LobbyTask};
use crate::metrics::{Gauges, Metrics};
use crate::origins::Origins;
use crate::store::{Outage, Store, StoreError};
use crate::tables::{Cut, News, Tables};
use crate::time::Time;
use crate::visitor::ConnectionId;

/// A server. It owns nothing that lasts: all that is in its store.
pub(crate) struct Node {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) config: Config,
    pub(crate) time: Time,
    pub(crate) tables: Tables,
    pub(crate) lobby: Lobby,
    pub(crate) computer: Computer,
    pub(crate) directory: Directory,
    pub(crate) gate: Arc<Gate>,
    pub(crate) origins: Origins,
    pub(crate) throttle: Throttle,
    pub(crate) metrics: Metrics,
    /// When no server was there, before this one and long before: nobody is charged for those times.
    pub(crate) outages: Vec<Outage>,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Sender<bool>,
    connections: AtomicU64,
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
        time: Time,
    ) -> Result<Arc<Node>, StoreError> {
        let last_alive = store.last_alive().await?;
        let time = last_alive.map_or(time, |moment| time.not_before(moment));
        if let Some(from) = last_alive.filter(|&from| from < time.started()) {
            store.note_outage(Outage { from, until: time.started() }).await?;
        }
        let outages = store.outages().await?;
        let (lobby, inbox) = Lobby::new();
        let node = Arc::new(Node {
            store,
            bus,
            gate: Arc::new(Gate::new(config.limits)),
            origins: Origins::new(config.limits),
            computer: Computer::new(config.limits),
            throttle: Throttle::default(),
            config,
            time,
            tables: Tables::default(),
            lobby,
            directory: Directory::default(),
            metrics: Metrics::default(),
            outages,
            closing: watch::Sender::new(false),
            connections: AtomicU64::new(0),
        });
        tokio::spawn(LobbyTask::new(Arc::clone(&node), inbox).run());
        tokio::spawn(beat(Arc::clone(&node)));
        tokio::spawn(caretake(Arc::clone(&node)));
        Ok(node)
    }

    /// Tells everybody that the server ends, and finishes what is being written.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        self.tables.close().await;
        // What happens from now on is an outage.
        self.store.alive(self.time.now()).await.ok();
    }

    /// Ends connections of a player, here and on other nodes.
    pub(crate) fn disconnect(&self, player: PlayerId, cut: Cut) {
        self.dismiss(player, cut, Farewell::Closing);
    }

    /// The same, and says why.
    pub(crate) fn dismiss(&self, player: PlayerId, cut: Cut, reason: Farewell) {
        if let Some(bytes) = News::disconnect(cut, reason) {
            self.bus.publish(Topic::Player(player), bytes);
        }
    }

    /// A name for a new connection.
    pub(crate) fn connection_id(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// How much is going on.
    pub(crate) fn gauges(&self) -> Gauges {
        Gauges {
            connections: self.gate.connections(),
            players: self.gate.players(),
            playing: self.directory.len(),
            tables: self.tables.len(),
        }
    }
}

/// Comes when the server is about to end.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
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
