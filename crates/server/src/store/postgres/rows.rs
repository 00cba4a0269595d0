//! Conversion between columns and values.

use std::error::Error;

use bytes::BytesMut;
use game::{Ruleset, Timestamp};
use protocol::{Id, PlayerInfo};
use rules::ByColor;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::statement_error::{StatementError, unknown_value};
use crate::store::columns::{SeatColumns, StatusColumns, from_millis};
use crate::store::{GameAttributes, GameHead, GameStatus, RatingMode, Speed, StoreError, Visibility};

/// An id as `uuid`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uuid([u8; 16]);

impl<Kind> From<Id<Kind>> for Uuid {
    fn from(id: Id<Kind>) -> Uuid {
        Uuid(id.bits().to_be_bytes())
    }
}

impl Uuid {
    pub(super) fn id<Kind>(self) -> Id<Kind> {
        Id::from_bits(u128::from_be_bytes(self.0))
    }
}

impl ToSql for Uuid {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }

    fn accepts(of: &Type) -> bool {
        *of == Type::UUID
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Uuid {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Uuid, Box<dyn Error + Sync + Send>> {
        Ok(Uuid(raw.try_into()?))
    }

    fn accepts(of: &Type) -> bool {
        *of == Type::UUID
    }
}

/// Columns read by [`head`]: games `g` with the accounts of their players.
pub(super) const GAME_HEAD: &str = "
    g.id, g.ruleset, g.speed, g.rated, g.public, g.created_at, coalesce(p.plies, g.plies),
    g.stage, p.turn, p.due_at, g.winner, g.ending, g.ended_at,
    g.white, coalesce(w.name, g.white_name), w.player IS NOT NULL, g.white_rating, g.white_sure,
    coalesce(w.is_bot, false),
    g.black, coalesce(b.name, g.black_name), b.player IS NOT NULL, g.black_rating, g.black_sure,
    coalesce(b.is_bot, false)";

/// Column of the end of the game in [`GAME_HEAD`].
pub(super) const ENDED_AT: usize = 12;

/// Number of columns in [`GAME_HEAD`].
pub(super) const GAME_HEAD_COLUMNS: usize = 25;

/// Tables of [`GAME_HEAD`].
pub(super) const GAME_HEAD_FROM: &str = "
    FROM games g LEFT JOIN progress p ON p.game = g.key
    LEFT JOIN accounts w ON w.player = g.white LEFT JOIN accounts b ON b.player = g.black";

/// Converts a row of [`GAME_HEAD`].
pub(super) fn head(row: &Row) -> Result<GameHead, StoreError> {
    let (is_rated, is_public): (bool, bool) = (get(row, 3)?, get(row, 4)?);
    let status = status(row)?;
    Ok(GameHead {
        id: id(row, 0)?,
        attributes: GameAttributes {
            ruleset: parse(row, 1, Ruleset::from_name)?,
            speed: speed(row, 2)?,
            stakes: if is_rated { RatingMode::Rated } else { RatingMode::Casual },
            visibility: if is_public { Visibility::Public } else { Visibility::Private },
        },
        seats: ByColor { white: seat(row, 13, &status)?, black: seat(row, 19, &status)? },
        status,
        at: timestamp(row, 5)?,
        plies: number(get::<i32>(row, 6)?)?,
    })
}

fn status(row: &Row) -> Result<GameStatus, StoreError> {
    let columns = StatusColumns {
        stage: i64::from(get::<i16>(row, 7)?),
        turn: get(row, 8)?,
        due: get(row, 9)?,
        winner: get(row, 10)?,
        ending: get(row, 11)?,
        ended: get(row, 12)?,
    };
    columns.status().map_err(|value| unknown_value(&value))
}

/// Converts six columns: player, name, has account, rating, rating is established, is a bot.
fn seat(row: &Row, first: usize, status: &GameStatus) -> Result<Option<PlayerInfo>, StoreError> {
    let columns = SeatColumns {
        player: get::<Option<Uuid>>(row, first)?.map(Uuid::id),
        name: get(row, first + 1)?,
        has_account: get(row, first + 2)?,
        rating: get::<Option<i32>>(row, first + 3)?.map(number).transpose()?,
        is_established: get(row, first + 4)?,
        is_bot: get(row, first + 5)?,
    };
    columns.player(status).map_err(|name| unknown_value(&name))
}

/// Converts a column.
pub(super) fn get<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StatementError::from(error).error)
}

pub(super) fn id<Kind>(row: &Row, column: usize) -> Result<Id<Kind>, StoreError> {
    get::<Uuid>(row, column).map(Uuid::id)
}

pub(super) fn timestamp(row: &Row, column: usize) -> Result<Timestamp, StoreError> {
    get(row, column).map(from_millis)
}

pub(super) fn speed(row: &Row, column: usize) -> Result<Speed, StoreError> {
    parse(row, column, Speed::from_name)
}

/// Parses a text column.
pub(super) fn parse<T>(row: &Row, column: usize, read: impl Fn(&str) -> Option<T>) -> Result<T, StoreError> {
    let text: &str = get(row, column)?;
    read(text).ok_or_else(|| unknown_value(text))
}

/// Converts a number that is never negative.
pub(super) fn number<T: TryFrom<i32>>(value: i32) -> Result<T, StoreError> {
    T::try_from(value).map_err(|_| unknown_value(&value.to_string()))
}

/// A number as `integer`; saturates.
pub(super) fn integer(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}
