//! SQL of ratings.

use game::Timestamp;
use rules::ByColor;
use tokio_postgres::Row;

use super::pool::{Lane, Pool};
use super::rows::{Uuid, get, id, speed, timestamp};
use crate::store::columns::to_millis;
use crate::store::known_records::known_records;
use crate::store::{GameId, PlayerId, RatingPoint, Speed, StoreError};
use glicko::Rating;

/// Ratings of the players of a rated game, as stored.
pub(super) struct RatingBasis {
    white: Option<StoredRating>,
    black: Option<StoredRating>,
}

#[derive(Clone, Copy)]
struct StoredRating {
    rating: Rating,
    at: i64,
}

impl RatingBasis {
    /// Loads the ratings; `None` if the game does not count.
    pub(super) async fn load(pool: &Pool, game: GameId) -> Result<Option<RatingBasis>, StoreError> {
        let sql = "SELECT white_value, white_deviation, white_volatility, white_at,
                          black_value, black_deviation, black_volatility, black_at
                   FROM hanpan_rating_basis($1)";
        let row = pool.query_opt(Lane::Append(game.bits()), sql, &[&Uuid::from(game)]).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(RatingBasis { white: stored_rating(&row, 0)?, black: stored_rating(&row, 4)? }))
    }

    /// Ratings at a time, with the deviations grown since the last game.
    pub(super) fn ratings_at(&self, at: Timestamp) -> ByColor<Rating> {
        let rating = |stored: Option<StoredRating>| {
            stored.map_or(Rating::default(), |StoredRating { rating, at: rated }| {
                rating.after_idle(at.since(Timestamp(u64::try_from(rated).unwrap_or(0))))
            })
        };
        ByColor { white: rating(self.white), black: rating(self.black) }
    }

    /// Values by which the database recognizes these ratings.
    pub(super) fn seen(&self) -> Vec<Option<f64>> {
        let rating = |stored: Option<StoredRating>| flatten(stored.map(|stored| stored.rating));
        [rating(self.white), rating(self.black)].concat()
    }

    /// Times by which the database recognizes these ratings.
    pub(super) fn seen_at(&self) -> Vec<Option<i64>> {
        [self.white, self.black].iter().map(|stored| stored.map(|stored| stored.at)).collect()
    }
}

fn stored_rating(row: &Row, first: usize) -> Result<Option<StoredRating>, StoreError> {
    match get(row, first + 3)? {
        Some(at) => Ok(Some(StoredRating { rating: rating(row, first)?, at })),
        None => Ok(None),
    }
}

/// The three numbers of a rating.
pub(super) fn flatten(rating: Option<Rating>) -> Vec<Option<f64>> {
    let numbers = rating.map(|rating| [rating.value, rating.deviation, rating.volatility]);
    (0..3).map(|index| numbers.map(|numbers| numbers[index])).collect()
}

/// Number of rated games by speed.
pub(super) async fn counts(pool: &Pool, player: PlayerId) -> Result<Vec<(Speed, u32)>, StoreError> {
    let sql = "SELECT speed, count(*) FROM rating_points WHERE player = $1 GROUP BY speed ORDER BY speed";
    let rows = pool.query(Lane::Read, sql, &[&Uuid::from(player)]).await?;
    let count = |row: &Row| get::<i64>(row, 1).map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    known_records(rows.iter().map(|row| Ok::<_, StoreError>((speed(row, 0)?, count(row)?))))
}

/// All ratings of a player.
pub(super) async fn all(pool: &Pool, player: PlayerId) -> Result<Vec<(Speed, Rating)>, StoreError> {
    let sql = "SELECT speed, value, deviation, volatility FROM ratings WHERE player = $1";
    let rows = pool.query(Lane::Read, sql, &[&Uuid::from(player)]).await?;
    let rated = |row: &Row| Ok::<_, StoreError>((speed(row, 0)?, rating(row, 1)?));
    let mut all = known_records(rows.iter().map(rated))?;
    all.sort_by_key(|&(speed, _)| speed);
    Ok(all)
}

/// Rating history, as far as the viewer may know its games.
pub(super) async fn history(
    pool: &Pool,
    player: PlayerId,
    speed: Speed,
    since: Timestamp,
    viewer: PlayerId,
) -> Result<Vec<RatingPoint>, StoreError> {
    let sql = "SELECT g.id, p.at, p.value, p.deviation, p.volatility
               FROM rating_points p JOIN games g ON g.key = p.game
               WHERE p.player = $1 AND p.speed = $2 AND p.at >= $3
                 AND (g.public OR g.white = $4 OR g.black = $4)
               ORDER BY p.at, p.game";
    let (player, viewer) = (Uuid::from(player), Uuid::from(viewer));
    let rows = pool.query(Lane::Read, sql, &[&player, &speed.name(), &to_millis(since), &viewer]).await?;
    let point =
        |row: &Row| Ok(RatingPoint { game: id(row, 0)?, at: timestamp(row, 1)?, rating: rating(row, 2)? });
    rows.iter().map(point).collect()
}

fn rating(row: &Row, first: usize) -> Result<Rating, StoreError> {
    Ok(Rating { value: get(row, first)?, deviation: get(row, first + 1)?, volatility: get(row, first + 2)? })
}
