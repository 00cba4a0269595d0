//! People with an account, for everybody.

use axum::extract::{Path, Query, State};
use axum::http::Uri;
use game::Timestamp;
use protocol::http::{FailureReason, Profile, RatingPoint};
use protocol::{Name, Player, Speed, Standing};
use serde::Deserialize;

use super::App;
use super::exchange::{Answer, broken, json};
use super::me::speed_ratings;
use crate::store::Account;

/// Which graph is wanted.
#[derive(Debug, Deserialize)]
struct Graph {
    speed: Speed,
    #[serde(default)]
    since: u64,
}

/// `GET /api/players/{name}`: who that is.
pub(super) async fn profile(State(app): State<App>, Path(name): Path<String>) -> Answer {
    let account = account(&app, &name).await?;
    let ratings = app.node.store.ratings(account.player).await.map_err(|error| broken(&error))?;
    let player = Player {
        id: Some(account.player),
        name: Name::new(account.name.as_str()).ok(),
        standing: Standing::Account,
        rating: None,
    };
    json(&Profile { player, since: account.at.into(), ratings: speed_ratings(ratings) })
}

/// `GET /api/players/{name}/ratings?speed=…&since=…`: the rating graph.
pub(super) async fn ratings(State(app): State<App>, Path(name): Path<String>, uri: Uri) -> Answer {
    let Query(graph) = Query::<Graph>::try_from_uri(&uri)
        .map_err(|error| FailureReason::Malformed { words: error.to_string() })?;
    let account = account(&app, &name).await?;
    let history = app.node.store.rating_history(account.player, graph.speed, Timestamp(graph.since)).await;
    let points = history.map_err(|error| broken(&error))?.into_iter().map(|point| RatingPoint {
        game: point.game,
        at: point.at.into(),
        rating: point.rating.points(),
    });
    json(&points.collect::<Vec<_>>())
}

async fn account(app: &App, name: &str) -> Result<Account, FailureReason> {
    let name = name.parse().map_err(|_| FailureReason::NotFound)?;
    let account = app.node.store.account_named(name).await.map_err(|error| broken(&error))?;
    account.ok_or(FailureReason::NotFound)
}
