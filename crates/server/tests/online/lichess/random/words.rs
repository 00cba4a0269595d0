//! Requests of words, and of ids that came in answers.

use rng::Rng;
use serde_json::Value;
use tokio_tungstenite::tungstenite::http;

use super::is_page;
use crate::lichess::oauth::{CHALLENGE, REDIRECT, VERIFIER};

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

const BODIES: [&str; 25] = [
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
    "grant_type=authorization_code&code={code}&code_verifier={verifier}&redirect_uri={redirect}&client_id=my-board",
    "{\"grant_type\":\"authorization_code\",\"code\":\"{code}\",\"code_verifier\":\"short\",\"redirect_uri\":7}",
    "grant_type=password&code={code}&client_id=%00",
    "decision=allow&form_token=0&client_id=my-board&redirect_uri={redirect}",
];

/// Queries of the pages for people.
const PAGE_QUERIES: [&str; 7] = [
    "",
    "?response_type=code&client_id=my-board&redirect_uri={redirect}&code_challenge_method=S256&code_challenge={challenge}&scope=board:play&state=x",
    "?response_type=code&client_id=my-board&redirect_uri={redirect}&code_challenge_method=plain&code_challenge={challenge}",
    "?response_type=token&client_id=%00&redirect_uri=javascript:x",
    "?response_type=code&response_type=code",
    "?scopes[]=board:play&scopes[]=%3Cb%3E&description=%F0%9F%98%80",
    "?%ff=%&=&",
];

/// Hosts of other servers, and texts that are none.
const WRONG_HOSTS: [(&str, u16); 4] =
    [("evil.example", 421), ("localhost.", 421), ("user@localhost", 400), ("localhost:http", 400)];

const ACCEPTS: [&str; 4] = ["*/*", "application/json", "application/x-ndjson", "application/x-chess-pgn"];

/// Paths that are no endpoints.
const OTHER_PATHS: [&str; 7] = [
    "/api",
    "/api/",
    "/api/{word}",
    "/api/{word}/{word}/{word}",
    "/api/me",
    "/api/board/{word}",
    "/api/user/{name}/{word}/",
];

/// A request.
pub(super) struct RandomRequest {
    pub(super) method: String,
    /// Path and query.
    pub(super) target: String,
    pub(super) host: String,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: String,
}

impl RandomRequest {
    /// The request for HTTP/1.1.
    pub(super) fn to_text(&self) -> String {
        let mut text = format!("{} {} HTTP/1.1\r\nhost: {}\r\n", self.method, self.target, self.host);
        text.push_str("connection: close\r\n");
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.body.is_empty() {
            text.push_str(&format!("content-length: {}\r\n", self.body.len()));
        }
        format!("{text}\r\n{}", self.body)
    }

    /// The head of the request for HTTP/2.
    pub(super) fn to_head(&self) -> http::Request<()> {
        let uri = format!("https://{}{}", self.host, self.target);
        let builder = http::Request::builder().method(self.method.as_str()).uri(uri);
        let headers = self.headers.iter();
        headers.fold(builder, |builder, (name, value)| builder.header(*name, value)).body(()).unwrap()
    }

    /// The request for messages.
    pub(super) fn shown(&self) -> String {
        format!("{} {} {} {}", self.method, self.target, self.host, self.body)
    }
}

/// Makes requests of words, and of ids that came in answers.
pub(super) struct Words {
    pub(super) rng: Rng,
    ids: Vec<String>,
    hosts: &'static [(&'static str, u16)],
    /// An authorization code.
    code: String,
}

impl Words {
    pub(super) fn new(seed: u64, is_http2: bool, code: String) -> Words {
        // An HTTP/2 client sends no host that is none.
        let hosts = if is_http2 { &WRONG_HOSTS[..2] } else { &WRONG_HOSTS };
        Words { rng: Rng::new(seed), ids: Vec::new(), hosts, code }
    }

    /// A path that is no endpoint.
    pub(super) fn other_path(&mut self) -> &'static str {
        OTHER_PATHS[self.rng.index(OTHER_PATHS.len())]
    }

    /// Status of the answer to a wrong host.
    pub(super) fn status_of_host(&self, host: &str) -> u16 {
        self.hosts.iter().find(|(wrong, _)| *wrong == host).unwrap().1
    }

    pub(super) fn request(&mut self, method: &str, path: &str, token: &str) -> RandomRequest {
        let filled = path.split('/').map(|part| self.part(part)).collect::<Vec<_>>().join("/");
        let queries = if is_page(path) { &PAGE_QUERIES[..] } else { &QUERIES };
        let (query, body) = (queries[self.rng.index(queries.len())], BODIES[self.rng.index(BODIES.len())]);
        let (query, body) = (ascii(&self.filled(query)), self.filled(body));
        let body = if body.is_empty() && path.ends_with("_ids") { self.ids.join(",") } else { body };
        let mut headers = vec![("accept", ACCEPTS[self.rng.index(ACCEPTS.len())].to_owned())];
        if !token.is_empty() {
            headers.push(("authorization", format!("Bearer {token}")));
        }
        if body.starts_with('{') || self.rng.index(20) == 0 {
            headers.push(("content-type", "application/json".to_owned()));
        }
        let host = match self.rng.index(15) {
            0 => self.hosts[self.rng.index(self.hosts.len())].0,
            _ => "localhost",
        };
        let (method, host) = (method.to_uppercase(), host.to_owned());
        RandomRequest { method, target: format!("{filled}{query}"), host, headers, body }
    }

    /// A text with what the way to a token by consent needs.
    fn filled(&self, text: &str) -> String {
        let values = [
            ("{code}", self.code.as_str()),
            ("{verifier}", VERIFIER),
            ("{challenge}", CHALLENGE),
            ("{redirect}", REDIRECT),
        ];
        values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
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
    pub(super) fn learn(&mut self, value: &Value) {
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
