//! A program with an API token.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::time::timeout;

use super::ApiServer;
use crate::common::{HttpResponse, Stream, TIMEOUT};

pub(super) struct Program {
    pub(super) token: String,
}

/// Lines of a stream that stays open.
pub(super) struct Lines {
    reader: BufReader<Box<dyn Stream>>,
    pending: String,
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
        let mut stream = api.server.open().await;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(timeout(TIMEOUT, reader.read_line(&mut head)).await.unwrap().unwrap(), 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.to_lowercase().contains("application/x-ndjson"), "{head}");
        Lines { reader, pending: String::new() }
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
            let mut size = String::new();
            timeout(TIMEOUT, self.reader.read_line(&mut size)).await.expect("no line came").unwrap();
            let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
            if size == 0 {
                return None;
            }
            let mut chunk = vec![0; size + 2];
            timeout(TIMEOUT, self.reader.read_exact(&mut chunk)).await.unwrap().unwrap();
            self.pending.push_str(std::str::from_utf8(&chunk[..size]).unwrap());
        }
        let (line, rest) = self.pending.split_once('\n').unwrap();
        let line = line.to_owned();
        self.pending = rest.to_owned();
        Some(line)
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
