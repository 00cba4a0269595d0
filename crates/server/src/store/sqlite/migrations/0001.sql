-- Games, their logs, and the people who play them. Times are milliseconds since 1970, ids 16 bytes.

CREATE TABLE games (
    key          INTEGER PRIMARY KEY,
    id           BLOB    NOT NULL UNIQUE,
    ruleset      TEXT    NOT NULL,
    speed        TEXT    NOT NULL,
    rated        INTEGER NOT NULL,
    public       INTEGER NOT NULL,
    white        BLOB,             -- the player; nobody while the seat is free or when the account is gone
    white_name   TEXT,             -- what a guest calls itself
    white_rating INTEGER,          -- on sitting down, if there was an account
    white_sure   INTEGER,          -- whether that rating was established
    black        BLOB,
    black_name   TEXT,
    black_rating INTEGER,
    black_sure   INTEGER,
    created_at   INTEGER NOT NULL,
    plies        INTEGER NOT NULL,
    stage        INTEGER NOT NULL, -- 0 waiting, 1 playing, 2 over, 3 aborted
    turn         TEXT,             -- while playing
    due_at       INTEGER,          -- while waiting or playing
    winner       TEXT,             -- when over, unless drawn
    ending       TEXT,             -- when over
    ended_at     INTEGER           -- when over
) STRICT;

CREATE INDEX games_due ON games (due_at) WHERE stage < 2 AND due_at IS NOT NULL;
CREATE INDEX games_live ON games (key) WHERE stage = 1 AND public = 1;
CREATE INDEX games_finished ON games (ended_at, id) WHERE stage = 2 AND public = 1;
CREATE INDEX games_of_white ON games (white, stage, ended_at, id);
CREATE INDEX games_of_black ON games (black, stage, ended_at, id);

-- The logs. Entries of all games lie one after the other as they came, so that moves which arrive together share pages.
CREATE TABLE entries (
    key    INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL REFERENCES games (key),
    number INTEGER NOT NULL,
    ply    INTEGER,
    at     INTEGER NOT NULL,
    body   TEXT    NOT NULL
) STRICT;

CREATE UNIQUE INDEX entries_by_number ON entries (game, number);
CREATE UNIQUE INDEX entries_by_ply ON entries (game, ply) WHERE ply IS NOT NULL;

CREATE TABLE accounts (
    player     BLOB    PRIMARY KEY,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL UNIQUE, -- the name in small letters
    password   TEXT    NOT NULL,        -- hashed
    created_at INTEGER NOT NULL,
    banned_at  INTEGER,
    ban_reason TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    token      BLOB    PRIMARY KEY,     -- hashed
    id         BLOB    NOT NULL UNIQUE,
    player     BLOB    NOT NULL,
    device     TEXT    NOT NULL,
    opened_at  INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_player ON sessions (player);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE ratings (
    player     BLOB    NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    speed      TEXT    NOT NULL,
    value      REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    rated_at   INTEGER NOT NULL,
    PRIMARY KEY (player, speed)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_points (
    player     BLOB    NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    speed      TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    game       INTEGER NOT NULL REFERENCES games (key),
    value      REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    PRIMARY KEY (player, speed, at, game)
) STRICT, WITHOUT ROWID;

-- What the command line asks of servers.
CREATE TABLE orders (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    player BLOB
) STRICT;
