//! The seeks of all nodes, as the store keeps them.
//!
//! The lobby is a versioned list. A node reads it, decides, and writes the difference on condition that the version is
//! still the same; otherwise it reads and decides again. So a seek is paired once, whatever nodes do at the same time.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use game::Timestamp;
use protocol::{ActionError, ActionId, PlayerId, Seek};
use serde::{Deserialize, Serialize};

use super::RatingRange;
use super::pairing_state::{PairingState, pairing_state};
use super::seeks::{OpenSeek, SeekPool};
use crate::node::Node;
use crate::socket::ConnectionId;
use crate::store::{ApiTokenId, LobbyChange, StoredLobby, StoredPairing, StoredSeek};

/// Attempts to change the lobby while other nodes change it, too.
const MAX_ATTEMPTS: usize = 16;

/// A copy of the lobby.
#[derive(Debug, Default)]
pub(super) struct SharedLobby {
    version: u64,
    /// Time at which the store was asked last, and has answered.
    read_at: Option<Instant>,
    pub(super) seeks: SeekPool,
    /// Seeks that other nodes have removed.
    gone: Vec<OpenSeek>,
}

/// Result of a change.
#[derive(Debug)]
pub(super) enum Changed<T> {
    /// Decided and stored.
    Done(T),
    /// Nothing was decided: the request has become this pairing.
    AlreadyPaired(StoredPairing),
}

/// Body of a stored seek.
#[derive(Serialize, Deserialize)]
struct SeekBody {
    seek: Seek,
    request_id: ActionId,
    /// Bits of the connection, in hexadecimal: JSON has no such numbers.
    owner: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<ApiTokenId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<u64>,
    network: IpAddr,
    since: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating_range: Option<RatingRange>,
}

impl SharedLobby {
    /// Time from which on all changes of other nodes may be unknown.
    pub(super) fn read_at(&self) -> Option<Instant> {
        self.read_at
    }

    /// Takes the seeks that other nodes have removed since the last call.
    pub(super) fn take_gone(&mut self) -> Vec<OpenSeek> {
        std::mem::take(&mut self.gone)
    }

    /// Reads what other nodes have changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub(super) async fn refresh(&mut self, node: &Arc<Node>) -> Result<(), ActionError> {
        let begun = Instant::now();
        let stored = node.store.lobby(self.version).await.map_err(|error| {
            tracing::error!(%error, "reading the lobby failed");
            ActionError::Storage
        })?;
        self.read_at = Some(begun);
        let Some(StoredLobby { version, seeks }) = stored else { return Ok(()) };
        let seeks: SeekPool = seeks.iter().filter_map(decode).collect();
        self.gone.extend(self.seeks.difference(&seeks));
        (self.version, self.seeks) = (version, seeks);
        Ok(())
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
    ) -> Result<T, ActionError> {
        for _ in 0..MAX_ATTEMPTS {
            self.refresh(node).await?;
            if let Some(result) = self.try_change(node, &mut decide).await? {
                return Ok(result);
            }
        }
        Err(ActionError::Storage)
    }

    /// The same for a request, unless it was paired before.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub(super) async fn change_unless_paired<T>(
        &mut self,
        node: &Arc<Node>,
        (player, request): (PlayerId, ActionId),
        mut decide: impl FnMut(&mut SeekPool) -> (T, Vec<StoredPairing>),
    ) -> Result<Changed<T>, ActionError> {
        for _ in 0..MAX_ATTEMPTS {
            self.refresh(node).await?;
            // Looked up after the version was read: a later pairing changes the version.
            if let PairingState::Creating(pairing) | PairingState::Created(pairing) =
                pairing_state(node, player, request).await?
            {
                return Ok(Changed::AlreadyPaired(pairing));
            }
            if let Some(result) = self.try_change(node, &mut decide).await? {
                return Ok(Changed::Done(result));
            }
        }
        Err(ActionError::Storage)
    }

    /// Decides, and stores the change; `None` if another node was faster.
    async fn try_change<T>(
        &mut self,
        node: &Arc<Node>,
        decide: &mut impl FnMut(&mut SeekPool) -> (T, Vec<StoredPairing>),
    ) -> Result<Option<T>, ActionError> {
        let mut seeks = self.seeks.clone();
        let (result, pairings) = decide(&mut seeks);
        let removed = self.seeks.difference(&seeks).iter().map(|open| open.seek.id).collect();
        let added = seeks.difference(&self.seeks).iter().filter_map(encode).collect();
        let change = LobbyChange { version: self.version, removed, added, pairings };
        if change.is_empty() {
            return Ok(Some(result));
        }
        let changed = node.store.change_lobby(change).await.map_err(|error| {
            tracing::error!(%error, "changing the lobby failed");
            ActionError::Storage
        })?;
        let Some(version) = changed else { return Ok(None) };
        (self.version, self.seeks) = (version, seeks);
        Ok(Some(result))
    }
}

fn encode(open: &OpenSeek) -> Option<StoredSeek> {
    let body = SeekBody {
        seek: open.seek.clone(),
        request_id: open.request_id,
        owner: format!("{:x}", open.owner.0),
        token: open.token,
        expires: open.expires.map(|expires| expires.0),
        network: open.network,
        since: open.since.0,
        rating_range: open.rating_range,
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
        token: body.token,
        expires: body.expires.map(Timestamp),
        network: body.network,
        since: Timestamp(body.since),
        rating_range: body.rating_range,
    })
}
