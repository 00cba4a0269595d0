-- The key comes first: an older program that checks the file (SQLite 3.40) otherwise looks for it in the wrong column, and
-- takes data that is whole for damaged.
CREATE TABLE outages_by_end (
    until_at INTEGER NOT NULL PRIMARY KEY,
    from_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO outages_by_end (until_at, from_at) SELECT until_at, from_at FROM outages;
DROP TABLE outages;
ALTER TABLE outages_by_end RENAME TO outages;
