-- Logs of finished games, one value each (`compact_log.rs`) instead of their rows in `entries`. Entries that come later are
-- rows again until the log is compacted again.
CREATE TABLE compact_logs (
    game    INTEGER PRIMARY KEY REFERENCES games (key),
    entries INTEGER NOT NULL, -- number of entries in the value, which have the numbers from 0 on
    moves   INTEGER NOT NULL, -- number of moves among them, which have the plies from 0 on
    value   BLOB    NOT NULL
) STRICT;

-- 0: not yet; 1: the whole log is a compact value; 2: the log is damaged and stays as it is.
ALTER TABLE games ADD COLUMN compacted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_to_compact ON games (ended_at) WHERE stage >= 2 AND compacted = 0;
