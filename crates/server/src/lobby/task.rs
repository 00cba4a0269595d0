//! The task that owns the lobby of a node.

use std::sync::Arc;

use protocol::{Crowd, Player, Refusal, SeekId, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::seeks::{Pair, Seeks, may_play};
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
    crowd: Crowd,
}

impl Task {
    pub(crate) fn new(node: Arc<Node>, inbox: Receiver<Request>) -> Task {
        Task { node, inbox, seeks: Seeks::default(), crowd: Crowd::default() }
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
            Request::Join { player, seek, reply } => match self.seeks.join(player, seek, random::lot()) {
                Ok(pair) => self.begin(pair, move |begun| {
                    reply.send(begun).ok();
                }),
                Err(refusal) => {
                    reply.send(Err(refusal)).ok();
                }
            },
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

    fn post(&mut self, wanted: Wanted, reply: oneshot::Sender<Result<Posted, Refusal>>) {
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
            Ok(Some(pair)) => self.begin(pair, move |begun| {
                reply.send(begun.map(|()| Posted::Paired)).ok();
            }),
            Ok(None) => {
                let opened = self.seeks.list().pop();
                self.publish(opened.map(|seek| ToClient::SeekOpened { seek }));
                reply.send(Ok(Posted::Open(id))).ok();
            }
        }
    }

    fn round(&mut self) {
        let now = self.node.time.now();
        while let Some(pair) = self.seeks.settle(random::lot(), now) {
            self.begin(pair, |_| {});
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
    fn begin(&mut self, pair: Pair, then: impl FnOnce(Result<(), Refusal>) + Send + 'static) {
        self.closed(pair.closed.clone());
        let node = Arc::clone(&self.node);
        tokio::spawn(async move {
            let players = [pair.first.1.clone(), pair.second.1.clone()];
            let begun = begin(&node, pair).await;
            if let Err(reason) = begun {
                // Neither looks any more, and neither plays: both have to know.
                for player in &players {
                    tell(&node, player, &ToClient::Refused { id: None, game: None, reason });
                }
            }
            then(begun);
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

async fn begin(node: &Arc<Node>, pair: Pair) -> Result<(), Refusal> {
    let opening = Opening::new(random::id(), &pair.terms, random::lot())?;
    let opening = opening.seat(pair.first.0, pair.first.1.clone())?;
    let opening = opening.seat(pair.second.0, pair.second.1.clone())?;
    node.create(&opening).await?;
    for (seat, player) in [&pair.first, &pair.second] {
        tell(node, player, &ToClient::Paired { game: opening.id, seat: *seat });
    }
    Ok(())
}

fn tell(node: &Node, player: &Player, message: &ToClient) {
    if let (Some(player), Some(bytes)) = (player.id, News::Plain.encode(message)) {
        node.bus.publish(Topic::Player(player), bytes);
    }
}
