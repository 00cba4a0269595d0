//! The seeks of all nodes, as the store keeps them.
//!
//! The lobby is a versioned list. A node reads it, decides, and writes the difference on condition that the version is
//! still the same; otherwise it reads and decides again. So a seek is paired once, whatever nodes do at the same time.

use std::net::IpAddr;
use std::sync::Arc;

use game::Timestamp;
use protocol::{ActionError, ActionId, Seek};
use serde::{Deserialize, Serialize};

use super::seeks::{OpenSeek, SeekPool};
use crate::node::Node;
use crate::socket::ConnectionId;
use crate::store::{LobbyChange, StoredLobby, StoredPairing, StoredSeek};

/// Attempts to change the lobby while other nodes change it, too.
const MAX_ATTEMPTS: usize = 16;

/// A copy of the lobby.
#[derive(Debug, Default)]
pub(super) struct SharedLobby {
    version: u64,
    pub(super) seeks: SeekPool,
}

/// Body of a stored seek.
#[derive(Serialize, Deserialize)]
struct SeekBody {
    seek: Seek,
    request_id: ActionId,
    /// Bits of the connection, in hexadecimal: JSON has no such numbers.
    owner: String,
    network: IpAddr,
    since: u64,
}

impl SharedLobby {
    /// Reads what other nodes have changed; returns the seeks that are gone.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub(super) async fn refresh(&mut self, node: &Arc<Node>) -> Result<Vec<OpenSeek>, ActionError> {
        let stored = node.store.lobby(self.version).await.map_err(|error| {
            tracing::error!(%error, "reading the lobby failed");
            ActionError::Storage
        })?;
        let Some(StoredLobby { version, seeks }) = stored else { return Ok(Vec::new()) };
        let seeks: SeekPool = seeks.iter().filter_map(decode).collect();
        let gone = self.seeks.difference(&seeks);
        (self.version, self.seeks) = (version, seeks);
        Ok(gone)
    }

    /// Changes the lobby: `decide` is called with a copy that is up to date, perhaps several times, and returns its result
    /// with the pairings it has made.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub(super) async fn change<T>(
        &mut self,
        node: &Arc<Node>,
        mut decide: impl FnMut(&mut SeekPool) -> (T, Vec<StoredPairing>),
    ) -> Result<(T, Vec<OpenSeek>), ActionError> {
        let mut all_gone = Vec::new();
        for _ in 0..MAX_ATTEMPTS {
            all_gone.extend(self.refresh(node).await?);
            let mut seeks = self.seeks.clone();
            let (result, pairings) = decide(&mut seeks);
            let removed = self.seeks.difference(&seeks).iter().map(|open| open.seek.id).collect();
            let added = seeks.difference(&self.seeks).iter().filter_map(encode).collect();
            let change = LobbyChange { version: self.version, removed, added, pairings };
            if change.is_empty() {
                return Ok((result, all_gone));
            }
            let changed = node.store.change_lobby(change).await.map_err(|error| {
                tracing::error!(%error, "changing the lobby failed");
                ActionError::Storage
            })?;
            if let Some(version) = changed {
                (self.version, self.seeks) = (version, seeks);
                return Ok((result, all_gone));
            }
        }
        Err(ActionError::Storage)
    }
}

fn encode(open: &OpenSeek) -> Option<StoredSeek> {
    let body = SeekBody {
        seek: open.seek.clone(),
        request_id: open.request_id,
        owner: format!("{:x}", open.owner.0),
        network: open.network,
        since: open.since.0,
    };
    Some(StoredSeek { id: open.seek.id, body: serde_json::to_string(&body).ok()? })
}

/// A seek that this version cannot read belongs to a newer one, which pairs it.
fn decode(stored: &StoredSeek) -> Option<OpenSeek> {
    let body: SeekBody = serde_json::from_str(&stored.body).ok()?;
    Some(OpenSeek {
        seek: body.seek,
        request_id: body.request_id,
        owner: ConnectionId(u128::from_str_radix(&body.owner, 16).ok()?),
        network: body.network,
        since: Timestamp(body.since),
    })
}
