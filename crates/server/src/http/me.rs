//! What somebody may know about themselves.

use axum::extract::State;
use protocol::Speed;
use protocol::http::{GameListPage, Me, SpeedRating};

use super::AppState;
use super::archive::summary;
use super::extract::Caller;
use super::response::{ApiResult, json, store_failure, with_renewed_cookie};
use crate::identity::to_wire_rating;
use crate::rating::Rating;

/// So many current games are listed.
const MAX_CURRENT_GAMES: u32 = 100;

/// `GET /api/me`: who you are.
pub(super) async fn me(State(app): State<AppState>, Caller { identity: visitor, .. }: Caller) -> ApiResult {
    let ratings = app.node.store.ratings(visitor.id).await.map_err(|error| store_failure(&error))?;
    let (you, now) = (visitor.to_player(None), app.node.time.now().into());
    json(&Me { you, now, ratings: speed_ratings(ratings) }).map(with_renewed_cookie)
}

/// `GET /api/me/games`: your unfinished games, those first in which it is your turn.
pub(super) async fn current_games(
    State(app): State<AppState>,
    Caller { identity: visitor, .. }: Caller,
) -> ApiResult {
    let heads = app
        .node
        .store
        .unfinished(visitor.id, MAX_CURRENT_GAMES)
        .await
        .map_err(|error| store_failure(&error))?;
    json(&GameListPage { games: heads.into_iter().map(summary).collect(), next: None })
}

pub(super) fn speed_ratings(ratings: Vec<(Speed, Rating)>) -> Vec<SpeedRating> {
    ratings.into_iter().map(|(speed, rating)| SpeedRating { speed, rating: to_wire_rating(rating) }).collect()
}
