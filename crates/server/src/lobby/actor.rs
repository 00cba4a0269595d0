//! The actor that owns the lobby of a node.

use std::sync::Arc;

use protocol::{ActionError, ActionId, GameId, LobbyStats, PlayerInfo, SeekId, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::recent_pairings::RecentPairings;
use super::seeks::{Pairing, PostResult, SeekPool, may_play};
use super::{LobbyRequest, SeekOutcome, SeekRequest};
use crate::bus::Topic;
use crate::games::Broadcast;
use crate::games::state::GameBuilder;
use crate::node::{Node, shutdown_started};
use crate::panics::catch_sync;
use crate::random;

/// Interval for pairing waiting seeks and updating counts.
const TICK: Duration = Duration::from_secs(1);

/// The lobby actor.
#[derive(Debug)]
pub(crate) struct LobbyActor {
    node: Arc<Node>,
    inbox: Receiver<LobbyRequest>,
    seeks: SeekPool,
    recent_pairings: RecentPairings,
    crowd: LobbyStats,
}

impl LobbyActor {
    pub(crate) fn new(node: Arc<Node>, inbox: Receiver<LobbyRequest>) -> LobbyActor {
        LobbyActor {
            node,
            inbox,
            seeks: SeekPool::default(),
            recent_pairings: RecentPairings::default(),
            crowd: LobbyStats::default(),
        }
    }

    /// Runs until shutdown.
    pub(crate) async fn run(mut self) {
        let mut shutdown = self.node.shutdown.subscribe();
        let mut rounds = interval(TICK);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shutdown_started(&mut shutdown) => return,
                request = self.inbox.recv() => match request {
                    Some(request) => self.contain(|lobby| lobby.handle(request)),
                    None => return,
                },
                _ = rounds.tick() => self.contain(LobbyActor::tick),
            }
        }
    }

    /// Runs one step. After a panic the other seeks stay, and the caller of a request gets `closing`.
    fn contain(&mut self, step: impl FnOnce(&mut LobbyActor)) {
        if let Err(panic) = catch_sync(|| step(self)) {
            tracing::error!(%panic, "lobby panicked");
        }
    }

    fn handle(&mut self, request: LobbyRequest) {
        // A dropped receiver of a reply is not an error: the client may have disconnected.
        match request {
            LobbyRequest::Post { request, reply } => self.post(request, reply),
            LobbyRequest::Join { player, request_id, seek, reply } => {
                self.join(player, request_id, seek, reply)
            }
            LobbyRequest::PairingFailed { game } => self.recent_pairings.remove_game(game),
            LobbyRequest::Cancel { owner, seek } => {
                let closed = self.seeks.cancel(owner, seek);
                self.publish_closed(closed);
            }
            LobbyRequest::Disconnected { owner } => {
                let closed = self.seeks.remove_connection(owner);
                self.publish_closed(closed);
            }
            LobbyRequest::List { reply } => {
                reply.send((self.seeks.list(), self.crowd())).ok();
            }
            LobbyRequest::CloseAll => {
                let closed = self.seeks.close_all();
                self.publish_closed(closed);
            }
        }
    }

    fn join(
        &mut self,
        player: PlayerInfo,
        request_id: ActionId,
        seek: SeekId,
        reply: oneshot::Sender<Result<SeekOutcome, ActionError>>,
    ) {
        if let Some((game, seat)) = self.recent_pairings.find(&player, request_id) {
            reply.send(Ok(SeekOutcome::AlreadyPaired(game, seat))).ok();
            return;
        }
        match self.seeks.join(player, request_id, seek, random::seed()) {
            Ok(pairing) => self.start_game(pairing, Some(reply)),
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
        }
    }

    fn post(&mut self, request: SeekRequest, reply: oneshot::Sender<Result<SeekOutcome, ActionError>>) {
        if let Some((game, seat)) = self.recent_pairings.find(&request.player, request.request_id) {
            reply.send(Ok(SeekOutcome::AlreadyPaired(game, seat))).ok();
            return;
        }
        let (id, seed) = (random::id(), random::seed());
        let outcome = if may_play(&request.player, &request.terms) {
            self.seeks.post(request, id, seed, self.node.time.now())
        } else {
            Err(ActionError::AccountNeeded)
        };
        match outcome {
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
            Ok(PostResult::Paired(pairing)) => self.start_game(*pairing, Some(reply)),
            Ok(PostResult::Duplicate(seek)) => {
                reply.send(Ok(SeekOutcome::Open(seek))).ok();
            }
            Ok(PostResult::NoMatch { displaced }) => {
                self.publish_closed(displaced);
                let opened = self.seeks.list().pop();
                self.publish(opened.map(|seek| ToClient::SeekOpened { seek }));
                reply.send(Ok(SeekOutcome::Open(id))).ok();
            }
        }
    }

    fn tick(&mut self) {
        let now = self.node.time.now();
        while let Some(pairing) = self.seeks.pair_waiting(random::seed(), now) {
            self.start_game(pairing, None);
        }
        let crowd = self.crowd();
        if crowd != self.crowd {
            self.crowd = crowd;
            self.publish([ToClient::Crowd { crowd }]);
        }
    }

    fn crowd(&self) -> LobbyStats {
        LobbyStats {
            players: self.node.rate_limiter.player_count(),
            games: self.node.live_games.len() as u32,
            liveliest: self.node.live_games.featured(self.node.time.now()),
        }
    }

    /// Starts the game in a task of its own, so that the lobby does not wait for the store.
    fn start_game(
        &mut self,
        pairing: Pairing,
        reply: Option<oneshot::Sender<Result<SeekOutcome, ActionError>>>,
    ) {
        self.publish_closed(pairing.closed.clone());
        let game = random::id();
        for paired in [&pairing.first, &pairing.second] {
            self.recent_pairings.insert(&paired.player, paired.request_id, game, paired.seat);
        }
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
