//! Challenges between named players.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use game::{Millis, Timestamp};
use protocol::lichess::ChallengeList;
use protocol::{ActionError, DeclineReason, GameId, PlayerAction};
use serde_json::json as value;
use tokio::time::sleep;

use super::auth::TokenCaller;
use super::challenge_json::ChallengeView;
use super::clean_up::CleanUp;
use super::error::{LichessError, LichessResult, json, ok};
use super::fields::Fields;
use super::live_stream::{LineWriter, StreamClosed, keep_alive_ticks, live_stream, subscribe};
use super::terms::{challenge_terms, side};
use crate::accounts::Scope;
use crate::bus::{Subscription, Topic};
use crate::games::ApiEvent;
use crate::games::state::GameBuilder;
use crate::http::AppState;
use crate::lobby::{CLOCK_LIFETIME, ChallengeRequest, check_form};
use crate::random;
use crate::store::{Challenge, ChallengeState};

/// Remaining time at which a kept challenge is prolonged.
const EXTENSION_MARGIN: Millis = Millis::minutes(3);

/// Attempts to abort the game of a challenge that was accepted at the same moment, and the pause between them.
const BEGIN_ATTEMPTS: u32 = 20;
const BEGIN_PAUSE: Duration = Duration::from_millis(50);

/// Challenges in a list: the newest ones.
const MAX_LISTED: usize = 100;

/// Scopes that may answer and send challenges.
const WRITE: [Scope; 3] = [Scope::ChallengeWrite, Scope::BoardPlay, Scope::BotPlay];

/// `GET /api/challenge`: open challenges from and to the caller.
pub(super) async fn list(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
) -> LichessResult {
    caller.require(&[Scope::ChallengeRead])?;
    let view = ChallengeView { app: &app, headers: &headers, viewer: caller.player() };
    let mut challenges = ChallengeList { incoming: Vec::new(), outgoing: Vec::new() };
    let open = app.node.store.open_challenges(caller.player(), app.node.time.now()).await?;
    for challenge in &open[open.len().saturating_sub(MAX_LISTED)..] {
        if check_challenge_form(challenge).is_err() {
            continue;
        }
        let json = match view.json(challenge).await {
            Ok(json) => json,
            // A player has deleted the account at this moment.
            Err(error) if error.is_final() => continue,
            Err(error) => return Err(error),
        };
        let is_own = challenge.challenger == caller.player();
        if is_own { challenges.outgoing.push(json) } else { challenges.incoming.push(json) }
    }
    json(&challenges)
}

/// `GET /api/challenge/{id}/show`: a challenge of the caller.
pub(super) async fn show(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> LichessResult {
    caller.require(&[Scope::ChallengeRead, Scope::ChallengeWrite, Scope::BoardPlay, Scope::BotPlay])?;
    let challenge = app.find_challenge(&id).await?;
    if ![challenge.challenger, challenge.challenged].contains(&caller.player()) {
        return Err(no_challenge());
    }
    let view = ChallengeView { app: &app, headers: &headers, viewer: caller.player() };
    json(&view.json(&challenge).await?)
}

/// `POST /api/challenge/{username}`: challenges a player; with `keepAliveStream` for as long as the response is read.
pub(super) async fn create(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
    Path(name): Path<String>,
    fields: Fields,
) -> LichessResult {
    caller.require(&WRITE)?;
    let node = &app.node;
    app.check_new_game(&caller)?;
    let request = ChallengeRequest {
        id: random::id(),
        challenger: caller.player(),
        is_bot: caller.token.is_bot,
        challenged: app.find_user(&name).await?,
        setup: challenge_terms(&fields)?,
        side: side(&fields)?,
        address: caller.address,
    };
    let mut challenge = node.new_challenge(request).await?;
    // Before the challenge is stored: it must not stay if the stream that keeps it cannot be opened.
    let stream = match fields.flag("keepAliveStream") {
        Some(true) => {
            // It is prolonged as long as the stream is read, and expires soon if the server dies.
            challenge.expires = challenge.at + CLOCK_LIFETIME;
            let place = app.open_stream(&caller).await?;
            let events = subscribe(node, Topic::Api(caller.player())).await?;
            let (cleaner, kept) = (app.clone(), challenge.clone());
            let cancel = CleanUp::new(async move {
                cleaner.node.cancel_challenge(&kept, kept.challenger).await.ok();
            });
            Some((place, events, cancel))
        }
        _ => None,
    };
    node.open_challenge(&challenge).await?;
    let view = ChallengeView { app: &app, headers: &headers, viewer: caller.player() };
    let shown = view.json(&challenge).await?;
    match stream {
        None => json(&shown),
        Some((place, events, cancel)) => {
            let kept = KeptChallenge { app: app.clone(), challenge };
            Ok(live_stream(node, place, |writer| async move {
                let _cancel = cancel;
                writer.json(&shown).await?;
                kept.run(writer, events).await
            }))
        }
    }
}

/// A challenge that lives as long as its stream.
pub(super) struct KeptChallenge {
    pub(super) app: AppState,
    pub(super) challenge: Challenge,
}

impl KeptChallenge {
    /// Time until which the challenge is to be kept, if it is due to be prolonged: long before it expires, and far less often
    /// than the client hears from the server, because it is a write.
    pub(super) fn extension(&self, now: Timestamp) -> Option<Timestamp> {
        let is_due = self.challenge.expires <= now + EXTENSION_MARGIN;
        is_due.then(|| now + CLOCK_LIFETIME)
    }

    async fn run(mut self, writer: LineWriter, mut events: Subscription) -> Result<(), StreamClosed> {
        let (node, id) = (Arc::clone(&self.app.node), self.challenge.id);
        let mut ticks = keep_alive_ticks();
        loop {
            let done = tokio::select! {
                event = events.next() => match event {
                    Some(Ok(bytes)) => match ApiEvent::decode(&bytes) {
                        ApiEvent::ChallengeAccepted { id: settled } if settled == id => Some("accepted"),
                        ApiEvent::ChallengeDeclined { id: settled } if settled == id => Some("declined"),
                        ApiEvent::ChallengeCanceled { id: settled } if settled == id => Some("canceled"),
                        _ => None,
                    },
                    // The message may have been lost. Without an answer of the store, the next extension finds out.
                    Some(Err(_)) => match node.store.challenge(id).await {
                        Ok(stored) => done_word(stored.map(|challenge| challenge.state)),
                        Err(_) => None,
                    },
                    None => return Err(StreamClosed),
                },
                _ = ticks.tick() => {
                    writer.keep_alive().await?;
                    match self.extension(node.time.now()) {
                        None => None,
                        Some(until) => match node.store.extend_challenge(id, until).await {
                            Ok(true) => {
                                self.challenge.expires = until;
                                node.publish_open_challenge(&self.challenge).await;
                                None
                            }
                            // Settled, or deleted with the account of the challenged player.
                            Ok(false) => match node.store.challenge(id).await {
                                Ok(stored) => done_word(stored.map(|challenge| challenge.state)),
                                Err(_) => None,
                            },
                            Err(_) => None,
                        },
                    }
                }
            };
            if let Some(done) = done {
                return writer.json(&value!({ "done": done })).await;
            }
        }
    }
}

/// The word for the end of a challenge, which may have been deleted; `None` if it is open.
const fn done_word(state: Option<ChallengeState>) -> Option<&'static str> {
    match state {
        Some(ChallengeState::Open) => None,
        Some(ChallengeState::Accepted) => Some("accepted"),
        Some(ChallengeState::Declined(_)) => Some("declined"),
        Some(ChallengeState::Canceled) | None => Some("canceled"),
    }
}

/// `POST /api/challenge/{id}/accept`: begins the game. An invitation by link is accepted as well.
pub(super) async fn accept(
    State(app): State<AppState>,
    caller: TokenCaller,
    Path(id): Path<String>,
) -> LichessResult {
    caller.require(&WRITE)?;
    let game: GameId = id.parse().map_err(|_| no_challenge())?;
    let Some(challenge) = app.node.store.challenge(game).await? else {
        let invitation = app.snapshot(game, caller.player()).await.map_err(|_| no_challenge())?;
        check_form(&invitation.state.about).map_err(LichessError::bad_request)?;
        return match app.act(&caller, game, PlayerAction::Sit { name: None }).await {
            Ok(()) => ok(),
            Err(ActionError::NoGame | ActionError::Over | ActionError::Full) => Err(no_challenge()),
            Err(error) => Err(error.into()),
        };
    };
    check_challenge_form(&challenge)?;
    app.node.accept_challenge(&challenge, caller.player(), caller.address).await?;
    ok()
}

/// `POST /api/challenge/{id}/decline`, with a `reason`.
pub(super) async fn decline(
    State(app): State<AppState>,
    caller: TokenCaller,
    Path(id): Path<String>,
    fields: Fields,
) -> LichessResult {
    caller.require(&WRITE)?;
    let challenge = app.find_challenge(&id).await?;
    let reason = fields.get("reason").and_then(DeclineReason::from_key).unwrap_or(DeclineReason::Generic);
    app.node.decline_challenge(&challenge, caller.player(), reason).await?;
    ok()
}

/// `POST /api/challenge/{id}/cancel`: withdraws a challenge, or aborts its game if it has just begun.
pub(super) async fn cancel(
    State(app): State<AppState>,
    caller: TokenCaller,
    Path(id): Path<String>,
) -> LichessResult {
    caller.require(&WRITE)?;
    let challenge = app.find_challenge(&id).await?;
    if ![challenge.challenger, challenge.challenged].contains(&caller.player()) {
        return Err(no_challenge());
    }
    match app.node.cancel_challenge(&challenge, caller.player()).await {
        Ok(()) => return ok(),
        Err(ActionError::NoChallenge) => {}
        Err(error) => return Err(error.into()),
    }
    let current = app.find_challenge(&id).await?;
    if current.state != ChallengeState::Accepted {
        return Err(no_challenge());
    }
    // The game may be stored only a moment later.
    for _ in 0..BEGIN_ATTEMPTS {
        match app.act(&caller, challenge.id, PlayerAction::Abort).await {
            Err(ActionError::NoGame) => sleep(BEGIN_PAUSE).await,
            aborted => {
                aborted?;
                return ok();
            }
        }
    }
    Err(no_challenge())
}

impl AppState {
    async fn find_challenge(&self, id: &str) -> Result<Challenge, LichessError> {
        let id: GameId = id.parse().map_err(|_| no_challenge())?;
        Ok(self.node.find_challenge(id).await?)
    }

    /// Checks that the owner of the token may start one more game.
    pub(super) fn check_new_game(&self, caller: &TokenCaller) -> Result<(), LichessError> {
        let now = self.node.time.now();
        let allowed = self.node.api_rates.allow_new_game(caller.player(), now);
        if allowed { Ok(()) } else { Err(LichessError::too_many()) }
    }
}

/// Checks that the game of a challenge exists on Lichess: people challenge each other to others, too.
fn check_challenge_form(challenge: &Challenge) -> Result<(), LichessError> {
    let about = GameBuilder::new(challenge.id, &challenge.terms.setup, 0)?.about;
    check_form(&about).map_err(LichessError::bad_request)
}

fn no_challenge() -> LichessError {
    ActionError::NoChallenge.into()
}
