//! Stream of a player's events: games that begin and end, and challenges.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::HeaderMap;
use protocol::{ActionError, GameId};
use serde_json::json as value;

use super::auth::TokenCaller;
use super::challenge_json::ChallengeView;
use super::error::LichessResult;
use super::live_stream::{LineWriter, StreamClosed, keep_alive_ticks, live_stream, subscribe};
use crate::accounts::Scope;
use crate::bus::{Subscription, Topic};
use crate::games::{ApiEvent, GameRequest};
use crate::http::AppState;
use crate::store::{ApiTokenInfo, ChallengeState, GameStatus};

/// Running games that the stream looks for; a bot may not have more.
const MAX_GAMES: u32 = 200;

/// Ended games and challenges that the stream may remember before it asks the store which ones are open: a challenge expires
/// without an event.
const MAX_ENDED: usize = 64;

/// `GET /api/stream/event`: running games and open challenges at first, then what happens.
pub(super) async fn stream(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
) -> LichessResult {
    caller.require(&[Scope::ChallengeRead, Scope::BoardPlay, Scope::BotPlay])?;
    let place = app.open_stream(&caller).await?;
    let events = subscribe(&app.node, Topic::Api(caller.player())).await?;
    let stream = EventStream::new(app.clone(), caller.token, headers);
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
    /// Number of games and challenges that were open when the store was asked last.
    open: usize,
}

impl EventStream {
    fn new(app: AppState, token: ApiTokenInfo, headers: HeaderMap) -> EventStream {
        let (games, challenges) = (HashSet::new(), HashSet::new());
        EventStream { app, token, headers, games, challenges, open: 0 }
    }

    async fn run(mut self, writer: LineWriter, mut events: Subscription) -> Result<(), StreamClosed> {
        self.send_changes(&writer).await?;
        let mut ticks = keep_alive_ticks();
        loop {
            tokio::select! {
                event = events.next() => match event {
                    Some(Ok(bytes)) => self.on_event(&writer, ApiEvent::decode(&bytes)).await?,
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

    async fn on_event(&mut self, writer: &LineWriter, event: ApiEvent) -> Result<(), StreamClosed> {
        self.send(writer, event).await?;
        if self.games.len() + self.challenges.len() > 2 * self.open + MAX_ENDED {
            self.send_changes(writer).await?;
        }
        Ok(())
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
        self.open = self.games.len() + self.challenges.len();
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
        // Another node may have begun or ended it, and the message to the game comes later than the one to the player.
        let node = &self.app.node;
        match node.games.request(node, game, |reply| GameRequest::CatchUp { reply }).await {
            Ok(()) => {}
            Err(ActionError::NoGame) => return Ok(()),
            Err(_) => return Err(StreamClosed),
        }
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

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;
    use tokio::time::Duration;

    use super::*;
    use crate::http::lichess::tests::{app, begin_game, caller};

    #[tokio::test]
    async fn challenges_that_have_ended_without_an_event_are_forgotten() {
        let here = app().await;
        let (ann, bob) = (caller(&here, 1, "Ann").await, caller(&here, 2, "Bob").await);
        let game = begin_game(&here, &ann, &bob).await;
        let (lines, mut received) = mpsc::channel(16);
        let writer = LineWriter::new(lines, Duration::from_secs(10));
        let mut stream = EventStream::new(here, ann.token, HeaderMap::new());
        stream.on_event(&writer, ApiEvent::GameStart { game }).await.unwrap();
        for number in 0..1_000 {
            let expired = ApiEvent::Challenge { id: GameId::from_bits(number) };
            stream.on_event(&writer, expired).await.unwrap();
            assert!(stream.challenges.len() <= MAX_ENDED + 2, "{number}");
        }
        assert_eq!(stream.games, HashSet::from([game]));
        assert!(received.recv().await.is_some());
        assert!(received.try_recv().is_err(), "nothing is sent twice");
    }
}
