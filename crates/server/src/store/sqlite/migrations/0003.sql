-- The key comes first: older programs that check the file (SQLite before 3.41) otherwise look for it in the wrong column, and
-- take data that is whole for damaged.
CREATE TABLE outages_by_end (
    until_at INTEGER NOT NULL PRIMARY KEY,
    from_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO outages_by_end (until_at, from_at) SELECT until_at, from_at FROM outages;
DROP TABLE outages;
ALTER TABLE outages_by_end RENAME TO outages;
