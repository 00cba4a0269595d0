//! Reader of recordings.

use server::accounts::Scope;

/// Accounts, and what they have sent and got.
pub(super) struct Recording {
    /// Names with the scopes of their tokens; none for all.
    pub(super) accounts: Vec<(String, Vec<Scope>)>,
    pub(super) entries: Vec<Entry>,
}

pub(super) enum Entry {
    Exchange {
        /// The bytes of the request, with placeholders.
        request: String,
        status: u16,
        kind: String,
        /// Number of a response that stays open.
        stream: Option<u32>,
        answer: String,
    },
    Line {
        stream: u32,
        text: String,
    },
    /// The server has ended the stream.
    End {
        stream: u32,
    },
    /// The client has closed the stream.
    Closed {
        stream: u32,
    },
}

impl Recording {
    pub(super) fn parse(text: &str) -> Recording {
        let (mut accounts, mut entries) = (Vec::new(), Vec::new());
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(account) = line.strip_prefix("account ") {
                let mut words = account.split(' ');
                let name = words.next().unwrap().to_owned();
                accounts.push((name, words.map(|scope| scope.parse().unwrap()).collect()));
            } else if let Some(first) = line.strip_prefix("> ") {
                let mut request = vec![first];
                while let Some(next) = lines.next_if(|line| line.starts_with('>')) {
                    request.push(content(next));
                }
                let head = content(lines.next().unwrap());
                let mut words = head.split(' ');
                let (status, kind) =
                    (words.next().unwrap().parse().unwrap(), words.next().unwrap().to_owned());
                let stream = words.nth(1).map(|number| number.parse().unwrap());
                let mut answer = Vec::new();
                while let Some(next) = lines.next_if(|line| line.starts_with('<')) {
                    answer.push(content(next));
                }
                entries.push(Entry::Exchange {
                    request: bytes_of(&request),
                    status,
                    kind,
                    stream,
                    answer: answer.join("\n"),
                });
            } else if let Some((stream, text)) = line.split_once(": ") {
                entries.push(Entry::Line { stream: stream.parse().unwrap(), text: text.to_owned() });
            } else if let Some((stream, end)) = line.split_once(' ') {
                let stream = stream.parse().unwrap();
                entries.push(if end == "end" { Entry::End { stream } } else { Entry::Closed { stream } });
            }
        }
        Recording { accounts, entries }
    }
}

/// A line without its mark.
fn content(line: &str) -> &str {
    let line = &line[1..];
    line.strip_prefix(' ').unwrap_or(line)
}

/// Head and body of a request.
fn bytes_of(lines: &[&str]) -> String {
    let end = lines.iter().position(|line| line.is_empty()).unwrap_or(lines.len());
    let body = lines.get(end + 1..).unwrap_or_default().join("\n");
    format!("{}\r\n\r\n{body}", lines[..end].join("\r\n"))
}
