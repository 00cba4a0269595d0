//! SQL of game lists.

use game::{Ruleset, Timestamp};
use rules::Color;
use rusqlite::{Connection, Result as Sql, named_params, params};

use super::rows::{ENDED_AT, GAME_HEAD, color_name, head, id, id_bytes, timestamp, to_millis};
use super::{BoxFuture, SqliteStore, StoreError};
use crate::store::known_records::{if_known, known_records};
use crate::store::{ArchiveStore, Cursor, Filter, GameHead, GameId, GamesPage, PlayerId, Score, Speed};

impl ArchiveStore for SqliteStore {
    fn finished_games(
        &self,
        filter: Filter,
        after: Option<Cursor>,
        limit: u32,
    ) -> BoxFuture<Result<GamesPage, StoreError>> {
        self.read(move |connection| page(connection, &filter, after, limit))
    }

    fn unfinished(&self, player: PlayerId, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(&unfinished_sql())?;
            known_records(statement.query_map(params![id_bytes(player), limit], head)?)
        })
    }

    fn games_of(&self, player: PlayerId) -> BoxFuture<Result<Vec<GameId>, StoreError>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(GAMES_OF_PLAYER)?;
            let games = statement.query_map([id_bytes(player)], |row| id(row, 0))?.collect::<Sql<_>>()?;
            Ok(games)
        })
    }

    fn live_games(&self, limit: u32) -> BoxFuture<Result<Vec<GameHead>, StoreError>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(&live_games_sql())?;
            known_records(statement.query_map([limit], head)?)
        })
    }
}

/// Ids only, so that the list stays small.
const GAMES_OF_PLAYER: &str = "SELECT id FROM games WHERE white = ?1 OR black = ?1 ORDER BY key";

/// A page with its next cursor; reads one extra game to know whether there are more.
fn page(
    connection: &Connection,
    filter: &Filter,
    after: Option<Cursor>,
    limit: u32,
) -> Result<GamesPage, StoreError> {
    let found = limit.saturating_add(1);
    let mut games = match filter.player {
        None => list(connection, filter, None, after, found)?,
        Some(player) => {
            let mut games = list(connection, filter, Some((player, Color::White)), after, found)?;
            games.extend(list(connection, filter, Some((player, Color::Black)), after, found)?);
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
fn list(
    connection: &Connection,
    filter: &Filter,
    player: Option<(PlayerId, Color)>,
    after: Option<Cursor>,
    limit: u32,
) -> Result<Vec<(Cursor, Option<GameHead>)>, StoreError> {
    let after = after.unwrap_or(Cursor { at: Timestamp(u64::MAX), game: GameId::from_bits(u128::MAX) });
    let result = player.and_then(|(_, color)| {
        filter.score.map(|score| match score {
            Score::Won => color_name(color),
            Score::Drawn => "draw",
            Score::Lost => color_name(!color),
        })
    });
    let side = player.map(|(_, color)| color);
    let mut statement = connection.prepare_cached(&finished_sql(side, IndexChoice::of(filter)))?;
    let mut rows = statement.query(named_params! {
        ":player": player.map(|(player, _)| id_bytes(player)),
        ":viewer": player.and(filter.viewer).map(id_bytes),
        ":opponent": filter.opponent.map(id_bytes),
        ":result": result,
        ":ended": to_millis(after.at),
        ":id": id_bytes(after.game),
        ":from": filter.from.map_or(0, to_millis),
        ":until": filter.until.map_or(i64::MAX, to_millis),
        ":speed": filter.speed.map(Speed::name),
        ":ruleset": filter.ruleset.map(Ruleset::name),
        ":limit": limit,
    })?;
    let mut listed = Vec::new();
    while let Some(row) = rows.next()? {
        let cursor = Cursor { at: timestamp(row, ENDED_AT)?, game: id(row, 0)? };
        listed.push((cursor, if_known(head(row))?));
    }
    Ok(listed)
}

/// Index for selective filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum IndexChoice {
    None,
    Speed,
    Ruleset,
}

impl IndexChoice {
    fn of(filter: &Filter) -> IndexChoice {
        // Non-standard rulesets are rarer than any speed.
        match (filter.speed, filter.ruleset) {
            (_, Some(ruleset)) if ruleset != Ruleset::Standard => IndexChoice::Ruleset,
            (Some(_), _) => IndexChoice::Speed,
            (None, Some(_)) => IndexChoice::Ruleset,
            (None, None) => IndexChoice::None,
        }
    }
}

fn finished_sql(side: Option<Color>, index: IndexChoice) -> String {
    // A plain equality lets SQLite use the index; `IS NULL OR` would not.
    let (speed, ruleset) = match index {
        IndexChoice::None => (":speed IS NULL", ":ruleset IS NULL"),
        IndexChoice::Speed => ("g.speed = :speed", "(:ruleset IS NULL OR g.ruleset = :ruleset)"),
        IndexChoice::Ruleset => ("(:speed IS NULL OR g.speed = :speed)", "g.ruleset = :ruleset"),
    };
    let of_whom = match side {
        None => "g.public = 1 AND :player IS NULL AND :viewer IS NULL AND :opponent IS NULL".to_owned(),
        Some(side) => {
            let (own, other) = if side == Color::White { ("white", "black") } else { ("black", "white") };
            // Filtered here and not afterwards: otherwise the cursor of the next page could be a private game.
            format!(
                "g.{own} = :player AND (:opponent IS NULL OR g.{other} = :opponent)
                 AND (g.public = 1 OR :viewer IN (g.white, g.black))"
            )
        }
    };
    format!(
        "{GAME_HEAD} WHERE g.stage = 2 AND {of_whom}
           AND (g.ended_at, g.id) < (:ended, :id) AND g.ended_at >= :from AND g.ended_at < :until
           AND (:result IS NULL OR coalesce(g.winner, 'draw') = :result)
           AND {speed} AND {ruleset}
         ORDER BY g.ended_at DESC, g.id DESC LIMIT :limit"
    )
}

fn unfinished_sql() -> String {
    format!(
        "{GAME_HEAD} WHERE (g.white = ?1 AND g.stage < 2) OR (g.black = ?1 AND g.stage < 2)
         ORDER BY CASE g.turn WHEN 'white' THEN g.white = ?1 WHEN 'black' THEN g.black = ?1 ELSE 0 END DESC,
                  g.due_at IS NULL, g.due_at, g.key LIMIT ?2"
    )
}

fn live_games_sql() -> String {
    format!("{GAME_HEAD} WHERE g.stage = 1 AND g.public = 1 ORDER BY g.key DESC LIMIT ?1")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every list must be served by an index.
    #[test]
    fn every_list_uses_an_index() {
        let connection = super::super::open::in_memory().unwrap();
        let check = |sql: &str, index: &str, sorting: usize| {
            let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            // The plan does not depend on parameters.
            let plan = statement.raw_query().mapped(|row| row.get(3)).collect::<Sql<Vec<String>>>().unwrap();
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
            assert!(
                !plan.iter().any(|step| step.starts_with("SCAN g") && !step.contains("INDEX")),
                "{plan:#?}"
            );
            assert_eq!(plan.iter().filter(|step| step.contains("TEMP B-TREE")).count(), sorting, "{plan:#?}");
        };
        check(&finished_sql(None, IndexChoice::None), "games_finished ", 0);
        check(&finished_sql(None, IndexChoice::Speed), "games_finished_by_speed", 0);
        check(&finished_sql(None, IndexChoice::Ruleset), "games_finished_by_ruleset", 0);
        for index in [IndexChoice::None, IndexChoice::Speed, IndexChoice::Ruleset] {
            check(&finished_sql(Some(Color::White), index), "games_of_white", 0);
            check(&finished_sql(Some(Color::Black), index), "games_of_black", 0);
        }
        check(&unfinished_sql(), "games_of_black", 1);
        check(&live_games_sql(), "games_live", 0);
        check(GAMES_OF_PLAYER, "games_of_black", 1);
    }
}
