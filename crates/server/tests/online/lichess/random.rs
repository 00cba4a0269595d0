//! Random requests: every answer has a status, a content type and a shape that `/api/openapi.json` documents.

mod words;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;
use server::accounts::{Scope, Scopes};

use self::words::Words;
use super::ApiServer;
use super::http2::Http2;
use super::oauth::{allowed_code, query, register};
use super::program::Program;
use super::reply::{Answer, Reply};
use super::schema::mismatch;
use crate::tls::authority::Authority;

const METHODS: [&str; 4] = ["get", "post", "delete", "put"];

/// Status of errors, as `docs/api.md` lists them. 500 and 503 would be failures here.
const ERRORS: [u16; 8] = [400, 401, 403, 404, 405, 413, 421, 429];

/// Operations that must have succeeded at least once, or the test would prove little about them.
const MIN_SUCCESSES: usize = 30;

/// Time for which a stream is read, as long as something comes.
const PATIENCE: Duration = Duration::from_millis(30);

#[tokio::test]
async fn no_request_gets_an_undocumented_answer() {
    let api = ApiServer::start().await;
    let successes = check(&api, None, 3_500).await;
    assert!(successes.len() >= MIN_SUCCESSES, "only {} operations succeeded: {successes:?}", successes.len());
}

#[tokio::test]
async fn no_request_over_http2_gets_an_undocumented_answer() {
    let authority = Authority::new();
    let api = ApiServer::start_tls(&authority).await;
    let http2 = Http2::open(&authority, &api).await;
    let successes = check(&api, Some(&http2), 1_500).await;
    assert!(successes.len() >= MIN_SUCCESSES, "only {} operations succeeded: {successes:?}", successes.len());
}

/// Sends random requests over connections of their own, or over one HTTP/2 connection; returns the operations that succeeded.
async fn check(api: &ApiServer, http2: Option<&Http2>, rounds: u32) -> BTreeSet<(String, String)> {
    let (ann, robot) = (api.program(1, "Ann").await, api.bot(2, "Bob").await);
    let cal = api.program_with(3, "Cal", [Scope::BoardPlay].into_iter().collect::<Scopes>()).await;
    let (wrong, none) = (Program { token: "lip_wrong".to_owned() }, Program { token: String::new() });
    // An account with games does not become that of a bot.
    ann.post_json(api, "/api/challenge/ai", "level=1").await;
    let session = register(api, "Dan").await;
    let code = allowed_code(api, &session, &query(&[])).await;
    let (_, text) = ann.get(api, "/api/openapi.json").await;
    let document: Value = serde_json::from_str(&text).unwrap();
    let operations = operations(&document);
    let mut words = Words::new(20, http2.is_some(), code);
    let mut successes = BTreeSet::new();
    for round in 0..rounds {
        let (mut method, path) = operations[words.rng.index(operations.len())];
        let path = if words.rng.index(10) == 0 { words.other_path() } else { path };
        if words.rng.index(10) == 0 {
            method = METHODS[words.rng.index(METHODS.len())];
        }
        let program = [&ann, &ann, &ann, &robot, &robot, &cal, &wrong, &none][words.rng.index(8)];
        let operation = &document["paths"][path][method];
        let program = if is_own(path, operation.is_object()) { &ann } else { program };
        // Ends the token.
        let program = if (method, path) == ("delete", "/api/token") { &wrong } else { program };
        let mut request = words.request(method, path, &program.token);
        if is_page(path) && words.rng.index(2) == 0 {
            request.headers.retain(|(name, _)| *name != "authorization");
            request.headers.push(("cookie", session.clone()));
        }
        let has_token = request.headers.iter().any(|(name, _)| *name == "authorization");
        let answer = match http2 {
            None => Reply::to(api, request.to_text().as_bytes()).await.answer_within(PATIENCE).await,
            Some(http2) => http2.answer_within(request.to_head(), &request.body, PATIENCE).await,
        };
        let told = format!("{round}: {}: {} {}", request.shown(), answer.status, answer.kind);
        if is_page(path) && !has_token {
            check_page(&answer, operation, request.host == "localhost", &told);
            continue;
        }
        assert!(!answer.has_cookie, "{told}");
        if answer.status >= 400 {
            let error: Value = answer
                .body
                .ok()
                .and_then(|body| serde_json::from_str(&body).ok())
                .unwrap_or_else(|| panic!("{told}"));
            assert!(ERRORS.contains(&answer.status) && answer.kind == "application/json", "{told} {error}");
            let is_known_host = request.host == "localhost";
            assert!(is_known_host || answer.status == words.status_of_host(&request.host), "{told}");
            let schema = &document["components"]["schemas"]["Error"];
            assert_eq!(mismatch(&document, schema, &error), None, "{told}");
            continue;
        }
        let content = &operation["responses"][answer.status.to_string()]["content"][&answer.kind];
        assert!(content.is_object(), "{told}: not documented");
        assert!(answer.kind != "application/x-ndjson" || answer.is_for_streams, "{told}");
        let body = answer.body.unwrap_or_else(|part| part);
        for value in values(&answer.kind, &body, &told) {
            assert_eq!(mismatch(&document, &content["schema"], &value), None, "{told} {value}");
            words.learn(&value);
        }
        successes.insert((method.to_owned(), path.to_owned()));
    }
    successes
}

/// Pages have HTML, or lead on; what is wrong with the request as such has the form of our own endpoints.
fn check_page(answer: &Answer, operation: &Value, is_known_host: bool, told: &str) {
    let kind = answer.kind.trim_end_matches("; charset=utf-8");
    let body = answer.body.as_deref().unwrap_or_else(|_| panic!("{told}: no end"));
    match answer.status {
        421 | 400 if !is_known_host => assert_eq!(kind, "text/plain", "{told}"),
        405 | 429 => {
            let error: Value = serde_json::from_str(body).unwrap();
            assert!(kind == "application/json" && error["reason"]["type"].is_string(), "{told}");
        }
        303 => assert_eq!(body, "", "{told}"),
        200 => assert!(
            kind == "text/html" && operation["responses"]["200"]["content"][kind].is_object(),
            "{told}"
        ),
        400 | 403 => assert_eq!(kind, "text/html", "{told}"),
        _ => panic!("{told}: not documented"),
    }
}

/// Methods and paths of the description.
fn operations(document: &Value) -> Vec<(&str, &str)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, item)| {
            item.as_object().unwrap().keys().map(|method| (method.as_str(), path.as_str()))
        })
        .collect()
}

/// Returns true for pages for people, which read cookies.
fn is_page(path: &str) -> bool {
    path == "/oauth" || path.starts_with("/account/")
}

/// Returns true for what only our own endpoints answer: without a token in their own form, and perhaps with a cookie.
fn is_own(path: &str, is_documented: bool) -> bool {
    path == "/api/me" || path == "/api/account" && !is_documented
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
