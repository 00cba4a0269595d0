//! Stream of a player's events: games that begin and end, and challenges.

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
use crate::store::{ApiTokenInfo, GameStatus};

/// Running games sent at first.
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
    let stream = EventStream { app: app.clone(), token: caller.token, headers };
    Ok(live_stream(&app.node, place, |writer| stream.run(writer, events)))
}

struct EventStream {
    app: AppState,
    token: ApiTokenInfo,
    /// Headers of the request, for links.
    headers: HeaderMap,
}

impl EventStream {
    async fn run(mut self, writer: LineWriter, mut events: Subscription) -> Result<(), StreamClosed> {
        self.send_current(&writer).await?;
        let mut ticks = keep_alive_ticks();
        loop {
            tokio::select! {
                event = events.next() => match event {
                    Some(Ok(bytes)) => self.send(&writer, ApiEvent::decode(&bytes)).await?,
                    // A client that opens the stream again learns what it has missed.
                    Some(Err(_)) | None => return Err(StreamClosed),
                },
                _ = ticks.tick() => {
                    self.app.node.touch_api_token(&mut self.token).await;
                    writer.keep_alive().await?;
                }
            }
        }
    }

    /// Sends running games and open challenges.
    async fn send_current(&self, writer: &LineWriter) -> Result<(), StreamClosed> {
        let (store, player) = (&self.app.node.store, self.token.player);
        for head in store.unfinished(player, MAX_GAMES).await.map_err(|_| StreamClosed)? {
            if matches!(head.status, GameStatus::Playing { .. }) {
                self.send_game(writer, "gameStart", head.id).await?;
            }
        }
        let now = self.app.node.time.now();
        for challenge in store.open_challenges(player, now).await.map_err(|_| StreamClosed)? {
            self.send_challenge(writer, "challenge", challenge.id).await?;
        }
        Ok(())
    }

    async fn send(&self, writer: &LineWriter, event: ApiEvent) -> Result<(), StreamClosed> {
        match event {
            ApiEvent::GameStart { game } => self.send_game(writer, "gameStart", game).await,
            ApiEvent::GameFinish { game } => self.send_game(writer, "gameFinish", game).await,
            ApiEvent::Challenge { id } => self.send_challenge(writer, "challenge", id).await,
            ApiEvent::ChallengeDeclined { id } => self.send_challenge(writer, "challengeDeclined", id).await,
            ApiEvent::ChallengeCanceled { id } => self.send_challenge(writer, "challengeCanceled", id).await,
            _ => Ok(()),
        }
    }

    /// Sends a game, unless it has no form in this API.
    async fn send_game(&self, writer: &LineWriter, kind: &str, game: GameId) -> Result<(), StreamClosed> {
        match self.app.lichess_game(game, self.token.player).await {
            Ok((game, seat)) => writer.json(&value!({ "type": kind, "game": game.event_game(seat) })).await,
            Err(_) => Ok(()),
        }
    }

    async fn send_challenge(
        &self,
        writer: &LineWriter,
        kind: &'static str,
        id: GameId,
    ) -> Result<(), StreamClosed> {
        let Ok(Some(challenge)) = self.app.node.store.challenge(id).await else { return Ok(()) };
        let view = ChallengeView { app: &self.app, headers: &self.headers, viewer: self.token.player };
        match view.event(kind, &challenge).await {
            Ok(event) => writer.json(&event).await,
            Err(_) => Ok(()),
        }
    }
}
