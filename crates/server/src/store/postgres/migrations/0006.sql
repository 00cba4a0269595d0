-- False if the others do not get the node's messages.
ALTER TABLE leases ADD COLUMN is_on_bus boolean NOT NULL DEFAULT true;

CREATE FUNCTION hanpan_renew_lease(p_node bigint, p_players integer, p_games integer, p_is_on_bus boolean)
RETURNS TABLE (
    o_now bigint, o_node bigint, o_renewed_at bigint, o_is_released boolean, o_players integer, o_games integer,
    o_is_on_bus boolean
) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO leases (node, renewed_at, is_released, players, games, is_on_bus)
    VALUES (p_node, hanpan_now(), false, p_players, p_games, p_is_on_bus)
    ON CONFLICT (node) DO UPDATE SET renewed_at = excluded.renewed_at, is_released = false,
        players = excluded.players, games = excluded.games, is_on_bus = excluded.is_on_bus;
    RETURN QUERY SELECT hanpan_now(), l.node, l.renewed_at, l.is_released, l.players, l.games, l.is_on_bus
    FROM leases l;
END $$;

-- Deletes a lease that was given back or was not renewed for this time, with everything else of its node; returns false,
-- without an effect, if there is none. A renewal at the same moment happens before, or begins another lease.
CREATE FUNCTION hanpan_end_lease(p_node bigint, p_lease bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM leases WHERE node = p_node AND (is_released OR hanpan_now() - renewed_at > p_lease);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM presence WHERE node = p_node;
    DELETE FROM claimed_work WHERE node = p_node;
    RETURN true;
END $$;

-- Returns false if the session of a player has ended, and locks the account: a new password at the same moment ends the
-- session before, or ends what it creates.
CREATE FUNCTION hanpan_lock_session(p_player uuid, p_session uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM accounts WHERE player = p_player FOR NO KEY UPDATE;
    RETURN p_session IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id = p_session AND player = p_player);
END $$;

-- As without a session; 1 also if the session has ended.
CREATE FUNCTION hanpan_create_api_token(
    p_token bytea, p_id uuid, p_player uuid, p_session uuid, p_description text, p_scopes text, p_at bigint, p_limit bigint
) RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
    IF NOT hanpan_lock_session(p_player, p_session) THEN
        RETURN 1;
    END IF;
    RETURN hanpan_create_api_token(p_token, p_id, p_player, p_description, p_scopes, p_at, p_limit);
END $$;

CREATE FUNCTION hanpan_create_oauth_code(
    p_code bytea, p_player uuid, p_session uuid, p_client_id text, p_redirect_uri text, p_challenge text,
    p_description text, p_scopes text, p_at bigint, p_lifetime bigint, p_limit bigint
) RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
    IF NOT hanpan_lock_session(p_player, p_session) THEN
        RETURN 1;
    END IF;
    RETURN hanpan_create_oauth_code(
        p_code, p_player, p_client_id, p_redirect_uri, p_challenge, p_description, p_scopes, p_at, p_lifetime, p_limit);
END $$;
