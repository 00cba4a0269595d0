//! The actor that owns the lobby of a node.

use std::sync::Arc;

use protocol::{ActionError, ActionId, GameId, LobbyStats, PlayerId, PlayerInfo, SeekId, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::node_deaths::NodeDeaths;
use super::pairing_state::{PairingState, pairing_state};
use super::seeks::{Pairing, PostResult, SeekOwner, SeekPool, may_play};
use super::shared::{Changed, SharedLobby};
use super::{LobbyRequest, SeekOutcome, SeekRequest};
use crate::bus::Topic;
use crate::games::state::GameBuilder;
use crate::games::{Broadcast, EndedTokens};
use crate::node::{Node, shutdown_started};
use crate::panics::catch_panic;
use crate::random;
use crate::store::StoredPairing;

/// Interval for pairing waiting seeks and updating counts.
const TICK: Duration = Duration::from_secs(1);

/// The lobby actor.
#[derive(Debug)]
pub(crate) struct LobbyActor {
    node: Arc<Node>,
    inbox: Receiver<LobbyRequest>,
    lobby: SharedLobby,
    awaited: Vec<AwaitedPairing>,
    /// Games that were not created, whose pairings could not be cancelled yet.
    failed_games: Vec<GameId>,
    /// Owners that have ended, and whose seeks could not be removed yet.
    ended_owners: Vec<SeekOwner>,
    node_deaths: NodeDeaths,
    crowd: LobbyStats,
}

/// A request of a player of this node that may have become a game: another node has removed the seek, or the game could
/// not be created.
#[derive(Clone, Copy, Debug)]
struct AwaitedPairing {
    player: PlayerId,
    request: ActionId,
    /// True if a pairing was seen.
    was_paired: bool,
    /// Told to the player if there is no game after all.
    reason: ActionError,
}

type Reply = oneshot::Sender<Result<SeekOutcome, ActionError>>;

impl LobbyActor {
    pub(crate) fn new(node: Arc<Node>, inbox: Receiver<LobbyRequest>) -> LobbyActor {
        LobbyActor {
            node,
            inbox,
            lobby: SharedLobby::default(),
            awaited: Vec::new(),
            failed_games: Vec::new(),
            ended_owners: Vec::new(),
            node_deaths: NodeDeaths::default(),
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

    /// Serves a request.
    pub(super) async fn handle(&mut self, request: LobbyRequest) {
        // A dropped receiver of a reply is not an error: the client may have disconnected.
        match request {
            LobbyRequest::Post { request, reply } => self.post(request, reply).await,
            LobbyRequest::Join { player, request_id, seek, reply } => {
                self.join(player, request_id, seek, reply).await;
            }
            LobbyRequest::PairingFailed { game, players, reason } => {
                self.failed_games.push(game);
                self.cancel_failed().await;
                let awaited =
                    |(player, request)| AwaitedPairing { player, request, was_paired: true, reason };
                self.awaited.extend(players.into_iter().map(awaited));
                self.settle_awaited().await;
            }
            LobbyRequest::Cancel { owner, player, seek } => {
                let closed = self.change(|seeks| (seeks.cancel(owner, player, seek), Vec::new())).await;
                self.publish_closed(closed.ok().flatten());
            }
            LobbyRequest::WithdrawOfTokens { player, reply } => {
                let all = SeekOwner::Tokens(player, EndedTokens::All);
                let closed = self.change(|seeks| (seeks.remove_owner(all), Vec::new())).await;
                reply.send(closed.map(|closed| self.publish_closed(closed))).ok();
            }
            LobbyRequest::Disconnected { owner } => {
                self.ended_owners.push(SeekOwner::Connection(owner));
                self.remove_seeks_of_ended_owners().await;
            }
            LobbyRequest::EndSeeks { player, tokens } => {
                self.ended_owners.push(SeekOwner::Tokens(player, tokens));
                self.remove_seeks_of_ended_owners().await;
            }
            LobbyRequest::List { since, reply } => {
                // One reading serves all who wait for it. Without the store, the seeks that were known last.
                if self.lobby.read_at().is_none_or(|at| at < since) {
                    self.refresh().await;
                }
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
        let result = self.lobby.change(&self.node, decide).await;
        self.await_gone();
        result
    }

    /// Cancels the pairings of games that were not created, so that the players' requests can be paired again. One whose
    /// game exists after all stays.
    async fn cancel_failed(&mut self) {
        for game in std::mem::take(&mut self.failed_games) {
            if self.node.store.cancel_pairing(game).await.is_err() {
                self.failed_games.push(game);
            }
        }
    }

    /// Changes the lobby of all nodes for a player's request, unless it was paired before.
    async fn change_for<T>(
        &mut self,
        player: &PlayerInfo,
        request: ActionId,
        decide: impl FnMut(&mut SeekPool) -> (T, Vec<StoredPairing>),
    ) -> Result<Changed<T>, ActionError> {
        let Some(player) = player.id else { return self.change(decide).await.map(Changed::Done) };
        self.cancel_failed().await;
        let result = self.lobby.change_unless_paired(&self.node, (player, request), decide).await;
        self.await_gone();
        result
    }

    /// Reads what other nodes have changed.
    async fn refresh(&mut self) {
        self.lobby.refresh(&self.node).await.ok();
        self.await_gone();
    }

    fn await_gone(&mut self) {
        let own = self.node.membership.id;
        let gone = self.lobby.take_gone().into_iter().filter(|open| open.owner.node() == own);
        self.awaited.extend(gone.filter_map(|open| {
            let (player, request) = (open.seek.player.id?, open.request_id);
            Some(AwaitedPairing { player, request, was_paired: false, reason: ActionError::Storage })
        }));
    }

    async fn remove_seeks_of_ended_owners(&mut self) {
        let owners = self.ended_owners.clone();
        let closed = self.change(|seeks| {
            let closed: Vec<_> = owners.iter().flat_map(|&owner| seeks.remove_owner(owner)).collect();
            (closed, Vec::new())
        });
        if let Ok(closed) = closed.await {
            self.ended_owners.clear();
            self.publish_closed(closed);
        }
    }

    async fn join(&mut self, player: PlayerInfo, request_id: ActionId, seek: SeekId, reply: Reply) {
        let (game, seed, now) = (random::id(), random::seed(), self.node.time.now());
        let joined = self.change_for(&player, request_id, |seeks| {
            let joined = seeks.join(player.clone(), request_id, seek, seed);
            let pairings =
                joined.as_ref().map_or_else(|_| Vec::new(), |pairing| pairing.to_stored(game, now));
            (joined, pairings)
        });
        match joined.await {
            Ok(Changed::Done(Ok(pairing))) => self.start_game(game, pairing, Some(reply)),
            Ok(Changed::AlreadyPaired(pairing)) => {
                reply.send(Ok(SeekOutcome::AlreadyPaired(pairing.game, pairing.seat))).ok();
            }
            Ok(Changed::Done(Err(refusal))) | Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
        }
    }

    async fn post(&mut self, request: SeekRequest, reply: Reply) {
        if !may_play(&request.player, &request.terms) {
            reply.send(Err(ActionError::AccountNeeded)).ok();
            return;
        }
        let (game, id, seed, now) = (random::id(), random::id(), random::seed(), self.node.time.now());
        let posted = self.change_for(&request.player, request.request_id, |seeks| {
            let posted = seeks.post(request.clone(), id, seed, now);
            let pairings = match &posted {
                Ok(PostResult::Paired(pairing)) => pairing.to_stored(game, now),
                _ => Vec::new(),
            };
            (posted, pairings)
        });
        match posted.await {
            Ok(Changed::Done(Err(refusal))) | Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
            Ok(Changed::AlreadyPaired(pairing)) => {
                reply.send(Ok(SeekOutcome::AlreadyPaired(pairing.game, pairing.seat))).ok();
            }
            Ok(Changed::Done(Ok(PostResult::Paired(pairing)))) => {
                self.start_game(game, *pairing, Some(reply));
            }
            Ok(Changed::Done(Ok(PostResult::Duplicate(seek)))) => {
                reply.send(Ok(SeekOutcome::Open(seek))).ok();
            }
            Ok(Changed::Done(Ok(PostResult::NoMatch { displaced }))) => {
                self.publish_closed(displaced);
                let opened = self.lobby.seeks.list().pop();
                self.publish(opened.map(|seek| ToClient::SeekOpened { seek }));
                reply.send(Ok(SeekOutcome::Open(id))).ok();
            }
        }
    }

    async fn tick(&mut self) {
        self.refresh().await;
        if !self.ended_owners.is_empty() {
            self.remove_seeks_of_ended_owners().await;
        }
        self.remove_seeks_of_dead_nodes().await;
        self.remove_expired_seeks().await;
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
        self.settle_awaited().await;
        let crowd = self.crowd();
        if crowd != self.crowd {
            self.crowd = crowd;
            self.publish([ToClient::Crowd { crowd }]);
        }
    }

    async fn remove_seeks_of_dead_nodes(&mut self) {
        let nodes = self.lobby.seeks.nodes_other_than(self.node.membership.id);
        let dead = self.node_deaths.update(&nodes, &self.node.membership);
        if dead.is_empty() {
            return;
        }
        let closed = self.change(|seeks| (seeks.remove_nodes(|node| dead.contains(&node)), Vec::new())).await;
        self.publish_closed(closed.unwrap_or_default());
    }

    async fn remove_expired_seeks(&mut self) {
        let now = self.node.time.now();
        if self.lobby.seeks.has_expired(now) {
            let closed = self.change(|seeks| (seeks.remove_expired(now), Vec::new())).await;
            self.publish_closed(closed.unwrap_or_default());
        }
    }

    /// Tells players what has become of their requests, in case the message of another node was lost.
    async fn settle_awaited(&mut self) {
        self.cancel_failed().await;
        for awaited in std::mem::take(&mut self.awaited) {
            let AwaitedPairing { player, request, was_paired, reason } = awaited;
            let told = match pairing_state(&self.node, player, request).await {
                Err(_) => {
                    self.awaited.push(awaited);
                    continue;
                }
                Ok(PairingState::Creating(_)) => {
                    self.awaited.push(AwaitedPairing { was_paired: true, ..awaited });
                    continue;
                }
                // The seek was closed.
                Ok(PairingState::None) if !was_paired => continue,
                Ok(PairingState::Created(pairing)) => {
                    ToClient::Paired { game: pairing.game, seat: pairing.seat }
                }
                Ok(PairingState::None | PairingState::Cancelled) => {
                    ToClient::Refused { id: Some(request), game: None, reason }
                }
            };
            notify_player(&self.node, player, &told);
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
            let begun = create_game(&node, game, &pairing).await.map_err(|reason| match reason {
                // This node was paused for so long that another one has cancelled the pairing.
                ActionError::NoSeek => ActionError::Storage,
                reason => reason,
            });
            let players = [&pairing.first, &pairing.second];
            match begun {
                Ok(()) => {
                    for (player, seat) in
                        players.iter().filter_map(|paired| Some((paired.player.id?, paired.seat)))
                    {
                        notify_player(&node, player, &ToClient::Paired { game, seat });
                    }
                }
                Err(reason) => {
                    // The player who came learns it from the reply.
                    let told = usize::from(reply.is_some());
                    let players = players[..players.len() - told].iter();
                    let players = players.filter_map(|paired| Some((paired.player.id?, paired.request_id)));
                    let players = players.collect();
                    node.lobby.send(LobbyRequest::PairingFailed { game, players, reason }).await;
                }
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
    node.create_paired_game(builder, pairing.network).await
}

pub(super) fn notify_player(node: &Node, player: PlayerId, message: &ToClient) {
    if let Some(bytes) = Broadcast::Plain.encode(message) {
        node.bus.publish(Topic::Player(player), bytes);
    }
}
