-- Fails if an account has more than `p_most` games against the computer that were played on its own device: finished,
-- private and without a clock. Until the transaction ends no other one counts those of the same player.
CREATE FUNCTION hanpan_check_kept_games(p_player uuid, p_computer uuid, p_speed text, p_most integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_player::text, 2));
    IF (SELECT count(*) FROM games
        WHERE white = p_player AND stage = 2 AND black = p_computer AND NOT public AND speed = p_speed)
     + (SELECT count(*) FROM games
        WHERE black = p_player AND stage = 2 AND white = p_computer AND NOT public AND speed = p_speed) > p_most THEN
        RAISE EXCEPTION 'too many kept games' USING ERRCODE = 'HP002';
    END IF;
END $$;
