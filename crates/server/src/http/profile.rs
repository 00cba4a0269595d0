//! Public player profiles.

use axum::extract::{Path, Query, State};
use axum::http::Uri;
use game::Timestamp;
use protocol::http::{ApiErrorReason, PlayerProfile, RatingPoint};
use protocol::{PlayerInfo, PlayerKind, PlayerName, Speed};
use serde::Deserialize;

use super::AppState;
use super::error::{ApiResult, store_failure};
use super::extract::Caller;
use super::me::speed_ratings;
use super::response::json;
use crate::store::Account;

/// Query parameters of the rating history.
#[derive(Debug, Deserialize)]
struct RatingsQuery {
    speed: Speed,
    #[serde(default)]
    since: u64,
}

/// `GET /api/players/{name}`: profile.
pub(super) async fn profile(State(app): State<AppState>, Path(name): Path<String>) -> ApiResult {
    let account = find_account(&app, &name).await?;
    let ratings = app.node.store.ratings(account.player).await.map_err(|error| store_failure(&error))?;
    let player = PlayerInfo {
        id: Some(account.player),
        name: PlayerName::new(account.name.as_str()).ok(),
        standing: PlayerKind::Account,
        rating: None,
        bot: account.is_bot,
    };
    json(&PlayerProfile { player, since: account.at.into(), ratings: speed_ratings(ratings) })
}

/// `GET /api/players/{name}/ratings?speed=…&since=…`: rating history, without other players' private games.
pub(super) async fn ratings(
    State(app): State<AppState>,
    Caller { identity, .. }: Caller,
    Path(name): Path<String>,
    uri: Uri,
) -> ApiResult {
    let Query(graph) = Query::<RatingsQuery>::try_from_uri(&uri)
        .map_err(|error| ApiErrorReason::Malformed { words: error.to_string() })?;
    let account = find_account(&app, &name).await?;
    let since = Timestamp(graph.since);
    let history = app.node.store.rating_history(account.player, graph.speed, since, identity.id).await;
    let points = history.map_err(|error| store_failure(&error))?.into_iter().map(|point| RatingPoint {
        game: point.game,
        at: point.at.into(),
        rating: point.rating.points(),
    });
    json(&points.collect::<Vec<_>>())
}

async fn find_account(app: &AppState, name: &str) -> Result<Account, ApiErrorReason> {
    let name = name.parse().map_err(|_| ApiErrorReason::NotFound)?;
    let account = app.node.store.account_named(name).await.map_err(|error| store_failure(&error))?;
    account.ok_or(ApiErrorReason::NotFound)
}
