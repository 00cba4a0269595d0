//! Random requests: every answer has a documented status and shape.

use rng::Rng;
use serde_json::Value;

use super::ApiServer;

const METHODS: [&str; 4] = ["GET", "POST", "DELETE", "PUT"];

const PATHS: [&str; 37] = [
    "/api/account",
    "/api/account/email",
    "/api/account/playing",
    "/api/user/*",
    "/api/user/*/rating-history",
    "/api/users",
    "/api/users/status?ids=*",
    "/api/token/test",
    "/api/token?code=*",
    "/oauth?client_id=*",
    "/api/bot/online?nb=*",
    "/api/bot/account/upgrade",
    "/api/challenge",
    "/api/challenge/ai",
    "/api/challenge/open",
    "/api/challenge/*",
    "/api/challenge/*/show",
    "/api/challenge/*/accept",
    "/api/challenge/*/decline",
    "/api/challenge/*/cancel",
    "/api/board/game/*/move/*",
    "/api/bot/game/*/move/*",
    "/api/board/game/*/*",
    "/api/board/game/*/claim-victory/",
    "/api/board/game/*/draw/*",
    "/api/bot/game/*/takeback/*",
    "/api/board/game/*/chat",
    "/game/export/*",
    "/api/games/export/_ids",
    "/api/import",
    "/api/games/user/*?max=*",
    "/api/stream/game/missing",
    "/api/openapi.json",
    "/api/board/game/stream/missing",
    "/api/*",
    "/api/*/*/*",
    "/api/me",
];

const WORDS: [&str; 20] = [
    "ann",
    "bob",
    "AAAAAAAAAAAAAAAAAAAAAA",
    "e2e4",
    "e7e8q",
    "yes",
    "0",
    "-1",
    "99999999999999999999",
    "%00",
    "%ff",
    "~d55c",
    "~",
    "한판",
    "..",
    "%2e%2e%2f",
    "null",
    "'",
    "x",
    "stream",
];

const BODIES: [&str; 13] = [
    "",
    "{}",
    "[]",
    "null",
    "{\"rated\":true,\"clock.limit\":1e308,\"days\":-3}",
    "{\"clock\":{\"limit\":{\"limit\":{}}},\"fen\":7}",
    "clock.limit=60&clock.increment=99999999999",
    "level=3&color=white&variant=chess960",
    "fen=8/8/8/8/8/8/8/8 w - - 0 1&days=31",
    "room=player&text=%F0%9F%98%80",
    "ann,bob,,한판",
    "pgn=1.+e4+e5+2.+%00+Nf3+(+{+*",
    "reason=\u{0}&=&==",
];

#[tokio::test]
async fn no_request_gets_an_undocumented_answer() {
    let api = ApiServer::start().await;
    let (ann, robot) = (api.program(1, "Ann").await, api.bot(2, "Bob").await);
    let mut rng = Rng::new(20);
    for _ in 0..700 {
        let mut path = PATHS[rng.index(PATHS.len())].to_owned();
        while path.contains('*') {
            let word = WORDS[rng.index(WORDS.len())];
            // A request line is ASCII; other characters are sent as bytes in escapes.
            let word: String = word
                .bytes()
                .map(|byte| match byte {
                    b'!'..=b'~' => char::from(byte).to_string(),
                    other => format!("%{other:02X}"),
                })
                .collect();
            path = path.replacen('*', &word, 1);
        }
        let method = METHODS[rng.index(METHODS.len())];
        let body = BODIES[rng.index(BODIES.len())];
        let program = if rng.index(2) == 0 { &ann } else { &robot };
        let response = program.send(&api, &format!("{method} {path}"), body).await;
        let told = format!("{method} {path} {body}: {}", response.status);
        assert!([200, 201, 400, 401, 403, 404, 405, 429].contains(&response.status), "{told}");
        assert_eq!(response.header("set-cookie"), None, "{told}");
        let is_json = response.header("content-type") == Some("application/json");
        if response.status >= 400 {
            let error: Value = serde_json::from_slice(&response.body).unwrap_or_else(|_| panic!("{told}"));
            assert!(is_json && error["error"].is_string(), "{told}");
        } else if is_json {
            serde_json::from_slice::<Value>(&response.body).unwrap_or_else(|_| panic!("{told}"));
        }
    }
}
