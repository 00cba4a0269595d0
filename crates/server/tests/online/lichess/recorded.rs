//! Exchanges of real clients, replayed: what they send gets the same answers, byte by byte.
//!
//! `cargo xtask clients --record` writes the recordings in `testdata/lichess`; `recorder.py` describes their form. Ids, tokens,
//! times and dates may differ.

mod examples;
mod recording;
mod times;

use std::collections::BTreeMap;

use server::accounts::Scopes;

use self::recording::{Entry, Recording};
use self::times::without_times;
use super::ApiServer;
use super::program::{Lines, Program};
use super::reply::Reply;

const CLIENTS: [(&str, &str); 4] = [
    ("berserk", include_str!("../../../../../testdata/lichess/berserk.txt")),
    ("lichess-bot", include_str!("../../../../../testdata/lichess/lichess-bot.txt")),
    ("cli-chess", include_str!("../../../../../testdata/lichess/cli-chess.txt")),
    ("chess-tui", include_str!("../../../../../testdata/lichess/chess-tui.txt")),
];

/// Length of the id of a game.
const ID_LENGTH: usize = 22;

#[tokio::test]
async fn berserk_gets_the_recorded_answers() {
    Replay::run(CLIENTS[0].1).await;
}

#[tokio::test]
async fn lichess_bot_gets_the_recorded_answers() {
    Replay::run(CLIENTS[1].1).await;
}

#[tokio::test]
async fn cli_chess_gets_the_recorded_answers() {
    Replay::run(CLIENTS[2].1).await;
}

#[tokio::test]
async fn chess_tui_gets_the_recorded_answers() {
    Replay::run(CLIENTS[3].1).await;
}

/// The page has an example of every endpoint, so every endpoint is recorded. `HANPAN_UPDATE_DOCS=1` writes it anew.
#[tokio::test]
async fn docs_have_a_recorded_example_of_every_endpoint() {
    let api = ApiServer::start().await;
    let ann = api.program(1, "Ann").await;
    let (_, text) = ann.get(&api, "/api/openapi.json").await;
    let page = examples::page(&serde_json::from_str(&text).unwrap());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api-examples.md");
    if std::env::var_os("HANPAN_UPDATE_DOCS").is_some() {
        std::fs::write(file, &page).unwrap();
    }
    let found = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(found, page, "HANPAN_UPDATE_DOCS=1 cargo test -p server --test online recorded writes {file}");
}

/// Returns true for endpoints that no client calls: OAuth is for people in browsers, and like the withdrawal of seeks it has tests
/// of its own; the description is read by the tests.
fn is_other(method: &str, path: &str) -> bool {
    let other = [
        ("post", "/api/token"),
        ("get", "/oauth"),
        ("post", "/oauth"),
        ("delete", "/api/board/seek"),
        ("get", "/api/openapi.json"),
    ];
    other.contains(&(method, path)) || path.starts_with("/account/oauth/")
}

fn matches(pattern: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap();
    let (pattern, path): (Vec<_>, Vec<_>) = (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len()
        && pattern.iter().zip(path).all(|(expected, part)| expected.starts_with('{') || *expected == part)
}

/// A server that gets the requests of a recording.
struct Replay {
    api: ApiServer,
    programs: BTreeMap<String, Program>,
    /// Ids of this run by their numbers in the recording.
    ids: BTreeMap<String, String>,
    streams: BTreeMap<u32, Lines>,
}

impl Replay {
    async fn run(text: &str) {
        let recording = Recording::parse(text);
        let api = ApiServer::start().await;
        let mut programs = BTreeMap::new();
        for (number, (name, scopes)) in (1..).zip(&recording.accounts) {
            let scopes: Scopes =
                if scopes.is_empty() { Scopes::all() } else { scopes.iter().copied().collect() };
            programs.insert(name.clone(), api.program_with(number, name, scopes).await);
        }
        let mut replay = Replay { api, programs, ids: BTreeMap::new(), streams: BTreeMap::new() };
        for entry in recording.entries {
            replay.check(entry).await;
        }
    }

    async fn check(&mut self, entry: Entry) {
        match entry {
            Entry::Exchange { request, status, kind, stream, answer } => {
                let reply = Reply::to(&self.api, self.filled(&request).as_bytes()).await;
                let told = request.lines().next().unwrap().to_owned();
                let (found, found_kind) = (reply.status, reply.kind.clone());
                if let Some(stream) = stream {
                    assert_eq!((found, found_kind.as_str()), (status, kind.as_str()), "{told}");
                    self.streams.insert(stream, reply.into_lines());
                } else {
                    let body = reply.body().await;
                    assert_eq!((found, found_kind.as_str()), (status, kind.as_str()), "{told}: {body}");
                    self.compare(&answer, &body, &told);
                }
            }
            Entry::Line { stream, text } => loop {
                let line = self.stream(stream).next_line().await;
                let line = line.unwrap_or_else(|| panic!("stream {stream} has ended before {text}"));
                // Blank lines and absences depend on the time.
                if !line.is_empty() && !line.contains(r#""type":"opponentGone""#) {
                    self.compare(&text, &line, &format!("stream {stream}"));
                    break;
                }
            },
            Entry::End { stream } => {
                while let Some(line) = self.stream(stream).next_line().await {
                    assert!(line.is_empty() || line.contains("opponentGone"), "stream {stream}: {line}");
                }
            }
            Entry::Closed { stream } => drop(self.streams.remove(&stream)),
        }
    }

    fn stream(&mut self, stream: u32) -> &mut Lines {
        self.streams.get_mut(&stream).unwrap_or_else(|| panic!("stream {stream} is not open"))
    }

    /// Puts tokens and ids in their places.
    fn filled(&self, text: &str) -> String {
        let mut filled = String::new();
        for (before, name) in placeholders(text) {
            filled.push_str(before);
            filled.push_str(
                name.map_or("", |name| self.value(name).unwrap_or_else(|| panic!("no «{name}» yet: {text}"))),
            );
        }
        filled
    }

    fn value(&self, name: &str) -> Option<&str> {
        let token = || self.programs.get(name).map(|program| program.token.as_str());
        if name == "host" { Some("localhost") } else { self.ids.get(name).map(String::as_str).or_else(token) }
    }

    /// Compares an answer with the recorded one, and learns new ids.
    fn compare(&mut self, recorded: &str, found: &str, told: &str) {
        let (recorded, found) = (without_times(recorded), without_times(found));
        let mut rest = found.as_str();
        for (before, name) in placeholders(&recorded) {
            let after = rest.strip_prefix(before);
            rest = after.unwrap_or_else(|| {
                panic!("{told}\nrecorded: {recorded}\nfound:    {found}\nfrom:     {rest}")
            });
            let Some(name) = name else { continue };
            if name.bytes().all(|byte| byte.is_ascii_digit()) && self.value(name).is_none() {
                self.ids.insert(name.to_owned(), rest.get(..ID_LENGTH).unwrap_or(rest).to_owned());
            }
            let value = self.value(name).unwrap_or_else(|| panic!("no «{name}»"));
            let after = rest.strip_prefix(value);
            rest = after.unwrap_or_else(|| {
                panic!("{told}\nrecorded: {recorded}\nfound:    {found}\n«{name}» is {value}")
            });
        }
        assert_eq!(rest, "", "{told}\nrecorded: {recorded}\nfound:    {found}");
    }
}

/// Splits a text at its placeholders: what is before one, and its name.
fn placeholders(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split('»').map(|part| match part.split_once('«') {
        Some((before, name)) => (before, Some(name)),
        None => (part, None),
    })
}
