//! Challenges between named players.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use game::{Millis, TimeControl, Timestamp};
use protocol::lichess::ChallengeList;
use protocol::{ActionError, ColorPreference, GameId, PlayerAction, PlayerName, Speed};
use serde_json::json as value;

use super::auth::TokenCaller;
use super::challenge_json::ChallengeView;
use super::clean_up::CleanUp;
use super::error::{LichessError, LichessResult, json, ok};
use super::fields::Fields;
use super::live_stream::{LineWriter, StreamClosed, keep_alive_ticks, live_stream, subscribe};
use super::terms::{challenge_terms, side};
use crate::accounts::{Identity, Scope};
use crate::bus::{Subscription, Topic};
use crate::games::ApiEvent;
use crate::games::state::{GameBuilder, assign_seat};
use crate::http::AppState;
use crate::limits::OpponentKind;
use crate::random;
use crate::store::{Account, Challenge, ChallengeLimits, ChallengeState, ChallengeTerms, DeclineReason};

/// Time until a challenge expires: with a clock the challenger waits for the answer, without one for days.
const CLOCK_LIFETIME: Millis = Millis::minutes(5);
const SLOW_LIFETIME: Millis = Millis::days(14);

/// Remaining time at which a kept challenge is prolonged.
const EXTENSION_MARGIN: Millis = Millis::minutes(3);

/// Time for which an answered challenge can be looked at.
const SETTLED_LIFETIME: Millis = Millis::minutes(60);

/// Open challenges.
const LIMITS: ChallengeLimits = ChallengeLimits { sent: 200, received: 200, per_pair: 3 };

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
    for challenge in app.node.store.open_challenges(caller.player(), app.node.time.now()).await? {
        let json = view.json(&challenge).await?;
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
    node.games_per_network.check(caller.address, OpponentKind::Person)?;
    if caller.token.is_bot {
        node.check_bot_limit(caller.player()).await?;
    } else {
        node.check_game_limit(caller.player()).await?;
    }
    let challenged = app.find_user(&name).await?;
    if challenged.player == caller.player() {
        return Err(LichessError::bad_request("You cannot challenge yourself"));
    }
    if challenged.is_bot {
        node.check_bots_allowed()?;
    }
    let setup = challenge_terms(&fields)?;
    let (seed, id) = (random::seed(), random::id());
    let about = GameBuilder::new(id, &setup, seed)?.about;
    let (side, now) = (side(&fields)?, node.time.now());
    let has_clock = matches!(about.control.get(), TimeControl::Clock(_));
    let challenge = Challenge {
        id,
        challenger: caller.player(),
        challenged: challenged.player,
        terms: ChallengeTerms {
            setup,
            seat: assign_seat(side, seed),
            is_random: side == ColorPreference::Random,
        },
        state: ChallengeState::Open,
        at: now,
        expires: now + if has_clock { CLOCK_LIFETIME } else { SLOW_LIFETIME },
    };
    // Before the challenge is stored: it must not stay if the stream that keeps it cannot be opened.
    let stream = match fields.flag("keepAliveStream") {
        Some(true) => {
            let place = app.open_stream(&caller).await?;
            let events = subscribe(node, Topic::Api(caller.player())).await?;
            let (cleaner, kept) = (app.clone(), challenge.clone());
            let cancel = CleanUp::new(async move {
                cleaner.settle(&kept, ChallengeState::Canceled).await.ok();
            });
            Some((place, events, cancel))
        }
        _ => None,
    };
    if !node.store.create_challenge(challenge.clone(), LIMITS).await? {
        return Err(LichessError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "You or the player have too many open challenges",
        ));
    }
    app.publish_challenge(&challenge, ApiEvent::Challenge { id });
    let view = ChallengeView { app: &app, headers: &headers, viewer: caller.player() };
    let shown = view.json(&challenge).await?;
    match stream {
        None => json(&shown),
        Some((place, events, cancel)) => {
            let kept = KeptChallenge { app: app.clone(), challenge, has_clock };
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
    pub(super) has_clock: bool,
}

impl KeptChallenge {
    /// Time until which the challenge is to be kept, if it is due to be prolonged: long before it expires, and far less often
    /// than the client hears from the server, because it is a write.
    pub(super) fn extension(&self, now: Timestamp) -> Option<Timestamp> {
        let is_due = self.challenge.expires <= now + EXTENSION_MARGIN;
        (self.has_clock && is_due).then(|| now + CLOCK_LIFETIME)
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
                    Some(Err(_)) => None,
                    None => return Err(StreamClosed),
                },
                _ = ticks.tick() => {
                    if let Some(until) = self.extension(node.time.now())
                        && node.store.extend_challenge(id, until).await.is_ok()
                    {
                        self.challenge.expires = until;
                    }
                    writer.keep_alive().await?;
                    None
                }
            };
            if let Some(done) = done {
                return writer.json(&value!({ "done": done })).await;
            }
        }
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
        return match app.act(&caller, game, PlayerAction::Sit { name: None }).await {
            Ok(()) => ok(),
            Err(ActionError::NoGame | ActionError::Over | ActionError::Full) => Err(no_challenge()),
            Err(error) => Err(error.into()),
        };
    };
    if challenge.challenged != caller.player() {
        return Err(no_challenge());
    }
    match challenge.state {
        ChallengeState::Open if challenge.expires > app.node.time.now() => {
            if !app.settle(&challenge, ChallengeState::Accepted).await? {
                return Err(no_challenge());
            }
            if let Err(error) = app.begin(&challenge, &caller).await {
                app.reopen(&challenge).await?;
                return Err(error);
            }
        }
        // Accepted before, and perhaps at this moment: the game may not be stored yet, and may never have been.
        ChallengeState::Accepted => {
            if app.node.store.head(challenge.id).await?.is_none() {
                app.begin(&challenge, &caller).await?;
                // The other request may have failed and reopened the challenge.
                app.settle(&challenge, ChallengeState::Accepted).await?;
            }
        }
        _ => return Err(no_challenge()),
    }
    app.node.publish_api_event(challenge.challenger, ApiEvent::ChallengeAccepted { id: challenge.id });
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
    let is_asked = challenge.challenged == caller.player();
    if !is_asked || !app.settle(&challenge, ChallengeState::Declined(reason)).await? {
        return Err(no_challenge());
    }
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
    if challenge.challenger == caller.player() && app.settle(&challenge, ChallengeState::Canceled).await? {
        return ok();
    }
    let current = app.find_challenge(&id).await?;
    if current.state != ChallengeState::Accepted {
        return Err(no_challenge());
    }
    app.act(&caller, challenge.id, PlayerAction::Abort).await?;
    ok()
}

impl AppState {
    async fn find_challenge(&self, id: &str) -> Result<Challenge, LichessError> {
        let id: GameId = id.parse().map_err(|_| no_challenge())?;
        self.node.store.challenge(id).await?.ok_or_else(no_challenge)
    }

    /// Answers an open challenge and notifies both players; returns false if it is not open.
    async fn settle(&self, challenge: &Challenge, state: ChallengeState) -> Result<bool, LichessError> {
        let (store, until) = (&self.node.store, self.node.time.now() + SETTLED_LIFETIME);
        if !store.settle_challenge(challenge.id, ChallengeState::Open, state, until).await? {
            return Ok(false);
        }
        let id = challenge.id;
        match state {
            ChallengeState::Declined(_) => {
                self.publish_challenge(challenge, ApiEvent::ChallengeDeclined { id });
            }
            ChallengeState::Canceled => {
                self.publish_challenge(challenge, ApiEvent::ChallengeCanceled { id });
            }
            // Both learn of it by the game.
            ChallengeState::Accepted | ChallengeState::Open => {}
        }
        Ok(true)
    }

    /// Reopens an accepted challenge that has no game.
    async fn reopen(&self, challenge: &Challenge) -> Result<(), LichessError> {
        let (store, accepted) = (&self.node.store, ChallengeState::Accepted);
        if store.head(challenge.id).await?.is_some() {
            return Ok(());
        }
        store.settle_challenge(challenge.id, accepted, ChallengeState::Open, challenge.expires).await?;
        // A repeated request may have stored the game since.
        if store.head(challenge.id).await?.is_some() {
            self.settle(challenge, accepted).await?;
        }
        Ok(())
    }

    fn publish_challenge(&self, challenge: &Challenge, event: ApiEvent) {
        for player in [challenge.challenger, challenge.challenged] {
            self.node.publish_api_event(player, event);
        }
    }

    /// Creates the game of a challenge. The id makes a repetition harmless.
    async fn begin(&self, challenge: &Challenge, caller: &TokenCaller) -> Result<(), LichessError> {
        let (node, terms) = (&self.node, &challenge.terms);
        let mut builder = GameBuilder::new(challenge.id, &terms.setup, 0)?;
        let speed = Speed::of(&terms.setup.control.get());
        for (player, seat) in [(challenge.challenger, terms.seat), (challenge.challenged, terms.seat.other())]
        {
            let account: Option<Account> = node.store.account(player).await?;
            let account = account.ok_or_else(no_challenge)?;
            let name = PlayerName::new(account.name.as_str()).ok();
            let identity = Identity { id: player, account: name, session: None };
            let player = identity.to_rated_player(None, speed, &*node.store).await?;
            builder =
                if account.is_bot { builder.seat_bot(seat, player)? } else { builder.seat(seat, player)? };
        }
        Ok(node.create_game(builder, Some(caller.address), None).await?)
    }

    /// Checks that the owner of the token may start one more game.
    pub(super) fn check_new_game(&self, caller: &TokenCaller) -> Result<(), LichessError> {
        let now = self.node.time.now();
        let allowed = self.node.api_rates.allow_new_game(caller.player(), now);
        if allowed { Ok(()) } else { Err(LichessError::too_many()) }
    }
}

fn no_challenge() -> LichessError {
    LichessError::not_found("No such challenge")
}
