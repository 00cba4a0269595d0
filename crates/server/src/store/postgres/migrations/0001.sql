-- Tables of the PostgreSQL store. Times are milliseconds since 1970. Texts that clients choose freely are `bytea`, because
-- PostgreSQL's `text` cannot hold every character.

-- Games: what changes seldom. What every move changes is in `progress`, so that a move touches no index of the lists.
CREATE TABLE games (
    key          bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id           uuid     NOT NULL UNIQUE,
    ruleset      text     NOT NULL,
    speed        text     NOT NULL,
    rated        boolean  NOT NULL,
    public       boolean  NOT NULL,
    white        uuid,              -- the player; NULL while the seat is free or when the account is deleted
    white_name   text,              -- display name of a guest
    white_rating integer,           -- on sitting down, if there was an account
    white_sure   boolean,           -- true if that rating was established
    black        uuid,
    black_name   text,
    black_rating integer,
    black_sure   boolean,
    created_at   bigint   NOT NULL,
    plies        integer  NOT NULL, -- when over
    stage        smallint NOT NULL, -- 0 waiting, 1 playing, 2 over, 3 aborted
    winner       text,              -- when over, unless drawn
    ending       text,              -- when over
    ended_at     bigint,            -- when over
    compacted    smallint NOT NULL DEFAULT 0 -- 1: the whole log is a compact value; 2: the log is damaged and stays as it is
);

CREATE INDEX games_live ON games (key) WHERE stage = 1 AND public;
CREATE INDEX games_finished ON games (ended_at, id) WHERE stage = 2 AND public;
CREATE INDEX games_finished_by_speed ON games (speed, ended_at, id) WHERE stage = 2 AND public;
CREATE INDEX games_finished_by_ruleset ON games (ruleset, ended_at, id) WHERE stage = 2 AND public;
CREATE INDEX games_of_white ON games (white, stage, ended_at, id);
CREATE INDEX games_of_black ON games (black, stage, ended_at, id);

CREATE INDEX games_to_compact ON games (ended_at) WHERE stage >= 2 AND compacted = 0;

-- One row for every unfinished game. The row is the lock of the game: each change of the status updates or deletes it.
CREATE TABLE progress (
    game   bigint  PRIMARY KEY,
    turn   text,
    due_at bigint,
    plies  integer NOT NULL         -- moves on the board
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

CREATE INDEX progress_due ON progress (due_at) WHERE due_at IS NOT NULL;

-- The logs. `game` has no foreign key: games are never deleted, and the check would cost every move a lookup.
CREATE TABLE entries (
    game   bigint  NOT NULL,
    number integer NOT NULL,
    ply    integer,
    at     bigint  NOT NULL,
    body   bytea   NOT NULL,
    PRIMARY KEY (game, number)
);

CREATE UNIQUE INDEX entries_by_ply ON entries (game, ply) WHERE ply IS NOT NULL;
-- For the time of the last write; almost free, because entries are written in the order of their times.
CREATE INDEX entries_by_time ON entries USING brin (at) WITH (pages_per_range = 32);

-- Logs of finished games, one value each (`compact_log.rs`) instead of their rows in `entries`. Entries that come later are
-- rows again until the log is compacted again.
CREATE TABLE compact_logs (
    game    bigint  PRIMARY KEY,
    entries integer NOT NULL, -- number of entries in the value, which have the numbers from 0 on
    moves   integer NOT NULL, -- number of moves among them, which have the plies from 0 on
    value   bytea   NOT NULL
);
-- Another compression gains nothing.
ALTER TABLE compact_logs ALTER COLUMN value SET STORAGE EXTERNAL;

-- Time of the last entry in any compact value.
CREATE TABLE compaction (
    one     boolean PRIMARY KEY DEFAULT true CHECK (one),
    last_at bigint  NOT NULL
);

CREATE TABLE accounts (
    player        uuid   PRIMARY KEY,
    name          text   NOT NULL,
    name_key      text   COLLATE "C" NOT NULL UNIQUE, -- the name in small letters
    lookalike_key text   COLLATE "C" NOT NULL,        -- accounts older than the rule may share it
    password      text   NOT NULL,                    -- hashed
    created_at    bigint NOT NULL,
    banned_at     bigint,
    ban_reason    text
);

CREATE INDEX accounts_by_lookalike ON accounts (lookalike_key);

-- Names of deleted accounts, as keyed hashes.
CREATE TABLE reserved_names (
    hash bytea PRIMARY KEY
);

CREATE TABLE sessions (
    token      bytea  PRIMARY KEY,                    -- hashed
    id         uuid   NOT NULL UNIQUE,
    player     uuid   NOT NULL,
    device     text   NOT NULL,
    opened_at  bigint NOT NULL,
    seen_at    bigint NOT NULL,
    expires_at bigint NOT NULL
);

CREATE INDEX sessions_by_player ON sessions (player);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE ratings (
    player     uuid             NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    speed      text             NOT NULL,
    value      double precision NOT NULL,
    deviation  double precision NOT NULL,
    volatility double precision NOT NULL,
    rated_at   bigint           NOT NULL,
    PRIMARY KEY (player, speed)
);

CREATE TABLE rating_points (
    player     uuid             NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    speed      text             NOT NULL,
    at         bigint           NOT NULL,
    game       bigint           NOT NULL REFERENCES games (key),
    value      double precision NOT NULL,
    deviation  double precision NOT NULL,
    volatility double precision NOT NULL,
    PRIMARY KEY (player, speed, at, game)
);

-- Commands of the operator, polled by every server.
CREATE TABLE admin_commands (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at     bigint NOT NULL,
    kind   text   NOT NULL,
    player uuid
);

-- Periods without a running server.
CREATE TABLE outages (
    until_at bigint PRIMARY KEY,
    from_at  bigint NOT NULL
);

-- At most one row.
CREATE TABLE heartbeat (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    at  bigint  NOT NULL
);

-- Written by probes, uncompressed and out of line, so that a probe needs as much space as a few moves.
CREATE TABLE probe (
    one  boolean PRIMARY KEY DEFAULT true CHECK (one),
    body bytea   NOT NULL
);
ALTER TABLE probe ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE secrets (
    name  text  PRIMARY KEY,
    value bytea NOT NULL
);

CREATE TABLE acme_accounts (
    directory   text PRIMARY KEY,
    credentials text NOT NULL
);

CREATE TABLE certificates (
    directory   text   NOT NULL,
    host        text   NOT NULL,
    chain       text   NOT NULL,
    private_key text   NOT NULL,
    issued_at   bigint NOT NULL,
    PRIMARY KEY (directory, host)
);

-- Functions: an operation is one statement, so it takes one round trip, and no client that is paused or cut off keeps a
-- transaction open. A function that is released is never changed, since older programs call it during a rolling upgrade; a
-- new version gets a new name.
--
-- Refusals that must undo what was written are errors: HP001 the game is over, HP002 too many unfinished games, HP003 the
-- ratings have changed since they were read.

-- Takes a seat; the rating of an account is shown beside it.
CREATE FUNCTION hanpan_set_seat(
    p_game bigint, p_speed text, p_seat text, p_player uuid, p_name text, p_unrated integer, p_provisional double precision
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_points integer;
    v_sure   boolean;
    v_name   text := p_name;
BEGIN
    SELECT CASE WHEN r.value IS NULL THEN p_unrated ELSE greatest(0, least(65535, floor(r.value + 0.5)))::integer END,
           coalesce(r.deviation <= p_provisional, false)
    INTO v_points, v_sure
    FROM accounts a LEFT JOIN ratings r ON r.player = a.player AND r.speed = p_speed
    WHERE a.player = p_player;
    IF FOUND THEN
        -- An account is shown by its own name, and has no name once deleted.
        v_name := NULL;
    END IF;
    IF p_seat = 'white' THEN
        UPDATE games SET white = p_player, white_name = v_name, white_rating = v_points, white_sure = v_sure
        WHERE key = p_game;
    ELSE
        UPDATE games SET black = p_player, black_name = v_name, black_rating = v_points, black_sure = v_sure
        WHERE key = p_game;
    END IF;
END $$;

-- Number of unfinished games of a player. Until the transaction ends no other one counts those of the same player.
CREATE FUNCTION hanpan_count_unfinished(p_player uuid) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_player::text, 1));
    RETURN (SELECT count(*) FROM games WHERE white = p_player AND stage < 2)
         + (SELECT count(*) FROM games WHERE black = p_player AND stage < 2);
END $$;

CREATE FUNCTION hanpan_create_game(
    p_id uuid, p_ruleset text, p_speed text, p_rated boolean, p_public boolean, p_created bigint,
    p_numbers integer[], p_plies integer[], p_times bigint[], p_bodies bytea[],
    p_white uuid, p_white_name text, p_white_limit integer,
    p_black uuid, p_black_name text, p_black_limit integer, p_unrated integer, p_provisional double precision,
    p_stage smallint, p_turn text, p_due bigint, p_winner text, p_ending text, p_ended bigint, p_added integer
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_game bigint;
    v_seat record;
BEGIN
    INSERT INTO games (id, ruleset, speed, rated, public, created_at, plies, stage, winner, ending, ended_at)
    VALUES (p_id, p_ruleset, p_speed, p_rated, p_public, p_created, p_added, p_stage, p_winner, p_ending, p_ended)
    RETURNING key INTO v_game;
    INSERT INTO entries (game, number, ply, at, body)
    SELECT v_game, * FROM unnest(p_numbers, p_plies, p_times, p_bodies);
    IF p_stage < 2 THEN
        INSERT INTO progress (game, turn, due_at, plies) VALUES (v_game, p_turn, p_due, p_added);
    END IF;
    FOR v_seat IN
        SELECT * FROM (VALUES ('white', p_white, p_white_name, p_white_limit),
                              ('black', p_black, p_black_name, p_black_limit)) AS seats (seat, player, name, most)
        WHERE player IS NOT NULL
        ORDER BY player -- always in the same order, or two of these could wait for each other
    LOOP
        PERFORM hanpan_set_seat(v_game, p_speed, v_seat.seat, v_seat.player, v_seat.name, p_unrated, p_provisional);
        IF v_seat.most IS NOT NULL AND hanpan_count_unfinished(v_seat.player) > v_seat.most THEN
            RAISE EXCEPTION 'too many unfinished games' USING ERRCODE = 'HP002';
        END IF;
    END LOOP;
END $$;

-- Appends entries with the changes of the status, if any. Returns 0, or without having written anything 1 if such an entry
-- exists, 2 if there is no such game.
CREATE FUNCTION hanpan_append(
    p_id uuid, p_numbers integer[], p_plies integer[], p_times bigint[], p_bodies bytea[], p_moves integer, p_added integer,
    p_seat text, p_player uuid, p_name text, p_limit integer, p_unrated integer, p_provisional double precision,
    p_stage smallint, p_turn text, p_due bigint, p_winner text, p_ending text, p_ended bigint
) RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
    v_game     bigint;
    v_stage    smallint;
    v_speed    text;
    v_plies    integer;
    v_inserted integer;
BEGIN
    SELECT key, stage, speed INTO v_game, v_stage, v_speed FROM games WHERE id = p_id;
    IF NOT FOUND THEN
        RETURN 2;
    END IF;
    INSERT INTO entries (game, number, ply, at, body)
    SELECT v_game, * FROM unnest(p_numbers, p_plies, p_times, p_bodies)
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS v_inserted = ROW_COUNT;
    IF v_inserted < cardinality(p_numbers) THEN
        IF v_inserted > 0 THEN
            RAISE unique_violation;
        END IF;
        RETURN 1;
    END IF;
    IF v_stage >= 2 THEN
        -- Only now: the rows may have become a compact value while the insertion waited for them.
        IF EXISTS (SELECT 1 FROM compact_logs c
                   WHERE c.game = v_game AND (c.entries > ANY (p_numbers) OR c.moves > ANY (p_plies))) THEN
            RAISE unique_violation;
        END IF;
        UPDATE games SET compacted = 0 WHERE key = v_game;
    END IF;
    IF p_stage IS NULL AND p_seat IS NULL THEN
        IF p_moves > 0 OR p_added <> 0 THEN
            UPDATE progress SET plies = plies + p_added WHERE game = v_game;
        ELSE
            RETURN 0;
        END IF;
    ELSIF p_stage < 2 THEN
        UPDATE progress SET plies = plies + p_added, turn = p_turn, due_at = p_due WHERE game = v_game;
    ELSIF p_stage >= 2 THEN
        DELETE FROM progress WHERE game = v_game RETURNING plies + p_added INTO v_plies;
    ELSE
        UPDATE progress SET plies = plies + p_added WHERE game = v_game;
    END IF;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the game is over' USING ERRCODE = 'HP001';
    END IF;
    IF p_seat IS NOT NULL THEN
        IF p_limit IS NOT NULL AND hanpan_count_unfinished(p_player) >= p_limit THEN
            RAISE EXCEPTION 'too many unfinished games' USING ERRCODE = 'HP002';
        END IF;
        PERFORM hanpan_set_seat(v_game, v_speed, p_seat, p_player, p_name, p_unrated, p_provisional);
    END IF;
    IF p_stage <> v_stage THEN
        UPDATE games
        SET stage = p_stage, winner = p_winner, ending = p_ending, ended_at = p_ended, plies = coalesce(v_plies, plies)
        WHERE key = v_game;
    END IF;
    RETURN 0;
END $$;

-- The players of a game that is rated, with their ratings as stored, if they have any.
CREATE FUNCTION hanpan_rating_basis(p_id uuid) RETURNS TABLE (
    game bigint, speed text, white uuid, black uuid,
    white_value double precision, white_deviation double precision, white_volatility double precision, white_at bigint,
    black_value double precision, black_deviation double precision, black_volatility double precision, black_at bigint
) LANGUAGE sql STABLE AS $$
    SELECT g.key, g.speed, g.white, g.black,
           w.value, w.deviation, w.volatility, w.rated_at, b.value, b.deviation, b.volatility, b.rated_at
    FROM games g
    JOIN accounts wa ON wa.player = g.white
    JOIN accounts ba ON ba.player = g.black
    LEFT JOIN ratings w ON w.player = g.white AND w.speed = g.speed
    LEFT JOIN ratings b ON b.player = g.black AND b.speed = g.speed
    WHERE g.id = p_id AND g.rated AND g.public AND g.speed <> 'unlimited' AND g.white <> g.black
$$;

-- Appends the end of a rated game and rates the players, unless too many games of the two have counted within a day. The
-- program computes the ratings from what it has read (`p_seen`); if that has changed, nothing happens. Returns 3 if the game
-- was rated, or else what hanpan_append returns.
CREATE FUNCTION hanpan_append_rated(
    p_id uuid, p_numbers integer[], p_plies integer[], p_times bigint[], p_bodies bytea[], p_moves integer, p_added integer,
    p_stage smallint, p_winner text, p_ending text, p_ended bigint,
    p_speeds text[], p_since bigint, p_limit bigint,
    p_seen double precision[], p_seen_at bigint[], p_after double precision[],
    p_number integer, p_time bigint, p_body bytea
) RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
    v_basis  record;
    v_result smallint;
    v_count  bigint;
BEGIN
    -- Accounts come before the game, as when an account is deleted, and in the order of their ids: whoever waits holds
    -- nothing that is waited for.
    PERFORM 1 FROM accounts
    WHERE player IN (SELECT unnest(ARRAY[white, black]) FROM games WHERE id = p_id)
    ORDER BY player FOR NO KEY UPDATE;
    v_result := hanpan_append(p_id, p_numbers, p_plies, p_times, p_bodies, p_moves, p_added,
                              NULL, NULL, NULL, NULL, NULL, NULL, p_stage, NULL, NULL, p_winner, p_ending, p_ended);
    IF v_result <> 0 THEN
        RETURN v_result;
    END IF;
    SELECT * INTO v_basis FROM hanpan_rating_basis(p_id);
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO v_count
    FROM rating_points p JOIN games g ON g.key = p.game
    WHERE p.player = v_basis.white AND p.speed = ANY (p_speeds) AND p.at > p_since AND p.at <= p_ended
      AND (g.white = v_basis.black OR g.black = v_basis.black);
    IF v_count >= p_limit THEN
        RETURN 0;
    END IF;
    IF p_seen IS DISTINCT FROM ARRAY[v_basis.white_value, v_basis.white_deviation, v_basis.white_volatility,
                                     v_basis.black_value, v_basis.black_deviation, v_basis.black_volatility]
       OR p_seen_at IS DISTINCT FROM ARRAY[v_basis.white_at, v_basis.black_at] THEN
        RAISE EXCEPTION 'the ratings have changed' USING ERRCODE = 'HP003';
    END IF;
    INSERT INTO ratings (player, speed, value, deviation, volatility, rated_at)
    VALUES (v_basis.white, v_basis.speed, p_after[1], p_after[2], p_after[3], p_ended),
           (v_basis.black, v_basis.speed, p_after[4], p_after[5], p_after[6], p_ended)
    ON CONFLICT (player, speed) DO UPDATE
    SET value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility,
        rated_at = excluded.rated_at;
    INSERT INTO rating_points (player, speed, at, game, value, deviation, volatility)
    VALUES (v_basis.white, v_basis.speed, p_ended, v_basis.game, p_after[1], p_after[2], p_after[3]),
           (v_basis.black, v_basis.speed, p_ended, v_basis.game, p_after[4], p_after[5], p_after[6]);
    INSERT INTO entries (game, number, at, body) VALUES (v_basis.game, p_number, p_time, p_body);
    RETURN 3;
END $$;

-- Time of the last entry up to a time. Looks at ever more of the log, because the latest part is small.
CREATE FUNCTION hanpan_last_entry(p_until bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_window bigint;
    v_at     bigint;
BEGIN
    FOREACH v_window IN ARRAY ARRAY[60000, 3600000, 86400000, 2592000000] LOOP
        SELECT max(at) INTO v_at FROM entries WHERE at > p_until - v_window AND at <= p_until;
        EXIT WHEN v_at IS NOT NULL;
    END LOOP;
    v_at := coalesce(v_at, (SELECT max(at) FROM entries WHERE at <= p_until));
    RETURN greatest(v_at, (SELECT last_at FROM compaction WHERE last_at <= p_until));
END $$;

-- Replaces the rows of a log by its compact value, which has `p_entries` entries; the value before had `p_before`. Returns
-- false without having written anything if the log is in use or has changed. Need not be durable at once: the rows are
-- as good as the value.
CREATE FUNCTION hanpan_compact_log(
    p_game bigint, p_before integer, p_entries integer, p_moves integer, p_value bytea
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_before integer;
    v_rows   integer;
    v_last   bigint;
BEGIN
    -- An append to a finished game locks the same row.
    PERFORM 1 FROM games WHERE key = p_game FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    SELECT entries INTO v_before FROM compact_logs WHERE game = p_game;
    SELECT count(*), max(at) INTO v_rows, v_last FROM entries WHERE game = p_game AND number < p_entries;
    IF coalesce(v_before, 0) <> p_before OR p_before + v_rows <> p_entries THEN
        RETURN false;
    END IF;
    PERFORM set_config('synchronous_commit', 'off', true);
    DELETE FROM entries WHERE game = p_game AND number < p_entries;
    INSERT INTO compact_logs (game, entries, moves, value) VALUES (p_game, p_entries, p_moves, p_value)
    ON CONFLICT (game) DO UPDATE
    SET entries = excluded.entries, moves = excluded.moves, value = excluded.value;
    -- An entry may have come since the log was read.
    UPDATE games
    SET compacted = CASE WHEN EXISTS (SELECT 1 FROM entries WHERE game = p_game) THEN 0 ELSE 1 END
    WHERE key = p_game;
    IF v_last IS NOT NULL THEN
        INSERT INTO compaction (last_at) VALUES (v_last)
        ON CONFLICT (one) DO UPDATE SET last_at = greatest(compaction.last_at, excluded.last_at);
    END IF;
    RETURN true;
END $$;

-- Survives a crash of the server, not always one of the database: that is enough, and costs no sync.
CREATE FUNCTION hanpan_record_heartbeat(p_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO heartbeat (at) VALUES (p_at) ON CONFLICT (one) DO UPDATE SET at = excluded.at;
END $$;

CREATE FUNCTION hanpan_record_outage(p_from bigint, p_until bigint, p_old bigint, p_long bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM outages WHERE until_at < p_old;
    INSERT INTO outages (from_at, until_at) VALUES (p_from, p_until)
    ON CONFLICT (until_at) DO UPDATE SET from_at = excluded.from_at;
    IF p_until - p_from >= p_long THEN
        UPDATE sessions SET expires_at = expires_at + (p_until - p_from)
        WHERE expires_at > p_from AND expires_at < 9223372036854775807 - (p_until - p_from);
    END IF;
END $$;

CREATE FUNCTION hanpan_correct_future_times(p_now bigint, p_invitation_end bigint, p_session_end bigint)
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
END $$;

-- Commands become visible in the order of their numbers: a reader that has seen one has seen all before it.
CREATE FUNCTION hanpan_post_admin_command(p_at bigint, p_old bigint, p_kind text, p_player uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE admin_commands IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM admin_commands WHERE at < p_old;
    INSERT INTO admin_commands (at, kind, player) VALUES (p_at, p_kind, p_player);
END $$;

-- Returns 0, 1 if the player has an account, 2 if the name is taken.
CREATE FUNCTION hanpan_create_account(
    p_player uuid, p_name text, p_name_key text, p_lookalike_key text, p_reserved bytea, p_password text, p_at bigint
) RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_lookalike_key, 2));
    IF EXISTS (SELECT 1 FROM accounts WHERE player = p_player) THEN
        RETURN 1;
    END IF;
    IF EXISTS (SELECT 1 FROM accounts WHERE lookalike_key = p_lookalike_key OR name_key = p_name_key)
       OR EXISTS (SELECT 1 FROM reserved_names WHERE hash = p_reserved) THEN
        RETURN 2;
    END IF;
    INSERT INTO accounts (player, name, name_key, lookalike_key, password, created_at)
    VALUES (p_player, p_name, p_name_key, p_lookalike_key, p_password, p_at)
    ON CONFLICT (player) DO NOTHING;
    RETURN CASE WHEN FOUND THEN 0 ELSE 1 END;
END $$;

-- The following return false if there is no such account.

CREATE FUNCTION hanpan_delete_account(p_player uuid, p_reserved bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM accounts WHERE player = p_player;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO reserved_names (hash) VALUES (p_reserved) ON CONFLICT DO NOTHING;
    DELETE FROM sessions WHERE player = p_player;
    UPDATE games SET white = NULL, white_name = NULL WHERE white = p_player;
    UPDATE games SET black = NULL, black_name = NULL WHERE black = p_player;
    RETURN true;
END $$;

CREATE FUNCTION hanpan_set_ban(p_player uuid, p_at bigint, p_reason text, p_old bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE accounts SET banned_at = p_at, ban_reason = p_reason WHERE player = p_player;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF p_at IS NOT NULL THEN
        DELETE FROM sessions WHERE player = p_player;
        PERFORM hanpan_post_admin_command(p_at, p_old, 'disconnect', p_player);
    END IF;
    RETURN true;
END $$;

CREATE FUNCTION hanpan_reset_password(p_player uuid, p_password text, p_at bigint, p_old bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE accounts SET password = p_password WHERE player = p_player;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM sessions WHERE player = p_player;
    PERFORM hanpan_post_admin_command(p_at, p_old, 'disconnect', p_player);
    RETURN true;
END $$;

CREATE FUNCTION hanpan_change_password(p_player uuid, p_password text, p_before text, p_session uuid)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE accounts SET password = p_password
    WHERE player = p_player AND password = p_before AND banned_at IS NULL
      AND EXISTS (SELECT 1 FROM sessions s WHERE s.player = p_player AND s.id = p_session);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM sessions WHERE player = p_player AND id <> p_session;
    RETURN true;
END $$;

-- Opens a session, unless the account was banned or its password changed since the check. The account is locked, so that
-- a ban or a new password at the same moment either refuses the session or ends it.
CREATE FUNCTION hanpan_open_session(
    p_token bytea, p_id uuid, p_player uuid, p_device text, p_at bigint, p_expires bigint, p_password text
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM accounts WHERE player = p_player AND password = p_password AND banned_at IS NULL FOR SHARE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO sessions (token, id, player, device, opened_at, seen_at, expires_at)
    VALUES (p_token, p_id, p_player, p_device, p_at, p_at, p_expires);
    RETURN true;
END $$;
