-- State that running servers share. It need not survive a crash of the database by itself: its commits are not waited for.

CREATE TABLE leases (
    node        bigint PRIMARY KEY,
    renewed_at  bigint NOT NULL,
    is_released boolean NOT NULL,
    players     integer NOT NULL,
    games       integer NOT NULL
);

CREATE TABLE presence (
    game        uuid NOT NULL,
    node        bigint NOT NULL,
    -- 0: never connected there, 1: connected, 2: away since then.
    white       smallint NOT NULL,
    white_since bigint NOT NULL,
    black       smallint NOT NULL,
    black_since bigint NOT NULL,
    watchers    integer NOT NULL,
    PRIMARY KEY (game, node)
);
CREATE INDEX presence_by_node ON presence (node);

CREATE TABLE claimed_work (
    name     text PRIMARY KEY,
    node     bigint NOT NULL,
    until_at bigint NOT NULL
);

CREATE TABLE lobby (
    version bigint NOT NULL
);
INSERT INTO lobby (version) VALUES (0);

CREATE TABLE seeks (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id       uuid NOT NULL UNIQUE,
    body     text NOT NULL
);

CREATE TABLE pairings (
    player  uuid NOT NULL,
    request uuid NOT NULL,
    game    uuid NOT NULL,
    -- 0: White, 1: Black.
    seat    smallint NOT NULL,
    at      bigint NOT NULL,
    PRIMARY KEY (player, request)
);
CREATE INDEX pairings_by_game ON pairings (game);
CREATE INDEX pairings_by_time ON pairings (at);

CREATE FUNCTION hanpan_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

CREATE FUNCTION hanpan_renew_lease(p_node bigint, p_players integer, p_games integer)
RETURNS TABLE (
    o_now bigint, o_node bigint, o_renewed_at bigint, o_is_released boolean, o_players integer, o_games integer
) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO leases (node, renewed_at, is_released, players, games)
    VALUES (p_node, hanpan_now(), false, p_players, p_games)
    ON CONFLICT (node) DO UPDATE SET renewed_at = excluded.renewed_at, is_released = false,
        players = excluded.players, games = excluded.games;
    RETURN QUERY SELECT hanpan_now(), l.node, l.renewed_at, l.is_released, l.players, l.games FROM leases l;
END $$;

CREATE FUNCTION hanpan_release_lease(p_node bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE leases SET is_released = true WHERE node = p_node;
END $$;

CREATE FUNCTION hanpan_end_lease(p_node bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM leases WHERE node = p_node;
    DELETE FROM presence WHERE node = p_node;
    DELETE FROM claimed_work WHERE node = p_node;
END $$;

CREATE FUNCTION hanpan_set_presence(
    p_game uuid, p_node bigint, p_white smallint, p_white_since bigint, p_black smallint, p_black_since bigint,
    p_watchers integer
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO presence (game, node, white, white_since, black, black_since, watchers)
    VALUES (p_game, p_node, p_white, p_white_since, p_black, p_black_since, p_watchers)
    ON CONFLICT (game, node) DO UPDATE SET white = excluded.white, white_since = excluded.white_since,
        black = excluded.black, black_since = excluded.black_since, watchers = excluded.watchers;
END $$;

CREATE FUNCTION hanpan_delete_presence(p_game uuid, p_node bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    DELETE FROM presence WHERE game = p_game AND node = p_node;
END $$;

-- Claims work that no other node has; the names are sorted, so that two claims cannot wait for each other.
CREATE FUNCTION hanpan_claim_work(p_node bigint, p_work text[], p_at bigint, p_until bigint)
RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    DELETE FROM claimed_work WHERE name IN (
        SELECT w.name FROM claimed_work w WHERE w.until_at <= p_at ORDER BY w.name FOR UPDATE SKIP LOCKED
    );
    RETURN QUERY
        INSERT INTO claimed_work (name, node, until_at)
        SELECT DISTINCT w, p_node, p_until FROM unnest(p_work) w ORDER BY w
        ON CONFLICT (name) DO UPDATE SET until_at = excluded.until_at, node = excluded.node
            WHERE claimed_work.node = excluded.node OR claimed_work.until_at <= p_at
        RETURNING name;
END $$;

-- Changes the list of seeks, if it still has this version; returns the new one, or null.
CREATE FUNCTION hanpan_change_lobby(
    p_version bigint, p_removed uuid[], p_ids uuid[], p_bodies text[],
    p_players uuid[], p_requests uuid[], p_games uuid[], p_seats smallint[], p_times bigint[], p_old bigint
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_version bigint;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    UPDATE lobby SET version = version + 1 WHERE version = p_version RETURNING version INTO v_version;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    DELETE FROM seeks WHERE id = ANY (p_removed);
    INSERT INTO seeks (id, body)
    SELECT a.id, a.body FROM unnest(p_ids, p_bodies) WITH ORDINALITY AS a (id, body, position) ORDER BY a.position;
    DELETE FROM pairings WHERE at < p_old;
    INSERT INTO pairings (player, request, game, seat, at)
    SELECT * FROM unnest(p_players, p_requests, p_games, p_seats, p_times)
    ON CONFLICT (player, request) DO UPDATE SET game = excluded.game, seat = excluded.seat, at = excluded.at;
    RETURN v_version;
END $$;

-- Keeps the pairing of a game from being cancelled until the transaction ends; fails if it was. Rows are locked in the
-- order of the players, so that two of these cannot wait for each other.
CREATE FUNCTION hanpan_lock_pairing(p_game uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM pairings WHERE game = p_game ORDER BY player FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the pairing was cancelled' USING ERRCODE = 'HP004';
    END IF;
    RETURN true;
END $$;

-- Deletes the pairing of a game; returns false, without an effect, if the game exists. That is looked up once the rows
-- are locked: a creation may have held them.
CREATE FUNCTION hanpan_cancel_pairing(p_game uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM pairings WHERE game = p_game ORDER BY player FOR UPDATE;
    IF EXISTS (SELECT 1 FROM games WHERE id = p_game) THEN
        RETURN false;
    END IF;
    DELETE FROM pairings WHERE game = p_game;
    RETURN true;
END $$;
