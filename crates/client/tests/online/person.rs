//! Somebody with a client, and the two queues of their connection.

use std::collections::VecDeque;

use client::online::{Call, Errand, Incoming, Purpose, Wish};
use client::{Announcement, Effect, Event, Settings, State, View, update};
use game::Timestamp;
use protocol::*;

use crate::server::{GAME, Server, player};

pub(crate) struct Person {
    pub(crate) who: PlayerId,
    pub(crate) state: State,
    pub(crate) now: Timestamp,
    /// The connection as the client knows it.
    pub(crate) call: Option<Call>,
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

impl Person {
    /// Somebody who goes to the game.
    pub(crate) fn new(who: PlayerId, seed: u64) -> Person {
        let mut person = Person {
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
        person.happen(Event::Wish(Wish::Connect { seed }));
        person
    }

    /// One who takes the free seat of the game.
    pub(crate) fn to_play(who: PlayerId, seed: u64) -> Person {
        let mut person = Person::new(who, seed);
        person.happen(Event::Wish(Wish::Enter { game: GAME, purpose: Purpose::Play { name: None } }));
        person
    }

    /// One who looks on.
    pub(crate) fn to_watch(who: PlayerId, seed: u64) -> Person {
        let mut person = Person::new(who, seed);
        person.happen(Event::Wish(Wish::Enter { game: GAME, purpose: Purpose::Watch }));
        person
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    pub(crate) fn happen(&mut self, event: Event) {
        for effect in update(&mut self.state, event, self.now) {
            match effect {
                Effect::Online(Errand::Connect(call)) => self.call = Some(call),
                Effect::Online(Errand::Disconnect(_)) => self.hang_up(),
                Effect::Online(Errand::Send(message)) => self.sent.push_back(message),
                Effect::Online(Errand::Keep(text)) => self.kept = text,
                Effect::Online(Errand::Moved(game)) => self.moved_to = Some(game),
                Effect::Announce(announcement) => self.heard.push(announcement),
                _ => {}
            }
        }
    }

    /// Types a move.
    pub(crate) fn play(&mut self, text: &str) {
        self.happen(Event::Type(text.to_owned()));
        self.happen(Event::Submit);
    }

    pub(crate) fn wish(&mut self, wish: Wish) {
        self.happen(Event::Wish(wish));
    }

    pub(crate) fn later(&mut self, millis: u64) {
        self.now = Timestamp(self.now.0 + millis);
        self.happen(Event::Tick);
    }

    /// The server answers a connection that is being made.
    pub(crate) fn welcome(&mut self, server: &Server) {
        self.coming.push_back(ToClient::Welcome { you: player(self.who), now: server.now });
    }

    /// The connection is gone, with all that was on its way in both directions.
    pub(crate) fn cut(&mut self) {
        if let Some(call) = self.call {
            self.hang_up();
            self.happen(Event::Incoming(Incoming::Dropped(call)));
        }
    }

    /// The program is closed and opened again; what was kept is found.
    pub(crate) fn reload(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        self.hang_up();
        let (now, who, seed) = (self.now, self.who, self.seed + 1_000_000);
        *self = Person { now, ..Person::to_play(who, seed) };
        self.now = now;
        self.kept.clone_from(&kept);
        self.wish(Wish::Found(kept));
        self.happen(Event::Tick);
    }

    fn hang_up(&mut self) {
        self.call = None;
        self.is_following = false;
        self.sent.clear();
        self.coming.clear();
    }

    /// The oldest message from the server arrives.
    pub(crate) fn receive(&mut self) -> bool {
        let Some((call, message)) = self.call.zip(self.coming.pop_front()) else { return false };
        self.happen(Event::Incoming(Incoming::Heard(call, Box::new(message))));
        true
    }

    /// The moves on the board.
    pub(crate) fn sans(&self) -> String {
        self.view().table().game().sans().collect::<Vec<_>>().join(" ")
    }
}

/// Everybody around one server.
pub(crate) struct Room {
    pub(crate) server: Server,
    pub(crate) people: Vec<Person>,
}

impl Room {
    pub(crate) fn new(people: Vec<Person>) -> Room {
        let mut room = Room { server: Server::new(), people };
        room.settle();
        room
    }

    /// The oldest message of somebody reaches the server.
    pub(crate) fn deliver(&mut self, index: usize) -> bool {
        let person = &mut self.people[index];
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
                reason: Refusal::NoGame,
            }),
            ToServer::Leave { .. } => person.is_following = false,
            ToServer::Act { id, act, .. } => {
                let answer = self.server.act(person.who, id, &act);
                person.coming.push_back(answer);
            }
            _ => {}
        }
        if self.server.log.len() > known {
            self.tell_everybody(known);
        }
        true
    }

    pub(crate) fn tell_everybody(&mut self, from: usize) {
        let news = self.server.events(from);
        for person in self.people.iter_mut().filter(|person| person.is_following) {
            person.coming.push_back(news.clone());
        }
    }

    /// Lets time pass and everything arrive until there is nothing more to say.
    pub(crate) fn settle(&mut self) {
        for _ in 0..200 {
            let mut is_busy = false;
            for index in 0..self.people.len() {
                self.connect(index);
                is_busy |= self.deliver(index) || self.people[index].receive();
            }
            if !is_busy && self.people.iter().all(|person| person.view().online().link().is_up()) {
                return;
            }
            if !is_busy {
                self.people.iter_mut().for_each(|person| person.later(1_000));
            }
        }
        panic!("they never come to rest");
    }

    /// The server answers whoever is connecting.
    pub(crate) fn connect(&mut self, index: usize) {
        let person = &mut self.people[index];
        let is_waiting = person.call.is_some() && person.coming.is_empty();
        if is_waiting && !person.view().online().link().is_up() {
            person.welcome(&self.server);
        }
    }
}
