-- When nobody served the games: nobody is charged for that time, however many such times there were.
CREATE TABLE outages (
    from_at  INTEGER NOT NULL,
    until_at INTEGER NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Lists of public games of one speed or one kind, which may be few among many.
CREATE INDEX games_finished_by_speed ON games (speed, ended_at, id) WHERE stage = 2 AND public = 1;
CREATE INDEX games_finished_by_ruleset ON games (ruleset, ended_at, id) WHERE stage = 2 AND public = 1;

-- Names that look the same are the same.
UPDATE OR IGNORE accounts SET name_key = replace(replace(replace(lower(name), 'i', 'l'), '1', 'l'), '0', 'o');
