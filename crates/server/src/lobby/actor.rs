//! The actor that owns the lobby of a node.

use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{ActionError, ActionId, GameId, LobbyStats, PlayerInfo, SeekId, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::seeks::{OpenSeek, Pairing, PostResult, SeekPool, may_play};
use super::shared::SharedLobby;
use super::{LobbyRequest, SeekOutcome, SeekRequest};
use crate::bus::Topic;
use crate::games::Broadcast;
use crate::games::state::GameBuilder;
use crate::node::{Node, shutdown_started};
use crate::panics::catch_panic;
use crate::random;
use crate::socket::ConnectionId;
use crate::store::StoredPairing;

/// Interval for pairing waiting seeks and updating counts.
const TICK: Duration = Duration::from_secs(1);

/// Time in which a pairing becomes a game; afterwards the node that has made it has died.
const CREATION_TIME: Millis = Millis::seconds(10);

/// The lobby actor.
#[derive(Debug)]
pub(crate) struct LobbyActor {
    node: Arc<Node>,
    inbox: Receiver<LobbyRequest>,
    lobby: SharedLobby,
    /// Seeks of this node that other nodes have removed, and since when: their players may have been paired.
    gone: Vec<(OpenSeek, Timestamp)>,
    /// Closed connections whose seeks could not be removed yet.
    closed_connections: Vec<ConnectionId>,
    crowd: LobbyStats,
}

type Reply = oneshot::Sender<Result<SeekOutcome, ActionError>>;

impl LobbyActor {
    pub(crate) fn new(node: Arc<Node>, inbox: Receiver<LobbyRequest>) -> LobbyActor {
        LobbyActor {
            node,
            inbox,
            lobby: SharedLobby::default(),
            gone: Vec::new(),
            closed_connections: Vec::new(),
            crowd: LobbyStats::default(),
        }
    }

    /// Runs until shutdown.
    pub(crate) async fn run(mut self) {
        let mut shutdown = self.node.shutdown.subscribe();
        let mut rounds = interval(TICK);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            // After a panic the other seeks stay, and the caller of a request gets `closing`.
            let done = tokio::select! {
                () = shutdown_started(&mut shutdown) => return,
                request = self.inbox.recv() => match request {
                    Some(request) => catch_panic(self.handle(request)).await,
                    None => return,
                },
                _ = rounds.tick() => catch_panic(self.tick()).await,
            };
            if let Err(panic) = done {
                tracing::error!(%panic, "lobby panicked");
            }
        }
    }

    async fn handle(&mut self, request: LobbyRequest) {
        // A dropped receiver of a reply is not an error: the client may have disconnected.
        match request {
            LobbyRequest::Post { request, reply } => self.post(request, reply).await,
            LobbyRequest::Join { player, request_id, seek, reply } => {
                self.join(player, request_id, seek, reply).await;
            }
            LobbyRequest::PairingFailed { game } => {
                self.node.store.forget_pairings(game).await.ok();
            }
            LobbyRequest::Cancel { owner, seek } => {
                let closed = self.change(|seeks| (seeks.cancel(owner, seek), Vec::new())).await;
                self.publish_closed(closed.ok().flatten());
            }
            LobbyRequest::Disconnected { owner } => {
                self.closed_connections.push(owner);
                self.remove_closed_connections().await;
            }
            LobbyRequest::List { reply } => {
                // Without the store, the seeks that were known last.
                self.refresh().await;
                reply.send((self.lobby.seeks.list(), self.crowd())).ok();
            }
            LobbyRequest::CloseAll => {
                let closed = self.change(|seeks| (seeks.close_all(), Vec::new())).await;
                self.publish_closed(closed.unwrap_or_default());
            }
        }
    }

    /// Changes the lobby of all nodes.
    async fn change<T>(
        &mut self,
        decide: impl FnMut(&mut SeekPool) -> (T, Vec<StoredPairing>),
    ) -> Result<T, ActionError> {
        let (result, gone) = self.lobby.change(&self.node, decide).await?;
        self.note_gone(gone);
        Ok(result)
    }

    /// Reads what other nodes have changed.
    async fn refresh(&mut self) {
        if let Ok(gone) = self.lobby.refresh(&self.node).await {
            self.note_gone(gone);
        }
    }

    fn note_gone(&mut self, gone: Vec<OpenSeek>) {
        let (own, now) = (self.node.membership.id, self.node.time.now());
        self.gone.extend(gone.into_iter().filter(|open| open.owner.node() == own).map(|open| (open, now)));
    }

    async fn remove_closed_connections(&mut self) {
        let owners = self.closed_connections.clone();
        let closed = self.change(|seeks| {
            let closed: Vec<_> = owners.iter().flat_map(|&owner| seeks.remove_connection(owner)).collect();
            (closed, Vec::new())
        });
        if let Ok(closed) = closed.await {
            self.closed_connections.clear();
            self.publish_closed(closed);
        }
    }

    /// The pairing of the same request. One whose game was never created does not count.
    async fn find_pairing(
        &self,
        player: &PlayerInfo,
        request: ActionId,
    ) -> Result<Option<StoredPairing>, ActionError> {
        let Some(player) = player.id else { return Ok(None) };
        let storage = |error| {
            tracing::error!(%error, "reading a pairing failed");
            ActionError::Storage
        };
        let Some(pairing) = self.node.store.pairing(player, request).await.map_err(storage)? else {
            return Ok(None);
        };
        let is_recent = self.node.time.now().since(pairing.at) < CREATION_TIME;
        if is_recent || self.node.store.head(pairing.game).await.map_err(storage)?.is_some() {
            return Ok(Some(pairing));
        }
        self.node.store.forget_pairings(pairing.game).await.map_err(storage)?;
        Ok(None)
    }

    async fn join(&mut self, player: PlayerInfo, request_id: ActionId, seek: SeekId, reply: Reply) {
        match self.find_pairing(&player, request_id).await {
            Ok(None) => {}
            Ok(Some(pairing)) => {
                reply.send(Ok(SeekOutcome::AlreadyPaired(pairing.game, pairing.seat))).ok();
                return;
            }
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
                return;
            }
        }
        let (game, seed, now) = (random::id(), random::seed(), self.node.time.now());
        let joined = self.change(|seeks| {
            let joined = seeks.join(player.clone(), request_id, seek, seed);
            let pairings =
                joined.as_ref().map_or_else(|_| Vec::new(), |pairing| pairing.to_stored(game, now));
            (joined, pairings)
        });
        match joined.await.and_then(|joined| joined) {
            Ok(pairing) => self.start_game(game, pairing, Some(reply)),
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
        }
    }

    async fn post(&mut self, request: SeekRequest, reply: Reply) {
        match self.find_pairing(&request.player, request.request_id).await {
            Ok(None) => {}
            Ok(Some(pairing)) => {
                reply.send(Ok(SeekOutcome::AlreadyPaired(pairing.game, pairing.seat))).ok();
                return;
            }
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
                return;
            }
        }
        if !may_play(&request.player, &request.terms) {
            reply.send(Err(ActionError::AccountNeeded)).ok();
            return;
        }
        let (game, id, seed, now) = (random::id(), random::id(), random::seed(), self.node.time.now());
        let posted = self.change(|seeks| {
            let posted = seeks.post(request.clone(), id, seed, now);
            let pairings = match &posted {
                Ok(PostResult::Paired(pairing)) => pairing.to_stored(game, now),
                _ => Vec::new(),
            };
            (posted, pairings)
        });
        match posted.await.and_then(|posted| posted) {
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
            Ok(PostResult::Paired(pairing)) => self.start_game(game, *pairing, Some(reply)),
            Ok(PostResult::Duplicate(seek)) => {
                reply.send(Ok(SeekOutcome::Open(seek))).ok();
            }
            Ok(PostResult::NoMatch { displaced }) => {
                self.publish_closed(displaced);
                let opened = self.lobby.seeks.list().pop();
                self.publish(opened.map(|seek| ToClient::SeekOpened { seek }));
                reply.send(Ok(SeekOutcome::Open(id))).ok();
            }
        }
    }

    async fn tick(&mut self) {
        self.refresh().await;
        if !self.closed_connections.is_empty() {
            self.remove_closed_connections().await;
        }
        if self.lobby.seeks.has_node_other_than(self.node.membership.id) {
            self.remove_seeks_of_dead_nodes().await;
        }
        while self.lobby.seeks.has_pair() {
            let (game, seed, now) = (random::id(), random::seed(), self.node.time.now());
            let paired = self.change(|seeks| {
                let paired = seeks.pair_waiting(seed, now);
                let pairings = paired.as_ref().map_or_else(Vec::new, |pairing| pairing.to_stored(game, now));
                (paired, pairings)
            });
            let Ok(Some(pairing)) = paired.await else { break };
            self.start_game(game, pairing, None);
        }
        self.tell_paired().await;
        let crowd = self.crowd();
        if crowd != self.crowd {
            self.crowd = crowd;
            self.publish([ToClient::Crowd { crowd }]);
        }
    }

    async fn remove_seeks_of_dead_nodes(&mut self) {
        let node = Arc::clone(&self.node);
        let own = node.membership.id;
        // The lease of a dead node is deleted at last.
        let is_dead = |id| id != own && !node.membership.peer(id).is_some_and(|peer| peer.is_alive);
        let closed = self.change(|seeks| (seeks.remove_nodes(is_dead), Vec::new())).await;
        self.publish_closed(closed.unwrap_or_default());
    }

    /// Tells players whom other nodes have paired, in case their message was lost.
    async fn tell_paired(&mut self) {
        let now = self.node.time.now();
        for (open, since) in std::mem::take(&mut self.gone) {
            let player = &open.seek.player;
            let Ok(pairing) = self.find_pairing(player, open.request_id).await else {
                self.gone.push((open, since));
                continue;
            };
            let Some(pairing) = pairing else { continue };
            match self.node.store.head(pairing.game).await {
                Ok(Some(_)) => {
                    notify_player(
                        &self.node,
                        player,
                        &ToClient::Paired { game: pairing.game, seat: pairing.seat },
                    );
                }
                _ if now.since(since) < CREATION_TIME => self.gone.push((open, since)),
                // The node that has paired them has died.
                _ => {
                    let reason = ActionError::Storage;
                    notify_player(&self.node, player, &ToClient::Refused { id: None, game: None, reason });
                }
            }
        }
    }

    fn crowd(&self) -> LobbyStats {
        let (own, others) = (self.node.load(), self.node.membership.load_of_others());
        LobbyStats {
            players: own.players + others.players,
            games: own.games + others.games,
            liveliest: self.node.live_games.featured(self.node.time.now()),
        }
    }

    /// Starts the game in a task of its own, so that the lobby does not wait for the store.
    fn start_game(&mut self, game: GameId, pairing: Pairing, reply: Option<Reply>) {
        self.publish_closed(pairing.closed.clone());
        let node = Arc::clone(&self.node);
        tokio::spawn(async move {
            let begun = create_game(&node, game, &pairing).await;
            for paired in [&pairing.first, &pairing.second] {
                let told = match begun {
                    Ok(()) => ToClient::Paired { game, seat: paired.seat },
                    // The seeks are closed and there is no game, so both clients must be told.
                    Err(reason) => ToClient::Refused { id: None, game: None, reason },
                };
                notify_player(&node, &paired.player, &told);
            }
            if begun.is_err() {
                node.lobby.send(LobbyRequest::PairingFailed { game }).await;
            }
            // The client may have disconnected.
            reply.map(|reply| reply.send(begun.map(|()| SeekOutcome::Paired)));
        });
    }

    fn publish_closed(&self, seeks: impl IntoIterator<Item = SeekId>) {
        self.publish(seeks.into_iter().map(|seek| ToClient::SeekClosed { seek }));
    }

    fn publish(&self, messages: impl IntoIterator<Item = ToClient>) {
        for bytes in messages.into_iter().filter_map(|message| Broadcast::Plain.encode(&message)) {
            self.node.bus.publish(Topic::Lobby, bytes);
        }
    }
}

async fn create_game(node: &Arc<Node>, game: GameId, pairing: &Pairing) -> Result<(), ActionError> {
    let mut builder = GameBuilder::new(game, &pairing.terms, random::seed())?;
    for paired in [&pairing.first, &pairing.second] {
        builder = builder.seat(paired.seat, paired.player.clone())?;
    }
    node.create_game(builder, Some(pairing.network), None).await
}

fn notify_player(node: &Node, player: &PlayerInfo, message: &ToClient) {
    if let (Some(player), Some(bytes)) = (player.id, Broadcast::Plain.encode(message)) {
        node.bus.publish(Topic::Player(player), bytes);
    }
}
