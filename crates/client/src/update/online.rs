//! A server: what it says, what it is asked, and the connection to it.

mod game;
mod wishes;

use ::game::Millis;
use protocol::{ActId, Farewell, GameId, Refusal, SeekId, ToClient, ToServer};

use super::Update;
use crate::online::{Asked, Due, Errand, Incoming, Outbox, Purpose, Remote, Settled};
use crate::{Effect, Problem, Sound};

/// How long a server that could not tell a game is left alone.
const PAUSE: Millis = Millis::seconds(1);

impl Update<'_> {
    /// Something comes from the network. What an earlier connection brings is passed over.
    pub(super) fn incoming(&mut self, incoming: Incoming) {
        let online = &mut self.state.online;
        let current = online.link.call();
        match incoming {
            Incoming::Heard(call, message) if current == Some(call) => {
                online.link.heard(self.now);
                self.hear(*message);
            }
            Incoming::Dropped(call) if current == Some(call) => {
                online.link.dropped(self.now, online.urgency(), &mut online.chance);
                self.cut_off();
            }
            Incoming::Unplugged => {
                if let Some(call) = current {
                    online.link.dropped(self.now, online.urgency(), &mut online.chance);
                    self.cut_off();
                    self.errand(Errand::Disconnect(call));
                }
            }
            Incoming::Denied(call) if current == Some(call) => {
                online.link.denied();
                self.cut_off();
            }
            Incoming::Heard(..) | Incoming::Dropped(_) | Incoming::Denied(_) => {}
        }
    }

    /// Does what time brings: connects, gives up what is silent, sends what waits.
    pub(super) fn keep_in_touch(&mut self) {
        let online = &mut self.state.online;
        match online.link.due(self.now, online.urgency(), &mut online.chance) {
            Some(Due::Connect(call)) => self.errand(Errand::Connect(call)),
            Some(Due::GiveUp(call)) => {
                self.cut_off();
                self.errand(Errand::Disconnect(call));
            }
            None => {}
        }
        let online = &mut self.state.online;
        if !online.link.is_up() {
            return;
        }
        let asks_again = |asked: Asked| asked.wakes_at().is_some_and(|at| self.now >= at);
        if online.game.as_ref().is_some_and(|game| asks_again(game.asked)) {
            self.ask_for_game();
        }
        for message in self.state.online.outbox.send(self.now) {
            self.send(message);
        }
    }

    fn hear(&mut self, message: ToClient) {
        let (online, now) = (&mut self.state.online, self.now);
        match message {
            ToClient::Welcome { you, now: told } => {
                online.link.welcomed(now);
                online.time.begin(told, now);
                online.me = Some(you);
                if self.state.attention.problem == Some(Problem::Unconnected) {
                    self.state.attention.problem = None;
                }
                self.come_back();
            }
            ToClient::Beat { now: told, lag } => {
                online.time.hear(told, now);
                online.link.measured(lag);
            }
            ToClient::Farewell { reason, retry } => {
                online.link.farewell(reason, retry, now, &mut online.chance);
                if reason == Farewell::Banned {
                    self.unseated();
                }
                self.cut_off();
            }
            ToClient::State { game, now: told, you, state } => {
                online.time.hear(told, now);
                self.told_state(game, told, you, &state);
            }
            ToClient::Events { game, now: told, events } => {
                online.time.hear(told, now);
                self.told_events(game, &events);
            }
            ToClient::Accepted { id, number } => self.accepted(id, number),
            ToClient::Refused { id, game, reason } => self.refused(id, game, reason),
            ToClient::Presence { game, players, watchers } => {
                if let Some(remote) = online.game.as_mut().filter(|remote| remote.id == game) {
                    (remote.presence, remote.watchers) = (players, watchers);
                }
            }
            ToClient::Talk { game, room, lines } => self.told_lines(game, room, lines),
            ToClient::Lobby { seeks, crowd } => {
                online.lobby.iter_mut().for_each(|lobby| lobby.tell_all(seeks.clone(), crowd));
            }
            ToClient::SeekOpened { seek } => {
                online.lobby.iter_mut().for_each(|lobby| lobby.opened(seek.clone()));
            }
            ToClient::SeekClosed { seek } => {
                online.lobby.iter_mut().for_each(|lobby| lobby.closed(seek));
            }
            ToClient::Crowd { crowd } => online.lobby.iter_mut().for_each(|lobby| lobby.count(crowd)),
            ToClient::Seeking { id, seek } => self.seeking(id, seek),
            ToClient::Paired { game, .. } => self.paired(game),
            ToClient::Unknown => {}
        }
    }

    /// There is no connection any more: what was sent may not have arrived, the clocks that are shown stand still, for
    /// nobody here knows how they are, and nobody knows who else is there.
    fn cut_off(&mut self) {
        let online = &mut self.state.online;
        online.outbox.cut_off();
        if let Some(remote) = &mut online.game {
            remote.presence = Default::default();
            if remote.is_at_table {
                self.state.table.clock.pause(self.now);
            }
        }
    }

    /// The account is closed: whoever is here watches at most, and nothing of theirs will be taken any more.
    fn unseated(&mut self) {
        let online = &mut self.state.online;
        online.me = None;
        online.outbox = Outbox::default();
        if let Some(remote) = &mut online.game {
            (remote.seat, remote.purpose) = (None, Purpose::Watch);
        }
        self.let_go();
        self.follow_truth();
        self.errand(Errand::Keep(String::new()));
    }

    /// A connection is there again: what is followed is asked for, from where it was left. What waits is sent after that.
    fn come_back(&mut self) {
        if let Some(lobby) = &mut self.state.online.lobby {
            let again = lobby.again();
            self.send(ToServer::EnterLobby);
            again.into_iter().for_each(|seek| self.send(seek));
        }
        self.ask_for_game();
    }

    /// Asks for the game at the table: for what has happened since, or for the whole of it.
    fn ask_for_game(&mut self) {
        let up = self.state.online.link.is_up();
        let Some(remote) = self.state.online.game.as_mut().filter(|_| up) else { return };
        remote.asked = Asked::Since(self.now);
        let since = remote.truth.as_ref().map(|truth| truth.number);
        let game = remote.id;
        self.send(ToServer::Enter { game, since });
    }

    fn accepted(&mut self, id: ActId, number: Option<u32>) {
        self.state.online.outbox.accepted(id, number);
        self.settle_letters();
    }

    fn refused(&mut self, id: Option<ActId>, game: Option<GameId>, reason: Refusal) {
        let online = &mut self.state.online;
        let Some(id) = id else { return self.refused_without_id(game, reason) };
        match online.outbox.refused(id, reason, self.now) {
            Settled::Later => {}
            Settled::Refused(letter) => {
                self.settle_letters();
                self.undone(&letter, reason);
            }
            Settled::Unknown => {
                if online.lobby.as_mut().is_some_and(|lobby| lobby.refused(id)) {
                    self.deny(reason);
                }
            }
        }
    }

    /// A game that cannot be entered, or something said that could not be.
    fn refused_without_id(&mut self, game: Option<GameId>, reason: Refusal) {
        let now = self.now;
        let remote = self.state.online.game.as_mut().filter(|remote| Some(remote.id) == game);
        match remote.filter(|remote| remote.asked != Asked::Nothing) {
            Some(remote) if is_passing(reason) => remote.asked = Asked::NotBefore(now + PAUSE),
            Some(remote) => {
                (remote.asked, remote.refused) = (Asked::Nothing, Some(reason));
                self.deny(reason);
            }
            None => self.deny(reason),
        }
    }

    fn seeking(&mut self, id: ActId, seek: SeekId) {
        let unwanted = match &mut self.state.online.lobby {
            Some(lobby) => lobby.listed(id, seek),
            None => Some(ToServer::Cancel { seek }),
        };
        unwanted.into_iter().for_each(|cancel| self.send(cancel));
    }

    /// All windows of a player hear that a game was found; the one that was looking goes there.
    fn paired(&mut self, game: GameId) {
        let Some(lobby) = self.state.online.lobby.as_mut().filter(|lobby| lobby.is_waiting()) else { return };
        lobby.paired();
        self.move_to(game);
    }

    /// Goes to another game without having been asked to at this moment.
    fn move_to(&mut self, game: GameId) {
        self.enter_game(game, Purpose::Watch);
        self.errand(Errand::Moved(game));
    }

    /// What is confirmed need not be kept any more.
    fn settle_letters(&mut self) {
        let online = &mut self.state.online;
        online.outbox.seen_but_for(online.game.as_ref().map(Remote::id));
        if let Some(remote) = &online.game
            && let Some(truth) = &remote.truth
        {
            online.outbox.seen(remote.id, truth.number);
        }
        self.errand(Errand::Keep(self.state.online.outbox.text()));
    }

    fn deny(&mut self, reason: Refusal) {
        self.sound(Sound::Illegal);
        self.problem(Problem::Denied(reason));
    }

    fn send(&mut self, message: ToServer) {
        if self.state.online.link.is_up() {
            self.errand(Errand::Send(message));
        }
    }

    fn errand(&mut self, errand: Errand) {
        self.effects.push(Effect::Online(errand));
    }
}

/// Whether the same may be granted a little later.
fn is_passing(reason: Refusal) -> bool {
    matches!(reason, Refusal::TooFast | Refusal::Storage | Refusal::Closing)
}
