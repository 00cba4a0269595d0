//! A client with the message queues of its connection.

use std::collections::VecDeque;

use client::online::{JoinIntent, NetworkEffect, NetworkEvent, OnlineCommand, SocketId};
use client::{Announcement, Effect, Event, Settings, State, View, update};
use game::Timestamp;
use protocol::*;

use crate::server::{FakeServer, GAME, player};

pub(crate) struct TestPlayer {
    pub(crate) who: PlayerId,
    pub(crate) state: State,
    pub(crate) now: Timestamp,
    /// Open socket.
    pub(crate) socket: Option<SocketId>,
    /// True if the client is subscribed to the game on this connection.
    pub(crate) is_following: bool,
    pub(crate) sent: VecDeque<ToServer>,
    pub(crate) coming: VecDeque<ToClient>,
    /// The saved outbox.
    pub(crate) kept: String,
    /// The saved premoves.
    pub(crate) premoves: String,
    pub(crate) moved_to: Option<GameId>,
    pub(crate) heard: Vec<Announcement>,
    seed: u64,
}

impl TestPlayer {
    /// A connected client.
    pub(crate) fn new(who: PlayerId, seed: u64) -> TestPlayer {
        let mut user = TestPlayer {
            who,
            state: State::new(Settings::default()),
            now: Timestamp(0),
            socket: None,
            is_following: false,
            sent: VecDeque::new(),
            coming: VecDeque::new(),
            kept: String::new(),
            premoves: String::new(),
            moved_to: None,
            heard: Vec::new(),
            seed,
        };
        user.send(Event::Online(OnlineCommand::Connect { seed }));
        user
    }

    /// A client that enters the game to play.
    pub(crate) fn to_play(who: PlayerId, seed: u64) -> TestPlayer {
        let mut user = TestPlayer::new(who, seed);
        user.send(Event::Online(OnlineCommand::EnterGame {
            game: GAME,
            intent: JoinIntent::Play { name: None },
        }));
        user
    }

    /// A client that enters the game to watch.
    pub(crate) fn to_watch(who: PlayerId, seed: u64) -> TestPlayer {
        let mut user = TestPlayer::new(who, seed);
        user.send(Event::Online(OnlineCommand::EnterGame { game: GAME, intent: JoinIntent::Watch }));
        user
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    pub(crate) fn send(&mut self, event: Event) {
        for effect in update(&mut self.state, event, self.now) {
            match effect {
                Effect::Network(NetworkEffect::Connect(socket)) => self.socket = Some(socket),
                Effect::Network(NetworkEffect::Disconnect(_)) => self.close_socket(),
                Effect::Network(NetworkEffect::Send(message)) => self.sent.push_back(message),
                Effect::Network(NetworkEffect::SaveOutbox(text)) => self.kept = text,
                Effect::Network(NetworkEffect::SavePremoves(text)) => self.premoves = text,
                Effect::Network(NetworkEffect::SwitchToGame(game)) => self.moved_to = Some(game),
                Effect::Announce(announcement) => self.heard.push(announcement),
                _ => {}
            }
        }
    }

    /// Types a move.
    pub(crate) fn play(&mut self, text: &str) {
        self.send(Event::TypeMove(text.to_owned()));
        self.send(Event::SubmitMove);
    }

    pub(crate) fn online_command(&mut self, command: OnlineCommand) {
        self.send(Event::Online(command));
    }

    pub(crate) fn advance(&mut self, millis: u64) {
        self.now = Timestamp(self.now.0 + millis);
        self.send(Event::Tick);
    }

    /// Sends the welcome message.
    pub(crate) fn welcome(&mut self, server: &FakeServer) {
        self.coming.push_back(ToClient::Welcome { you: player(self.who), now: server.now });
    }

    /// Cuts the connection; messages in flight are lost.
    pub(crate) fn disconnect(&mut self) {
        if let Some(socket) = self.socket {
            self.close_socket();
            self.send(Event::Network(NetworkEvent::Closed(socket)));
        }
    }

    /// Restarts the program with the saved outbox and premoves.
    pub(crate) fn reload(&mut self) {
        let (kept, premoves) = (std::mem::take(&mut self.kept), std::mem::take(&mut self.premoves));
        self.close_socket();
        let (now, who, seed) = (self.now, self.who, self.seed + 1_000_000);
        *self = TestPlayer { now, ..TestPlayer::to_play(who, seed) };
        self.now = now;
        self.kept.clone_from(&kept);
        self.premoves.clone_from(&premoves);
        self.online_command(OnlineCommand::RestoreOutbox(kept));
        self.online_command(OnlineCommand::RestorePremoves(premoves));
        self.send(Event::Tick);
    }

    fn close_socket(&mut self) {
        self.socket = None;
        self.is_following = false;
        self.sent.clear();
        self.coming.clear();
    }

    /// Delivers the oldest message of the server.
    pub(crate) fn receive(&mut self) -> bool {
        let Some((socket, message)) = self.socket.zip(self.coming.pop_front()) else { return false };
        self.send(Event::Network(NetworkEvent::Message(socket, Box::new(message))));
        true
    }

    /// The moves on the board.
    pub(crate) fn sans(&self) -> String {
        self.view().local_game().game().sans().collect::<Vec<_>>().join(" ")
    }
}

/// All clients of one server.
pub(crate) struct Network {
    pub(crate) server: FakeServer,
    pub(crate) players: Vec<TestPlayer>,
}

impl Network {
    pub(crate) fn new(players: Vec<TestPlayer>) -> Network {
        let mut network = Network { server: FakeServer::new(), players };
        network.deliver_all();
        network
    }

    /// Delivers the oldest message of a client to the server.
    pub(crate) fn deliver(&mut self, index: usize) -> bool {
        let user = &mut self.players[index];
        if user.socket.is_none() {
            return false;
        }
        let Some(message) = user.sent.pop_front() else { return false };
        let known = self.server.log.len();
        match message {
            ToServer::Enter { game, since } | ToServer::Preview { game, since } if game == GAME => {
                user.is_following = true;
                user.coming.push_back(self.server.enter(user.who, since));
            }
            ToServer::Enter { game, .. } | ToServer::Preview { game, .. } => user
                .coming
                .push_back(ToClient::Refused { id: None, game: Some(game), reason: ActionError::NoGame }),
            ToServer::Leave { .. } => user.is_following = false,
            ToServer::Action { id, action, .. } => {
                let answer = self.server.act(user.who, id, &action);
                user.coming.push_back(answer);
            }
            _ => {}
        }
        if self.server.log.len() > known {
            self.broadcast(known);
        }
        true
    }

    pub(crate) fn broadcast(&mut self, from: usize) {
        let news = self.server.events(from);
        for user in self.players.iter_mut().filter(|user| user.is_following) {
            user.coming.push_back(news.clone());
        }
    }

    /// Advances time and delivers messages until all queues are empty.
    pub(crate) fn deliver_all(&mut self) {
        for _ in 0..200 {
            let mut is_busy = false;
            for index in 0..self.players.len() {
                self.connect(index);
                is_busy |= self.deliver(index) || self.players[index].receive();
            }
            if !is_busy && self.players.iter().all(|user| user.view().online().connection().is_connected()) {
                return;
            }
            if !is_busy {
                self.players.iter_mut().for_each(|user| user.advance(1_000));
            }
        }
        panic!("they never come to rest");
    }

    /// Welcomes a connecting client.
    pub(crate) fn connect(&mut self, index: usize) {
        let user = &mut self.players[index];
        let is_waiting = user.socket.is_some() && user.coming.is_empty();
        if is_waiting && !user.view().online().connection().is_connected() {
            user.welcome(&self.server);
        }
    }
}
