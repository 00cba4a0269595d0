//! The Lichess API, so that bots, boards and libraries made for Lichess play here (decision 38, `docs/api.md`).
//!
//! `auth` finds the owner of a token, `fields` reads parameters in every form that clients send, `error` is
//! `{"error":"…"}`. A file per topic has the endpoints; `render` and `challenge_json` write games and challenges, whose
//! types are in `protocol::lichess`. `live_stream` is a response that stays open.

mod auth;
mod challenge_json;
mod challenges;
mod clean_up;
mod error;
mod event_stream;
mod export;
mod fields;
mod game_json;
mod game_stream;
mod import;
mod live_stream;
mod new_games;
mod openapi;
mod play;
mod render;
mod snapshot;
mod spectate;
mod terms;
#[cfg(test)]
mod tests;
mod token_exchange;
mod tokens;
mod user_id;
mod users;

use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use axum::{Extension, Router};

pub(super) use self::auth::{CountedForToken, ErrorForm, allow_program, preflight, refuse_token};
pub(super) use self::openapi::is_api_path;
use self::play::PlayApi;
use super::AppState;

/// Extension of a response that stays open: its connection leaves the table of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveStream;

/// Routes of the API, all of them with a token or none, never with a cookie; and unknown paths below `/api`.
pub(super) fn routes(app: &AppState) -> Router<AppState> {
    Router::new()
        .route("/api/token/test", post(tokens::test))
        .route("/api/token", post(token_exchange::exchange).delete(tokens::revoke))
        .route("/api/account", get(users::account))
        .route("/api/account/email", get(users::email))
        .route("/api/account/preferences", get(users::preferences))
        .route("/api/account/playing", get(users::playing))
        .route("/api/user/{name}", get(users::user))
        .route("/api/user/{name}/rating-history", get(users::rating_history))
        .route("/api/users", post(users::users))
        .route("/api/users/status", get(users::status))
        .route("/api/bot/account/upgrade", post(users::upgrade))
        .route("/api/bot/online", get(users::online_bots))
        .route("/api/stream/event", get(event_stream::stream))
        .route("/api/stream/game/{id}", get(spectate::game))
        .route("/api/tv/feed", get(spectate::tv))
        .route("/api/tv/{channel}/feed", get(spectate::tv))
        .route("/game/export/{id}", get(export::game))
        .route("/api/games/export/_ids", post(export::games_by_id))
        .route("/api/games/export/imports", get(export::imported_games))
        .route("/api/games/user/{name}", get(export::games_of_user))
        .route("/api/import", post(import::import))
        .route("/api/challenge", get(challenges::list))
        .route("/api/challenge/ai", post(new_games::create_ai))
        .route("/api/challenge/open", post(new_games::create_open))
        .route("/api/challenge/{id}", post(challenges::create))
        .route("/api/challenge/{id}/show", get(challenges::show))
        .route("/api/challenge/{id}/accept", post(challenges::accept))
        .route("/api/challenge/{id}/decline", post(challenges::decline))
        .route("/api/challenge/{id}/cancel", post(challenges::cancel))
        .route("/api/board/seek", post(new_games::seek).delete(new_games::withdraw_seeks))
        .route("/api/openapi.json", get(openapi::describe))
        .nest("/api/board", play_routes().layer(Extension(PlayApi::Board)))
        .nest("/api/bot", play_routes().layer(Extension(PlayApi::Bot)))
        .route("/api", any(error::no_endpoint))
        .route("/api/", any(error::no_endpoint))
        .route("/api/{*path}", any(error::no_endpoint))
        .layer(from_fn_with_state(app.clone(), auth::authenticate))
}

/// Routes of the board API and of the bot API.
fn play_routes() -> Router<AppState> {
    Router::new()
        .route("/game/stream/{id}", get(game_stream::stream))
        .route("/game/{id}/move/{uci}", post(play::make_move))
        .route("/game/{id}/{action}", get(play::chat).post(play::action))
        .route("/game/{id}/{action}/", post(play::action))
        .route("/game/{id}/{offer}/{answer}", post(play::offer))
}
