//! What somebody may know about themselves.

use axum::extract::State;
use protocol::Speed;
use protocol::http::{Listing, Me, SpeedRating};

use super::App;
use super::archive::summary;
use super::asker::Asker;
use super::exchange::{Answer, as_before, broken, json};
use crate::rating::Rating;
use crate::visitor::shown;

/// So many current games are listed.
const CURRENT: u32 = 100;

/// `GET /api/me`: who you are.
pub(super) async fn me(State(app): State<App>, Asker { visitor, .. }: Asker) -> Answer {
    let ratings = app.node.store.ratings(visitor.id).await.map_err(|error| broken(&error))?;
    let (you, now) = (visitor.player(None), app.node.time.now().into());
    json(&Me { you, now, ratings: speed_ratings(ratings) }).map(as_before)
}

/// `GET /api/me/games`: your unfinished games, those first in which it is your turn.
pub(super) async fn current(State(app): State<App>, Asker { visitor, .. }: Asker) -> Answer {
    let heads = app.node.store.current(visitor.id, CURRENT).await.map_err(|error| broken(&error))?;
    json(&Listing { games: heads.into_iter().map(summary).collect(), next: None })
}

pub(super) fn speed_ratings(ratings: Vec<(Speed, Rating)>) -> Vec<SpeedRating> {
    ratings.into_iter().map(|(speed, rating)| SpeedRating { speed, rating: shown(rating) }).collect()
}
