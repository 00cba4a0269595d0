//! A response as it comes, perhaps one that stays open.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::time::timeout;

use super::ApiServer;
use super::program::Lines;
use crate::common::{Stream, TIMEOUT};

pub(super) struct Reply {
    pub(super) status: u16,
    /// Content type; `-` if there is none.
    pub(super) kind: String,
    pub(super) has_cookie: bool,
    /// No cache keeps it.
    is_uncached: bool,
    /// A reverse proxy passes on every piece at once.
    is_unbuffered: bool,
    /// Length of the body; `None` if it comes in chunks.
    length: Option<usize>,
    reader: BufReader<Box<dyn Stream>>,
}

/// A response with its body.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) kind: String,
    pub(super) has_cookie: bool,
    /// No cache keeps it, and no reverse proxy holds it back.
    pub(super) is_for_streams: bool,
    /// The whole body, or what came of it in time.
    pub(super) body: Result<String, String>,
}

impl Reply {
    /// Sends a request as it is, and reads the head of the response.
    pub(super) async fn to(api: &ApiServer, request: &[u8]) -> Reply {
        let mut stream = api.server.open().await;
        stream.write_all(request).await.unwrap();
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let read = timeout(TIMEOUT, reader.read_line(&mut head)).await;
            assert_ne!(read.expect("no response came").unwrap(), 0, "{head}");
        }
        let header = |name: &str| {
            let line = head
                .lines()
                .find_map(|line| line.split_once(": ").filter(|(key, _)| key.eq_ignore_ascii_case(name)));
            line.map(|(_, value)| value.to_owned())
        };
        let length = header("content-length").map(|length| length.parse().unwrap());
        assert!(length.is_some() || header("transfer-encoding").as_deref() == Some("chunked"), "{head}");
        Reply {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            kind: header("content-type").unwrap_or_else(|| "-".to_owned()),
            has_cookie: header("set-cookie").is_some(),
            is_uncached: header("cache-control").as_deref() == Some("no-store"),
            is_unbuffered: header("x-accel-buffering").as_deref() == Some("no"),
            length,
            reader,
        }
    }

    /// Checks what a stream needs: lines of JSON that no proxy holds back.
    pub(super) fn expect_stream(&self) {
        assert_eq!((self.status, self.kind.as_str()), (200, "application/x-ndjson"));
        assert!(self.is_uncached && self.is_unbuffered, "cached or buffered");
    }

    /// The answer with its body, or with what came of it in this time.
    pub(super) async fn answer_within(self, limit: Duration) -> Answer {
        let is_for_streams = self.is_uncached && self.is_unbuffered;
        let (status, kind, has_cookie) = (self.status, self.kind.clone(), self.has_cookie);
        Answer { status, kind, has_cookie, is_for_streams, body: self.body_within(limit).await }
    }

    /// The whole body.
    pub(super) async fn body(self) -> String {
        self.body_within(TIMEOUT).await.expect("the body does not end")
    }

    /// The whole body, or what came of it in this time.
    pub(super) async fn body_within(mut self, limit: Duration) -> Result<String, String> {
        if let Some(length) = self.length {
            let mut body = vec![0; length];
            timeout(TIMEOUT, self.reader.read_exact(&mut body)).await.unwrap().unwrap();
            return Ok(String::from_utf8(body).unwrap());
        }
        let mut body = String::new();
        let mut lines = self.into_lines();
        while let Some(chunk) = timeout(limit, lines.next_chunk()).await.map_err(|_| body.clone())? {
            body.push_str(&chunk);
        }
        Ok(body)
    }

    pub(super) fn into_lines(self) -> Lines {
        Lines { reader: self.reader, pending: String::new() }
    }
}
