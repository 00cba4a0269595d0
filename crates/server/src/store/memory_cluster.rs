//! Shared state of the nodes of one process.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use game::Timestamp;
use protocol::ActionId;

use super::{
    AcmeChallenge, CertificateKey, GameId, Lease, Leases, LobbyChange, NodeId, NodePresence, PlayerId,
    Renewal, StoredLobby, StoredPairing, StoredSeek, WorkClaim,
};
use crate::sync::lock;

/// Pairings kept; after that a client finds the game in its list of games.
const MAX_PAIRINGS: usize = 2_048;

/// Shared state in memory. The lock is never held across an `await`.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemoryCluster(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    leases: HashMap<NodeId, Lease>,
    presence: HashMap<GameId, HashMap<NodeId, NodePresence>>,
    /// Node and end of each claim.
    work: HashMap<String, (NodeId, Timestamp)>,
    acme_challenges: HashMap<CertificateKey, AcmeChallenge>,
    lobby_version: u64,
    seeks: Vec<StoredSeek>,
    /// The latest pairings, oldest first.
    pairings: VecDeque<StoredPairing>,
    /// Time of a database with a clock of its own, for tests.
    #[cfg(test)]
    clock: Option<crate::node::ServerClock>,
}

impl MemoryCluster {
    pub(crate) fn renew_lease(&self, renewal: Renewal) -> Leases {
        let Renewal { node, at, load, is_on_bus } = renewal;
        let mut state = self.lock();
        let now = state.now();
        let renewed = now.unwrap_or(at);
        state.leases.insert(node, Lease { node, renewed, is_released: false, load, is_on_bus });
        Leases { now, all: state.leases.values().copied().collect() }
    }

    pub(crate) fn release_lease(&self, node: NodeId) {
        if let Some(lease) = self.lock().leases.get_mut(&node) {
            lease.is_released = true;
        }
    }

    pub(crate) fn end_lease(&self, node: NodeId, at: Timestamp) -> bool {
        let mut state = self.lock();
        let now = state.now().unwrap_or(at);
        if !state.leases.get(&node).is_some_and(|lease| lease.is_over(now)) {
            return false;
        }
        state.leases.remove(&node);
        state.work.retain(|_, &mut (holder, _)| holder != node);
        state.presence.retain(|_, nodes| {
            nodes.remove(&node);
            !nodes.is_empty()
        });
        true
    }

    pub(crate) fn set_presence(&self, game: GameId, node: NodeId, presence: Option<NodePresence>) {
        let mut state = self.lock();
        match presence {
            Some(presence) => {
                state.presence.entry(game).or_default().insert(node, presence);
            }
            None => {
                if let Some(nodes) = state.presence.get_mut(&game) {
                    nodes.remove(&node);
                    if nodes.is_empty() {
                        state.presence.remove(&game);
                    }
                }
            }
        }
    }

    pub(crate) fn presence(&self, game: GameId) -> Vec<(NodeId, NodePresence)> {
        let state = self.lock();
        state.presence.get(&game).into_iter().flatten().map(|(&node, &presence)| (node, presence)).collect()
    }

    pub(crate) fn games_on(&self, node: NodeId) -> Vec<(GameId, NodePresence)> {
        let state = self.lock();
        let games = state.presence.iter().filter_map(|(&game, nodes)| Some((game, *nodes.get(&node)?)));
        games.collect()
    }

    pub(crate) fn save_acme_challenge(&self, issue: CertificateKey, challenge: AcmeChallenge) {
        self.lock().acme_challenges.insert(issue, challenge);
    }

    pub(crate) fn acme_challenge(&self, issue: &CertificateKey, now: Timestamp) -> Option<AcmeChallenge> {
        self.lock().acme_challenges.get(issue).copied().filter(|challenge| challenge.until > now)
    }

    pub(crate) fn remove_acme_challenge(&self, issue: &CertificateKey, challenge: AcmeChallenge) {
        let mut state = self.lock();
        if state.acme_challenges.get(issue).is_some_and(|kept| kept.digest == challenge.digest) {
            state.acme_challenges.remove(issue);
        }
    }

    pub(crate) fn claim_work(&self, claim: WorkClaim) -> Vec<String> {
        let WorkClaim { node, work, at, until } = claim;
        let mut state = self.lock();
        state.work.retain(|_, &mut (_, ends)| ends > at);
        let mut granted = Vec::new();
        for name in work {
            if state.work.get(&name).is_none_or(|&(holder, _)| holder == node) {
                state.work.insert(name.clone(), (node, until));
                granted.push(name);
            }
        }
        granted
    }

    pub(crate) fn lobby(&self, known: u64) -> Option<StoredLobby> {
        let state = self.lock();
        let (version, seeks) = (state.lobby_version, &state.seeks);
        (version != known).then(|| StoredLobby { version, seeks: seeks.clone() })
    }

    pub(crate) fn change_lobby(&self, change: LobbyChange) -> Option<u64> {
        let mut state = self.lock();
        if state.lobby_version != change.version {
            return None;
        }
        state.lobby_version += 1;
        state.seeks.retain(|seek| !change.removed.contains(&seek.id));
        state.seeks.extend(change.added);
        state.pairings.extend(change.pairings);
        let old = state.pairings.len().saturating_sub(MAX_PAIRINGS);
        state.pairings.drain(..old);
        Some(state.lobby_version)
    }

    pub(crate) fn pairing(&self, player: PlayerId, request: ActionId) -> Option<StoredPairing> {
        let is_it = |pairing: &&StoredPairing| pairing.player == player && pairing.request == request;
        self.lock().pairings.iter().rev().find(is_it).copied()
    }

    /// Returns true if a game has a pairing.
    pub(crate) fn is_paired(&self, game: GameId) -> bool {
        self.lock().pairings.iter().any(|pairing| pairing.game == game)
    }

    pub(crate) fn delete_pairings(&self, game: GameId) {
        self.lock().pairings.retain(|pairing| pairing.game != game);
    }

    /// Gives the database a clock of its own.
    #[cfg(test)]
    pub(crate) fn set_clock(&self, clock: crate::node::ServerClock) {
        self.lock().clock = Some(clock);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl State {
    #[cfg(test)]
    fn now(&self) -> Option<Timestamp> {
        self.clock.as_ref().map(crate::node::ServerClock::now)
    }

    #[cfg(not(test))]
    fn now(&self) -> Option<Timestamp> {
        None
    }
}
