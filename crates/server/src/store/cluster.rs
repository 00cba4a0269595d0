//! State that the nodes of a cluster share while they run: leases, presence, seeks, claimed work.
//!
//! None of it has to survive the end of all nodes. [`SqliteStore`](super::SqliteStore) therefore keeps it in memory: only
//! one process can have its folder open.

use game::{Millis, Timestamp};
use protocol::{ActionId, Seat, SeekId};
use rules::ByColor;

use super::{BoxFuture, CreateError, GameId, NewGame, PlayerId, StoreError};

/// A lease expires when it was not renewed for this time.
pub const LEASE: Millis = Millis::seconds(5);

/// Shared state of running nodes.
pub trait ClusterStore: Send + Sync {
    /// Renews the lease of a node, or begins it.
    fn renew_lease(&self, renewal: Renewal) -> BoxFuture<Result<Leases, StoreError>>;

    /// Gives a lease back: it counts as expired.
    fn release_lease(&self, node: NodeId) -> BoxFuture<Result<(), StoreError>>;

    /// Deletes a lease that was given back or has expired, with the presence and the claims of its node. Returns false,
    /// without an effect, if there is none: the node may have renewed it. `at` is the caller's time, for stores without
    /// a clock of their own.
    fn end_lease(&self, node: NodeId, at: Timestamp) -> BoxFuture<Result<bool, StoreError>>;

    /// Records who is connected to a game on a node; `None` deletes the record.
    fn set_presence(
        &self,
        game: GameId,
        node: NodeId,
        presence: Option<NodePresence>,
    ) -> BoxFuture<Result<(), StoreError>>;

    /// Presence of a game on all nodes.
    fn presence(&self, game: GameId) -> BoxFuture<Result<Vec<(NodeId, NodePresence)>, StoreError>>;

    /// Presence of all games on a node.
    fn games_on(&self, node: NodeId) -> BoxFuture<Result<Vec<(GameId, NodePresence)>, StoreError>>;

    /// Claims pieces of work until a time; returns those that no other node has claimed. A claim can be renewed, and is
    /// free again when its time has passed or the lease of its node has ended.
    fn claim_work(&self, claim: WorkClaim) -> BoxFuture<Result<Vec<String>, StoreError>>;

    /// All seeks with the version of the list; `None` if it still has the version `known`.
    fn lobby(&self, known: u64) -> BoxFuture<Result<Option<StoredLobby>, StoreError>>;

    /// Changes the list of seeks and returns its new version; `None`, without an effect, if it has changed since.
    fn change_lobby(&self, change: LobbyChange) -> BoxFuture<Result<Option<u64>, StoreError>>;

    /// The pairing of a player's request, for some time after it was made.
    fn pairing(
        &self,
        player: PlayerId,
        request: ActionId,
    ) -> BoxFuture<Result<Option<StoredPairing>, StoreError>>;

    /// Creates the game of a pairing, unless the pairing was cancelled.
    fn create_paired(&self, game: NewGame) -> BoxFuture<Result<(), CreateError>>;

    /// Deletes the pairings of a game, so that it can never be created; `ExistingGame` without an effect if it has been.
    /// A creation at the same time happens before or not at all.
    fn cancel_pairing(&self, game: GameId) -> BoxFuture<Result<Cancellation, StoreError>>;
}

/// The list of seeks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredLobby {
    /// Changes with every change of the list; 0 if there has never been a seek.
    pub version: u64,
    /// All seeks, oldest first.
    pub seeks: Vec<StoredSeek>,
}

/// Difference between two versions of the list of seeks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LobbyChange {
    /// The version that changes.
    pub version: u64,
    /// Seeks to remove, before others are added.
    pub removed: Vec<SeekId>,
    /// Seeks to add at the end.
    pub added: Vec<StoredSeek>,
    /// Pairings to remember.
    pub pairings: Vec<StoredPairing>,
}

impl LobbyChange {
    /// Returns true if nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty() && self.pairings.is_empty()
    }
}

/// A seek. The body is opaque to the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeek {
    /// The seek.
    pub id: SeekId,
    /// JSON.
    pub body: String,
}

/// A player who was paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredPairing {
    /// The player.
    pub player: PlayerId,
    /// Idempotency key of the player's request.
    pub request: ActionId,
    /// The game, which may not be created yet.
    pub game: GameId,
    /// The player's seat.
    pub seat: Seat,
    /// Time of the pairing.
    pub at: Timestamp,
}

/// Result of [`ClusterStore::cancel_pairing`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cancellation {
    /// There is no game, and there will be none.
    Cancelled,
    /// The game exists.
    ExistingGame,
}

/// Id of a running node; random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u64);

/// Renewal of a lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renewal {
    /// The node.
    pub node: NodeId,
    /// The node's own time.
    pub at: Timestamp,
    /// Counts of the node, for the others.
    pub load: NodeLoad,
    /// False if the others do not get the node's messages.
    pub is_on_bus: bool,
}

/// Counts of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeLoad {
    /// Players connected to it.
    pub players: u32,
    /// Games in progress with a player connected to it.
    pub games: u32,
}

/// All leases after a renewal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leases {
    /// Time of the database, if it is not the time of this machine.
    pub now: Option<Timestamp>,
    /// All leases, expired ones too.
    pub all: Vec<Lease>,
}

/// Lease of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The node.
    pub node: NodeId,
    /// Time of the last renewal.
    pub renewed: Timestamp,
    /// True if the node has given it back.
    pub is_released: bool,
    /// Counts of the node.
    pub load: NodeLoad,
    /// False if the others do not get the node's messages.
    pub is_on_bus: bool,
}

impl Lease {
    /// Returns true if the lease was given back or has expired.
    #[must_use]
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.is_released || now.since(self.renewed) > LEASE
    }
}

/// Connections to a game on one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodePresence {
    /// Connections of the players.
    pub players: ByColor<SidePresence>,
    /// Number of distinct watchers.
    pub watchers: u32,
}

/// Connection of a player on one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SidePresence {
    /// Never connected there.
    Unseen,
    /// Connected.
    Connected,
    /// Was connected there.
    Away {
        /// Time of the last disconnect.
        since: Timestamp,
    },
}

/// Request for pieces of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkClaim {
    /// The node that will do the work.
    pub node: NodeId,
    /// Names of the pieces of work.
    pub work: Vec<String>,
    /// Current time.
    pub at: Timestamp,
    /// End of the claim.
    pub until: Timestamp,
}
