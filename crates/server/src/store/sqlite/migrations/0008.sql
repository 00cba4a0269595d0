-- API tokens: only their hashes. They end with the account, with a ban and with a new password.
CREATE TABLE api_tokens (
    token       BLOB    NOT NULL PRIMARY KEY,
    id          BLOB    NOT NULL UNIQUE,
    player      BLOB    NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    description TEXT    NOT NULL,
    scopes      TEXT    NOT NULL, -- names, separated by commas
    created_at  INTEGER NOT NULL,
    used_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX api_tokens_by_player ON api_tokens (player);
CREATE INDEX api_tokens_by_use ON api_tokens (used_at);

-- 1: programs play with the account, and it says so.
ALTER TABLE accounts ADD COLUMN is_bot INTEGER NOT NULL DEFAULT 0;

-- Challenges to a named player. The game that follows has the same id.
CREATE TABLE challenges (
    id         BLOB    NOT NULL PRIMARY KEY,
    challenger BLOB    NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    challenged BLOB    NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    terms      TEXT    NOT NULL, -- JSON
    state      TEXT    NOT NULL, -- open, accepted, canceled, declined:REASON
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_challenged ON challenges (challenged);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);
