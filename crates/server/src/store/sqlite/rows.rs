//! Conversion between columns and values.

use std::error::Error as StdError;
use std::fmt;

use game::{Ruleset, Timestamp};
use protocol::{Id, PlayerInfo};
use rules::ByColor;
use rusqlite::types::Type;
use rusqlite::{Result as Sql, Row};

pub(super) use crate::store::columns::{OVER, PLAYING, WAITING, color_name, to_millis};
use crate::store::columns::{SeatColumns, StatusColumns, from_millis};
use crate::store::{GameAttributes, GameHead, GameId, GameStatus, RatingMode, Speed, Visibility};

/// Columns read by [`head`]: games `g` with the accounts of their players.
pub(super) const GAME_HEAD: &str = "
    SELECT g.id, g.ruleset, g.speed, g.rated, g.public, g.created_at, g.plies,
           g.stage, g.turn, g.due_at, g.winner, g.ending, g.ended_at,
           g.white, coalesce(w.name, g.white_name), w.player IS NOT NULL, g.white_rating, g.white_sure,
           coalesce(w.is_bot, 0),
           g.black, coalesce(b.name, g.black_name), b.player IS NOT NULL, g.black_rating, g.black_sure,
           coalesce(b.is_bot, 0)
    FROM games g LEFT JOIN accounts w ON w.player = g.white LEFT JOIN accounts b ON b.player = g.black";

/// Column of the end of the game in [`GAME_HEAD`].
pub(super) const ENDED_AT: usize = 12;

/// Converts a row of [`GAME_HEAD`].
pub(super) fn head(row: &Row<'_>) -> Sql<GameHead> {
    let rated: bool = row.get(3)?;
    let public: bool = row.get(4)?;
    let status = status(row)?;
    let seats = ByColor { white: seat(row, 13, &status)?, black: seat(row, 19, &status)? };
    Ok(GameHead {
        id: id(row, 0)?,
        attributes: GameAttributes {
            ruleset: parse_column(row, 1, Ruleset::from_name)?,
            speed: speed(row, 2)?,
            stakes: if rated { RatingMode::Rated } else { RatingMode::Casual },
            visibility: if public { Visibility::Public } else { Visibility::Private },
        },
        seats,
        status,
        at: timestamp(row, 5)?,
        plies: row.get(6)?,
    })
}

fn status(row: &Row<'_>) -> Sql<GameStatus> {
    let text = |column| row.get::<_, Option<String>>(column);
    let (turn, winner, ending) = (text(8)?, text(10)?, text(11)?);
    let columns = StatusColumns {
        stage: row.get(7)?,
        turn: turn.as_deref(),
        due: row.get(9)?,
        winner: winner.as_deref(),
        ending: ending.as_deref(),
        ended: row.get(12)?,
    };
    columns.status().map_err(|value| invalid_value(7, &value))
}

/// Converts six columns: player, name, has account, rating, rating is established, is a bot.
fn seat(row: &Row<'_>, first: usize, status: &GameStatus) -> Sql<Option<PlayerInfo>> {
    let columns = SeatColumns {
        player: row.get::<_, Option<[u8; 16]>>(first)?.map(|bytes| Id::from_bits(u128::from_be_bytes(bytes))),
        name: row.get(first + 1)?,
        has_account: row.get(first + 2)?,
        rating: row.get(first + 3)?,
        is_established: row.get(first + 4)?,
        is_bot: row.get(first + 5)?,
    };
    columns.player(status).map_err(|name| invalid_value(first + 1, &name))
}

pub(super) fn id<Kind>(row: &Row<'_>, column: usize) -> Sql<Id<Kind>> {
    row.get::<_, [u8; 16]>(column).map(|bytes| Id::from_bits(u128::from_be_bytes(bytes)))
}

pub(super) fn game_id(row: &Row<'_>) -> Sql<GameId> {
    id(row, 0)
}

pub(super) fn speed(row: &Row<'_>, column: usize) -> Sql<Speed> {
    parse_column(row, column, Speed::from_name)
}

/// Parses a text column.
pub(super) fn parse_column<T>(row: &Row<'_>, column: usize, read: impl Fn(&str) -> Option<T>) -> Sql<T> {
    let name: String = row.get(column)?;
    read(&name).ok_or_else(|| invalid_value(column, &name))
}

pub(super) fn timestamp(row: &Row<'_>, column: usize) -> Sql<Timestamp> {
    row.get(column).map(from_millis)
}

/// An id as stored.
pub(super) fn id_bytes<Kind>(id: Id<Kind>) -> [u8; 16] {
    id.bits().to_be_bytes()
}

/// Error for a value that this program does not know.
pub(super) fn invalid_value(column: usize, value: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(InvalidValue(value.to_owned())))
}

/// Text of a column that does not convert.
#[derive(Debug)]
pub(super) struct InvalidValue(pub(super) String);

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected value {:?}", self.0)
    }
}

impl StdError for InvalidValue {}
