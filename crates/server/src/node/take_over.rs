//! Take-over: one of the remaining nodes looks after the games of a node that has died.
//!
//! It runs beside the renewals of the lease: a node may have thousands of games, and its heir must not lose its own lease
//! over them.

use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{ActionError, GameId};
use tokio::task::JoinSet;

use super::Node;
use super::background::contain;
use crate::games::GameRequest;
use crate::store::{NodeId, NodePresence};
use crate::sync::lock;

/// Time that the games of a dead node may take before another node tries it as well.
const CLAIM: Millis = Millis::seconds(60);

/// Games that are asked at once. The database has few connections, and the moves of other games need them too.
const AT_ONCE: usize = 16;

/// Begins a take-over, unless this node is at it.
pub(super) fn start(node: &Arc<Node>, dead: NodeId, since: Timestamp) {
    if !lock(&node.membership.take_overs).insert(dead) {
        return;
    }
    let node = Arc::clone(node);
    tokio::spawn(async move {
        contain("take-over", take_over(&node, dead, since)).await;
        lock(&node.membership.take_overs).remove(&dead);
    });
}

async fn take_over(node: &Arc<Node>, dead: NodeId, since: Timestamp) {
    let work = vec![format!("node:{:016x}", dead.0)];
    if node.claim_work(work, CLAIM).await.is_empty() {
        return;
    }
    let Ok(games) = node.store.games_on(dead).await else { return };
    tracing::warn!(games = games.len(), "another server has died; its games go on here");
    let (mut games, mut running) = (games.into_iter(), JoinSet::new());
    loop {
        while running.len() < AT_ONCE
            && let Some((game, presence)) = games.next()
        {
            running.spawn(notify_game(Arc::clone(node), game, presence, since));
        }
        match running.join_next().await {
            // Until the lease is ended, this is tried again.
            Some(Ok(Err(ActionError::Storage)) | Err(_)) => return,
            Some(Ok(_)) => {}
            None => break,
        }
    }
    // Not if the node has come back meanwhile.
    node.store.end_lease(dead, node.time.now()).await.ok();
}

async fn notify_game(
    node: Arc<Node>,
    game: GameId,
    presence: NodePresence,
    since: Timestamp,
) -> Result<(), ActionError> {
    let died = |reply| GameRequest::NodeDied { presence, since, reply };
    node.games.request(&node, game, died).await
}
