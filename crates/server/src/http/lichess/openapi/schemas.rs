//! Shapes of answers. The property test in `tests/online/lichess/random.rs` checks that no answer has another one.

use serde_json::{Map, Value, json as value};

use super::{Endpoint, HTML, JSON, NDJSON, PGN};

/// Fields of an object with their types.
///
/// A name with `?` may be missing. A type is a type of JSON, a schema, `[…]` for an array, `{…}` for a map, or some of them
/// separated by `|`.
type ObjectFields = &'static [(&'static str, &'static str)];

const OBJECTS: &[(&str, ObjectFields)] = &[
    ("Error", &[("error", "string"), ("error_description?", "string")]),
    ("Ok", &[("ok", "boolean")]),
    ("AccessToken", &[("token_type", "string"), ("access_token", "string"), ("scope", "string")]),
    ("Token", &[("userId", "string"), ("scopes", "string"), ("expires", "integer|null")]),
    ("Email", &[("email", "null")]),
    ("Preferences", &[("prefs", "object"), ("language", "string")]),
    (
        "User",
        &[
            ("id", "string"),
            ("username", "string"),
            ("title?", "string"),
            ("perfs", "{Perf}"),
            ("createdAt", "integer"),
            ("seenAt?", "integer"),
            ("url", "string"),
            ("online", "boolean"),
        ],
    ),
    (
        "Perf",
        &[
            ("games", "integer"),
            ("rating", "integer"),
            ("rd", "integer"),
            ("prog", "integer"),
            ("prov?", "boolean"),
        ],
    ),
    (
        "UserStatus",
        &[
            ("id", "string"),
            ("name", "string"),
            ("title?", "string"),
            ("online?", "boolean"),
            ("playing?", "boolean"),
        ],
    ),
    ("RatingHistory", &[("name", "string"), ("points", "[array]")]),
    ("NowPlaying", &[("nowPlaying", "[EventGame]")]),
    (
        "EventGame",
        &[
            ("id", "string"),
            ("gameId", "string"),
            ("fullId", "string"),
            ("color", "string"),
            ("fen", "string"),
            ("hasMoved", "boolean"),
            ("isMyTurn", "boolean"),
            ("lastMove", "string"),
            ("opponent", "Opponent"),
            ("perf", "string"),
            ("rated", "boolean"),
            ("secondsLeft?", "integer"),
            ("source", "string"),
            ("status", "Status"),
            ("speed", "string"),
            ("variant", "Variant"),
            ("compat", "Compat"),
            ("winner?", "string"),
            ("ratingDiff?", "integer"),
        ],
    ),
    (
        "Opponent",
        &[
            ("id", "string|null"),
            ("username", "string"),
            ("rating?", "integer"),
            ("ai?", "integer"),
            ("ratingDiff?", "integer"),
        ],
    ),
    ("Status", &[("id", "integer"), ("name", "string")]),
    ("Variant", &[("key", "string"), ("name", "string"), ("short", "string")]),
    ("Compat", &[("bot", "boolean"), ("board", "boolean")]),
    ("GameEvent", &[("type", "string"), ("game", "EventGame")]),
    ("ChallengeEvent", &[("type", "string"), ("challenge", "Challenge"), ("compat", "Compat")]),
    (
        "Challenge",
        &[
            ("id", "string"),
            ("url", "string"),
            ("urlWhite?", "string"),
            ("urlBlack?", "string"),
            ("status", "string"),
            ("challenger", "ChallengeUser|null"),
            ("destUser", "ChallengeUser|null"),
            ("variant", "Variant"),
            ("rated", "boolean"),
            ("speed", "string"),
            ("timeControl", "TimeControl"),
            ("color", "string"),
            ("finalColor", "string"),
            ("perf", "ChallengePerf"),
            ("initialFen?", "string|null"),
            ("direction?", "string"),
            ("declineReason?", "string"),
            ("declineReasonKey?", "string"),
            ("open?", "object"),
        ],
    ),
    (
        "ChallengeUser",
        &[
            ("id", "string"),
            ("name", "string"),
            ("title", "string|null"),
            ("rating?", "integer"),
            ("provisional?", "boolean"),
            ("online?", "boolean"),
        ],
    ),
    (
        "TimeControl",
        &[
            ("type", "string"),
            ("limit?", "integer"),
            ("increment?", "integer"),
            ("show?", "string"),
            ("daysPerTurn?", "integer"),
        ],
    ),
    ("ChallengePerf", &[("icon", "string"), ("name", "string")]),
    ("ChallengeList", &[("in", "[Challenge]"), ("out", "[Challenge]")]),
    ("ChallengeDone", &[("done", "string")]),
    (
        "CreatedGame",
        &[
            ("id", "string"),
            ("fullId", "string"),
            ("variant", "Variant"),
            ("speed", "string"),
            ("perf", "string"),
            ("rated", "boolean"),
            ("fen", "string"),
            ("player", "string"),
            ("turns", "integer"),
            ("startedAtTurn", "integer"),
            ("source", "string"),
            ("status", "Status"),
            ("createdAt", "integer"),
        ],
    ),
    ("Seek", &[("id", "string")]),
    ("Imported", &[("id", "string"), ("url", "string")]),
    ("ChatMessage", &[("user", "string"), ("text", "string")]),
    (
        "GameFull",
        &[
            ("type", "string"),
            ("id", "string"),
            ("variant", "Variant"),
            ("clock?", "Clock"),
            ("daysPerTurn?", "integer"),
            ("speed", "string"),
            ("perf", "Named"),
            ("rated", "boolean"),
            ("createdAt", "integer"),
            ("white", "GameUser"),
            ("black", "GameUser"),
            ("initialFen", "string"),
            ("state", "GameState"),
        ],
    ),
    ("Clock", &[("initial", "integer"), ("increment", "integer"), ("totalTime?", "integer")]),
    ("Named", &[("name", "string")]),
    (
        "GameUser",
        &[
            ("aiLevel?", "integer"),
            ("id?", "string"),
            ("name?", "string"),
            ("title?", "string"),
            ("rating?", "integer"),
            ("provisional?", "boolean"),
        ],
    ),
    (
        "GameState",
        &[
            ("type", "string"),
            ("moves", "string"),
            ("wtime", "integer"),
            ("btime", "integer"),
            ("winc", "integer"),
            ("binc", "integer"),
            ("status", "string"),
            ("winner?", "string"),
            ("wdraw?", "boolean"),
            ("bdraw?", "boolean"),
            ("wtakeback?", "boolean"),
            ("btakeback?", "boolean"),
            ("rematch?", "string"),
        ],
    ),
    ("ChatLine", &[("type", "string"), ("room", "string"), ("username", "string"), ("text", "string")]),
    ("OpponentGone", &[("type", "string"), ("gone", "boolean"), ("claimWinInSeconds?", "integer")]),
    (
        "WatchedGame",
        &[
            ("id", "string"),
            ("variant", "Variant"),
            ("speed", "string"),
            ("perf", "string"),
            ("rated", "boolean"),
            ("fen", "string"),
            ("turns", "integer"),
            ("source", "string"),
            ("status", "Status"),
            ("createdAt", "integer"),
            ("player", "string"),
            ("players", "{Player}"),
            ("lastMove?", "string"),
            ("winner?", "string"),
        ],
    ),
    (
        "WatchedMove",
        &[("fen", "string"), ("lm?", "string|null"), ("wc", "integer|null"), ("bc", "integer|null")],
    ),
    (
        "Player",
        &[
            ("user?", "PlayerUser"),
            ("aiLevel?", "integer"),
            ("rating?", "integer"),
            ("ratingDiff?", "integer"),
            ("provisional?", "boolean"),
        ],
    ),
    ("PlayerUser", &[("id?", "string"), ("name", "string"), ("title?", "string")]),
    ("TvLine", &[("t", "string"), ("d", "TvGame|WatchedMove")]),
    ("TvGame", &[("id", "string"), ("orientation", "string"), ("players", "[TvPlayer]"), ("fen", "string")]),
    (
        "TvPlayer",
        &[
            ("color", "string"),
            ("user?", "PlayerUser"),
            ("ai?", "integer"),
            ("rating?", "integer"),
            ("seconds", "integer"),
        ],
    ),
    ("Evaluation", &[("eval?", "integer"), ("mate?", "integer")]),
    ("Opening", &[("eco", "string"), ("name", "string"), ("ply", "integer")]),
    (
        "Game",
        &[
            ("id", "string"),
            ("rated", "boolean"),
            ("variant", "string"),
            ("speed", "string"),
            ("perf", "string"),
            ("createdAt", "integer"),
            ("lastMoveAt", "integer"),
            ("status", "string"),
            ("source", "string"),
            ("players", "{Player}"),
            ("winner?", "string"),
            ("initialFen?", "string"),
            ("opening?", "Opening"),
            ("moves?", "string"),
            ("clocks?", "[integer]"),
            ("analysis?", "[Evaluation]"),
            ("pgn?", "string"),
            ("daysPerTurn?", "integer"),
            ("clock?", "Clock"),
        ],
    ),
];

/// Content types with types of the body, or of each line of a stream. PGN is a string.
type Contents = &'static [(&'static str, &'static str)];

/// Bodies of successes by method and path.
const BODIES: &[(&str, &str, Contents)] = &[
    ("get", "/account/oauth/token", &[(HTML, "string")]),
    ("get", "/account/oauth/token/create", &[(HTML, "string")]),
    ("get", "/oauth", &[(HTML, "string")]),
    ("post", "/api/token", &[(JSON, "AccessToken")]),
    ("post", "/api/token/test", &[(JSON, "{Token|null}")]),
    ("get", "/api/account", &[(JSON, "User")]),
    ("get", "/api/account/email", &[(JSON, "Email")]),
    ("get", "/api/account/preferences", &[(JSON, "Preferences")]),
    ("get", "/api/account/playing", &[(JSON, "NowPlaying")]),
    ("get", "/api/user/{name}", &[(JSON, "User")]),
    ("get", "/api/user/{name}/rating-history", &[(JSON, "[RatingHistory]")]),
    ("post", "/api/users", &[(JSON, "[User]")]),
    ("get", "/api/users/status", &[(JSON, "[UserStatus]")]),
    ("get", "/api/bot/online", &[(NDJSON, "User")]),
    ("get", "/api/stream/event", &[(NDJSON, "GameEvent|ChallengeEvent")]),
    ("get", "/api/stream/game/{id}", &[(NDJSON, "WatchedGame|WatchedMove")]),
    ("get", "/api/tv/feed", &[(NDJSON, "TvLine")]),
    ("get", "/api/tv/{channel}/feed", &[(NDJSON, "TvLine")]),
    ("get", "/game/export/{id}", &[(PGN, "string"), (JSON, "Game")]),
    ("post", "/api/games/export/_ids", &[(PGN, "string"), (NDJSON, "Game")]),
    ("get", "/api/games/export/imports", &[(PGN, "string"), (NDJSON, "Game")]),
    ("get", "/api/games/user/{name}", &[(PGN, "string"), (NDJSON, "Game")]),
    ("post", "/api/import", &[(JSON, "Imported")]),
    ("get", "/api/challenge", &[(JSON, "ChallengeList")]),
    ("post", "/api/challenge/ai", &[(JSON, "CreatedGame")]),
    ("post", "/api/challenge/open", &[(JSON, "Challenge")]),
    ("post", "/api/challenge/{id}", &[(JSON, "Challenge"), (NDJSON, "Challenge|ChallengeDone")]),
    ("get", "/api/challenge/{id}/show", &[(JSON, "Challenge")]),
    ("post", "/api/board/seek", &[(NDJSON, "null"), (JSON, "Seek")]),
    ("get", "/api/{api}/game/stream/{id}", &[(NDJSON, "GameFull|GameState|ChatLine|OpponentGone")]),
    ("get", "/api/{api}/game/{id}/{action}", &[(JSON, "[ChatMessage]")]),
    ("get", "/api/openapi.json", &[(JSON, "object")]),
];

/// Contents of a success, by content type; `{"ok":true}` if an endpoint has no other.
pub(super) fn contents(endpoint: &Endpoint) -> Value {
    let known = BODIES.iter().find(|(method, path, _)| (*method, *path) == (endpoint.method, endpoint.path));
    let done = [(endpoint.content, "Ok")];
    let bodies: &[(&str, &str)] = known.map_or(&done, |(_, _, bodies)| bodies);
    let content = |&(kind, body): &(&str, &str)| (kind.to_owned(), value!({ "schema": schema(body) }));
    Value::Object(bodies.iter().map(content).collect())
}

/// All named schemas.
pub(super) fn components() -> Value {
    Value::Object(OBJECTS.iter().map(|(name, fields)| ((*name).to_owned(), object(fields))).collect())
}

fn object(fields: ObjectFields) -> Value {
    let name = |field: &str| field.trim_end_matches('?').to_owned();
    let properties: Map<String, Value> =
        fields.iter().map(|(field, kind)| (name(field), schema(kind))).collect();
    let required: Vec<&str> =
        fields.iter().map(|(field, _)| *field).filter(|field| !field.ends_with('?')).collect();
    value!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

/// Schema of a type.
fn schema(kind: &str) -> Value {
    let inside = |open, close| kind.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
    if let Some(items) = inside('[', ']') {
        return value!({ "type": "array", "items": schema(items) });
    }
    if let Some(values) = inside('{', '}') {
        return value!({ "type": "object", "additionalProperties": schema(values) });
    }
    if kind.contains('|') {
        return value!({ "anyOf": kind.split('|').map(schema).collect::<Vec<_>>() });
    }
    if kind.starts_with(|first: char| first.is_ascii_uppercase()) {
        return value!({ "$ref": format!("#/components/schemas/{kind}") });
    }
    value!({ "type": kind })
}

#[cfg(test)]
mod tests {
    use super::super::ENDPOINTS;
    use super::*;

    #[test]
    fn every_body_belongs_to_an_endpoint_and_every_schema_exists() {
        for (method, path, bodies) in BODIES {
            let endpoint = ENDPOINTS.iter().find(|known| (known.method, known.path) == (*method, *path));
            let endpoint = endpoint.unwrap_or_else(|| panic!("no endpoint {method} {path}"));
            assert!(bodies.iter().any(|(kind, _)| *kind == endpoint.content), "{method} {path}");
        }
        let fields = OBJECTS.iter().flat_map(|(_, fields)| fields.iter().map(|(_, kind)| *kind));
        let bodies = BODIES.iter().flat_map(|(_, _, bodies)| bodies.iter().map(|(_, kind)| *kind));
        for kind in fields.chain(bodies) {
            for name in kind.split(|letter: char| !letter.is_ascii_alphabetic()) {
                let is_known = OBJECTS.iter().any(|(known, _)| *known == name)
                    || ["", "string", "integer", "boolean", "object", "array", "null"].contains(&name);
                assert!(is_known, "{kind}");
            }
        }
    }
}
