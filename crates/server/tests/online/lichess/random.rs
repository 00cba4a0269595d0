//! Random requests: every answer has a status, a content type and a shape that `/api/openapi.json` documents.

use std::collections::BTreeSet;
use std::time::Duration;

use rng::Rng;
use serde_json::Value;
use server::accounts::{Scope, Scopes};

use super::ApiServer;
use super::program::Program;
use super::reply::Reply;
use super::schema::mismatch;

const METHODS: [&str; 4] = ["get", "post", "delete", "put"];

/// Paths that are no endpoints.
const OTHER_PATHS: [&str; 4] = ["/api/{word}", "/api/{word}/{word}/{word}", "/api/me", "/api/board/{word}"];

/// Status of errors, as `docs/api.md` lists them. 500 and 503 would be failures here.
const ERRORS: [u16; 7] = [400, 401, 403, 404, 405, 413, 429];

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

const QUERIES: [&str; 10] = [
    "",
    "",
    "",
    "?nb=1",
    "?ids=ann,bob,한판",
    "?max=1&pgnInJson=true&clocks=True&opening=1",
    "?since=0&until=99999999999999999999",
    "?ongoing=true&perfType=blitz,correspondence&color=white&vs=bob",
    "?offeringDraw=true",
    "?%ff=%&=&moves=0&tags=off",
];

const BODIES: [&str; 21] = [
    "",
    "",
    "",
    "{}",
    "[]",
    "null",
    "{\"rated\":true,\"clock.limit\":1e308,\"days\":-3}",
    "{\"clock\":{\"limit\":{\"limit\":{}}},\"fen\":7}",
    "clock.limit=60&clock.increment=99999999999",
    "{\"rated\":true,\"clock.limit\":300,\"clock.increment\":3,\"days\":null,\"color\":\"white\"}",
    "clock.limit=60&clock.increment=0&keepAliveStream=true",
    "level=3&color=white&variant=chess960",
    "days=3&rated=true&ratingRange=",
    "time=10&increment=0&rated=false",
    "fen=8/8/8/8/8/8/8/8 w - - 0 1&days=31",
    "room=player&text=%F0%9F%98%80",
    "ann,bob,,한판",
    "pgn=1.+e4+e5+2.+%00+Nf3+(+{+*",
    "pgn=1.+e4+e5+2.+Nf3+*",
    "reason=\u{0}&=&==",
    "reason=tooFast",
];

const ACCEPTS: [&str; 4] = ["*/*", "application/json", "application/x-ndjson", "application/x-chess-pgn"];

/// Operations that must have succeeded at least once, or the test would prove little about them.
const MIN_SUCCESSES: usize = 30;

#[tokio::test]
async fn no_request_gets_an_undocumented_answer() {
    let api = ApiServer::start().await;
    let (ann, robot) = (api.program(1, "Ann").await, api.bot(2, "Bob").await);
    let cal = api.program_with(3, "Cal", [Scope::BoardPlay].into_iter().collect::<Scopes>()).await;
    let (wrong, none) = (Program { token: "lip_wrong".to_owned() }, Program { token: String::new() });
    // An account with games does not become that of a bot.
    ann.post_json(&api, "/api/challenge/ai", "level=1").await;
    let (_, text) = ann.get(&api, "/api/openapi.json").await;
    let document: Value = serde_json::from_str(&text).unwrap();
    let operations = operations(&document);
    let mut words = Words { rng: Rng::new(20), ids: Vec::new() };
    let mut successes = BTreeSet::new();
    for round in 0..3_000 {
        let (mut method, path) = operations[words.rng.index(operations.len())];
        let path =
            if words.rng.index(10) == 0 { OTHER_PATHS[words.rng.index(OTHER_PATHS.len())] } else { path };
        if words.rng.index(10) == 0 {
            method = METHODS[words.rng.index(METHODS.len())];
        }
        let program = [&ann, &ann, &ann, &robot, &robot, &cal, &wrong, &none][words.rng.index(8)];
        // Without a token, what is no endpoint of this API is answered as our own endpoints and pages are.
        let is_documented = document["paths"][path][method].is_object();
        let program = if is_documented { program } else { &ann };
        // Ends the token.
        let program = if (method, path) == ("delete", "/api/token") { &wrong } else { program };
        let (request, shown) = words.request(method, path, &program.token);
        let reply = Reply::to(&api, request.as_bytes()).await;
        let told = format!("{round}: {shown}: {} {}", reply.status, reply.kind);
        assert!(!reply.has_cookie, "{told}");
        let (status, kind) = (reply.status, reply.kind.clone());
        if kind == "application/x-ndjson" {
            reply.expect_stream();
        }
        // A stream is read as long as something comes.
        let body = reply.body_within(Duration::from_millis(30)).await;
        if status >= 400 {
            let error: Value = body
                .ok()
                .and_then(|body| serde_json::from_str(&body).ok())
                .unwrap_or_else(|| panic!("{told}"));
            assert!(ERRORS.contains(&status) && kind == "application/json", "{told} {error}");
            let schema = &document["components"]["schemas"]["Error"];
            assert_eq!(mismatch(&document, schema, &error), None, "{told}");
            continue;
        }
        let operation = &document["paths"][path][method];
        let content = &operation["responses"][status.to_string()]["content"][&kind];
        assert!(content.is_object(), "{told}: not documented");
        let body = body.unwrap_or_else(|part| part);
        for value in values(&kind, &body, &told) {
            assert_eq!(mismatch(&document, &content["schema"], &value), None, "{told} {value}");
            words.learn(&value);
        }
        successes.insert((method, path));
    }
    assert!(successes.len() >= MIN_SUCCESSES, "only {} operations succeeded: {successes:?}", successes.len());
}

/// Methods and paths of the description.
/// Methods and paths, without pages for people.
fn operations(document: &Value) -> Vec<(&str, &str)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let is_page = |operation: &Value| operation["responses"]["200"]["content"]["text/html"].is_object();
    paths
        .flat_map(|(path, item)| {
            let operations = item.as_object().unwrap().iter().filter(|(_, operation)| !is_page(operation));
            operations.map(|(method, _)| (method.as_str(), path.as_str()))
        })
        .collect()
}

/// Values in a body: the lines of a stream, or the whole.
fn values(kind: &str, body: &str, told: &str) -> Vec<Value> {
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| panic!("{told}: {text}"));
    match kind {
        "application/json" => vec![read(body)],
        "application/x-ndjson" => body.lines().filter(|line| !line.is_empty()).map(read).collect(),
        _ => vec![Value::String(body.to_owned())],
    }
}

/// Makes requests of words, and of ids that came in answers.
struct Words {
    rng: Rng,
    ids: Vec<String>,
}

impl Words {
    /// A request, and its line and body for messages.
    fn request(&mut self, method: &str, path: &str, token: &str) -> (String, String) {
        let path = path.split('/').map(|part| self.part(part)).collect::<Vec<_>>().join("/");
        let query = ascii(QUERIES[self.rng.index(QUERIES.len())]);
        let body = BODIES[self.rng.index(BODIES.len())];
        let body = if body.is_empty() && path.ends_with("_ids") { &self.ids.join(",") } else { body };
        let accept = ACCEPTS[self.rng.index(ACCEPTS.len())];
        let line = format!("{} {path}{query}", method.to_uppercase());
        let mut request =
            format!("{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: {accept}\r\n");
        if !token.is_empty() {
            request.push_str(&format!("authorization: Bearer {token}\r\n"));
        }
        if body.starts_with('{') || self.rng.index(20) == 0 {
            request.push_str("content-type: application/json\r\n");
        }
        if !body.is_empty() {
            request.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        (format!("{request}\r\n{body}"), format!("{line} {body}"))
    }

    fn part(&mut self, part: &str) -> String {
        let choices: &[&str] = match part {
            "{api}" => &["board", "bot"],
            "{action}" => &["abort", "resign", "claim-victory", "claim-draw", "chat", "chat", "chat"],
            "{offer}" => &["draw", "takeback"],
            "{answer}" => &["yes", "no", "1", "0", "true", "false"],
            "{uci}" => &["e2e4", "e7e5", "g1f3", "b8c6", "e1g1"],
            "{name}" => &["ann", "bob", "cal"],
            "{id}" | "{word}" | "{channel}" => &WORDS,
            _ => return part.to_owned(),
        };
        let word = match (part, self.rng.index(8)) {
            ("{api}", _) => choices[self.rng.index(choices.len())],
            (_, 0) => WORDS[self.rng.index(WORDS.len())],
            // Here the id may be a name: `POST /api/challenge/{id}`.
            ("{id}", 1) => "bob",
            ("{id}", _) if !self.ids.is_empty() => &self.ids[self.rng.index(self.ids.len())],
            _ => choices[self.rng.index(choices.len())],
        };
        ascii(word)
    }

    /// Remembers the latest ids.
    fn learn(&mut self, value: &Value) {
        let ids = [&value["id"], &value["game"]["id"], &value["challenge"]["id"]];
        for id in ids.into_iter().filter_map(Value::as_str).filter(|id| id.len() == 22) {
            if !self.ids.iter().any(|known| known == id) {
                self.ids.push(id.to_owned());
            }
        }
        let excess = self.ids.len().saturating_sub(12);
        self.ids.drain(..excess);
    }
}

/// A request line is ASCII; other characters are sent as bytes in escapes.
fn ascii(text: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'!'..=b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(escaped).collect()
}
