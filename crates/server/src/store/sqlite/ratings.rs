//! SQL of ratings. They change in the transaction that ends a game, so every game counts exactly once, and
//! games that end together count one after the other.

use game::{Ending, Outcome, Timestamp};
use rules::ByColor;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{id, id_bytes, speed, timestamp, to_millis};
use crate::rating::{Rating, RatingChange, rate};
use crate::store::{PlayerId, RatingPoint, Speed};

/// Rates a finished game, if it is rated, between two accounts and not aborted.
pub(super) fn rate_game(
    connection: &Connection,
    game: i64,
    outcome: Outcome,
    at: Timestamp,
) -> Sql<Option<ByColor<RatingChange>>> {
    if outcome.ending() == Ending::Aborted {
        return Ok(None);
    }
    let sql = "SELECT white, black, speed FROM games
               WHERE key = ?1 AND rated = 1 AND speed <> 'unlimited' AND white <> black
                 AND EXISTS (SELECT 1 FROM accounts WHERE player = white)
                 AND EXISTS (SELECT 1 FROM accounts WHERE player = black)";
    let row = |row: &Row<'_>| Ok((ByColor { white: id(row, 0)?, black: id(row, 1)? }, speed(row, 2)?));
    let Some((players, speed)) = connection.prepare_cached(sql)?.query_row([game], row).optional()? else {
        return Ok(None);
    };
    let before = ByColor {
        white: current_rating(connection, players.white, speed, at)?.unwrap_or_default(),
        black: current_rating(connection, players.black, speed, at)?.unwrap_or_default(),
    };
    let changes = rate(before, outcome.winner());
    save(connection, players.white, speed, game, at, changes.white.after)?;
    save(connection, players.black, speed, game, at, changes.black.after)?;
    Ok(Some(changes))
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

/// All ratings of a player.
pub(super) fn all(connection: &Connection, player: PlayerId) -> Sql<Vec<(Speed, Rating)>> {
    let sql = "SELECT speed, value, deviation, volatility FROM ratings WHERE player = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut all = statement
        .query_map([id_bytes(player)], |row| Ok((speed(row, 0)?, rating(row, 1)?)))?
        .collect::<Sql<Vec<_>>>()?;
    all.sort_by_key(|&(speed, _)| speed);
    Ok(all)
}

/// Rating history.
pub(super) fn history(
    connection: &Connection,
    player: PlayerId,
    speed: Speed,
    since: Timestamp,
) -> Sql<Vec<RatingPoint>> {
    let sql = "SELECT g.id, p.at, p.value, p.deviation, p.volatility
               FROM rating_points p JOIN games g ON g.key = p.game
               WHERE p.player = ?1 AND p.speed = ?2 AND p.at >= ?3 ORDER BY p.at, p.game";
    let row = |row: &Row<'_>| {
        Ok(RatingPoint { game: id(row, 0)?, at: timestamp(row, 1)?, rating: rating(row, 2)? })
    };
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map(params![id_bytes(player), speed.name(), to_millis(since)], row)?.collect()
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
