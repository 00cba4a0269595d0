//! Stream of a player's events: games that begin and end, and challenges.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::HeaderMap;
use protocol::GameId;
use serde_json::json as value;

use super::auth::TokenCaller;
use super::challenge_json::ChallengeView;
use super::error::LichessResult;
use super::live_stream::{LineWriter, StreamClosed, keep_alive_ticks, live_stream, subscribe};
use crate::accounts::Scope;
use crate::bus::{Subscription, Topic};
use crate::games::ApiEvent;
use crate::http::AppState;
use crate::store::{ApiTokenInfo, ChallengeState, GameStatus};

/// Running games that the stream looks for; a bot may not have more.
const MAX_GAMES: u32 = 200;

/// `GET /api/stream/event`: running games and open challenges at first, then what happens.
pub(super) async fn stream(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
) -> LichessResult {
    caller.require(&[Scope::ChallengeRead, Scope::BoardPlay, Scope::BotPlay])?;
    let place = app.open_stream(&caller).await?;
    let events = subscribe(&app.node, Topic::Api(caller.player())).await?;
    let (games, challenges) = (HashSet::new(), HashSet::new());
    let stream = EventStream { app: app.clone(), token: caller.token, headers, games, challenges };
    Ok(live_stream(&app.node, place, |writer| stream.run(writer, events)))
}

/// The games and challenges that a client was told of. Each event is sent once, whether it came by the bus or was found in the
/// store after messages were lost.
struct EventStream {
    app: AppState,
    token: ApiTokenInfo,
    /// Headers of the request, for links.
    headers: HeaderMap,
    /// Running games.
    games: HashSet<GameId>,
    /// Open challenges.
    challenges: HashSet<GameId>,
}

impl EventStream {
    async fn run(mut self, writer: LineWriter, mut events: Subscription) -> Result<(), StreamClosed> {
        self.send_changes(&writer).await?;
        let mut ticks = keep_alive_ticks();
        loop {
            tokio::select! {
                event = events.next() => match event {
                    Some(Ok(bytes)) => self.send(&writer, ApiEvent::decode(&bytes)).await?,
                    Some(Err(_)) => self.send_changes(&writer).await?,
                    None => return Err(StreamClosed),
                },
                _ = ticks.tick() => {
                    self.app.node.touch_api_token(&mut self.token).await;
                    writer.keep_alive().await?;
                }
            }
        }
    }

    /// Sends what differs between the store and what the client knows: at first all running games and open challenges.
    async fn send_changes(&mut self, writer: &LineWriter) -> Result<(), StreamClosed> {
        let (store, player) = (&self.app.node.store, self.token.player);
        let games = store.unfinished(player, MAX_GAMES).await.map_err(|_| StreamClosed)?;
        let is_playing = |status: &GameStatus| matches!(status, GameStatus::Playing { .. });
        let games: Vec<GameId> =
            games.into_iter().filter(|head| is_playing(&head.status)).map(|head| head.id).collect();
        let challenges = store.open_challenges(player, self.app.node.time.now()).await;
        let challenges: Vec<GameId> =
            challenges.map_err(|_| StreamClosed)?.into_iter().map(|challenge| challenge.id).collect();
        let ended: Vec<GameId> = self.games.iter().filter(|id| !games.contains(id)).copied().collect();
        for game in ended {
            self.send(writer, ApiEvent::GameFinish { game }).await?;
        }
        for game in games {
            self.send(writer, ApiEvent::GameStart { game }).await?;
        }
        let closed: Vec<GameId> =
            self.challenges.iter().filter(|id| !challenges.contains(id)).copied().collect();
        for id in closed {
            self.send_closed_challenge(writer, id).await?;
        }
        for id in challenges {
            self.send(writer, ApiEvent::Challenge { id }).await?;
        }
        Ok(())
    }

    async fn send(&mut self, writer: &LineWriter, event: ApiEvent) -> Result<(), StreamClosed> {
        match event {
            ApiEvent::GameStart { game } if self.games.insert(game) => {
                self.send_game(writer, "gameStart", game).await
            }
            ApiEvent::GameFinish { game } if self.games.remove(&game) => {
                self.send_game(writer, "gameFinish", game).await
            }
            ApiEvent::Challenge { id } if self.challenges.insert(id) => {
                self.send_challenge(writer, "challenge", id).await
            }
            ApiEvent::ChallengeDeclined { id } if self.challenges.remove(&id) => {
                self.send_challenge(writer, "challengeDeclined", id).await
            }
            ApiEvent::ChallengeCanceled { id } if self.challenges.remove(&id) => {
                self.send_challenge(writer, "challengeCanceled", id).await
            }
            ApiEvent::ChallengeAccepted { id } => {
                self.challenges.remove(&id);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sends how a challenge was closed. Nothing is said of one that was accepted, because the game is sent, and of one that
    /// has expired.
    async fn send_closed_challenge(&mut self, writer: &LineWriter, id: GameId) -> Result<(), StreamClosed> {
        let stored = self.app.node.store.challenge(id).await.map_err(|_| StreamClosed)?;
        match stored.map(|challenge| challenge.state) {
            Some(ChallengeState::Declined(_)) => self.send(writer, ApiEvent::ChallengeDeclined { id }).await,
            Some(ChallengeState::Canceled) => self.send(writer, ApiEvent::ChallengeCanceled { id }).await,
            Some(ChallengeState::Accepted | ChallengeState::Open) | None => {
                self.challenges.remove(&id);
                Ok(())
            }
        }
    }

    /// Sends a game, unless it has no form in this API.
    async fn send_game(&self, writer: &LineWriter, kind: &str, game: GameId) -> Result<(), StreamClosed> {
        match self.app.lichess_game(game, self.token.player).await {
            Ok((game, seat)) => writer.json(&value!({ "type": kind, "game": game.event_game(seat) })).await,
            Err(error) if error.is_final() => Ok(()),
            // A client that opens the stream again gets it then.
            Err(_) => Err(StreamClosed),
        }
    }

    async fn send_challenge(
        &self,
        writer: &LineWriter,
        kind: &'static str,
        id: GameId,
    ) -> Result<(), StreamClosed> {
        let stored = self.app.node.store.challenge(id).await.map_err(|_| StreamClosed)?;
        let Some(challenge) = stored else { return Ok(()) };
        let view = ChallengeView { app: &self.app, headers: &self.headers, viewer: self.token.player };
        match view.event(kind, &challenge).await {
            Ok(event) => writer.json(&event).await,
            Err(error) if error.is_final() => Ok(()),
            Err(_) => Err(StreamClosed),
        }
    }
}
