//! The task that owns the lobby of a node.

use std::sync::Arc;

use protocol::{ActionError, ActionId, GameId, LobbyStats, PlayerInfo, SeekId, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::recent_pairings::RecentPairings;
use super::seeks::{Pairing, PostResult, SeekPool, may_play};
use super::{LobbyRequest, SeekOutcome, SeekRequest};
use crate::bus::Topic;
use crate::game_state::GameBuilder;
use crate::games::Broadcast;
use crate::node::{Node, shutdown_started};
use crate::random;

/// How often those who wait are compared again, and everybody is counted.
const TICK: Duration = Duration::from_secs(1);

/// The lobby.
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

    /// Looks after the lobby until the server closes.
    pub(crate) async fn run(mut self) {
        let mut closing = self.node.shutdown.subscribe();
        let mut rounds = interval(TICK);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shutdown_started(&mut closing) => return,
                request = self.inbox.recv() => match request {
                    Some(request) => self.handle(request),
                    None => return,
                },
                _ = rounds.tick() => self.tick(),
            }
        }
    }

    fn handle(&mut self, request: LobbyRequest) {
        // Whoever asked may have gone away; then nobody misses the answer.
        match request {
            LobbyRequest::Post { wanted, reply } => self.post(wanted, reply),
            LobbyRequest::Join { player, wish, seek, reply } => self.join(player, wish, seek, reply),
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
        wish: ActionId,
        seek: SeekId,
        reply: oneshot::Sender<Result<SeekOutcome, ActionError>>,
    ) {
        if let Some((game, seat)) = self.recent_pairings.find(&player, wish) {
            reply.send(Ok(SeekOutcome::AlreadyPaired(game, seat))).ok();
            return;
        }
        match self.seeks.join(player, wish, seek, random::seed()) {
            Ok(pair) => self.start_game(pair, Some(reply)),
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
        }
    }

    fn post(&mut self, wanted: SeekRequest, reply: oneshot::Sender<Result<SeekOutcome, ActionError>>) {
        if let Some((game, seat)) = self.recent_pairings.find(&wanted.player, wanted.request_id) {
            reply.send(Ok(SeekOutcome::AlreadyPaired(game, seat))).ok();
            return;
        }
        let (id, lot) = (random::id(), random::seed());
        // Terms that cannot be played are refused now, not when somebody has waited for them.
        let possible = GameBuilder::new(random::id(), &wanted.terms, lot).map(|_| ());
        let allowed =
            if may_play(&wanted.player, &wanted.terms) { Ok(()) } else { Err(ActionError::AccountNeeded) };
        let posted =
            possible.and(allowed).and_then(|()| self.seeks.post(wanted, id, lot, self.node.time.now()));
        match posted {
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
            Ok(PostResult::Paired(pair)) => self.start_game(*pair, Some(reply)),
            Ok(PostResult::Duplicate(seek)) => {
                reply.send(Ok(SeekOutcome::Open(seek))).ok();
            }
            Ok(PostResult::NoMatch) => {
                let opened = self.seeks.list().pop();
                self.publish(opened.map(|seek| ToClient::SeekOpened { seek }));
                reply.send(Ok(SeekOutcome::Open(id))).ok();
            }
        }
    }

    fn tick(&mut self) {
        let now = self.node.time.now();
        while let Some(pair) = self.seeks.pair_waiting(random::seed(), now) {
            self.start_game(pair, None);
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

    /// Two play: the game is written down beside, so that nobody in the lobby waits for the disk.
    fn start_game(
        &mut self,
        pair: Pairing,
        reply: Option<oneshot::Sender<Result<SeekOutcome, ActionError>>>,
    ) {
        self.publish_closed(pair.closed.clone());
        let game = random::id();
        for half in [&pair.first, &pair.second] {
            self.recent_pairings.insert(&half.player, half.request_id, game, half.seat);
        }
        let node = Arc::clone(&self.node);
        tokio::spawn(async move {
            let begun = create_game(&node, game, &pair).await;
            for half in [&pair.first, &pair.second] {
                let told = match begun {
                    Ok(()) => ToClient::Paired { game, seat: half.seat },
                    // Neither looks any more, and neither plays: both have to know.
                    Err(reason) => ToClient::Refused { id: None, game: None, reason },
                };
                notify_player(&node, &half.player, &told);
            }
            if begun.is_err() {
                node.lobby.send(LobbyRequest::PairingFailed { game }).await;
            }
            // Whoever asked may have gone away.
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

async fn create_game(node: &Arc<Node>, game: GameId, pair: &Pairing) -> Result<(), ActionError> {
    let mut opening = GameBuilder::new(game, &pair.terms, random::seed())?;
    for half in [&pair.first, &pair.second] {
        opening = opening.seat(half.seat, half.player.clone())?;
    }
    node.create_game(opening, Some(pair.network), None).await
}

fn notify_player(node: &Node, player: &PlayerInfo, message: &ToClient) {
    if let (Some(player), Some(bytes)) = (player.id, Broadcast::Plain.encode(message)) {
        node.bus.publish(Topic::Player(player), bytes);
    }
}
