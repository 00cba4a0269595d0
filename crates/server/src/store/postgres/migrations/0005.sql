-- Authorization codes of OAuth: only their hashes, for a minute. A code is deleted when it is used.
CREATE TABLE oauth_codes (
    code         bytea PRIMARY KEY,
    player       uuid NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
    client_id    text NOT NULL,
    redirect_uri text NOT NULL,
    challenge    text NOT NULL, -- SHA-256 of the verifier in base64url
    description  text NOT NULL,
    scopes       text NOT NULL, -- names, separated by commas
    created_at   bigint NOT NULL
);
CREATE INDEX oauth_codes_by_player ON oauth_codes (player);
CREATE INDEX oauth_codes_by_creation ON oauth_codes (created_at);

-- A code must not become a token after a ban or a new password.
CREATE FUNCTION hanpan_end_oauth_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM oauth_codes WHERE player = NEW.player;
    RETURN NULL;
END $$;
CREATE TRIGGER end_oauth_codes AFTER UPDATE OF password, banned_at ON accounts
    FOR EACH ROW EXECUTE FUNCTION hanpan_end_oauth_codes();

-- Returns 0, 1 if there is no such account or it is banned, 2 if it has as many valid codes as it may. The account is locked,
-- so that a ban or a new password at the same moment either refuses the code or ends it.
CREATE FUNCTION hanpan_create_oauth_code(
    p_code bytea, p_player uuid, p_client_id text, p_redirect_uri text, p_challenge text, p_description text,
    p_scopes text, p_at bigint, p_lifetime bigint, p_limit bigint
) RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM accounts WHERE player = p_player AND banned_at IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    DELETE FROM oauth_codes
    WHERE player = p_player AND (created_at <= p_at - p_lifetime OR created_at >= p_at + p_lifetime);
    IF (SELECT count(*) FROM oauth_codes WHERE player = p_player) >= p_limit THEN
        RETURN 2;
    END IF;
    INSERT INTO oauth_codes (code, player, client_id, redirect_uri, challenge, description, scopes, created_at)
    VALUES (p_code, p_player, p_client_id, p_redirect_uri, p_challenge, p_description, p_scopes, p_at);
    RETURN 0;
END $$;

-- Ends a code. The result is 0 with the scopes of the new token, 1 if there is no such code, 2 if it is for another program,
-- 3 if it was sent to another address, 4 if the verifier is wrong, 5 if the account has as many tokens as it may.
CREATE FUNCTION hanpan_redeem_oauth_code(
    p_code bytea, p_client_id text, p_redirect_uri text, p_challenge text, p_token bytea, p_id uuid,
    p_at bigint, p_lifetime bigint, p_limit bigint, OUT o_result smallint, OUT o_scopes text
) LANGUAGE plpgsql AS $$
DECLARE
    v_player uuid;
    v_code   oauth_codes%ROWTYPE;
BEGIN
    o_result := 1;
    SELECT player INTO v_player FROM oauth_codes WHERE code = p_code;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    -- The account first, as a ban and a new password do, or one of them and this could wait for each other.
    PERFORM 1 FROM accounts WHERE player = v_player FOR NO KEY UPDATE;
    DELETE FROM oauth_codes WHERE code = p_code RETURNING * INTO v_code;
    IF NOT FOUND OR v_code.created_at <= p_at - p_lifetime OR v_code.created_at >= p_at + p_lifetime THEN
        RETURN;
    END IF;
    IF v_code.client_id <> p_client_id THEN
        o_result := 2;
    ELSIF v_code.redirect_uri <> p_redirect_uri THEN
        o_result := 3;
    ELSIF v_code.challenge <> p_challenge THEN
        o_result := 4;
    ELSE
        CASE hanpan_create_api_token(
            p_token, p_id, v_code.player, v_code.description, v_code.scopes, p_at, p_limit)
        WHEN 0 THEN
            o_result := 0;
            o_scopes := v_code.scopes;
        WHEN 2 THEN
            o_result := 5;
        ELSE
            o_result := 1;
        END CASE;
    END IF;
END $$;
