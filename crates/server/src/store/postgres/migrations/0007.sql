-- Answers to the challenges of certificate authorities, which ask whichever server they reach.
CREATE TABLE acme_challenges (
    directory text   NOT NULL,
    host      text   NOT NULL,
    digest    bytea  NOT NULL, -- SHA-256 of the key authorization
    until_at  bigint NOT NULL,
    PRIMARY KEY (directory, host)
);
