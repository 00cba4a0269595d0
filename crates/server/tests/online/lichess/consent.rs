//! The way to a token by consent, byte by byte: what a browser and a program send, and what they get.
//! `testdata/lichess/oauth.txt` has it. Secrets differ in every run and are placeholders there.

use serde_json::Value;

use super::ApiServer;
use super::oauth::{exchange, hidden_fields, query, register, with};
use crate::common::HttpResponse;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/lichess/oauth.txt");

/// Headers that matter to a browser or a program.
const HEADERS: [&str; 4] = ["location", "content-type", "cache-control", "access-control-allow-origin"];

/// Requests and answers so far.
struct Transcript {
    api: ApiServer,
    text: String,
    /// Secrets with their placeholders.
    secrets: Vec<(String, &'static str)>,
}

impl Transcript {
    async fn send(&mut self, line: &str, headers: &[&str], body: &str) -> HttpResponse {
        let response = self.api.server.send(line, headers, body).await;
        let mut part = format!("> {line}\n");
        for header in headers {
            part.push_str(&format!("> {header}\n"));
        }
        if !body.is_empty() {
            part.push_str(&format!(">\n> {body}\n"));
        }
        part.push_str(&format!("< {}\n", response.status));
        let shown = HEADERS.iter().filter_map(|&name| Some((name, response.header(name)?)));
        for (name, value) in shown {
            part.push_str(&format!("< {name}: {value}\n"));
        }
        if !response.body.is_empty() {
            part.push_str("<\n");
            let answer = String::from_utf8(response.body.clone()).unwrap();
            // The frame around it is that of all pages.
            let answer = match (answer.find("<main"), answer.find("</main>")) {
                (Some(start), Some(end)) => &answer[start..end],
                _ => answer.as_str(),
            };
            answer.lines().for_each(|line| part.push_str(&format!("< {line}\n")));
        }
        self.text.push_str(&part);
        self.text.push('\n');
        response
    }

    fn hide(&mut self, secret: &str, placeholder: &'static str) {
        self.secrets.push((secret.to_owned(), placeholder));
    }

    fn finish(self) -> String {
        let mut text = self.text;
        for (secret, placeholder) in &self.secrets {
            text = text.replace(secret, placeholder);
        }
        text.trim_end().to_owned() + "\n"
    }
}

#[tokio::test]
async fn consent_and_exchange_are_as_recorded() {
    let api = ApiServer::start().await;
    let session = register(&api, "Ann").await;
    let mut transcript = Transcript { api, text: String::new(), secrets: Vec::new() };
    transcript.hide(session.split_once('=').unwrap().1, "«session»");
    let cookie = format!("cookie: {session}");
    let page = format!("GET /oauth?{}", query(&[]));
    transcript.send(&page, &["cookie: hanpan=x"], "").await;
    transcript.send(&format!("GET /oauth?{}", query(&[("redirect_uri", "")])), &[&cookie], "").await;
    let shown = transcript.send(&page, &[&cookie], "").await;
    let fields = hidden_fields(std::str::from_utf8(&shown.body).unwrap());
    let secret = fields.iter().find(|(name, _)| name == "form_token").unwrap();
    transcript.hide(&secret.1, "«form»");
    transcript.send("POST /oauth", &[&cookie], &with(&fields, &[("decision", "deny")])).await;
    let back = transcript.send("POST /oauth", &[&cookie], &with(&fields, &[("decision", "allow")])).await;
    let code =
        back.header("location").unwrap().split("code=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    transcript.hide(&code, "«code»");
    let issued = transcript.send("POST /api/token", &[], &exchange(&code, &[])).await;
    let issued: Value = serde_json::from_slice(&issued.body).unwrap();
    let token = issued["access_token"].as_str().unwrap();
    transcript.hide(token, "«token»");
    transcript.send("POST /api/token", &[], &exchange(&code, &[])).await;
    transcript.send("POST /api/token", &[], &exchange(&code, &[("code_verifier", "")])).await;
    transcript.send("POST /api/token", &[], r#"{"grant_type":"password"}"#).await;
    transcript.send("POST /api/token/test", &[], token).await;
    transcript.send("DELETE /api/token", &[&format!("authorization: Bearer {token}")], "").await;
    transcript.send("POST /api/token/test", &[], token).await;
    let text = transcript.finish();
    if std::env::var_os("HANPAN_UPDATE_DOCS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let recorded = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(
        text, recorded,
        "HANPAN_UPDATE_DOCS=1 cargo test -p server --test online consent writes {FILE}"
    );
}
