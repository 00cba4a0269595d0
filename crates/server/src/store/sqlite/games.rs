//! SQL of game logs.

use game::Timestamp;
use protocol::RatingMode;
use rules::Color;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{
    GAME_HEAD, OVER, PLAYING, WAITING, color_name, game_id, head, id_bytes, timestamp, to_millis,
};
use super::sqlite_error::is_unique_violation;
use super::{BoxFuture, JobMode, SqliteStore, StoreError};
use super::{api_tokens, challenges, compact_logs, ratings, sessions};
use crate::store::columns::StatusColumns;
use crate::store::periods::{LONG_OUTAGE, MAX_INVITATION, MAX_TURN};
use crate::store::{
    Append, AppendError, Appended, Compaction, CreateError, GameHead, GameId, GameStatus, GameStore,
    LogEntry, NewGame, Outage, PlayerId, SeatedPlayer, Speed, StoreStatus, StoredGame, StoredLog, Visibility,
};

impl GameStore for SqliteStore {
    fn create(&self, game: NewGame) -> BoxFuture<Result<(), CreateError>> {
        self.write(move |connection| create_with_limits(connection, &game))
    }

    fn keep(&self, game: NewGame, player: PlayerId, max: u32) -> BoxFuture<Result<(), CreateError>> {
        self.write(move |connection| {
            create(connection, &game).map_err(|error| match is_unique_violation(&error) {
                true => CreateError::Taken,
                false => CreateError::Store(error.into()),
            })?;
            let count = count_kept(connection, player).map_err(StoreError::from)?;
            if count > max { Err(CreateError::TooMany) } else { Ok(()) }
        })
    }

    fn append(&self, append: Append) -> BoxFuture<Result<Appended, AppendError>> {
        self.write_in_mode(job_mode(&append), move |connection| self::append(connection, &append))
    }

    fn head(&self, game: GameId) -> BoxFuture<Result<Option<GameHead>, StoreError>> {
        self.read(move |connection| Ok(load_head(connection, game)?))
    }

    fn load(&self, game: GameId) -> BoxFuture<Result<Option<StoredGame>, StoreError>> {
        self.read(move |connection| {
            // Both queries must see the same snapshot.
            let moment = connection.unchecked_transaction()?;
            let game = load(&moment, game)?;
            moment.commit()?;
            Ok(game)
        })
    }

    fn logs(&self, games: Vec<GameId>) -> BoxFuture<Result<Vec<StoredLog>, StoreError>> {
        self.read(move |connection| Ok(compact_logs::logs(connection, &games)?))
    }

    fn compact_logs(&self, ended_before: Timestamp, limit: u32) -> BoxFuture<Result<Compaction, StoreError>> {
        self.compact(ended_before, limit)
    }

    fn load_since(&self, game: GameId, number: u32) -> BoxFuture<Result<Option<StoredGame>, StoreError>> {
        self.read(move |connection| {
            let moment = connection.unchecked_transaction()?;
            let stored = match load_head(&moment, game)? {
                // A log in progress is a range of the index.
                Some(head) if !matches!(head.status, GameStatus::Over { .. }) => {
                    let entries = entries_since(&moment, game, number)?;
                    Some(StoredGame { head, entries })
                }
                Some(_) => load(&moment, game)?.map(|mut stored| {
                    stored.entries.retain(|entry| entry.number >= number);
                    stored
                }),
                None => None,
            };
            moment.commit()?;
            Ok(stored)
        })
    }

    fn due_games(&self, by: Timestamp, limit: u32) -> BoxFuture<Result<Vec<GameId>, StoreError>> {
        self.read(move |connection| {
            let sql = "SELECT id FROM games WHERE stage < 2 AND due_at IS NOT NULL AND due_at <= ?1
                       ORDER BY due_at LIMIT ?2";
            let mut statement = connection.prepare_cached(sql)?;
            let games = statement.query_map(params![to_millis(by), limit], game_id)?.collect::<Sql<_>>()?;
            Ok(games)
        })
    }

    fn record_heartbeat(&self, at: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        self.heartbeat.record(at)
    }

    fn last_heartbeat(&self, now: Timestamp) -> BoxFuture<Result<Option<Timestamp>, StoreError>> {
        let told = self.heartbeat.last();
        let written = |until: Timestamp| {
            self.read(move |connection| {
                let sql = "SELECT at FROM entries WHERE at <= ?1 ORDER BY key DESC LIMIT 1";
                let at = |row: &Row<'_>| timestamp(row, 0);
                Ok(connection.query_row(sql, [to_millis(until)], at).optional()?)
            })
        };
        let (until_now, ever) = (written(now), written(Timestamp(u64::MAX)));
        // A write proves that a server was running, even if the heartbeat file is older, or lost, or not part of a
        // backup. Entries of a wrong clock stay in the log after it was set back; then the file knows better.
        Box::pin(async move {
            match told.await? {
                Some(told) => Ok(Some(told).max(until_now.await?)),
                None => ever.await,
            }
        })
    }

    fn record_outage(&self, outage: Outage) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| {
            let old = outage.until.0.saturating_sub(MAX_TURN.0);
            connection.execute("DELETE FROM outages WHERE until_at < ?1", [to_millis(Timestamp(old))])?;
            let sql = "INSERT OR REPLACE INTO outages (from_at, until_at) VALUES (?1, ?2)";
            connection.execute(sql, params![to_millis(outage.from), to_millis(outage.until)])?;
            let length = outage.until.since(outage.from);
            if length >= LONG_OUTAGE {
                sessions::postpone_ends(connection, outage.from, length)?;
                challenges::postpone_ends(connection, outage.from, length)?;
            }
            Ok(())
        })
    }

    fn outages(&self) -> BoxFuture<Result<Vec<Outage>, StoreError>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT from_at, until_at FROM outages ORDER BY until_at")?;
            let outage = |row: &Row<'_>| Ok(Outage { from: timestamp(row, 0)?, until: timestamp(row, 1)? });
            Ok(statement.query_map([], outage)?.collect::<Sql<_>>()?)
        })
    }

    fn quarantine(&self, game: GameId) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| {
            connection.execute("UPDATE games SET due_at = NULL WHERE id = ?1", [id_bytes(game)])?;
            Ok(())
        })
    }

    fn correct_future_times(&self, now: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| {
            correct_outages(connection, now)?;
            // Such a game is loaded and gets a new deadline.
            let sql = "UPDATE games SET due_at = ?1 WHERE stage = ?2 AND due_at IS NOT NULL
                       AND EXISTS (SELECT 1 FROM entries WHERE game = games.key AND at > ?1)";
            connection.execute(sql, params![to_millis(now), PLAYING])?;
            let sql = "UPDATE games SET due_at = ?2 WHERE stage = ?1 AND due_at > ?2";
            connection.execute(sql, params![WAITING, to_millis(now + MAX_INVITATION)])?;
            ratings::correct_future_times(connection, now)?;
            sessions::correct_future_times(connection, now)?;
            api_tokens::correct_future_times(connection, now)?;
            challenges::correct_future_times(connection, now)?;
            Ok(())
        })
    }

    fn ready(&self) -> BoxFuture<Result<(), StoreError>> {
        self.write_probe()
    }

    fn verify(&self) -> BoxFuture<Result<(), StoreError>> {
        self.check_pages()
    }

    fn status(&self) -> StoreStatus {
        StoreStatus { pending: self.queued_writes() as u64, reconnects: 0 }
    }

    fn damage(&self) -> Option<String> {
        self.damage.0.get().cloned()
    }
}

/// Replaces outages that end in the future by one from before the wrong time until now.
fn correct_outages(connection: &Connection, now: Timestamp) -> Sql<()> {
    let now = to_millis(now);
    let sql = "SELECT min(from_at) FROM outages WHERE until_at > ?1";
    let wrong: Option<i64> = connection.query_row(sql, [now], |row| row.get(0))?;
    let sql = "SELECT at FROM entries WHERE at <= ?1 ORDER BY key DESC LIMIT 1";
    let written: Option<i64> = connection.query_row(sql, [now], |row| row.get(0)).optional()?;
    connection.execute("DELETE FROM outages WHERE until_at > ?1", [now])?;
    if let Some(from) = wrong.or(written).filter(|&from| from < now) {
        let sql = "INSERT OR REPLACE INTO outages (from_at, until_at) VALUES (?1, ?2)";
        connection.execute(sql, [from, now])?;
    }
    Ok(())
}

/// Returns true if there is a game with this id.
pub(super) fn exists(connection: &Connection, game: GameId) -> Result<bool, StoreError> {
    Ok(find(connection, game)?.is_some())
}

pub(super) fn create_with_limits(connection: &Connection, game: &NewGame) -> Result<(), CreateError> {
    create(connection, game).map_err(|error| match is_unique_violation(&error) {
        true => CreateError::Taken,
        false => CreateError::Store(error.into()),
    })?;
    // A game that was stored before is `Taken`, even if the player has as many as allowed.
    for player in [&game.seats.white, &game.seats.black].into_iter().flatten() {
        let count = count_unfinished(connection, player).map_err(StoreError::from)?;
        if player.max_unfinished.is_some_and(|max| count > max) {
            return Err(CreateError::TooMany);
        }
    }
    Ok(())
}

fn create(connection: &Connection, game: &NewGame) -> Sql<()> {
    let sql = "INSERT INTO games (id, ruleset, speed, rated, public, created_at, plies, stage)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)";
    connection.prepare_cached(sql)?.execute(params![
        id_bytes(game.id),
        game.attributes.ruleset.name(),
        game.attributes.speed.name(),
        game.attributes.stakes == RatingMode::Rated,
        game.attributes.visibility == Visibility::Public,
        to_millis(game.at),
        WAITING,
    ])?;
    let key = connection.last_insert_rowid();
    insert(connection, key, &game.entries)?;
    for (color, player) in [(Color::White, &game.seats.white), (Color::Black, &game.seats.black)] {
        if let Some(player) = player {
            set_seat(connection, key, game.attributes.speed, color, player)?;
        }
    }
    set_status(connection, key, game.status, i64::from(count_moves(&game.entries)))
}

/// A single entry that does not end the game needs no savepoint: if its insert fails, nothing was changed.
fn job_mode(append: &Append) -> JobMode {
    let ends = matches!(append.status, Some(GameStatus::Over { .. }));
    if append.entries.len() == 1 && !ends { JobMode::Direct } else { JobMode::Savepoint }
}

fn append(connection: &Connection, append: &Append) -> Result<Appended, AppendError> {
    let Some(game) = find(connection, append.game).map_err(StoreError::from)? else {
        return Err(AppendError::NoGame);
    };
    let moves = count_moves(&append.entries);
    if game.stage >= OVER && (moves > 0 || append.seat.is_some() || append.status.is_some()) {
        // A retry of the append that ended the game must see `Taken`.
        let is_there = has_entry(connection, game.key, &append.entries).map_err(StoreError::from)?;
        return Err(if is_there { AppendError::Taken } else { AppendError::Over });
    }
    if let Some((_, player)) = &append.seat {
        let count = count_unfinished(connection, player).map_err(StoreError::from)?;
        let is_there = has_entry(connection, game.key, &append.entries).map_err(StoreError::from)?;
        if !is_there && player.max_unfinished.is_some_and(|max| count >= max) {
            return Err(AppendError::TooMany);
        }
    }
    let is_over = game.stage >= OVER;
    if is_over && compact_logs::has_entry(connection, game.key, &append.entries).map_err(StoreError::from)? {
        return Err(AppendError::Taken);
    }
    insert(connection, game.key, &append.entries).map_err(|error| match is_unique_violation(&error) {
        true => AppendError::Taken,
        false => AppendError::Store(error.into()),
    })?;
    if is_over {
        compact_logs::mark_pending(connection, game.key).map_err(StoreError::from)?;
    }
    Ok(apply_changes(connection, &game, append, moves_added(append)).map_err(StoreError::from)?)
}

/// Number of unfinished games of a player.
fn count_unfinished(connection: &Connection, player: &SeatedPlayer) -> Sql<u32> {
    let sql = "SELECT (SELECT count(*) FROM games WHERE white = ?1 AND stage < 2)
                    + (SELECT count(*) FROM games WHERE black = ?1 AND stage < 2)";
    connection.prepare_cached(sql)?.query_row([id_bytes(player.player)], |row| row.get(0))
}

/// Number of games against the computer that were played on the player's device: private and without a clock.
fn count_kept(connection: &Connection, player: PlayerId) -> Sql<u32> {
    let sql = "SELECT (SELECT count(*) FROM games
                       WHERE white = ?1 AND stage = 2 AND black = ?2 AND public = 0 AND speed = ?3)
                    + (SELECT count(*) FROM games
                       WHERE black = ?1 AND stage = 2 AND white = ?2 AND public = 0 AND speed = ?3)";
    let values = params![id_bytes(player), id_bytes(PlayerId::COMPUTER), Speed::Unlimited.name()];
    connection.prepare_cached(sql)?.query_row(values, |row| row.get(0))
}

/// Returns true if one of the entries exists.
fn has_entry(connection: &Connection, game: i64, entries: &[LogEntry]) -> Sql<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM entries WHERE game = ?1 AND number = ?2)
                   OR EXISTS (SELECT 1 FROM entries WHERE game = ?1 AND ply = ?3)";
    let mut statement = connection.prepare_cached(sql)?;
    for entry in entries {
        if statement.query_row(params![game, entry.number, entry.ply], |row| row.get(0))? {
            return Ok(true);
        }
    }
    compact_logs::has_entry(connection, game, entries)
}

/// Applies everything besides the entries: seat, status, plies, ratings.
fn apply_changes(connection: &Connection, game: &GameRow, append: &Append, moves: i64) -> Sql<Appended> {
    if let Some((color, player)) = &append.seat {
        set_seat(connection, game.key, game.speed, *color, player)?;
    }
    let Some(status) = append.status else {
        add_plies(connection, game.key, moves)?;
        return Ok(Appended::default());
    };
    match status {
        GameStatus::Playing { turn, due } if game.stage == PLAYING => {
            update_turn(connection, game.key, turn, due, moves)?;
        }
        _ => set_status(connection, game.key, status, moves)?,
    }
    let GameStatus::Over { outcome, at } = status else { return Ok(Appended::default()) };
    let Some(terms) = append.rating else { return Ok(Appended::default()) };
    let ratings = ratings::rate_game(connection, game.key, outcome, at, terms.games_per_pair)?;
    if let (Some(changes), Some(last)) = (&ratings, append.entries.last()) {
        let entry =
            LogEntry { number: last.number + 1, ply: None, at: last.at, body: (terms.entry)(changes) };
        insert(connection, game.key, &[entry])?;
    }
    Ok(Appended { ratings })
}

/// Game columns needed by an append.
struct GameRow {
    key: i64,
    speed: Speed,
    stage: i64,
}

fn find(connection: &Connection, game: GameId) -> Sql<Option<GameRow>> {
    let mut statement = connection.prepare_cached("SELECT key, speed, stage FROM games WHERE id = ?1")?;
    let found = |row: &Row<'_>| {
        Ok(GameRow { key: row.get(0)?, speed: super::rows::speed(row, 1)?, stage: row.get(2)? })
    };
    statement.query_row([id_bytes(game)], found).optional()
}

fn insert(connection: &Connection, game: i64, entries: &[LogEntry]) -> Sql<()> {
    let sql = "INSERT INTO entries (game, number, ply, at, body) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut statement = connection.prepare_cached(sql)?;
    for entry in entries {
        statement.execute(params![game, entry.number, entry.ply, to_millis(entry.at), entry.body])?;
    }
    Ok(())
}

fn set_seat(
    connection: &Connection,
    game: i64,
    speed: Speed,
    color: Color,
    player: &SeatedPlayer,
) -> Sql<()> {
    let sql = match color {
        Color::White => {
            "UPDATE games SET white = ?2, white_name = ?3, white_rating = ?4, white_sure = ?5 WHERE key = ?1"
        }
        Color::Black => {
            "UPDATE games SET black = ?2, black_name = ?3, black_rating = ?4, black_sure = ?5 WHERE key = ?1"
        }
    };
    let name = player.name.as_ref().map(protocol::PlayerName::as_str);
    let rating = ratings::of_account(connection, player.player, speed)?;
    connection.prepare_cached(sql)?.execute(params![
        game,
        id_bytes(player.player),
        // An account is shown by its own name, and has no name once deleted.
        name.filter(|_| rating.is_none()),
        rating.map(|rating| rating.points()),
        rating.map(|rating| !rating.is_provisional()),
    ])?;
    Ok(())
}

/// Adds to the number of moves on the board.
fn add_plies(connection: &Connection, game: i64, moves: i64) -> Sql<()> {
    if moves != 0 {
        let sql = "UPDATE games SET plies = plies + ?2 WHERE key = ?1";
        connection.prepare_cached(sql)?.execute(params![game, moves])?;
    }
    Ok(())
}

/// Advances turn and deadline. Names only the changed columns, since SQLite rewrites every index whose
/// columns are named, and those of the players are scattered over the file.
fn update_turn(
    connection: &Connection,
    game: i64,
    turn: Color,
    due: Option<Timestamp>,
    moves: i64,
) -> Sql<()> {
    let sql = "UPDATE games SET turn = ?2, due_at = ?3, plies = plies + ?4 WHERE key = ?1";
    connection.prepare_cached(sql)?.execute(params![game, color_name(turn), due.map(to_millis), moves])?;
    Ok(())
}

/// Writes all status columns.
fn set_status(connection: &Connection, game: i64, status: GameStatus, moves: i64) -> Sql<()> {
    let sql = "UPDATE games SET stage = ?2, turn = ?3, due_at = ?4, winner = ?5, ending = ?6, ended_at = ?7,
                   plies = plies + ?8
               WHERE key = ?1";
    let StatusColumns { stage, turn, due, winner, ending, ended } = status.into();
    connection.prepare_cached(sql)?.execute(params![game, stage, turn, due, winner, ending, ended, moves])?;
    Ok(())
}

fn load_head(connection: &Connection, game: GameId) -> Sql<Option<GameHead>> {
    let mut statement = connection.prepare_cached(&format!("{GAME_HEAD} WHERE g.id = ?1"))?;
    statement.query_row([id_bytes(game)], head).optional()
}

fn load(connection: &Connection, game: GameId) -> Result<Option<StoredGame>, StoreError> {
    let Some(head) = load_head(connection, game)? else { return Ok(None) };
    let Some(row) = find(connection, game)? else { return Ok(None) };
    let entries = compact_logs::log(connection, row.key)?.entries()?;
    Ok(Some(StoredGame { head, entries }))
}

fn entries_since(connection: &Connection, game: GameId, number: u32) -> Sql<Vec<LogEntry>> {
    let sql = "SELECT number, ply, at, body FROM entries
               WHERE game = (SELECT key FROM games WHERE id = ?1) AND number >= ?2 ORDER BY number";
    let entry = |row: &Row<'_>| {
        Ok(LogEntry { number: row.get(0)?, ply: row.get(1)?, at: timestamp(row, 2)?, body: row.get(3)? })
    };
    connection.prepare_cached(sql)?.query_map(params![id_bytes(game), number], entry)?.collect()
}

/// Moves that an append adds to the board; negative if it takes back more.
fn moves_added(append: &Append) -> i64 {
    i64::from(count_moves(&append.entries)) - i64::from(append.taken_back)
}

fn count_moves(entries: &[LogEntry]) -> u32 {
    entries.iter().filter(|entry| entry.ply.is_some()).count() as u32
}
