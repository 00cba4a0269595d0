//! The examples of `docs/api.md` are run.

use serde_json::{Value, json};
use server::accounts::Scopes;

use super::ApiServer;
use super::oauth::{allowed_code, form, register};
use super::program::Program;
use super::reply::Reply;
use crate::common::HttpResponse;

const PAGE: &str = include_str!("../../../../../docs/api.md");

/// Server of the examples.
const SERVER: &str = "http://localhost:7171";

/// A call of curl, and what the page shows of its output.
struct Example {
    call: String,
    output: String,
}

/// Request of a call.
struct Request {
    line: String,
    headers: Vec<String>,
    body: String,
    is_stream: bool,
}

/// The calls in blocks of code.
fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut is_code, mut is_of_call, mut is_continued) = (false, false, false);
    for line in PAGE.lines().map(str::trim) {
        if line.starts_with("```") {
            (is_code, is_of_call, is_continued) = (!is_code, false, false);
            continue;
        }
        let (text, continues) = match line.strip_suffix('\\') {
            Some(text) => (text, true),
            None => (line, false),
        };
        match (examples.last_mut(), text.strip_prefix("$ ")) {
            _ if !is_code => {}
            (_, Some(call)) if call.starts_with("curl ") => {
                examples.push(Example { call: call.to_owned(), output: String::new() });
                is_of_call = true;
            }
            (_, Some(_)) => is_of_call = false,
            (Some(last), None) if is_continued => last.call.push_str(text),
            (Some(last), None) if is_of_call => last.output.push_str(text),
            _ => {}
        }
        is_continued = continues;
    }
    examples
}

/// Words of a command line. Double quotes keep blanks.
fn words(call: &str) -> Vec<String> {
    let parts = call.split('"').enumerate();
    let marked: String = parts
        .map(|(index, part)| if index % 2 == 1 { part.replace(' ', "\0") } else { part.to_owned() })
        .collect();
    marked.split_whitespace().map(|word| word.replace('\0', " ")).collect()
}

/// Reads the options of curl that the page uses.
fn request(call: &str, file: &str) -> Request {
    let mut request =
        Request { line: String::new(), headers: Vec::new(), body: String::new(), is_stream: false };
    let (mut method, mut path, mut data) = (None, None, Vec::new());
    let mut words = words(call).into_iter().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-H" => request.headers.push(words.next().unwrap()),
            "-X" => method = words.next(),
            "-d" => data.push(words.next().unwrap()),
            "-N" => request.is_stream = true,
            "--data-urlencode" => {
                let name = words.next().unwrap().split_once('@').unwrap().0.to_owned();
                data.push(form(&[(name.as_str(), file)]));
            }
            url => {
                path = Some(url.strip_prefix(SERVER).unwrap_or_else(|| panic!("{call}: {url}")).to_owned())
            }
        }
    }
    let default = if data.is_empty() { "GET" } else { "POST" };
    request.line = format!("{} {}", method.as_deref().unwrap_or(default), path.unwrap());
    request.body = data.join("&");
    request
}

async fn send(api: &ApiServer, request: &Request) -> HttpResponse {
    let headers: Vec<&str> = request.headers.iter().map(String::as_str).collect();
    api.server.send(&request.line, &headers, &request.body).await
}

/// The page of consent that the documentation opens.
fn consent_query() -> String {
    let from = PAGE.split(&format!("{SERVER}/oauth?")).nth(1).unwrap();
    from.split("```").next().unwrap().split_whitespace().collect()
}

#[tokio::test]
async fn the_examples_of_the_documentation_work() {
    let api = ApiServer::start().await;
    let cookie = register(&api, "Ann").await;
    let me = crate::accounts::send(&api.server, "GET /api/me", &cookie, "").await;
    let me: Value = serde_json::from_slice(&me.body).unwrap();
    let player: protocol::PlayerId = me["you"]["id"].as_str().unwrap().parse().unwrap();
    let (mut game, mut done) = (String::new(), 0);
    for Example { call, output } in examples() {
        // One of the examples ends its token.
        let Program { token } = api.token(player.bits(), Scopes::all()).await;
        let code = if call.contains("$CODE") {
            allowed_code(&api, &cookie, &consent_query()).await
        } else {
            String::new()
        };
        let filled = call.replace("$TOKEN", &token).replace("$GAME", &game).replace("$CODE", &code);
        let request = request(&filled, "1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
        if request.is_stream {
            let head = request.headers.iter().map(|header| format!("{header}\r\n")).collect::<String>();
            let text = format!("{} HTTP/1.1\r\nhost: localhost\r\n{head}\r\n", request.line);
            let mut lines = Reply::to(&api, text.as_bytes()).await.into_lines();
            assert_eq!(lines.next().await.unwrap()["type"], "gameFull", "{call}");
        } else {
            let response = send(&api, &request).await;
            let text = String::from_utf8(response.body.clone()).unwrap();
            assert!((200..300).contains(&response.status), "{call}: {} {text}", response.status);
            let answer: Value = serde_json::from_str(&text).unwrap_or_default();
            if let Some(id) = answer["id"].as_str().filter(|_| call.contains("/challenge/ai")) {
                game = id.to_owned();
            }
            if !output.is_empty() {
                let mut expected: Value =
                    serde_json::from_str(&output).unwrap_or_else(|_| panic!("{call}: {output}"));
                if expected["access_token"] == json!("hpt_…") {
                    expected["access_token"] = answer["access_token"].clone();
                }
                assert_eq!(answer, expected, "{call}");
            }
        }
        done += 1;
    }
    assert_eq!(done, PAGE.matches("\n$ curl ").count() + PAGE.matches("   $ curl ").count(), "all are run");
    assert!(done >= 8, "{done}");
}
