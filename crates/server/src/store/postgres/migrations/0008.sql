-- Accounts whose games the opening explorer leaves out.
CREATE TABLE explorer_left_out (
    player uuid PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE
);
