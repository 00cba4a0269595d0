-- `plies` counts the moves on the board; moves that were taken back had been counted as well. A damaged entry counts for nothing.
UPDATE games SET plies = plies - back.count
FROM (
    SELECT game, sum(CASE WHEN json_valid(body) THEN json_extract(body, '$.plies') ELSE 0 END) AS count
    FROM entries WHERE ply IS NULL AND body LIKE '%"type":"taken-back"%' GROUP BY game
) AS back
WHERE games.key = back.game AND plies >= back.count;
