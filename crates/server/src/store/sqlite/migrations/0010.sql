-- Accounts whose games the opening explorer leaves out.
CREATE TABLE explorer_left_out (
    player BLOB NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
