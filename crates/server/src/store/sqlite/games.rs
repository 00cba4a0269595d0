//! Logs of games.

use game::{Ending, Millis, Timestamp};
use protocol::Stakes;
use rules::Color;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::failure::is_taken;
use super::ratings;
use super::rows::{
    ABORTED, HEAD, OVER, PLAYING, WAITING, bytes, color_name, game_id, head, millis, timestamp,
};
use super::{Answer, Care, Sqlite, StoreError};
use crate::store::{
    Append, AppendError, Appended, CreateError, Entry, GameId, Games, NewGame, Outage, Sitter, Speed,
    Standing, StoredGame, Visibility,
};

/// No turn lasts longer than this, with a clock or without, so nothing older can concern one.
const LONGEST_TURN: Millis = Millis::days(60);

impl Games for Sqlite {
    fn create(&self, game: NewGame) -> Answer<Result<(), CreateError>> {
        self.write(move |connection| {
            create(connection, &game).map_err(|error| match is_taken(&error) {
                true => CreateError::Taken,
                false => CreateError::Store(error.into()),
            })
        })
    }

    fn append(&self, append: Append) -> Answer<Result<Appended, AppendError>> {
        self.write_with(care(&append), move |connection| self::append(connection, &append))
    }

    fn load(&self, game: GameId) -> Answer<Result<Option<StoredGame>, StoreError>> {
        self.read(move |connection| {
            // Both questions are about the same moment.
            let moment = connection.unchecked_transaction()?;
            let game = load(&moment, game)?;
            moment.commit()?;
            Ok(game)
        })
    }

    fn due(&self, by: Timestamp, limit: u32) -> Answer<Result<Vec<GameId>, StoreError>> {
        self.read(move |connection| {
            let sql = "SELECT id FROM games WHERE stage < 2 AND due_at IS NOT NULL AND due_at <= ?1
                       ORDER BY due_at LIMIT ?2";
            let mut statement = connection.prepare_cached(sql)?;
            let games = statement.query_map(params![millis(by), limit], game_id)?.collect::<Sql<_>>()?;
            Ok(games)
        })
    }

    fn alive(&self, at: Timestamp) -> Answer<Result<(), StoreError>> {
        self.heartbeat.beat(at)
    }

    fn last_alive(&self) -> Answer<Result<Option<Timestamp>, StoreError>> {
        let told = self.heartbeat.last();
        let written = self.read(|connection| {
            let sql = "SELECT at FROM entries ORDER BY key DESC LIMIT 1";
            Ok(connection.query_row(sql, [], |row| timestamp(row, 0)).optional()?)
        });
        // Whoever has written something was alive, even if the note of it is lost, or does not come with a backup.
        Box::pin(async move { Ok(told.await?.max(written.await?)) })
    }

    fn note_outage(&self, outage: Outage) -> Answer<Result<(), StoreError>> {
        self.write(move |connection| {
            let old = outage.until.0.saturating_sub(LONGEST_TURN.0);
            connection.execute("DELETE FROM outages WHERE until_at < ?1", [millis(Timestamp(old))])?;
            let sql = "INSERT OR REPLACE INTO outages (from_at, until_at) VALUES (?1, ?2)";
            connection.execute(sql, params![millis(outage.from), millis(outage.until)])?;
            Ok(())
        })
    }

    fn outages(&self) -> Answer<Result<Vec<Outage>, StoreError>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT from_at, until_at FROM outages ORDER BY until_at")?;
            let outage = |row: &Row<'_>| Ok(Outage { from: timestamp(row, 0)?, until: timestamp(row, 1)? });
            Ok(statement.query_map([], outage)?.collect::<Sql<_>>()?)
        })
    }

    fn shelve(&self, game: GameId) -> Answer<Result<(), StoreError>> {
        self.write(move |connection| {
            connection.execute("UPDATE games SET due_at = NULL WHERE id = ?1", [bytes(game)])?;
            Ok(())
        })
    }

    fn ready(&self) -> Answer<Result<(), StoreError>> {
        self.write(|_| Ok(()))
    }
}

fn create(connection: &Connection, game: &NewGame) -> Sql<()> {
    let sql = "INSERT INTO games (id, ruleset, speed, rated, public, created_at, plies, stage)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)";
    connection.prepare_cached(sql)?.execute(params![
        bytes(game.id),
        game.terms.ruleset.name(),
        game.terms.speed.name(),
        game.terms.stakes == Stakes::Rated,
        game.terms.visibility == Visibility::Public,
        millis(game.at),
        WAITING,
    ])?;
    let key = connection.last_insert_rowid();
    insert(connection, key, &game.entries)?;
    for (color, sitter) in [(Color::White, &game.seats.white), (Color::Black, &game.seats.black)] {
        if let Some(sitter) = sitter {
            sit(connection, key, game.terms.speed, color, sitter)?;
        }
    }
    stand(connection, key, game.standing, moves(&game.entries))
}

/// A single move of a game that goes on is all there is to most of them: either its entry is refused, or nothing is.
fn care(append: &Append) -> Care {
    let ends = matches!(append.standing, Some(Standing::Over { .. }));
    if append.entries.len() == 1 && !ends { Care::Sure } else { Care::Undoable }
}

fn append(connection: &Connection, append: &Append) -> Result<Appended, AppendError> {
    let Some(game) = find(connection, append.game).map_err(StoreError::from)? else {
        return Err(AppendError::NoGame);
    };
    let moves = moves(&append.entries);
    if game.stage >= OVER && (moves > 0 || append.seated.is_some() || append.standing.is_some()) {
        // Whoever repeats the move that ended the game is told that it is there.
        let is_there = has(connection, game.key, &append.entries).map_err(StoreError::from)?;
        return Err(if is_there { AppendError::Taken } else { AppendError::Over });
    }
    insert(connection, game.key, &append.entries).map_err(|error| match is_taken(&error) {
        true => AppendError::Taken,
        false => AppendError::Store(error.into()),
    })?;
    Ok(settle(connection, &game, append, moves).map_err(StoreError::from)?)
}

/// Whether the place of an entry is taken.
fn has(connection: &Connection, game: i64, entries: &[Entry]) -> Sql<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM entries WHERE game = ?1 AND number = ?2)
                   OR EXISTS (SELECT 1 FROM entries WHERE game = ?1 AND ply = ?3)";
    let mut statement = connection.prepare_cached(sql)?;
    for entry in entries {
        if statement.query_row(params![game, entry.number, entry.ply], |row| row.get(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// All that follows from entries which are in the log.
fn settle(connection: &Connection, game: &Found, append: &Append, moves: u32) -> Sql<Appended> {
    if let Some((color, sitter)) = &append.seated {
        sit(connection, game.key, game.speed, *color, sitter)?;
    }
    let Some(standing) = append.standing else {
        count(connection, game.key, moves)?;
        return Ok(Appended::default());
    };
    match standing {
        Standing::Playing { turn, due } if game.stage == PLAYING => {
            advance(connection, game.key, turn, due, moves)?;
        }
        _ => stand(connection, game.key, standing, moves)?,
    }
    let Standing::Over { outcome, at } = standing else { return Ok(Appended::default()) };
    let ratings = ratings::settle(connection, game.key, outcome, at)?;
    if let (Some(changes), Some(tell), Some(last)) = (&ratings, append.rated, append.entries.last()) {
        let entry = Entry { number: last.number + 1, ply: None, at: last.at, body: tell(changes) };
        insert(connection, game.key, &[entry])?;
    }
    Ok(Appended { ratings })
}

/// What an append has to know of its game.
struct Found {
    key: i64,
    speed: Speed,
    stage: i64,
}

fn find(connection: &Connection, game: GameId) -> Sql<Option<Found>> {
    let mut statement = connection.prepare_cached("SELECT key, speed, stage FROM games WHERE id = ?1")?;
    let found = |row: &Row<'_>| {
        Ok(Found { key: row.get(0)?, speed: super::rows::speed(row, 1)?, stage: row.get(2)? })
    };
    statement.query_row([bytes(game)], found).optional()
}

fn insert(connection: &Connection, game: i64, entries: &[Entry]) -> Sql<()> {
    let sql = "INSERT INTO entries (game, number, ply, at, body) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut statement = connection.prepare_cached(sql)?;
    for entry in entries {
        statement.execute(params![game, entry.number, entry.ply, millis(entry.at), entry.body])?;
    }
    Ok(())
}

fn sit(connection: &Connection, game: i64, speed: Speed, color: Color, sitter: &Sitter) -> Sql<()> {
    let sql = match color {
        Color::White => {
            "UPDATE games SET white = ?2, white_name = ?3, white_rating = ?4, white_sure = ?5 WHERE key = ?1"
        }
        Color::Black => {
            "UPDATE games SET black = ?2, black_name = ?3, black_rating = ?4, black_sure = ?5 WHERE key = ?1"
        }
    };
    let name = sitter.name.as_ref().map(protocol::Name::as_str);
    let rating = ratings::of_account(connection, sitter.player, speed)?;
    connection.prepare_cached(sql)?.execute(params![
        game,
        bytes(sitter.player),
        // Who has an account is called by its name, and has no other when it is gone.
        name.filter(|_| rating.is_none()),
        rating.map(|rating| rating.points()),
        rating.map(|rating| !rating.is_provisional()),
    ])?;
    Ok(())
}

/// So many more moves, and nothing else.
fn count(connection: &Connection, game: i64, moves: u32) -> Sql<()> {
    if moves > 0 {
        let sql = "UPDATE games SET plies = plies + ?2 WHERE key = ?1";
        connection.prepare_cached(sql)?.execute(params![game, moves])?;
    }
    Ok(())
}

/// The game goes on after so many more moves. Columns that a move does not change are not named, for to name one is to write
/// all its indexes anew: those of the players are in pages all over the file.
fn advance(connection: &Connection, game: i64, turn: Color, due: Option<Timestamp>, moves: u32) -> Sql<()> {
    let sql = "UPDATE games SET turn = ?2, due_at = ?3, plies = plies + ?4 WHERE key = ?1";
    connection.prepare_cached(sql)?.execute(params![game, color_name(turn), due.map(millis), moves])?;
    Ok(())
}

/// How the game stands after so many more moves.
fn stand(connection: &Connection, game: i64, standing: Standing, moves: u32) -> Sql<()> {
    let sql = "UPDATE games SET stage = ?2, turn = ?3, due_at = ?4, winner = ?5, ending = ?6, ended_at = ?7,
                   plies = plies + ?8
               WHERE key = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let none = None::<i64>;
    match standing {
        Standing::Waiting { due } => {
            statement.execute(params![game, WAITING, none, due.map(millis), none, none, none, moves])?
        }
        Standing::Playing { turn, due } => statement.execute(params![
            game,
            PLAYING,
            color_name(turn),
            due.map(millis),
            none,
            none,
            none,
            moves
        ])?,
        Standing::Over { outcome, at } => {
            let stage = if outcome.ending() == Ending::Aborted { ABORTED } else { OVER };
            let (winner, ending) = (outcome.winner().map(color_name), outcome.ending().name());
            statement.execute(params![game, stage, none, none, winner, ending, millis(at), moves])?
        }
    };
    Ok(())
}

fn load(connection: &Connection, game: GameId) -> Sql<Option<StoredGame>> {
    let mut statement = connection.prepare_cached(&format!("{HEAD} WHERE g.id = ?1"))?;
    let Some(head) = statement.query_row([bytes(game)], head).optional()? else { return Ok(None) };
    let sql = "SELECT number, ply, at, body FROM entries
               WHERE game = (SELECT key FROM games WHERE id = ?1) ORDER BY number";
    let entry = |row: &Row<'_>| {
        Ok(Entry { number: row.get(0)?, ply: row.get(1)?, at: timestamp(row, 2)?, body: row.get(3)? })
    };
    let entries = connection.prepare_cached(sql)?.query_map([bytes(game)], entry)?.collect::<Sql<_>>()?;
    Ok(Some(StoredGame { head, entries }))
}

fn moves(entries: &[Entry]) -> u32 {
    entries.iter().filter(|entry| entry.ply.is_some()).count() as u32
}
