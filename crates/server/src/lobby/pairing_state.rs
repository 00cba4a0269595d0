//! Pairings on their way to a game. A node may die or hang between the two.

use std::sync::Arc;

use game::Millis;
use protocol::{ActionError, ActionId, PlayerId};

use crate::node::Node;
use crate::store::{Cancellation, StoreError, StoredPairing};

/// Time in which a pairing becomes a game. Afterwards it is cancelled: the node that has made it has died, or creates
/// nothing when it goes on.
const CREATION_TIME: Millis = Millis::seconds(10);

/// State of a player's request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairingState {
    /// Not paired, or the pairing was cancelled earlier.
    None,
    /// Paired a moment ago; the game may not exist yet.
    Creating(StoredPairing),
    /// The game exists.
    Created(StoredPairing),
    /// Cancelled now, because the game was not created in time.
    Cancelled,
}

/// Finds the pairing of a request, and cancels one that is too old to become a game.
///
/// # Errors
///
/// Returns an error if the store fails.
pub(super) async fn pairing_state(
    node: &Arc<Node>,
    player: PlayerId,
    request: ActionId,
) -> Result<PairingState, ActionError> {
    find(node, player, request).await.map_err(|error| {
        tracing::error!(%error, "reading a pairing failed");
        ActionError::Storage
    })
}

async fn find(node: &Arc<Node>, player: PlayerId, request: ActionId) -> Result<PairingState, StoreError> {
    let Some(pairing) = node.store.pairing(player, request).await? else { return Ok(PairingState::None) };
    if node.store.head(pairing.game).await?.is_some() {
        return Ok(PairingState::Created(pairing));
    }
    if node.time.now().since(pairing.at) < CREATION_TIME {
        return Ok(PairingState::Creating(pairing));
    }
    Ok(match node.store.cancel_pairing(pairing.game).await? {
        Cancellation::Cancelled => PairingState::Cancelled,
        Cancellation::ExistingGame => PairingState::Created(pairing),
    })
}
