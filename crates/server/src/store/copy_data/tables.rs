//! Tables of both databases, and values on their way from one to the other.

use std::error::Error;

use bytes::{BufMut, BytesMut};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::store::GameId;

/// Columns of rows.
pub(in crate::store) type TableRows = Vec<Vec<CellValue>>;

/// A value of any type.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::store) enum CellValue {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl CellValue {
    pub(super) fn integer(&self) -> Option<i64> {
        if let CellValue::Integer(number) = self { Some(*number) } else { None }
    }

    pub(super) fn id(&self) -> Option<GameId> {
        let CellValue::Bytes(bytes) = self else { return None };
        bytes.as_slice().try_into().ok().map(|bytes| GameId::from_bits(u128::from_be_bytes(bytes)))
    }
}

impl FromSql<'_> for CellValue {
    fn from_sql(of: &Type, raw: &[u8]) -> Result<CellValue, Box<dyn Error + Sync + Send>> {
        Ok(match *of {
            Type::BOOL => CellValue::Integer(i64::from(bool::from_sql(of, raw)?)),
            Type::INT2 => CellValue::Integer(i64::from(i16::from_sql(of, raw)?)),
            Type::INT4 => CellValue::Integer(i64::from(i32::from_sql(of, raw)?)),
            Type::INT8 => CellValue::Integer(i64::from_sql(of, raw)?),
            Type::FLOAT8 => CellValue::Real(f64::from_sql(of, raw)?),
            Type::UUID | Type::BYTEA => CellValue::Bytes(raw.to_vec()),
            _ => CellValue::Text(String::from_utf8(raw.to_vec())?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<CellValue, Box<dyn Error + Sync + Send>> {
        Ok(CellValue::Null)
    }

    /// The types of the tables below.
    fn accepts(_: &Type) -> bool {
        true
    }
}

impl ToSql for CellValue {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            CellValue::Null => return Ok(IsNull::Yes),
            CellValue::Integer(number) if *of == Type::BOOL => out.put_u8(u8::from(*number != 0)),
            CellValue::Integer(number) if *of == Type::INT2 => out.put_i16(i16::try_from(*number)?),
            CellValue::Integer(number) if *of == Type::INT4 => out.put_i32(i32::try_from(*number)?),
            CellValue::Integer(number) => out.put_i64(*number),
            CellValue::Real(number) => out.put_f64(*number),
            CellValue::Text(text) => out.put_slice(text.as_bytes()),
            CellValue::Bytes(bytes) => out.put_slice(bytes),
        }
        Ok(IsNull::No)
    }

    /// The database refuses what does not fit the length of its type.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Type of a column that is `bytea` in PostgreSQL, whose texts cannot hold U+0000, and text in SQLite.
const UTF8: &str = "utf8";

/// A table with the same columns in both databases.
pub(in crate::store) struct Table {
    /// Name for people.
    name: &'static str,
    /// Names or subqueries in SQLite and PostgreSQL.
    names: (&'static str, &'static str),
    /// Columns and their types in PostgreSQL, or [`UTF8`].
    columns: &'static [(&'static str, &'static str)],
    /// End of the query in SQLite, with two parameters.
    suffix: &'static str,
    /// True if its rows refer to games.
    pub(super) needs_games: bool,
}

impl Table {
    /// Name of the table.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Query in SQLite for a part of the rows.
    pub(super) fn select(&self) -> String {
        format!("{} {}", self.select_all_of_sqlite(), self.suffix)
    }

    /// Query for all rows in SQLite.
    pub(in crate::store) fn select_all_of_sqlite(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|&(name, of)| sqlite_value(name, of)).collect();
        format!("SELECT {} FROM {}", columns.join(", "), self.names.0)
    }

    /// Query for all rows in PostgreSQL.
    pub(in crate::store) fn select_all_of_postgres(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|&(name, _)| name).collect();
        format!("SELECT {} FROM {}", columns.join(", "), self.names.1)
    }

    /// Insertion of one row into SQLite.
    pub(in crate::store) fn insert_into_sqlite(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|&(name, _)| name).collect();
        let values: Vec<String> = (1..)
            .zip(self.columns)
            .map(|(number, &(_, of))| match of {
                UTF8 => format!("CAST(?{number} AS TEXT)"),
                _ => format!("?{number}"),
            })
            .collect();
        format!("INSERT INTO {} ({}) VALUES ({})", self.names.0, columns.join(", "), values.join(", "))
    }

    /// Insertion of columns into PostgreSQL. Rows that are there stay.
    pub(in crate::store) fn insert(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|&(name, _)| name).collect();
        let arrays: Vec<String> =
            (1..).zip(self.columns).map(|(number, (_, of))| format!("${number}::{of}[]")).collect();
        format!(
            "INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest({}) ON CONFLICT DO NOTHING",
            self.names.1,
            columns.join(", "),
            arrays.join(", ")
        )
    }
}

/// Expression for a column in SQLite.
fn sqlite_value(name: &str, of: &str) -> String {
    if of == UTF8 { format!("CAST({name} AS BLOB) AS {name}") } else { name.to_owned() }
}

/// Rows by key: after the first parameter, as many as the second.
pub(in crate::store) const GAMES: Table = Table {
    name: "games",
    names: ("games", "games"),
    columns: &[
        ("key", "bigint"),
        ("id", "uuid"),
        ("ruleset", "text"),
        ("speed", "text"),
        ("rated", "boolean"),
        ("public", "boolean"),
        ("white", "uuid"),
        ("white_name", "text"),
        ("white_rating", "integer"),
        ("white_sure", "boolean"),
        ("black", "uuid"),
        ("black_name", "text"),
        ("black_rating", "integer"),
        ("black_sure", "boolean"),
        ("created_at", "bigint"),
        ("plies", "integer"),
        ("stage", "smallint"),
        ("winner", "text"),
        ("ending", "text"),
        ("ended_at", "bigint"),
        ("compacted", "smallint"),
    ],
    suffix: "WHERE key > ?1 ORDER BY key LIMIT ?2",
    needs_games: false,
};

/// Compact logs of games with keys between the parameters: the same values in both.
pub(in crate::store) const COMPACT_LOGS: Table = Table {
    name: "compact_logs",
    names: ("compact_logs", "compact_logs"),
    columns: &[("game", "bigint"), ("entries", "integer"), ("moves", "integer"), ("value", "bytea")],
    suffix: "WHERE game > ?1 AND game <= ?2",
    needs_games: false,
};

/// Unfinished games with keys between the parameters.
pub(in crate::store) const PROGRESS: Table = Table {
    name: "progress",
    names: ("(SELECT key AS game, turn, due_at, plies FROM games WHERE stage < 2)", "progress"),
    columns: &[("game", "bigint"), ("turn", "text"), ("due_at", "bigint"), ("plies", "integer")],
    suffix: "WHERE game > ?1 AND game <= ?2",
    needs_games: false,
};

/// Games as SQLite keeps them: those in progress have no second table.
pub(in crate::store) const WHOLE_GAMES: Table = Table {
    name: "games",
    names: (
        "games",
        "(SELECT g.key, g.id, g.ruleset, g.speed, g.rated, g.public, g.white, g.white_name, g.white_rating, g.white_sure,
                 g.black, g.black_name, g.black_rating, g.black_sure, g.created_at, coalesce(p.plies, g.plies) AS plies,
                 g.stage, p.turn, p.due_at, g.winner, g.ending, g.ended_at, g.compacted
          FROM games g LEFT JOIN progress p ON p.game = g.key) AS whole",
    ),
    columns: &[
        ("key", "bigint"),
        ("id", "uuid"),
        ("ruleset", "text"),
        ("speed", "text"),
        ("rated", "boolean"),
        ("public", "boolean"),
        ("white", "uuid"),
        ("white_name", "text"),
        ("white_rating", "integer"),
        ("white_sure", "boolean"),
        ("black", "uuid"),
        ("black_name", "text"),
        ("black_rating", "integer"),
        ("black_sure", "boolean"),
        ("created_at", "bigint"),
        ("plies", "integer"),
        ("stage", "smallint"),
        ("turn", "text"),
        ("due_at", "bigint"),
        ("winner", "text"),
        ("ending", "text"),
        ("ended_at", "bigint"),
        ("compacted", "smallint"),
    ],
    suffix: "",
    needs_games: false,
};

/// Entries that are not in a compact log.
pub(in crate::store) const ENTRIES: Table = Table {
    name: "entries",
    names: ("entries", "entries"),
    columns: &[
        ("game", "bigint"),
        ("number", "integer"),
        ("ply", "integer"),
        ("at", "bigint"),
        ("body", UTF8),
    ],
    suffix: "",
    needs_games: true,
};

/// A page: its length and the rows before it.
const PAGE: &str = "LIMIT ?1 OFFSET ?2";

/// All other tables. Admin commands and authorization codes are not among them: they are for servers that run.
pub(in crate::store) const TABLES: &[Table] = &[
    Table {
        name: "accounts",
        names: ("accounts", "accounts"),
        columns: &[
            ("player", "uuid"),
            ("name", "text"),
            ("name_key", "text"),
            ("lookalike_key", "text"),
            ("password", "text"),
            ("created_at", "bigint"),
            ("banned_at", "bigint"),
            ("ban_reason", "text"),
            ("is_bot", "boolean"),
        ],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "explorer_left_out",
        names: ("explorer_left_out", "explorer_left_out"),
        columns: &[("player", "uuid")],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "reserved_names",
        names: ("reserved_names", "reserved_names"),
        columns: &[("hash", "bytea")],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "sessions",
        names: ("sessions", "sessions"),
        columns: &[
            ("token", "bytea"),
            ("id", "uuid"),
            ("player", "uuid"),
            ("device", "text"),
            ("opened_at", "bigint"),
            ("seen_at", "bigint"),
            ("expires_at", "bigint"),
        ],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "api_tokens",
        names: ("api_tokens", "api_tokens"),
        columns: &[
            ("token", "bytea"),
            ("id", "uuid"),
            ("player", "uuid"),
            ("description", "text"),
            ("scopes", "text"),
            ("created_at", "bigint"),
            ("used_at", "bigint"),
        ],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "challenges",
        names: ("challenges", "challenges"),
        columns: &[
            ("id", "uuid"),
            ("challenger", "uuid"),
            ("challenged", "uuid"),
            ("terms", "text"),
            ("state", "text"),
            ("created_at", "bigint"),
            ("expires_at", "bigint"),
        ],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "outages",
        names: ("outages", "outages"),
        columns: &[("until_at", "bigint"), ("from_at", "bigint")],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "secrets",
        names: ("secrets", "secrets"),
        columns: &[("name", "text"), ("value", "bytea")],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "acme_accounts",
        names: ("acme_accounts", "acme_accounts"),
        columns: &[("directory", "text"), ("credentials", "text")],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "certificates",
        names: ("certificates", "certificates"),
        columns: &[
            ("directory", "text"),
            ("host", "text"),
            ("chain", "text"),
            ("private_key", "text"),
            ("issued_at", "bigint"),
        ],
        suffix: PAGE,
        needs_games: false,
    },
    Table {
        name: "ratings",
        names: ("ratings", "ratings"),
        columns: &[
            ("player", "uuid"),
            ("speed", "text"),
            ("value", "double precision"),
            ("deviation", "double precision"),
            ("volatility", "double precision"),
            ("rated_at", "bigint"),
        ],
        suffix: PAGE,
        needs_games: true,
    },
    Table {
        name: "rating_points",
        names: ("rating_points", "rating_points"),
        columns: &[
            ("player", "uuid"),
            ("speed", "text"),
            ("at", "bigint"),
            ("game", "bigint"),
            ("value", "double precision"),
            ("deviation", "double precision"),
            ("volatility", "double precision"),
        ],
        suffix: PAGE,
        needs_games: true,
    },
];
