//! Somebody with a client, and the two queues of their connection.

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
    /// The connection as the client knows it.
    pub(crate) call: Option<SocketId>,
    /// Whether the server has been told to tell of the game, on this connection.
    pub(crate) is_following: bool,
    pub(crate) sent: VecDeque<ToServer>,
    pub(crate) coming: VecDeque<ToClient>,
    /// The moves that are kept for a reload.
    pub(crate) kept: String,
    pub(crate) moved_to: Option<GameId>,
    pub(crate) heard: Vec<Announcement>,
    seed: u64,
}

impl TestPlayer {
    /// Somebody who goes to the game.
    pub(crate) fn new(who: PlayerId, seed: u64) -> TestPlayer {
        let mut person = TestPlayer {
            who,
            state: State::new(Settings::default()),
            now: Timestamp(0),
            call: None,
            is_following: false,
            sent: VecDeque::new(),
            coming: VecDeque::new(),
            kept: String::new(),
            moved_to: None,
            heard: Vec::new(),
            seed,
        };
        person.send(Event::Online(OnlineCommand::Connect { seed }));
        person
    }

    /// One who takes the free seat of the game.
    pub(crate) fn to_play(who: PlayerId, seed: u64) -> TestPlayer {
        let mut person = TestPlayer::new(who, seed);
        person.send(Event::Online(OnlineCommand::EnterGame {
            game: GAME,
            purpose: JoinIntent::Play { name: None },
        }));
        person
    }

    /// One who looks on.
    pub(crate) fn to_watch(who: PlayerId, seed: u64) -> TestPlayer {
        let mut person = TestPlayer::new(who, seed);
        person.send(Event::Online(OnlineCommand::EnterGame { game: GAME, purpose: JoinIntent::Watch }));
        person
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    pub(crate) fn send(&mut self, event: Event) {
        for effect in update(&mut self.state, event, self.now) {
            match effect {
                Effect::Network(NetworkEffect::Connect(call)) => self.call = Some(call),
                Effect::Network(NetworkEffect::Disconnect(_)) => self.close_socket(),
                Effect::Network(NetworkEffect::Send(message)) => self.sent.push_back(message),
                Effect::Network(NetworkEffect::SaveOutbox(text)) => self.kept = text,
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

    pub(crate) fn online_command(&mut self, wish: OnlineCommand) {
        self.send(Event::Online(wish));
    }

    pub(crate) fn advance(&mut self, millis: u64) {
        self.now = Timestamp(self.now.0 + millis);
        self.send(Event::Tick);
    }

    /// The server answers a connection that is being made.
    pub(crate) fn welcome(&mut self, server: &FakeServer) {
        self.coming.push_back(ToClient::Welcome { you: player(self.who), now: server.now });
    }

    /// The connection is gone, with all that was on its way in both directions.
    pub(crate) fn disconnect(&mut self) {
        if let Some(call) = self.call {
            self.close_socket();
            self.send(Event::Network(NetworkEvent::Closed(call)));
        }
    }

    /// The program is closed and opened again; what was kept is found.
    pub(crate) fn reload(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        self.close_socket();
        let (now, who, seed) = (self.now, self.who, self.seed + 1_000_000);
        *self = TestPlayer { now, ..TestPlayer::to_play(who, seed) };
        self.now = now;
        self.kept.clone_from(&kept);
        self.online_command(OnlineCommand::RestoreOutbox(kept));
        self.send(Event::Tick);
    }

    fn close_socket(&mut self) {
        self.call = None;
        self.is_following = false;
        self.sent.clear();
        self.coming.clear();
    }

    /// The oldest message from the server arrives.
    pub(crate) fn receive(&mut self) -> bool {
        let Some((call, message)) = self.call.zip(self.coming.pop_front()) else { return false };
        self.send(Event::Network(NetworkEvent::Message(call, Box::new(message))));
        true
    }

    /// The moves on the board.
    pub(crate) fn sans(&self) -> String {
        self.view().local_game().game().sans().collect::<Vec<_>>().join(" ")
    }
}

/// Everybody around one server.
pub(crate) struct Network {
    pub(crate) server: FakeServer,
    pub(crate) players: Vec<TestPlayer>,
}

impl Network {
    pub(crate) fn new(people: Vec<TestPlayer>) -> Network {
        let mut room = Network { server: FakeServer::new(), players: people };
        room.deliver_all();
        room
    }

    /// The oldest message of somebody reaches the server.
    pub(crate) fn deliver(&mut self, index: usize) -> bool {
        let person = &mut self.players[index];
        if person.call.is_none() {
            return false;
        }
        let Some(message) = person.sent.pop_front() else { return false };
        let known = self.server.log.len();
        match message {
            ToServer::Enter { game, since } if game == GAME => {
                person.is_following = true;
                person.coming.push_back(self.server.enter(person.who, since));
            }
            ToServer::Enter { game, .. } => person.coming.push_back(ToClient::Refused {
                id: None,
                game: Some(game),
                reason: ActionError::NoGame,
            }),
            ToServer::Leave { .. } => person.is_following = false,
            ToServer::Act { id, act, .. } => {
                let answer = self.server.act(person.who, id, &act);
                person.coming.push_back(answer);
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
        for person in self.players.iter_mut().filter(|person| person.is_following) {
            person.coming.push_back(news.clone());
        }
    }

    /// Lets time pass and everything arrive until there is nothing more to say.
    pub(crate) fn deliver_all(&mut self) {
        for _ in 0..200 {
            let mut is_busy = false;
            for index in 0..self.players.len() {
                self.connect(index);
                is_busy |= self.deliver(index) || self.players[index].receive();
            }
            if !is_busy
                && self.players.iter().all(|person| person.view().online().connection().is_connected())
            {
                return;
            }
            if !is_busy {
                self.players.iter_mut().for_each(|person| person.advance(1_000));
            }
        }
        panic!("they never come to rest");
    }

    /// The server answers whoever is connecting.
    pub(crate) fn connect(&mut self, index: usize) {
        let person = &mut self.players[index];
        let is_waiting = person.call.is_some() && person.coming.is_empty();
        if is_waiting && !person.view().online().connection().is_connected() {
            person.welcome(&self.server);
        }
    }
}
