//! A program with an API token.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::time::timeout;

use super::ApiServer;
use super::reply::Reply;
use crate::common::{HttpResponse, Stream, TIMEOUT};

pub(super) struct Program {
    pub(super) token: String,
}

/// Lines of a stream that stays open.
pub(super) struct Lines {
    pub(super) reader: BufReader<Box<dyn Stream>>,
    pub(super) pending: String,
}

impl Program {
    pub(super) async fn get(&self, api: &ApiServer, path: &str) -> (u16, String) {
        text(&self.send(api, &format!("GET {path}"), "").await)
    }

    pub(super) async fn post(&self, api: &ApiServer, path: &str, body: &str) -> (u16, String) {
        text(&self.send(api, &format!("POST {path}"), body).await)
    }

    /// Posts and expects `{"ok":true}`.
    pub(super) async fn post_ok(&self, api: &ApiServer, path: &str, body: &str) {
        let (status, text) = self.post(api, path, body).await;
        assert_eq!((status, text.as_str()), (200, r#"{"ok":true}"#), "{path}");
    }

    /// Posts and reads the JSON of a success.
    pub(super) async fn post_json(&self, api: &ApiServer, path: &str, body: &str) -> Value {
        let (status, text) = self.post(api, path, body).await;
        assert!((200..300).contains(&status), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub(super) async fn send(&self, api: &ApiServer, line: &str, body: &str) -> HttpResponse {
        api.server.send(line, &[&format!("authorization: Bearer {}", self.token)], body).await
    }

    /// Opens a stream.
    pub(super) async fn lines(&self, api: &ApiServer, path: &str) -> Lines {
        self.open(api, "GET", path, "").await
    }

    /// Opens a stream with a request that has a body.
    pub(super) async fn open(&self, api: &ApiServer, method: &str, path: &str, body: &str) -> Lines {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        let reply = Reply::to(api, request.as_bytes()).await;
        reply.expect_stream();
        reply.into_lines()
    }
}

impl Lines {
    /// The next line that is not blank; `None` at the end of the stream.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.next_line().await?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}")));
            }
        }
    }

    /// The next line, perhaps a blank one; `None` at the end of the stream.
    pub(super) async fn next_line(&mut self) -> Option<String> {
        while !self.pending.contains('\n') {
            let chunk = timeout(TIMEOUT, self.next_chunk()).await.expect("no line came")?;
            self.pending.push_str(&chunk);
        }
        let (line, rest) = self.pending.split_once('\n').unwrap();
        let line = line.to_owned();
        self.pending = rest.to_owned();
        Some(line)
    }

    /// The next chunk; `None` at the end of the stream.
    pub(super) async fn next_chunk(&mut self) -> Option<String> {
        let mut size = String::new();
        self.reader.read_line(&mut size).await.unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 {
            return None;
        }
        let mut chunk = vec![0; size + 2];
        self.reader.read_exact(&mut chunk).await.unwrap();
        Some(std::str::from_utf8(&chunk[..size]).unwrap().to_owned())
    }

    /// Waits for the first line of a type.
    pub(super) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("the stream ended before {kind}"));
            if line["type"] == kind {
                return line;
            }
        }
    }
}

fn text(response: &HttpResponse) -> (u16, String) {
    let chunked = response.header("transfer-encoding") == Some("chunked");
    let body =
        if chunked { response.chunks().concat() } else { String::from_utf8(response.body.clone()).unwrap() };
    (response.status, body)
}
