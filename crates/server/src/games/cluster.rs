//! A game on several nodes: shared presence, and pauses and deaths of nodes.

use game::Timestamp;
use protocol::{ActionError, Seat};
use rules::ByColor;

use super::actor::GameActor;
use super::load::LogChange;
use crate::games::state::{ActiveGame, RemoteSide};
use crate::store::{NodePresence, Outage, SidePresence};

/// State that an actor shares with the other nodes: announced and received.
#[derive(Debug, Default)]
pub(super) struct ClusterView {
    /// Presence as it was last shared.
    shared: Option<NodePresence>,
    /// Number of the node's pauses that the state takes into account.
    pauses_applied: usize,
    /// Number of deaths of nodes after which the log was read.
    deaths_seen: u64,
}

impl ClusterView {
    pub(super) fn new(pauses: usize, deaths: u64) -> ClusterView {
        ClusterView { shared: None, pauses_applied: pauses, deaths_seen: deaths }
    }
}

impl GameActor {
    /// Tells the other nodes who is connected to this one. A failure is repaired by the next attempt.
    pub(super) async fn share_presence(&mut self) {
        let is_in_progress = self.state.as_ref().is_some_and(ActiveGame::is_in_progress);
        let presence = is_in_progress.then(|| self.presence.to_shared());
        if presence == self.cluster.shared {
            return;
        }
        let node = self.node.membership.id;
        match self.node.store.set_presence(self.id, node, presence).await {
            Ok(()) => self.cluster.shared = presence,
            Err(_) => self.schedule_presence(),
        }
    }

    /// Deletes what was shared, at the end of the actor.
    pub(super) async fn withdraw_presence(&mut self) {
        if self.cluster.shared.take().is_some() {
            self.node.store.set_presence(self.id, self.node.membership.id, None).await.ok();
        }
    }

    /// Reads who is connected to other nodes.
    pub(super) async fn read_presence(&mut self) -> Result<(), ActionError> {
        if !self.node.membership.has_peers() {
            self.presence.set_remote(ByColor::default(), 0);
            return Ok(());
        }
        let rows = self.node.store.presence(self.id).await.map_err(|error| {
            tracing::error!(game = %self.id, %error, "reading presence failed");
            ActionError::Storage
        })?;
        let mut players = ByColor::<RemoteSide>::default();
        let mut watchers = 0;
        for (node, presence) in rows.into_iter().filter(|&(node, _)| node != self.node.membership.id) {
            // A node that is not known yet has just started.
            let dead_since =
                self.node.membership.peer(node).filter(|peer| !peer.is_alive).map(|peer| peer.renewed);
            for seat in Seat::ALL {
                add_side(&mut players[seat.into()], presence.players[seat.into()], dead_since);
            }
            watchers += if dead_since.is_none() { presence.watchers } else { 0 };
        }
        self.presence.set_remote(players, watchers);
        Ok(())
    }

    /// Notes deaths of other nodes: what they have written last may not have been published.
    pub(super) fn note_deaths(&mut self) {
        let deaths = self.node.membership.deaths();
        if self.cluster.deaths_seen != deaths {
            self.cluster.deaths_seen = deaths;
            self.is_behind = true;
        }
    }

    /// Takes pauses of this node into account, during which other nodes went on: a side to move that was connected
    /// only here could not move.
    pub(super) async fn settle_pauses(&mut self) {
        let pauses = self.node.membership.pauses_from(self.cluster.pauses_applied);
        if pauses.is_empty() {
            return;
        }
        self.cluster.pauses_applied += pauses.len();
        // The others may have forgotten it.
        self.cluster.shared = None;
        self.schedule_presence();
        if self.catch_up().await != Ok(LogChange::None) || self.read_presence().await.is_err() {
            return;
        }
        for pause in pauses {
            let Some(active) = self.state.as_ref() else { return };
            let mover = Seat::from(active.game().turn());
            let is_here = self.presence.is_local(mover) && !self.presence.is_remote(mover);
            if is_here && active.turn_since() < pause.until {
                self.commit_outage_or_reload(pause).await;
            }
        }
    }

    /// Goes on after the death of a node. A side to move that was connected to it is not charged until it has connected
    /// again.
    pub(super) async fn on_node_died(
        &mut self,
        there: NodePresence,
        since: Timestamp,
    ) -> Result<(), ActionError> {
        self.is_behind = true;
        self.ensure_loaded().await?;
        self.read_presence().await?;
        let now = self.node.time.now();
        for seat in Seat::ALL {
            match there.players[seat.into()] {
                SidePresence::Unseen => {}
                SidePresence::Connected => self.presence.note_seen(seat, now),
                SidePresence::Away { since } => self.presence.note_seen(seat, since),
            }
        }
        self.share_presence().await;
        self.schedule_presence();
        let Some(active) = self.state.as_ref().filter(|active| active.is_in_progress()) else {
            return Ok(());
        };
        let mover = Seat::from(active.game().turn());
        if there.players[mover.into()] == SidePresence::Connected && !self.presence.is_remote(mover) {
            let until = self.presence.connected_since(mover).unwrap_or(now);
            if since < until {
                self.commit_outage_or_reload(Outage { from: since, until }).await;
            }
        }
        Ok(())
    }

    async fn commit_outage_or_reload(&mut self, outage: Outage) {
        if self.commit_outage(outage).await.is_err() {
            // The state in memory is ahead of the log, or another node was faster.
            self.state = None;
            self.load().await.ok();
        }
    }
}

fn add_side(side: &mut RemoteSide, there: SidePresence, dead_since: Option<Timestamp>) {
    let seen = match (there, dead_since) {
        (SidePresence::Unseen, _) => None,
        (SidePresence::Connected, None) => {
            side.is_connected = true;
            None
        }
        (SidePresence::Connected, Some(since)) | (SidePresence::Away { since }, _) => Some(since),
    };
    side.last_seen = side.last_seen.max(seen);
}
