//! SQL of ratings. They change in the transaction that ends a game, so every game counts exactly once, and
//! games that end together count one after the other.

use game::{Ending, Outcome, Timestamp};
use rules::ByColor;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{id, id_bytes, speed, timestamp, to_millis};
use crate::store::known_records::known_records;
use crate::store::periods::PAIR_PERIOD;
use crate::store::{PlayerId, RatingPoint, Speed, StoreError};
use glicko::{Rating, RatingChange, rate};

/// Rates a finished game, if it is rated, public, between two accounts and not aborted, and if fewer than
/// `games_per_pair` games of the two have counted within a day. Counted in the transaction that rates the game, so games
/// that end together cannot pass the limit.
pub(super) fn rate_game(
    connection: &Connection,
    game: i64,
    outcome: Outcome,
    at: Timestamp,
    games_per_pair: u32,
) -> Sql<Option<ByColor<RatingChange>>> {
    if outcome.ending() == Ending::Aborted {
        return Ok(None);
    }
    let sql = "SELECT white, black, speed FROM games
               WHERE key = ?1 AND rated = 1 AND public = 1 AND speed <> 'unlimited' AND white <> black
                 AND EXISTS (SELECT 1 FROM accounts WHERE player = white)
                 AND EXISTS (SELECT 1 FROM accounts WHERE player = black)";
    let row = |row: &Row<'_>| Ok((ByColor { white: id(row, 0)?, black: id(row, 1)? }, speed(row, 2)?));
    let Some((players, speed)) = connection.prepare_cached(sql)?.query_row([game], row).optional()? else {
        return Ok(None);
    };
    if rated_games_of_pair(connection, players, at)? >= games_per_pair {
        return Ok(None);
    }
    let before = ByColor {
        white: current_rating(connection, players.white, speed, at)?.unwrap_or_default(),
        black: current_rating(connection, players.black, speed, at)?.unwrap_or_default(),
    };
    let changes = rate(before, outcome.winner());
    save(connection, players.white, speed, game, at, changes.white.after)?;
    save(connection, players.black, speed, game, at, changes.black.after)?;
    Ok(Some(changes))
}

/// Games of two players that have counted within a day before `at`.
fn rated_games_of_pair(connection: &Connection, players: ByColor<PlayerId>, at: Timestamp) -> Sql<u32> {
    // By speed, so that the primary key finds the latest points.
    let sql = "SELECT count(*) FROM rating_points p JOIN games g ON g.key = p.game
               WHERE p.player = ?1 AND p.speed = ?3 AND p.at > ?4 AND p.at <= ?5 AND (g.white = ?2 OR g.black = ?2)";
    let since = to_millis(Timestamp(at.0.saturating_sub(PAIR_PERIOD.0)));
    let mut statement = connection.prepare_cached(sql)?;
    let mut count = 0;
    for speed in Speed::ALL {
        let values =
            params![id_bytes(players.white), id_bytes(players.black), speed.name(), since, to_millis(at)];
        count += statement.query_row(values, |row| row.get::<_, u32>(0))?;
    }
    Ok(count)
}

/// Limits times to those that are possible now: a rating from the future would not become uncertain again.
pub(super) fn correct_future_times(connection: &Connection, now: Timestamp) -> Sql<()> {
    connection.execute("UPDATE ratings SET rated_at = min(rated_at, ?1)", [to_millis(now)])?;
    Ok(())
}

/// Rating of an account when it takes a seat; `None` for guests.
pub(super) fn of_account(connection: &Connection, player: PlayerId, speed: Speed) -> Sql<Option<Rating>> {
    let sql = "SELECT r.value, r.deviation, r.volatility FROM accounts a
               LEFT JOIN ratings r ON r.player = a.player AND r.speed = ?2 WHERE a.player = ?1";
    let row = |row: &Row<'_>| {
        Ok(match row.get(0)? {
            Some(value) => Rating { value, deviation: row.get(1)?, volatility: row.get(2)? },
            None => Rating::default(),
        })
    };
    connection.prepare_cached(sql)?.query_row(params![id_bytes(player), speed.name()], row).optional()
}

/// Number of rated games by speed.
pub(super) fn counts(connection: &Connection, player: PlayerId) -> Result<Vec<(Speed, u32)>, StoreError> {
    let sql = "SELECT speed, count(*) FROM rating_points WHERE player = ?1 GROUP BY speed ORDER BY speed";
    let mut statement = connection.prepare_cached(sql)?;
    known_records(statement.query_map([id_bytes(player)], |row| Ok((speed(row, 0)?, row.get(1)?)))?)
}

/// All ratings of a player.
pub(super) fn all(connection: &Connection, player: PlayerId) -> Result<Vec<(Speed, Rating)>, StoreError> {
    let sql = "SELECT speed, value, deviation, volatility FROM ratings WHERE player = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let rated = |row: &Row<'_>| Ok((speed(row, 0)?, rating(row, 1)?));
    let mut all = known_records(statement.query_map([id_bytes(player)], rated)?)?;
    all.sort_by_key(|&(speed, _)| speed);
    Ok(all)
}

/// Rating history, as far as the viewer may know its games.
pub(super) fn history(
    connection: &Connection,
    player: PlayerId,
    speed: Speed,
    since: Timestamp,
    viewer: PlayerId,
) -> Sql<Vec<RatingPoint>> {
    let sql = "SELECT g.id, p.at, p.value, p.deviation, p.volatility
               FROM rating_points p JOIN games g ON g.key = p.game
               WHERE p.player = ?1 AND p.speed = ?2 AND p.at >= ?3
                 AND (g.public = 1 OR g.white = ?4 OR g.black = ?4)
               ORDER BY p.at, p.game";
    let row = |row: &Row<'_>| {
        Ok(RatingPoint { game: id(row, 0)?, at: timestamp(row, 1)?, rating: rating(row, 2)? })
    };
    let mut statement = connection.prepare_cached(sql)?;
    let values = params![id_bytes(player), speed.name(), to_millis(since), id_bytes(viewer)];
    statement.query_map(values, row)?.collect()
}

/// The rating at `at`, with the deviation grown since the last game.
fn current_rating(
    connection: &Connection,
    player: PlayerId,
    speed: Speed,
    at: Timestamp,
) -> Sql<Option<Rating>> {
    let sql = "SELECT value, deviation, volatility, rated_at FROM ratings WHERE player = ?1 AND speed = ?2";
    let row = |row: &Row<'_>| Ok(rating(row, 0)?.after_idle(at.since(timestamp(row, 3)?)));
    connection.prepare_cached(sql)?.query_row(params![id_bytes(player), speed.name()], row).optional()
}

fn save(
    connection: &Connection,
    player: PlayerId,
    speed: Speed,
    game: i64,
    at: Timestamp,
    rating: Rating,
) -> Sql<()> {
    let Rating { value, deviation, volatility } = rating;
    let sql = "INSERT INTO ratings (player, speed, value, deviation, volatility, rated_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT DO UPDATE SET value = ?3, deviation = ?4, volatility = ?5, rated_at = ?6";
    let values = params![id_bytes(player), speed.name(), value, deviation, volatility, to_millis(at)];
    connection.prepare_cached(sql)?.execute(values)?;
    let sql = "INSERT INTO rating_points (player, speed, at, game, value, deviation, volatility)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let values = params![id_bytes(player), speed.name(), to_millis(at), game, value, deviation, volatility];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

fn rating(row: &Row<'_>, first: usize) -> Sql<Rating> {
    Ok(Rating { value: row.get(first)?, deviation: row.get(first + 1)?, volatility: row.get(first + 2)? })
}
