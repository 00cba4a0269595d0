//! Conversion between columns and values. A value that does not convert means damaged data.

use std::error::Error as StdError;
use std::fmt;

use game::{Ending, Outcome, Ruleset, Timestamp};
use protocol::{
    Id, PlayerInfo, PlayerKind as PlayerStanding, PlayerName, PublicRating as ShownRating, RatingStatus,
};
use rules::{ByColor, Color};
use rusqlite::types::Type;
use rusqlite::{Result as Sql, Row};

use crate::store::{GameAttributes, GameHead, GameId, GameStatus, PlayerId, RatingMode, Speed, Visibility};

/// Values of `games.stage`.
pub(super) const WAITING: i64 = 0;
pub(super) const PLAYING: i64 = 1;
pub(super) const OVER: i64 = 2;
/// Finished but never listed.
pub(super) const ABORTED: i64 = 3;

/// Columns read by [`head`]: games `g` with the accounts of their players.
pub(super) const GAME_HEAD: &str = "
    SELECT g.id, g.ruleset, g.speed, g.rated, g.public, g.created_at, g.plies,
           g.stage, g.turn, g.due_at, g.winner, g.ending, g.ended_at,
           g.white, coalesce(w.name, g.white_name), w.player IS NOT NULL, g.white_rating, g.white_sure,
           g.black, coalesce(b.name, g.black_name), b.player IS NOT NULL, g.black_rating, g.black_sure
    FROM games g LEFT JOIN accounts w ON w.player = g.white LEFT JOIN accounts b ON b.player = g.black";

/// Converts a row of [`GAME_HEAD`].
pub(super) fn head(row: &Row<'_>) -> Sql<GameHead> {
    let rated: bool = row.get(3)?;
    let public: bool = row.get(4)?;
    let status = status(row)?;
    let seats = ByColor { white: seat(row, 13, &status)?, black: seat(row, 18, &status)? };
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
    let due = row.get::<_, Option<i64>>(9)?.map(from_millis);
    match row.get(7)? {
        WAITING => Ok(GameStatus::Waiting { due }),
        PLAYING => Ok(GameStatus::Playing { turn: parse_column(row, 8, color_from_name)?, due }),
        _ => {
            let winner = row.get::<_, Option<String>>(10)?;
            let winner = winner
                .map(|name| color_from_name(&name).ok_or_else(|| invalid_value(10, &name)))
                .transpose()?;
            let ending = parse_column(row, 11, Ending::from_name)?;
            let outcome = Outcome::new(winner, ending).ok_or_else(|| invalid_value(11, ending.name()))?;
            Ok(GameStatus::Over { outcome, at: timestamp(row, 12)? })
        }
    }
}

/// Converts five columns: player, name, has account, rating, rating is established.
fn seat(row: &Row<'_>, first: usize, status: &GameStatus) -> Sql<Option<PlayerInfo>> {
    let player =
        row.get::<_, Option<[u8; 16]>>(first)?.map(|bytes| PlayerId::from_bits(u128::from_be_bytes(bytes)));
    let name: Option<String> = row.get(first + 1)?;
    let has_account: bool = row.get(first + 2)?;
    let rating = match (row.get(first + 3)?, row.get::<_, Option<bool>>(first + 4)?) {
        (Some(value), sure) => Some(ShownRating {
            value,
            trust: if sure == Some(true) { RatingStatus::Established } else { RatingStatus::Provisional },
        }),
        (None, _) => None,
    };
    let standing = match (player, status) {
        (None, GameStatus::Waiting { .. }) => return Ok(None),
        (None, _) => PlayerStanding::Gone,
        (Some(player), _) if player == PlayerId::COMPUTER => PlayerStanding::Computer,
        (Some(_), _) if has_account => PlayerStanding::Account,
        (Some(_), _) => PlayerStanding::Guest,
    };
    let name =
        name.map(|name| PlayerName::new(&name).map_err(|_| invalid_value(first + 1, &name))).transpose()?;
    Ok(Some(PlayerInfo { id: player, name, standing, rating }))
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

/// A timestamp as stored; saturates.
pub(super) fn to_millis(at: Timestamp) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

/// A colour as stored.
pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn color_from_name(name: &str) -> Option<Color> {
    [Color::White, Color::Black].into_iter().find(|&color| color_name(color) == name)
}

/// A stored timestamp.
fn from_millis(millis: i64) -> Timestamp {
    Timestamp(u64::try_from(millis).unwrap_or(0))
}

/// Error for a value that this program cannot have written.
pub(super) fn invalid_value(column: usize, value: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(InvalidValue(value.to_owned())))
}

#[derive(Debug)]
struct InvalidValue(String);

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected value {:?}", self.0)
    }
}

impl StdError for InvalidValue {}
