//! Shared state of nodes: in memory, since one process has the folder.

use game::Timestamp;
use protocol::ActionId;

use super::{SqliteStore, games};
use crate::store::{
    BoxFuture, Cancellation, ClusterStore, CreateError, GameId, Leases, LobbyChange, NewGame, NodeId,
    NodePresence, PlayerId, Renewal, StoreError, StoredLobby, StoredPairing, WorkClaim,
};

impl ClusterStore for SqliteStore {
    fn renew_lease(&self, renewal: Renewal) -> BoxFuture<Result<Leases, StoreError>> {
        ready(self.cluster.renew_lease(renewal))
    }

    fn release_lease(&self, node: NodeId) -> BoxFuture<Result<(), StoreError>> {
        self.cluster.release_lease(node);
        ready(())
    }

    fn end_lease(&self, node: NodeId, at: Timestamp) -> BoxFuture<Result<bool, StoreError>> {
        ready(self.cluster.end_lease(node, at))
    }

    fn set_presence(
        &self,
        game: GameId,
        node: NodeId,
        presence: Option<NodePresence>,
    ) -> BoxFuture<Result<(), StoreError>> {
        self.cluster.set_presence(game, node, presence);
        ready(())
    }

    fn presence(&self, game: GameId) -> BoxFuture<Result<Vec<(NodeId, NodePresence)>, StoreError>> {
        ready(self.cluster.presence(game))
    }

    fn games_on(&self, node: NodeId) -> BoxFuture<Result<Vec<(GameId, NodePresence)>, StoreError>> {
        ready(self.cluster.games_on(node))
    }

    fn claim_work(&self, claim: WorkClaim) -> BoxFuture<Result<Vec<String>, StoreError>> {
        ready(self.cluster.claim_work(claim))
    }

    fn lobby(&self, known: u64) -> BoxFuture<Result<Option<StoredLobby>, StoreError>> {
        ready(self.cluster.lobby(known))
    }

    fn change_lobby(&self, change: LobbyChange) -> BoxFuture<Result<Option<u64>, StoreError>> {
        ready(self.cluster.change_lobby(change))
    }

    fn pairing(
        &self,
        player: PlayerId,
        request: ActionId,
    ) -> BoxFuture<Result<Option<StoredPairing>, StoreError>> {
        ready(self.cluster.pairing(player, request))
    }

    fn create_paired(&self, game: NewGame) -> BoxFuture<Result<(), CreateError>> {
        let cluster = self.cluster.clone();
        self.write(move |connection| match cluster.is_paired(game.id) {
            true => games::create_with_limits(connection, &game),
            false => Err(CreateError::NotPaired),
        })
    }

    fn cancel_pairing(&self, game: GameId) -> BoxFuture<Result<Cancellation, StoreError>> {
        let cluster = self.cluster.clone();
        // Creations are jobs of the same writer.
        self.write(move |connection| {
            if games::exists(connection, game)? {
                return Ok(Cancellation::ExistingGame);
            }
            cluster.delete_pairings(game);
            Ok(Cancellation::Cancelled)
        })
    }
}

fn ready<T: Send + 'static>(value: T) -> BoxFuture<Result<T, StoreError>> {
    Box::pin(std::future::ready(Ok(value)))
}
