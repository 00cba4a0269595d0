-- Every account is found by its own name: `name_key` is the name in small letters, unique. `lookalike_key` is what the name
-- looks like; new names must differ in it, while accounts that are older than this rule may share it. The program fills
-- both (`names.rs`), because migration 2 could give the key of only one of several look-alike names.
ALTER TABLE accounts ADD COLUMN lookalike_key TEXT NOT NULL DEFAULT '';
CREATE INDEX accounts_by_lookalike ON accounts (lookalike_key);

-- Names of deleted accounts, which nobody may take over: keyed hashes, so that no name stays in the data.
CREATE TABLE reserved_names (
    hash BLOB NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Random keys that never leave the data folder.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
