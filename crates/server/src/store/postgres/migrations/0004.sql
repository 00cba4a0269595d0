-- API tokens: only their hashes. They end with the account, with a ban and with a new password.
CREATE TABLE api_tokens (
    token       bytea PRIMARY KEY,
    id          uuid NOT NULL UNIQUE,
    player      uuid NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    description text NOT NULL,
    scopes      text NOT NULL, -- names, separated by commas
    created_at  bigint NOT NULL,
    used_at     bigint NOT NULL
);
CREATE INDEX api_tokens_by_player ON api_tokens (player);
CREATE INDEX api_tokens_by_use ON api_tokens (used_at);

-- True: programs play with the account, and it says so.
ALTER TABLE accounts ADD COLUMN is_bot boolean NOT NULL DEFAULT false;

-- Challenges to a named player. The game that follows has the same id.
CREATE TABLE challenges (
    id         uuid PRIMARY KEY,
    challenger uuid NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    challenged uuid NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    terms      text NOT NULL, -- JSON
    state      text NOT NULL, -- open, accepted, canceled, declined:REASON
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_challenged ON challenges (challenged);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

-- Returns 0, 1 if there is no such account or it is banned, 2 if it has as many tokens as it may. The account is locked, so
-- that a ban or a new password at the same moment either refuses the token or ends it.
CREATE FUNCTION hanpan_create_api_token(
    p_token bytea, p_id uuid, p_player uuid, p_description text, p_scopes text, p_at bigint, p_limit bigint
) RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM accounts WHERE player = p_player AND banned_at IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    IF (SELECT count(*) FROM api_tokens WHERE player = p_player) >= p_limit THEN
        RETURN 2;
    END IF;
    INSERT INTO api_tokens (token, id, player, description, scopes, created_at, used_at)
    VALUES (p_token, p_id, p_player, p_description, p_scopes, p_at, p_at);
    RETURN 0;
END $$;

-- Returns 0, 1 if there is no such account, 2 if it has games.
CREATE FUNCTION hanpan_make_bot(p_player uuid) RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
    v_is_bot boolean;
BEGIN
    SELECT is_bot INTO v_is_bot FROM accounts WHERE player = p_player FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    IF v_is_bot THEN
        RETURN 0;
    END IF;
    IF EXISTS (SELECT 1 FROM games WHERE white = p_player) OR EXISTS (SELECT 1 FROM games WHERE black = p_player) THEN
        RETURN 2;
    END IF;
    UPDATE accounts SET is_bot = true WHERE player = p_player;
    RETURN 0;
END $$;

-- Returns false if there are too many open challenges from the challenger, to the challenged player, or from the one to the other.
CREATE FUNCTION hanpan_create_challenge(
    p_id uuid, p_challenger uuid, p_challenged uuid, p_terms text, p_state text, p_at bigint, p_expires bigint,
    p_sent bigint, p_received bigint, p_per_pair bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    -- Always in the same order, or two of these could wait for each other.
    PERFORM 1 FROM accounts WHERE player IN (p_challenger, p_challenged) ORDER BY player FOR NO KEY UPDATE;
    IF (SELECT count(*) FILTER (WHERE challenger = p_challenger) >= p_sent
            OR count(*) FILTER (WHERE challenged = p_challenged) >= p_received
            OR count(*) FILTER (WHERE challenger = p_challenger AND challenged = p_challenged) >= p_per_pair
        FROM challenges WHERE (challenger = p_challenger OR challenged = p_challenged)
            AND state = 'open' AND expires_at > p_at) THEN
        RETURN false;
    END IF;
    INSERT INTO challenges (id, challenger, challenged, terms, state, created_at, expires_at)
    VALUES (p_id, p_challenger, p_challenged, p_terms, p_state, p_at, p_expires);
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION hanpan_set_ban(p_player uuid, p_at bigint, p_reason text, p_old bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE accounts SET banned_at = p_at, ban_reason = p_reason WHERE player = p_player;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF p_at IS NOT NULL THEN
        DELETE FROM sessions WHERE player = p_player;
        DELETE FROM api_tokens WHERE player = p_player;
        DELETE FROM challenges WHERE challenger = p_player;
        DELETE FROM challenges WHERE challenged = p_player;
        PERFORM hanpan_post_admin_command(p_at, p_old, 'disconnect', p_player);
    END IF;
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION hanpan_reset_password(p_player uuid, p_password text, p_at bigint, p_old bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE accounts SET password = p_password WHERE player = p_player;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM sessions WHERE player = p_player;
    DELETE FROM api_tokens WHERE player = p_player;
    PERFORM hanpan_post_admin_command(p_at, p_old, 'disconnect', p_player);
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION hanpan_change_password(p_player uuid, p_password text, p_before text, p_session uuid)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE accounts SET password = p_password
    WHERE player = p_player AND password = p_before AND banned_at IS NULL
      AND EXISTS (SELECT 1 FROM sessions s WHERE s.player = p_player AND s.id = p_session);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM sessions WHERE player = p_player AND id <> p_session;
    DELETE FROM api_tokens WHERE player = p_player;
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION hanpan_correct_future_times(p_now bigint, p_invitation_end bigint, p_session_end bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_from bigint;
BEGIN
    SELECT min(from_at) INTO v_from FROM outages WHERE until_at > p_now;
    v_from := coalesce(v_from, hanpan_last_entry(p_now));
    DELETE FROM outages WHERE until_at > p_now;
    IF v_from < p_now THEN
        INSERT INTO outages (from_at, until_at) VALUES (v_from, p_now)
        ON CONFLICT (until_at) DO UPDATE SET from_at = excluded.from_at;
    END IF;
    -- Such a game is loaded and gets a new deadline.
    UPDATE progress p SET due_at = p_now
    FROM games g
    WHERE g.key = p.game AND g.stage = 1 AND p.due_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM entries e WHERE e.game = p.game AND e.at > p_now);
    UPDATE progress p SET due_at = p_invitation_end
    FROM games g WHERE g.key = p.game AND g.stage = 0 AND p.due_at > p_invitation_end;
    -- A rating from the future would not become uncertain again.
    UPDATE ratings SET rated_at = p_now WHERE rated_at > p_now;
    UPDATE sessions
    SET opened_at = least(opened_at, p_now), seen_at = least(seen_at, p_now), expires_at = least(expires_at, p_session_end)
    WHERE opened_at > p_now OR seen_at > p_now OR expires_at > p_session_end;
    -- A use in the future would show a bot online for good, and a challenge from the future would not expire.
    UPDATE api_tokens SET created_at = least(created_at, p_now), used_at = least(used_at, p_now)
    WHERE created_at > p_now OR used_at > p_now;
    DELETE FROM challenges WHERE created_at > p_now;
END $$;

-- Sessions and challenges do not expire while no server is running.
CREATE OR REPLACE FUNCTION hanpan_record_outage(p_from bigint, p_until bigint, p_old bigint, p_long bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM outages WHERE until_at < p_old;
    INSERT INTO outages (from_at, until_at) VALUES (p_from, p_until)
    ON CONFLICT (until_at) DO UPDATE SET from_at = excluded.from_at;
    IF p_until - p_from >= p_long THEN
        UPDATE sessions SET expires_at = expires_at + (p_until - p_from)
        WHERE expires_at > p_from AND expires_at < 9223372036854775807 - (p_until - p_from);
        UPDATE challenges SET expires_at = expires_at + (p_until - p_from)
        WHERE expires_at > p_from AND expires_at < 9223372036854775807 - (p_until - p_from);
    END IF;
END $$;
