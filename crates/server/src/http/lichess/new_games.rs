//! Games that begin without a named opponent: against the computer, by link, and seeks.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use game::Millis;
use protocol::lichess::CreatedGame;
use protocol::{ActionError, PlayerName, SeekId, Speed, ToClient};
use serde_json::json as value;

use super::auth::TokenCaller;
use super::challenge_json::{color, time_control};
use super::clean_up::CleanUp;
use super::error::{LichessError, LichessResult, json, json_with, ok};
use super::fields::Fields;
use super::live_stream::{LineWriter, NDJSON, StreamClosed, keep_alive_ticks, live_stream, subscribe};
use super::play::PlayApi;
use super::render::{AI_LEVELS, initial_fen, perf_name, speed_key, variant};
use super::terms::{challenge_terms, rating_range, seek_terms, side};
use crate::accounts::Scope;
use crate::bus::{Subscription, Topic};
use crate::games::Broadcast;
use crate::games::state::{GameBuilder, assign_seat, computer_can_play_untimed};
use crate::http::AppState;
use crate::http::games::game_url;
use crate::http::response::stream_response;
use crate::limits::{OpponentKind, network_of};
use crate::lobby::{LobbyHandle, LobbyRequest, SeekOutcome, SeekRequest, check_form};
use crate::random;

/// Time until a seek with days expires, as a challenge without a clock does.
const SEEK_LIFETIME: Millis = Millis::days(14);

/// `POST /api/challenge/ai`: a game against the computer, with `level` from 1 to 8.
pub(super) async fn create_ai(
    State(app): State<AppState>,
    caller: TokenCaller,
    fields: Fields,
) -> LichessResult {
    caller.require(&[Scope::ChallengeWrite, Scope::BoardPlay, Scope::BotPlay])?;
    app.check_new_game(&caller)?;
    let level: usize = fields.parsed("level")?.unwrap_or(AI_LEVELS.len());
    let level = level.checked_sub(1).and_then(|index| AI_LEVELS.get(index));
    let level = level.ok_or_else(|| LichessError::bad_request("level must be 1 to 8"))?;
    let node = &app.node;
    let mut terms = challenge_terms(&fields)?;
    // As on Lichess, a game against the computer is never rated.
    terms.stakes = protocol::RatingMode::Casual;
    let seed = random::seed();
    let builder = GameBuilder::new(random::id(), &terms, seed)?;
    if !computer_can_play_untimed(&builder.about) {
        return Err(ActionError::NotWithComputer.into());
    }
    let seat = assign_seat(side(&fields)?, seed);
    let player = caller.identity().to_rated_player(None, builder.speed(), &*node.store).await?;
    let called = PlayerName::new(level.name()).map_err(|_| ActionError::NotWithComputer)?;
    let builder = builder.seat(seat, player)?.seat(seat.other(), node.computer_player(&called)?)?;
    let (id, about) = (builder.id, builder.about.clone());
    let reservation = node.reserve_computer(id, caller.player(), caller.token.is_bot).await?;
    node.create_game(builder, Some(caller.address), Some(reservation)).await?;
    let (game, _) = app.lichess_game(id, caller.player()).await?;
    let speed = Speed::of(&about.control.get());
    json_with(
        StatusCode::CREATED,
        &CreatedGame {
            id,
            full_id: id,
            variant: variant(about.ruleset),
            speed: speed_key(speed),
            perf: speed_key(speed),
            rated: false,
            fen: about.fen,
            player: seat,
            turns: 0,
            started_at_turn: 0,
            source: "ai",
            status: game.status(),
            created_at: game.state.opened,
        },
    )
}

/// `POST /api/challenge/open`: an invitation for two players, by link. White is the player who opens it first.
pub(super) async fn create_open(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    caller.require(&[Scope::ChallengeWrite, Scope::BoardPlay, Scope::BotPlay])?;
    if !app.node.api_rates.allow_invitation(caller.player(), app.node.time.now()) {
        return Err(LichessError::too_many());
    }
    let builder = GameBuilder::new(random::id(), &challenge_terms(&fields)?, random::seed())?;
    let (id, about) = (builder.id, builder.about.clone());
    app.node.create_game(builder, Some(caller.address), None).await?;
    let (control, url) = (about.control.get(), game_url(&app, &headers, id));
    let speed = Speed::of(&control);
    json(&value!({
        "id": id,
        "url": url,
        "urlWhite": url,
        "urlBlack": url,
        "status": "created",
        "challenger": null,
        "destUser": null,
        "variant": variant(about.ruleset),
        "rated": about.stakes == protocol::RatingMode::Rated,
        "speed": speed_key(speed),
        "timeControl": time_control(&control),
        "color": "random",
        "finalColor": color(protocol::Seat::White),
        "perf": { "icon": "", "name": perf_name(about.ruleset, speed) },
        "initialFen": initial_fen(&about),
        "open": {},
    }))
}

/// `POST /api/board/seek`: a seek that lasts as long as the response is read, or with `days` until it is paired, withdrawn
/// or has expired.
pub(super) async fn seek(State(app): State<AppState>, caller: TokenCaller, fields: Fields) -> LichessResult {
    PlayApi::Board.check(&caller)?;
    app.check_new_game(&caller)?;
    let (node, terms) = (&app.node, seek_terms(&fields)?);
    node.games_per_network.check(caller.address, OpponentKind::Person)?;
    node.check_game_limit(caller.player(), caller.token.is_bot).await?;
    // Unplayable terms are refused now, not after pairing.
    let about = GameBuilder::new(random::id(), &terms, random::seed())?.about;
    check_form(&about).map_err(LichessError::bad_request)?;
    let is_lasting = !matches!(about.control.get(), game::TimeControl::Clock(_));
    let speed = Speed::of(&about.control.get());
    let player = caller.identity().to_rated_player(None, speed, &*node.store).await?;
    let rating_range = rating_range(&fields)?;
    if rating_range.is_some() && player.rating.is_none() {
        return Err(LichessError::bad_request("ratingRange needs a clock or days"));
    }
    let (owner, place) = (node.next_connection_id(), app.open_stream(&caller).await?);
    let lobby = subscribe(node, Topic::Lobby).await?;
    let (request_id, network, side) = (random::id(), network_of(caller.address), side(&fields)?);
    let token = Some(caller.token_id());
    let expires = is_lasting.then(|| node.time.now() + SEEK_LIFETIME);
    let request =
        SeekRequest { request_id, owner, token, expires, network, player, terms, side, rating_range };
    let handle = node.lobby.clone();
    let withdraw = CleanUp::new(async move { handle.send(LobbyRequest::Disconnected { owner }).await });
    let outcome = node.lobby.request(|reply| LobbyRequest::Post { request, reply }).await??;
    let open = match outcome {
        SeekOutcome::Open(seek) => Some(seek),
        SeekOutcome::Paired | SeekOutcome::AlreadyPaired(..) => None,
    };
    match (open, is_lasting) {
        (Some(seek), true) => {
            // Checked after the seek was posted, so that no end of the token is missed.
            app.check_token(&caller).await?;
            withdraw.cancel();
            json(&value!({ "id": seek }))
        }
        (None, true) => json(&value!({ "id": request_id })),
        (None, false) => Ok(empty_stream()),
        (Some(seek), false) => {
            let handle = node.lobby.clone();
            Ok(live_stream(node, place, |writer| async move {
                let _withdraw = withdraw;
                hold(writer, lobby, handle, seek).await
            }))
        }
    }
}

/// `DELETE /api/board/seek`: withdraws all seeks that the caller has posted with tokens.
pub(super) async fn withdraw_seeks(State(app): State<AppState>, caller: TokenCaller) -> LichessResult {
    PlayApi::Board.check(&caller)?;
    let player = caller.player();
    app.node.lobby.request(|reply| LobbyRequest::WithdrawOfTokens { player, reply }).await??;
    ok()
}

/// Writes blank lines until a seek is closed: paired, or removed by the operator.
async fn hold(
    writer: LineWriter,
    mut messages: Subscription,
    lobby: LobbyHandle,
    seek: SeekId,
) -> Result<(), StreamClosed> {
    let mut ticks = keep_alive_ticks();
    loop {
        tokio::select! {
            message = messages.next() => match message {
                Some(Ok(bytes)) => {
                    let message = Broadcast::decode(&bytes).and_then(|(_, json)| serde_json::from_slice(&json).ok());
                    if message == Some(ToClient::SeekClosed { seek }) {
                        return Ok(());
                    }
                }
                // The message may have been lost.
                Some(Err(_)) => {
                    let listed = lobby.list().await;
                    let (seeks, _) = listed.map_err(|_| StreamClosed)?;
                    if seeks.iter().all(|open| open.id != seek) {
                        return Ok(());
                    }
                }
                None => return Err(StreamClosed),
            },
            _ = ticks.tick() => writer.keep_alive().await?,
        }
    }
}

/// A stream that is over at once: the seek is paired already.
fn empty_stream() -> Response<Body> {
    stream_response("\n", NDJSON)
}
