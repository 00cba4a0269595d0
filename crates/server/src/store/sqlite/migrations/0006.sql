-- Accounts at certificate authorities (ACME) and the certificates from them, for all servers on this data. A directory is the
-- URL of an authority; that of a trial is another one than the real one.
CREATE TABLE acme_accounts (
    directory   TEXT NOT NULL PRIMARY KEY,
    credentials TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE certificates (
    directory   TEXT    NOT NULL,
    host        TEXT    NOT NULL,
    chain       TEXT    NOT NULL,
    private_key TEXT    NOT NULL,
    issued_at   INTEGER NOT NULL,
    PRIMARY KEY (directory, host)
) STRICT, WITHOUT ROWID;
