//! What a client asks for is handed to whom it concerns.

use game::Millis;
use protocol::{Act, ActId, GameId, Name, Refusal, SeekId, Side, Speed, Terms, ToClient, ToServer};

use super::connection::{Connection, Over};
use super::follow::{Following, Source};
use crate::bus::Topic;
use crate::lobby::{Posted, Request as LobbyRequest, Wanted};
use crate::origins::Opponent;
use crate::tables::{Entered, Request, Update};

/// So many games one connection may follow.
const GAMES: usize = 16;

/// What a message was about, for its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    id: Option<ActId>,
    game: Option<GameId>,
}

impl Address {
    pub(super) fn of(message: &ToServer) -> Address {
        let (id, game) = match *message {
            ToServer::Act { id, game, .. } => (Some(id), Some(game)),
            ToServer::Seek { id, .. } | ToServer::Join { id, .. } => (Some(id), None),
            ToServer::Enter { game, .. } | ToServer::Leave { game } | ToServer::Say { game, .. } => {
                (None, Some(game))
            }
            ToServer::EnterLobby | ToServer::LeaveLobby | ToServer::Cancel { .. } => (None, None),
        };
        Address { id, game }
    }
}

impl Connection {
    pub(super) async fn dispatch(&mut self, message: ToServer) -> Result<(), Over> {
        let address = Address::of(&message);
        let done = match message {
            ToServer::Enter { game, since } => self.enter(game, since).await?,
            ToServer::Leave { game } => {
                self.leave(game).await;
                Ok(())
            }
            ToServer::Act { game, id, act } => self.act(game, id, act).await?,
            ToServer::Say { game, room, speech } => {
                let visitor = self.visitor.clone();
                let say = |reply| Request::Say { visitor, room, speech, reply };
                self.node.tables.ask(&self.node, game, say).await
            }
            ToServer::EnterLobby => {
                self.listen(Topic::Lobby, Source::Lobby).await?;
                return self.show_lobby().await;
            }
            ToServer::LeaveLobby => {
                self.ears.close(Source::Lobby);
                Ok(())
            }
            ToServer::Seek { id, terms, side, name } => self.seek(id, terms, side, name).await?,
            ToServer::Cancel { seek } => {
                self.node.lobby.tell(LobbyRequest::Cancel { owner: self.id, seek }).await;
                Ok(())
            }
            ToServer::Join { id, seek, name } => self.join(id, seek, name).await?,
        };
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(address, refusal).await,
        }
    }

    pub(super) async fn refuse(&mut self, to: Address, reason: Refusal) -> Result<(), Over> {
        let Address { id, game } = to;
        self.node.metrics.refused.add(1);
        self.send(&ToClient::Refused { id, game, reason }).await
    }

    async fn enter(&mut self, game: GameId, since: Option<u32>) -> Result<Result<(), Refusal>, Over> {
        if self.games.contains_key(&game) {
            self.update(game, since).await?;
            return Ok(Ok(()));
        }
        if self.games.len() >= GAMES {
            return Ok(Err(Refusal::TooMany));
        }
        // Listening begins before asking, so that nothing is missed in between.
        self.listen(Topic::Game(game), Source::Game(game)).await?;
        let (connection, player) = (self.id, self.visitor.id);
        let entering = |reply| Request::Enter { connection, player, since, reply };
        let entered = match self.node.tables.ask(&self.node, game, entering).await {
            Ok(entered) => entered,
            Err(refusal) => {
                self.ears.close(Source::Game(game));
                return Ok(Err(refusal));
            }
        };
        self.games.insert(game, Following { seat: entered.seat, number: entered.number });
        if let (Some(_), Some(round_trip)) = (entered.seat, self.pulse.round_trip()) {
            let measure = Request::Measure { connection: self.id, player: self.visitor.id, round_trip };
            self.node.tables.tell(&self.node, game, measure).await.ok();
        }
        self.show(game, entered).await?;
        Ok(Ok(()))
    }

    async fn leave(&mut self, game: GameId) {
        if self.games.remove(&game).is_some() {
            self.ears.close(Source::Game(game));
            let gone = Request::Leave { connection: self.id, player: self.visitor.id };
            self.node.tables.tell(&self.node, game, gone).await.ok();
        }
    }

    /// Something was missed, or somebody sat down: the table tells where it stands.
    pub(super) async fn refresh(&mut self, game: GameId) -> Result<(), Over> {
        let since = self.games.get(&game).map(|following| following.number);
        self.update(game, since).await
    }

    async fn update(&mut self, game: GameId, since: Option<u32>) -> Result<(), Over> {
        let (connection, player) = (self.id, self.visitor.id);
        let refresh = |reply| Request::Enter { connection, player, since, reply };
        match self.node.tables.ask(&self.node, game, refresh).await {
            Ok(entered) => {
                if let Some(following) = self.games.get_mut(&game) {
                    following.seat = entered.seat;
                    following.number = entered.number;
                }
                self.show(game, entered).await
            }
            Err(reason) => self.send(&ToClient::Refused { id: None, game: Some(game), reason }).await,
        }
    }

    async fn show(&mut self, game: GameId, entered: Entered) -> Result<(), Over> {
        let Entered { seat, now, update, presence, talk, .. } = entered;
        match update {
            Update::State(state) => {
                self.send(&ToClient::State { game, now, you: seat, state }).await?;
            }
            Update::Events(events) => self.send(&ToClient::Events { game, now, events }).await?,
        }
        self.send(&presence).await?;
        if talk.is_empty() {
            return Ok(());
        }
        let room = if seat.is_some() { protocol::Room::Players } else { protocol::Room::Watchers };
        self.send(&ToClient::Talk { game, room, lines: talk }).await
    }

    async fn act(&mut self, game: GameId, id: ActId, act: Act) -> Result<Result<(), Refusal>, Over> {
        let visitor = self.visitor.clone();
        let received = self.node.time.now();
        let round_trip = self.pulse.round_trip().unwrap_or(Millis::ZERO);
        let acting = |reply| Request::Act { visitor, id, act, received, round_trip, reply };
        match self.node.tables.ask(&self.node, game, acting).await {
            Ok(number) => {
                self.send(&ToClient::Accepted { id, number: Some(number) }).await?;
                Ok(Ok(()))
            }
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    pub(super) async fn show_lobby(&mut self) -> Result<(), Over> {
        match self.node.lobby.ask(|reply| LobbyRequest::Look { reply }).await {
            Ok((seeks, crowd)) => self.send(&ToClient::Lobby { seeks, crowd }).await,
            Err(reason) => self.send(&ToClient::Refused { id: None, game: None, reason }).await,
        }
    }

    /// Whether this visitor may look for one more game.
    async fn may_begin(&mut self) -> Result<(), Refusal> {
        if !self.pass.seek(self.node.time.now()) {
            return Err(Refusal::TooFast);
        }
        self.node.origins.has_room(self.pass.network(), Opponent::Person)?;
        self.node.has_room(self.visitor.id).await
    }

    async fn seek(
        &mut self,
        id: ActId,
        terms: Terms,
        side: Side,
        name: Option<Name>,
    ) -> Result<Result<(), Refusal>, Over> {
        if let Err(refusal) = self.may_begin().await {
            return Ok(Err(refusal));
        }
        let speed = Speed::of(&terms.control.get());
        let Ok(player) = self.visitor.at_speed(name, speed, &*self.node.store).await else {
            return Ok(Err(Refusal::Storage));
        };
        let (owner, network) = (self.id, self.pass.network());
        let wanted = Wanted { wish: id, owner, network, player, terms, side };
        let posted = self.node.lobby.ask(|reply| LobbyRequest::Post { wanted, reply }).await;
        self.posted(id, posted.and_then(|posted| posted)).await
    }

    /// Tells what became of a wish.
    async fn posted(
        &mut self,
        id: ActId,
        posted: Result<Posted, Refusal>,
    ) -> Result<Result<(), Refusal>, Over> {
        match posted {
            Ok(Posted::Open(seek)) => self.send(&ToClient::Seeking { id, seek }).await?,
            Ok(Posted::Paired) => self.send(&ToClient::Accepted { id, number: None }).await?,
            Ok(Posted::Met(game, seat)) => {
                self.send(&ToClient::Accepted { id, number: None }).await?;
                // It was told when it happened, but to a connection that may have been dead already.
                self.send(&ToClient::Paired { game, seat }).await?;
            }
            Err(refusal) => return Ok(Err(refusal)),
        }
        Ok(Ok(()))
    }

    async fn join(
        &mut self,
        id: ActId,
        seek: SeekId,
        name: Option<Name>,
    ) -> Result<Result<(), Refusal>, Over> {
        if let Err(refusal) = self.may_begin().await {
            return Ok(Err(refusal));
        }
        let open = match self.node.lobby.ask(|reply| LobbyRequest::Look { reply }).await {
            Ok((seeks, _)) => seeks.into_iter().find(|open| open.id == seek),
            Err(refusal) => return Ok(Err(refusal)),
        };
        // A seek that is gone may be the one that was joined with this very message, sent again.
        let speed = open.map_or(Speed::Unlimited, |open| Speed::of(&open.terms.control.get()));
        let Ok(player) = self.visitor.at_speed(name, speed, &*self.node.store).await else {
            return Ok(Err(Refusal::Storage));
        };
        let join = |reply| LobbyRequest::Join { player, wish: id, seek, reply };
        let joined = self.node.lobby.ask(join).await;
        self.posted(id, joined.and_then(|joined| joined)).await
    }
}
