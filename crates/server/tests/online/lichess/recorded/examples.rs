//! `docs/api-examples.md`: a recorded exchange of every endpoint.

use std::fmt::Write as _;

use serde_json::Value;

use super::recording::{Entry, Recording};
use super::{CLIENTS, is_other, matches};

/// Lines of a stream that an example has.
const MAX_LINES: usize = 3;

/// Headers that an example has; the others say nothing about the API.
const HEADERS: [&str; 3] = ["authorization", "accept", "content-type"];

const HEAD: &str = "\
# Examples of the API

One exchange of every endpoint of [api.md](api.md), as a client has had it: made from `testdata/lichess`, which a test replays. Tokens and ids
are shortened, and so are streams.
";

/// The page.
pub(super) fn page(document: &Value) -> String {
    let recordings: Vec<(&str, Vec<Entry>)> =
        CLIENTS.iter().map(|&(client, text)| (client, Recording::parse(text).entries)).collect();
    let mut page = HEAD.to_owned();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().filter(|method| !is_other(method, path)) {
            let example = |is_wanted: fn(u16) -> bool| {
                let exchanges = recordings.iter().flat_map(|(client, entries)| {
                    entries.iter().enumerate().map(move |(at, entry)| (*client, &entries[at + 1..], entry))
                });
                exchanges.into_iter().find_map(|(client, rest, entry)| match entry {
                    Entry::Exchange { request, status, .. }
                        if is_wanted(*status) && is_for(request, method, path) =>
                    {
                        Some(written(client, entry, rest))
                    }
                    _ => None,
                })
            };
            let found = example(|status| status < 300).or_else(|| example(|_| true));
            let found = found.unwrap_or_else(|| panic!("{method} {path} is not recorded"));
            write!(page, "\n## {} {path}\n\n{found}", method.to_uppercase()).unwrap();
        }
    }
    page
}

fn is_for(request: &str, method: &str, path: &str) -> bool {
    let mut words = request.split(' ');
    words.next().unwrap().eq_ignore_ascii_case(method) && matches(path, words.next().unwrap())
}

fn written(client: &str, entry: &Entry, rest: &[Entry]) -> String {
    let Entry::Exchange { request, status, kind, stream, answer } = entry else { return String::new() };
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let mut lines: Vec<&str> = head.lines().take(1).map(|line| line.trim_end_matches(" HTTP/1.1")).collect();
    lines.extend(head.lines().skip(1).filter(|line| {
        let name = line.split(':').next().unwrap().to_lowercase();
        HEADERS.contains(&name.as_str()) && *line != "Accept: */*"
    }));
    if !body.is_empty() {
        lines.extend(["", body]);
    }
    let first = format!("{status} {kind}");
    lines.extend(["", first.as_str()]);
    lines.extend(answer.trim_end().lines());
    let of_stream = rest.iter().filter_map(|entry| match entry {
        Entry::Line { stream: of, text } if Some(*of) == *stream => Some(text.as_str()),
        _ => None,
    });
    lines.extend(of_stream.take(MAX_LINES));
    format!("By {client}:\n\n```\n{}\n```\n", shortened(&lines.join("\n")).trim_end())
}

/// Writes placeholders as a reader expects tokens, ids and the host.
fn shortened(text: &str) -> String {
    let mut shown = String::new();
    for (before, name) in super::placeholders(text) {
        shown.push_str(before);
        match name {
            Some("host") => shown.push_str("localhost:7171"),
            Some(id) if id.bytes().all(|byte| byte.is_ascii_digit()) => write!(shown, "id{id}").unwrap(),
            Some(name) => write!(shown, "hpt_{}", name.to_lowercase()).unwrap(),
            None => {}
        }
    }
    shown
}
