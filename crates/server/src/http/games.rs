//! Game endpoints: create, state, PGN.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use axum::http::header::{HOST, HeaderMap};
use protocol::http::{ApiErrorReason, CreateGameRequest, CreateGameResponse};
use protocol::{ActionError, GameId, ToClient};

use super::AppState;
use super::download::{game_file_name, with_file_name};
use super::error::{ApiResult, action_error, store_failure};
use super::extract::{Caller, JsonBody};
use super::response::{json, stream_response};
use crate::games::GameRequest;
use crate::games::state::{GameBuilder, assign_seat, computer_can_play};
use crate::random;

/// `POST /api/games`: creates a game and returns its link.
pub(super) async fn create(
    State(app): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(invitation): JsonBody<CreateGameRequest>,
) -> ApiResult {
    let (node, identity) = (&app.node, &caller.identity);
    let seed = random::seed();
    let builder = GameBuilder::new(random::id(), &invitation.terms, seed).map_err(action_error)?;
    let player = identity.to_rated_player(invitation.name, builder.speed(), &*node.store).await;
    let seat = assign_seat(invitation.side, seed);
    let builder = builder.seat(seat, player.map_err(|error| store_failure(&error))?).map_err(action_error)?;
    let builder = match &invitation.computer {
        None => builder,
        Some(_) if !computer_can_play(&builder.about) => {
            return Err(action_error(ActionError::NotWithComputer).into());
        }
        Some(called) => {
            let computer = node.computer_player(called).map_err(action_error)?;
            builder.seat(seat.other(), computer).map_err(action_error)?
        }
    };
    let beside_computer = match &invitation.computer {
        None => node.check_game_limit(identity.id, identity.is_bot).await.map(|()| None),
        Some(_) => node.reserve_computer(builder.id, identity.id, identity.is_bot).await.map(Some),
    };
    let game = builder.id;
    let created =
        node.create_game(builder, Some(caller.address), beside_computer.map_err(action_error)?).await;
    created.map_err(action_error)?;
    json(&CreateGameResponse { game, seat, url: game_url(&app, &headers, game) })
}

/// `GET /api/games/{id}`: the current state, without following the game.
pub(super) async fn state(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> ApiResult {
    let game = id.parse::<GameId>().map_err(|_| ApiErrorReason::NotFound)?;
    let snapshot = app
        .node
        .games
        .request(&app.node, game, |reply| GameRequest::State { viewer: caller.identity.id, reply })
        .await
        .map_err(action_error)?;
    json(&ToClient::State { game, now: snapshot.now, you: snapshot.seat, state: snapshot.state })
}

/// `GET /api/games/{id}/pgn`: the game as PGN.
pub(super) async fn pgn(State(app): State<AppState>, Path(id): Path<String>) -> ApiResult {
    let game = id.parse::<GameId>().map_err(|_| ApiErrorReason::NotFound)?;
    let pgn = app
        .node
        .games
        .request(&app.node, game, |reply| GameRequest::Pgn { reply })
        .await
        .map_err(action_error)?;
    Ok(with_file_name(pgn_response(Body::from(pgn.to_string())), &game_file_name(&pgn)))
}

pub(super) fn pgn_response(body: Body) -> Response<Body> {
    stream_response(body, "application/x-chess-pgn; charset=utf-8")
}

/// Link to a game.
pub(super) fn game_url(app: &AppState, headers: &HeaderMap, game: GameId) -> String {
    format!("{}/game/{game}", base_url(app, headers))
}

/// The public URL, or else that of the request's `Host`, which has been checked.
pub(super) fn base_url(app: &AppState, headers: &HeaderMap) -> String {
    match &app.node.config.public_url {
        Some(url) => url.to_string(),
        None => {
            let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
            let scheme = if app.node.config.terminates_tls { "https" } else { "http" };
            format!("{scheme}://{host}")
        }
    }
}
