//! SQL of game lists.

use std::sync::Arc;

use game::Ruleset;
use rules::Color;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::PostgresStore;
use super::pool::{Lane, Pool};
use super::rows::{ENDED_AT, GAME_HEAD, GAME_HEAD_FROM, Uuid, head, id, timestamp};
use crate::store::columns::{color_name, to_millis};
use crate::store::known_records::{if_known, known_records};
use crate::store::{
    ArchiveStore, BoxFuture, Cursor, Filter, GameHead, GameId, GamesPage, PlayerId, Score, Speed, StoreError,
};

impl ArchiveStore for PostgresStore {
    fn finished_games(
        &self,
        filter: Filter,
        after: Option<Cursor>,
        limit: u32,
    ) -> BoxFuture<Result<GamesPage, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { page(&pool, &filter, after, limit).await })
    }

    fn unfinished(&self, player: PlayerId, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!(
                "SELECT {GAME_HEAD} {GAME_HEAD_FROM}
                 WHERE (g.white = $1 AND g.stage < 2) OR (g.black = $1 AND g.stage < 2)
                 ORDER BY coalesce(CASE p.turn WHEN 'white' THEN g.white = $1 WHEN 'black' THEN g.black = $1 END, false) DESC,
                          p.due_at NULLS LAST, g.key LIMIT $2"
            );
            let rows = pool.query(Lane::Read, &sql, &[&Uuid::from(player), &i64::from(limit)]).await?;
            known_records(rows.iter().map(head))
        })
    }

    fn games_of(&self, player: PlayerId) -> BoxFuture<Result<Vec<GameId>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE white = $1 OR black = $1 ORDER BY key";
            let rows = pool.query(Lane::Read, sql, &[&Uuid::from(player)]).await?;
            rows.iter().map(|row| id(row, 0)).collect()
        })
    }

    fn live_games(&self, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!(
                "SELECT {GAME_HEAD} {GAME_HEAD_FROM} WHERE g.stage = 1 AND g.public ORDER BY g.key DESC LIMIT $1"
            );
            let rows = pool.query(Lane::Read, &sql, &[&i64::from(limit)]).await?;
            known_records(rows.iter().map(head))
        })
    }
}

/// A page with its next cursor; reads one extra game to know whether there are more.
async fn page(
    pool: &Pool,
    filter: &Filter,
    after: Option<Cursor>,
    limit: u32,
) -> Result<GamesPage, StoreError> {
    let found = i64::from(limit) + 1;
    let mut games = match filter.player {
        None => list(pool, filter, None, after, found).await?,
        Some(player) => {
            let mut games = list(pool, filter, Some((player, Color::White)), after, found).await?;
            games.extend(list(pool, filter, Some((player, Color::Black)), after, found).await?);
            games.sort_by_key(|&(cursor, _)| std::cmp::Reverse(cursor));
            // A player on both sides has the game in both lists.
            games.dedup_by_key(|&mut (cursor, _)| cursor.game);
            games
        }
    };
    let is_last = games.len() <= limit as usize;
    games.truncate(limit as usize);
    let next = games.last().filter(|_| !is_last).map(|&(cursor, _)| cursor);
    Ok(GamesPage { games: games.into_iter().filter_map(|(_, game)| game).collect(), next })
}

/// Finished games of one side of a player, or public ones, with their places; `None` for a game that this program does not
/// know. Each list has an index in its order.
async fn list(
    pool: &Pool,
    filter: &Filter,
    player: Option<(PlayerId, Color)>,
    after: Option<Cursor>,
    limit: i64,
) -> Result<Vec<(Cursor, Option<GameHead>)>, StoreError> {
    let query = finished_query(filter, player, after, limit);
    let params: Vec<&(dyn ToSql + Sync)> = query.params.iter().map(|param| &**param as _).collect();
    let rows: Vec<Row> = pool.query(Lane::Read, &query.sql, &params).await?;
    let listed = |row: &Row| {
        let cursor = Cursor { at: timestamp(row, ENDED_AT)?, game: id(row, 0)? };
        Ok((cursor, if_known(head(row))?))
    };
    rows.iter().map(listed).collect()
}

/// A statement that grows by conditions.
struct Query {
    sql: String,
    params: Vec<Box<dyn ToSql + Sync + Send>>,
}

impl Query {
    /// Adds a parameter and returns its place.
    fn bind(&mut self, param: impl ToSql + Sync + Send + 'static) -> String {
        self.params.push(Box::new(param));
        format!("${}", self.params.len())
    }

    /// Adds a condition; `$` stands for the parameter.
    fn and(&mut self, condition: &str, param: impl ToSql + Sync + Send + 'static) {
        let place = self.bind(param);
        self.sql.push_str(" AND ");
        self.sql.push_str(&condition.replace('$', &place));
    }
}

fn finished_query(
    filter: &Filter,
    player: Option<(PlayerId, Color)>,
    after: Option<Cursor>,
    limit: i64,
) -> Query {
    let sql = format!("SELECT {GAME_HEAD} {GAME_HEAD_FROM} WHERE g.stage = 2");
    let mut query = Query { sql, params: Vec::new() };
    match player {
        None => query.sql.push_str(" AND g.public"),
        Some((player, color)) => {
            let (own, other) = (color_name(color), color_name(!color));
            query.and(&format!("g.{own} = $"), Uuid::from(player));
            if let Some(opponent) = filter.opponent {
                query.and(&format!("g.{other} = $"), Uuid::from(opponent));
            }
            // Filtered here and not afterwards: otherwise the cursor of the next page could be a private game.
            match filter.viewer {
                Some(viewer) => query.and("(g.public OR $ IN (g.white, g.black))", Uuid::from(viewer)),
                None => query.sql.push_str(" AND g.public"),
            }
            match filter.score {
                Some(Score::Won) => query.and("g.winner = $", own),
                Some(Score::Lost) => query.and("g.winner = $", other),
                Some(Score::Drawn) => query.sql.push_str(" AND g.winner IS NULL"),
                None => {}
            }
        }
    }
    if let Some(after) = after {
        let ended = query.bind(to_millis(after.at));
        let game = query.bind(Uuid::from(after.game));
        query.sql.push_str(&format!(" AND (g.ended_at, g.id) < ({ended}, {game})"));
    }
    if let Some(from) = filter.from {
        query.and("g.ended_at >= $", to_millis(from));
    }
    if let Some(until) = filter.until {
        query.and("g.ended_at < $", to_millis(until));
    }
    if let Some(speed) = filter.speed {
        query.and("g.speed = $", Speed::name(speed));
    }
    if let Some(ruleset) = filter.ruleset {
        query.and("g.ruleset = $", Ruleset::name(ruleset));
    }
    let limit = query.bind(limit);
    query.sql.push_str(&format!(" ORDER BY g.ended_at DESC, g.id DESC LIMIT {limit}"));
    query
}
