-- Authorization codes of OAuth: only their hashes, for a minute. A code is deleted when it is used.
CREATE TABLE oauth_codes (
    code         BLOB    NOT NULL PRIMARY KEY,
    player       BLOB    NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    client_id    TEXT    NOT NULL,
    redirect_uri TEXT    NOT NULL,
    challenge    TEXT    NOT NULL, -- SHA-256 of the verifier in base64url
    description  TEXT    NOT NULL,
    scopes       TEXT    NOT NULL, -- names, separated by commas
    created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_codes_by_player ON oauth_codes (player);
CREATE INDEX oauth_codes_by_creation ON oauth_codes (created_at);

-- A code must not become a token after a ban or a new password.
CREATE TRIGGER end_oauth_codes AFTER UPDATE OF password, banned_at ON accounts BEGIN
    DELETE FROM oauth_codes WHERE player = NEW.player;
END;
