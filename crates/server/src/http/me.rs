//! Endpoints about the caller.

use axum::extract::State;
use protocol::Speed;
use protocol::http::{GameListPage, Me, SpeedRating};

use super::AppState;
use super::archive::own_summary;
use super::error::{ApiResult, store_failure};
use super::extract::Caller;
use super::response::{json, with_renewed_cookie};
use crate::accounts::to_public_rating;
use glicko::Rating;

/// Maximum number of unfinished games listed.
const MAX_CURRENT_GAMES: u32 = 100;

/// `GET /api/me`: the caller's identity and ratings.
pub(super) async fn me(State(app): State<AppState>, Caller { identity, .. }: Caller) -> ApiResult {
    let ratings = app.node.store.ratings(identity.id).await.map_err(|error| store_failure(&error))?;
    let (you, now) = (identity.to_player(None), app.node.time.now().into());
    let rating_rules = Some(app.node.config.rating.to_wire());
    json(&Me { you, now, ratings: speed_ratings(ratings), rating_rules }).map(with_renewed_cookie)
}

/// `GET /api/me/games`: the caller's unfinished games, own turn first.
pub(super) async fn current_games(State(app): State<AppState>, Caller { identity, .. }: Caller) -> ApiResult {
    let heads = app
        .node
        .store
        .unfinished(identity.id, MAX_CURRENT_GAMES)
        .await
        .map_err(|error| store_failure(&error))?;
    json(&GameListPage {
        games: heads.into_iter().map(|head| own_summary(head, identity.id)).collect(),
        next: None,
    })
}

pub(super) fn speed_ratings(ratings: Vec<(Speed, Rating)>) -> Vec<SpeedRating> {
    ratings
        .into_iter()
        .map(|(speed, rating)| SpeedRating { speed, rating: to_public_rating(rating) })
        .collect()
}
