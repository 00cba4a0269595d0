//! The task that owns the lobby of a node.

use std::sync::Arc;

use protocol::{ActId, Crowd, GameId, Player, Refusal, SeekId, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::met::Met;
use super::seeks::{Found, Pair, Seeks, may_play};
use super::{Posted, Request, Wanted};
use crate::bus::Topic;
use crate::live::Opening;
use crate::node::{Node, closed};
use crate::random;
use crate::tables::News;

/// How often those who wait are compared again, and everybody is counted.
const ROUND: Duration = Duration::from_secs(1);

/// The lobby.
#[derive(Debug)]
pub(crate) struct Task {
    node: Arc<Node>,
    inbox: Receiver<Request>,
    seeks: Seeks,
    met: Met,
    crowd: Crowd,
}

impl Task {
    pub(crate) fn new(node: Arc<Node>, inbox: Receiver<Request>) -> Task {
        Task { node, inbox, seeks: Seeks::default(), met: Met::default(), crowd: Crowd::default() }
    }

    /// Looks after the lobby until the server closes.
    pub(crate) async fn run(mut self) {
        let mut closing = self.node.closing.subscribe();
        let mut rounds = interval(ROUND);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = closed(&mut closing) => return,
                request = self.inbox.recv() => match request {
                    Some(request) => self.serve(request),
                    None => return,
                },
                _ = rounds.tick() => self.round(),
            }
        }
    }

    fn serve(&mut self, request: Request) {
        // Whoever asked may have gone away; then nobody misses the answer.
        match request {
            Request::Post { wanted, reply } => self.post(wanted, reply),
            Request::Join { player, wish, seek, reply } => self.join(player, wish, seek, reply),
            Request::Unmet { game } => self.met.forget(game),
            Request::Cancel { owner, seek } => {
                let closed = self.seeks.cancel(owner, seek);
                self.closed(closed);
            }
            Request::Gone { owner } => {
                let closed = self.seeks.gone(owner);
                self.closed(closed);
            }
            Request::Look { reply } => {
                reply.send((self.seeks.list(), self.count())).ok();
            }
            Request::CloseAll => {
                let closed = self.seeks.close_all();
                self.closed(closed);
            }
        }
    }

    fn join(
        &mut self,
        player: Player,
        wish: ActId,
        seek: SeekId,
        reply: oneshot::Sender<Result<Posted, Refusal>>,
    ) {
        if let Some((game, seat)) = self.met.of(&player, wish) {
            reply.send(Ok(Posted::Met(game, seat))).ok();
            return;
        }
        match self.seeks.join(player, wish, seek, random::lot()) {
            Ok(pair) => self.begin(pair, Some(reply)),
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
        }
    }

    fn post(&mut self, wanted: Wanted, reply: oneshot::Sender<Result<Posted, Refusal>>) {
        if let Some((game, seat)) = self.met.of(&wanted.player, wanted.wish) {
            reply.send(Ok(Posted::Met(game, seat))).ok();
            return;
        }
        let (id, lot) = (random::id(), random::lot());
        // Terms that cannot be played are refused now, not when somebody has waited for them.
        let possible = Opening::new(random::id(), &wanted.terms, lot).map(|_| ());
        let allowed =
            if may_play(&wanted.player, &wanted.terms) { Ok(()) } else { Err(Refusal::AccountNeeded) };
        let posted =
            possible.and(allowed).and_then(|()| self.seeks.post(wanted, id, lot, self.node.time.now()));
        match posted {
            Err(refusal) => {
                reply.send(Err(refusal)).ok();
            }
            Ok(Found::Somebody(pair)) => self.begin(*pair, Some(reply)),
            Ok(Found::Itself(seek)) => {
                reply.send(Ok(Posted::Open(seek))).ok();
            }
            Ok(Found::Nobody) => {
                let opened = self.seeks.list().pop();
                self.publish(opened.map(|seek| ToClient::SeekOpened { seek }));
                reply.send(Ok(Posted::Open(id))).ok();
            }
        }
    }

    fn round(&mut self) {
        let now = self.node.time.now();
        while let Some(pair) = self.seeks.settle(random::lot(), now) {
            self.begin(pair, None);
        }
        let crowd = self.count();
        if crowd != self.crowd {
            self.crowd = crowd;
            self.publish([ToClient::Crowd { crowd }]);
        }
    }

    fn count(&self) -> Crowd {
        Crowd {
            players: self.node.gate.players(),
            games: self.node.directory.len() as u32,
            liveliest: self.node.directory.liveliest(self.node.time.now()),
        }
    }

    /// Two play: the game is written down beside, so that nobody in the lobby waits for the disk.
    fn begin(&mut self, pair: Pair, reply: Option<oneshot::Sender<Result<Posted, Refusal>>>) {
        self.closed(pair.closed.clone());
        let game = random::id();
        for half in [&pair.first, &pair.second] {
            self.met.remember(&half.player, half.wish, game, half.seat);
        }
        let node = Arc::clone(&self.node);
        tokio::spawn(async move {
            let begun = begin(&node, game, &pair).await;
            for half in [&pair.first, &pair.second] {
                let told = match begun {
                    Ok(()) => ToClient::Paired { game, seat: half.seat },
                    // Neither looks any more, and neither plays: both have to know.
                    Err(reason) => ToClient::Refused { id: None, game: None, reason },
                };
                tell(&node, &half.player, &told);
            }
            if begun.is_err() {
                node.lobby.tell(Request::Unmet { game }).await;
            }
            // Whoever asked may have gone away.
            reply.map(|reply| reply.send(begun.map(|()| Posted::Paired)));
        });
    }

    fn closed(&self, seeks: impl IntoIterator<Item = SeekId>) {
        self.publish(seeks.into_iter().map(|seek| ToClient::SeekClosed { seek }));
    }

    fn publish(&self, messages: impl IntoIterator<Item = ToClient>) {
        for bytes in messages.into_iter().filter_map(|message| News::Plain.encode(&message)) {
            self.node.bus.publish(Topic::Lobby, bytes);
        }
    }
}

async fn begin(node: &Arc<Node>, game: GameId, pair: &Pair) -> Result<(), Refusal> {
    let mut opening = Opening::new(game, &pair.terms, random::lot())?;
    for half in [&pair.first, &pair.second] {
        opening = opening.seat(half.seat, half.player.clone())?;
    }
    node.create(opening, Some(pair.network), None).await
}

fn tell(node: &Node, player: &Player, message: &ToClient) {
    if let (Some(player), Some(bytes)) = (player.id, News::Plain.encode(message)) {
        node.bus.publish(Topic::Player(player), bytes);
    }
}
