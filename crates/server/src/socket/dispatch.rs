//! Dispatches client messages to games, the lobby and challenges.

use game::Millis;
use protocol::{
    ActionError, ActionId, ColorPreference, EventNumber, GameId, GameSetup, PlayerAction, PlayerName, SeekId,
    Speed, ToClient, ToServer,
};

use super::connection::{Connection, Disconnected};
use super::subscriptions::{FollowedGame, Source};
use crate::bus::Topic;
use crate::games::state::GameBuilder;
use crate::games::{CatchUp, EnterReply, GameRequest};
use crate::limits::OpponentKind;
use crate::lobby::{LobbyRequest, SeekOutcome, SeekRequest};
use crate::random;

/// Games a connection may follow.
const MAX_GAMES: usize = 16;

/// Action and game of a message, for refusals.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReplyTo {
    id: Option<ActionId>,
    game: Option<GameId>,
}

impl ReplyTo {
    pub(super) fn of(message: &ToServer) -> ReplyTo {
        let (id, game) = match *message {
            ToServer::Action { id, game, .. } => (Some(id), Some(game)),
            ToServer::Seek { id, .. }
            | ToServer::Join { id, .. }
            | ToServer::Challenge { id, .. }
            | ToServer::AnswerChallenge { id, .. } => (Some(id), None),
            ToServer::Enter { game, .. }
            | ToServer::Preview { game, .. }
            | ToServer::Leave { game }
            | ToServer::Say { game, .. } => (None, Some(game)),
            ToServer::EnterLobby | ToServer::LeaveLobby | ToServer::Cancel { .. } => (None, None),
        };
        ReplyTo { id, game }
    }
}

impl Connection {
    pub(super) async fn dispatch(&mut self, message: ToServer) -> Result<(), Disconnected> {
        let address = ReplyTo::of(&message);
        let done = match message {
            ToServer::Enter { game, since } => self.enter(game, since, false).await?,
            ToServer::Preview { game, since } => self.enter(game, since, true).await?,
            ToServer::Leave { game } => {
                self.leave(game).await;
                Ok(())
            }
            ToServer::Action { game, id, action } => self.action(game, id, action).await?,
            ToServer::Say { game, room, speech } => {
                let identity = self.identity.clone();
                let say = |reply| GameRequest::Chat { identity, room, speech, reply };
                self.node.games.request(&self.node, game, say).await
            }
            ToServer::EnterLobby => {
                self.subscribe(Topic::Lobby, Source::Lobby).await?;
                return self.send_lobby().await;
            }
            ToServer::LeaveLobby => {
                self.subscriptions.remove(Source::Lobby);
                Ok(())
            }
            ToServer::Seek { id, terms, side, name } => self.seek(id, terms, side, name).await?,
            ToServer::Cancel { seek } => {
                let (owner, player) = (self.id, self.identity.id);
                self.node.lobby.send(LobbyRequest::Cancel { owner, player, seek }).await;
                Ok(())
            }
            ToServer::Join { id, seek, name } => self.join(id, seek, name).await?,
            ToServer::Challenge { id, player, terms, side } => {
                match self.challenge(id, &player, terms, side).await {
                    Ok(challenge) => return self.send(&ToClient::Challenging { id, challenge }).await,
                    Err(refusal) => Err(refusal),
                }
            }
            ToServer::AnswerChallenge { id, challenge, answer } => {
                match self.answer_challenge(challenge, answer).await {
                    Ok(()) => return self.send(&ToClient::Accepted { id, number: None }).await,
                    Err(refusal) => Err(refusal),
                }
            }
        };
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(address, refusal).await,
        }
    }

    pub(super) async fn refuse(&mut self, to: ReplyTo, reason: ActionError) -> Result<(), Disconnected> {
        let ReplyTo { id, game } = to;
        self.node.metrics.refused.add(1);
        self.send(&ToClient::Refused { id, game, reason }).await
    }

    async fn enter(
        &mut self,
        game: GameId,
        since: Option<EventNumber>,
        is_preview: bool,
    ) -> Result<Result<(), ActionError>, Disconnected> {
        if let Some(following) = self.games.get_mut(&game) {
            following.is_preview &= is_preview;
            self.resync_since(game, since).await?;
            return Ok(Ok(()));
        }
        if self.games.len() >= MAX_GAMES {
            return Ok(Err(ActionError::TooMany));
        }
        // Subscribe first, so that no event is missed in between.
        self.subscribe(Topic::Game(game), Source::Game(game)).await?;
        let (connection, player) = (self.id, self.identity.id);
        let entering = |reply| GameRequest::Enter { connection, player, since, is_preview, reply };
        let entered = match self.node.games.request(&self.node, game, entering).await {
            Ok(entered) => entered,
            Err(refusal) => {
                self.subscriptions.remove(Source::Game(game));
                return Ok(Err(refusal));
            }
        };
        self.games.insert(game, FollowedGame { seat: entered.seat, number: entered.number, is_preview });
        if let (Some(_), Some(round_trip)) = (entered.seat, self.ping.round_trip()) {
            let measure =
                GameRequest::RoundTrip { connection: self.id, player: self.identity.id, round_trip };
            self.node.games.send(&self.node, game, measure).await.ok();
        }
        self.send_catch_up(game, entered).await?;
        Ok(Ok(()))
    }

    async fn leave(&mut self, game: GameId) {
        if self.games.remove(&game).is_some() {
            self.subscriptions.remove(Source::Game(game));
            let gone = GameRequest::Leave { connection: self.id, player: self.identity.id };
            self.node.games.send(&self.node, game, gone).await.ok();
        }
    }

    /// Fetches the state from the game actor after a gap or a seat change.
    pub(super) async fn resync(&mut self, game: GameId) -> Result<(), Disconnected> {
        let since = self.games.get(&game).map(|following| following.number);
        self.resync_since(game, since).await
    }

    async fn resync_since(&mut self, game: GameId, since: Option<EventNumber>) -> Result<(), Disconnected> {
        let (connection, player) = (self.id, self.identity.id);
        let is_preview = self.games.get(&game).is_some_and(|following| following.is_preview);
        let refresh = |reply| GameRequest::Enter { connection, player, since, is_preview, reply };
        match self.node.games.request(&self.node, game, refresh).await {
            Ok(entered) => {
                if let Some(following) = self.games.get_mut(&game) {
                    following.seat = entered.seat;
                    following.number = entered.number;
                }
                self.send_catch_up(game, entered).await
            }
            Err(reason) => self.send(&ToClient::Refused { id: None, game: Some(game), reason }).await,
        }
    }

    async fn send_catch_up(&mut self, game: GameId, entered: EnterReply) -> Result<(), Disconnected> {
        let EnterReply { seat, now, update, presence, talk, .. } = entered;
        match update {
            CatchUp::State(state) => {
                self.send(&ToClient::State { game, now, you: seat, state }).await?;
            }
            CatchUp::Events(events) => self.send(&ToClient::Events { game, now, events }).await?,
        }
        self.send(&presence).await?;
        if talk.is_empty() {
            return Ok(());
        }
        let room = if seat.is_some() { protocol::ChatRoom::Players } else { protocol::ChatRoom::Watchers };
        self.send(&ToClient::Talk { game, room, lines: talk }).await
    }

    async fn action(
        &mut self,
        game: GameId,
        id: ActionId,
        action: PlayerAction,
    ) -> Result<Result<(), ActionError>, Disconnected> {
        let identity = self.identity.clone();
        let received = self.node.time.now();
        let round_trip = self.ping.round_trip().unwrap_or(Millis::ZERO);
        let acting = |reply| GameRequest::Action { identity, id, action, received, round_trip, reply };
        match self.node.games.request(&self.node, game, acting).await {
            Ok(number) => {
                self.send(&ToClient::Accepted { id, number: Some(number) }).await?;
                Ok(Ok(()))
            }
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    pub(super) async fn send_lobby(&mut self) -> Result<(), Disconnected> {
        match self.node.lobby.list().await {
            Ok((seeks, crowd)) => self.send(&ToClient::Lobby { seeks, crowd }).await,
            Err(reason) => self.send(&ToClient::Refused { id: None, game: None, reason }).await,
        }
    }

    /// Checks the limits for starting a game.
    async fn check_may_start_game(&mut self) -> Result<(), ActionError> {
        if !self.guard.allow_seek(self.node.time.now()) {
            return Err(ActionError::TooFast);
        }
        self.node.games_per_network.check(self.guard.network(), OpponentKind::Person)?;
        self.node.check_game_limit(self.identity.id, self.identity.is_bot).await
    }

    async fn seek(
        &mut self,
        id: ActionId,
        terms: GameSetup,
        side: ColorPreference,
        name: Option<PlayerName>,
    ) -> Result<Result<(), ActionError>, Disconnected> {
        if let Err(refusal) = self.check_may_start_game().await {
            return Ok(Err(refusal));
        }
        // Unplayable terms are refused now, not after pairing, and not by the lobby: it serves everyone, and a start
        // may take milliseconds to check.
        if let Err(refusal) = GameBuilder::new(random::id(), &terms, random::seed()) {
            return Ok(Err(refusal));
        }
        let speed = Speed::of(&terms.control.get());
        let Ok(player) = self.identity.to_rated_player(name, speed, &*self.node.store).await else {
            return Ok(Err(ActionError::Storage));
        };
        let (owner, network) = (self.id, self.guard.network());
        let request = SeekRequest {
            request_id: id,
            owner,
            token: None,
            expires: None,
            network,
            player,
            terms,
            side,
            rating_range: None,
        };
        let outcome = self.node.lobby.request(|reply| LobbyRequest::Post { request, reply }).await;
        self.send_seek_outcome(id, outcome.and_then(|outcome| outcome)).await
    }

    /// Reports the outcome of a seek.
    async fn send_seek_outcome(
        &mut self,
        id: ActionId,
        outcome: Result<SeekOutcome, ActionError>,
    ) -> Result<Result<(), ActionError>, Disconnected> {
        match outcome {
            Ok(SeekOutcome::Open(seek)) => self.send(&ToClient::Seeking { id, seek }).await?,
            Ok(SeekOutcome::Paired) => self.send(&ToClient::Accepted { id, number: None }).await?,
            Ok(SeekOutcome::AlreadyPaired(game, seat)) => {
                self.send(&ToClient::Accepted { id, number: None }).await?;
                // It was announced before, but perhaps to a dead connection.
                self.send(&ToClient::Paired { game, seat }).await?;
            }
            Err(refusal) => return Ok(Err(refusal)),
        }
        Ok(Ok(()))
    }

    async fn join(
        &mut self,
        id: ActionId,
        seek: SeekId,
        name: Option<PlayerName>,
    ) -> Result<Result<(), ActionError>, Disconnected> {
        if let Err(refusal) = self.check_may_start_game().await {
            return Ok(Err(refusal));
        }
        let open = match self.node.lobby.list().await {
            Ok((seeks, _)) => seeks.into_iter().find(|open| open.id == seek),
            Err(refusal) => return Ok(Err(refusal)),
        };
        // A missing seek may have been joined by an earlier copy of this message.
        let speed = open.map_or(Speed::Unlimited, |open| Speed::of(&open.terms.control.get()));
        let Ok(player) = self.identity.to_rated_player(name, speed, &*self.node.store).await else {
            return Ok(Err(ActionError::Storage));
        };
        let join = |reply| LobbyRequest::Join { player, request_id: id, seek, reply };
        let joined = self.node.lobby.request(join).await;
        self.send_seek_outcome(id, joined.and_then(|joined| joined)).await
    }
}
