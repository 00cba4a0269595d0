//! A program whose requests share one HTTP/2 connection.

use std::time::Duration;

use bytes::Bytes;
use h2::RecvStream;
use h2::client::SendRequest;
use serde_json::Value;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::http::Request;

use super::ApiServer;
use super::program::Program;
use super::reply::Answer;
use crate::common::TIMEOUT;
use crate::tls::authority::Authority;
use crate::tls::http2::{open, request};

/// The connection.
pub(super) struct Http2 {
    client: SendRequest<Bytes>,
}

/// Lines of a stream that stays open.
pub(super) struct Http2Lines {
    body: RecvStream,
    pending: Vec<u8>,
}

impl Http2 {
    pub(super) async fn open(authority: &Authority, api: &ApiServer) -> Http2 {
        let (client, _) = open(authority, &api.server).await;
        let http2 = Http2 { client };
        // The settings of the server allow more streams than the client assumes before it has read them.
        http2.send(head("GET", "/api/openapi.json", None), "").await;
        http2
    }

    /// Sends a request and reads the whole answer.
    pub(super) async fn send(&self, head: Request<()>, body: &str) -> (u16, String) {
        let answered = timeout(TIMEOUT, request(&self.client, head, body)).await;
        let (response, body) = answered.expect("no response came").unwrap();
        (response.status().as_u16(), String::from_utf8(body.to_vec()).unwrap())
    }

    /// Sends a request and reads the answer, or what comes of a stream in this time.
    pub(super) async fn answer_within(&self, head: Request<()>, body: &str, limit: Duration) -> Answer {
        let mut client =
            timeout(TIMEOUT, self.client.clone().ready()).await.expect("no stream is free").unwrap();
        let (response, mut send) = client.send_request(head, body.is_empty()).unwrap();
        if !body.is_empty() {
            send.send_data(Bytes::from(body.to_owned()), true).unwrap();
        }
        let response = timeout(TIMEOUT, response).await.expect("no response came").unwrap();
        let header =
            |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let (status, kind) =
            (response.status().as_u16(), header("content-type").unwrap_or_else(|| "-".to_owned()));
        let has_cookie = header("set-cookie").is_some();
        let is_for_streams = header("cache-control").as_deref() == Some("no-store")
            && header("x-accel-buffering").as_deref() == Some("no");
        let is_whole = header("content-length").is_some();
        let mut stream = response.into_body();
        let mut bytes = Vec::new();
        let whole = loop {
            match timeout(if is_whole { TIMEOUT } else { limit }, stream.data()).await {
                Ok(Some(chunk)) => {
                    let chunk = chunk.unwrap();
                    stream.flow_control().release_capacity(chunk.len()).unwrap();
                    bytes.extend_from_slice(&chunk);
                }
                Ok(None) => break true,
                Err(_) => break false,
            }
        };
        let text = String::from_utf8(bytes).unwrap();
        Answer { status, kind, has_cookie, is_for_streams, body: if whole { Ok(text) } else { Err(text) } }
    }

    pub(super) async fn post(&self, program: &Program, path: &str) -> (u16, String) {
        self.send(head("POST", path, Some(program)), "").await
    }

    /// Opens a stream.
    pub(super) async fn lines(&self, program: &Program, path: &str) -> Http2Lines {
        let mut client =
            timeout(TIMEOUT, self.client.clone().ready()).await.expect("no stream is free").unwrap();
        let (response, _) = client.send_request(head("GET", path, Some(program)), true).unwrap();
        let response = timeout(TIMEOUT, response).await.expect("no response came").unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["x-accel-buffering"]),
            (200, &"no".parse().unwrap())
        );
        Http2Lines { body: response.into_body(), pending: Vec::new() }
    }
}

pub(super) fn head(method: &str, path: &str, program: Option<&Program>) -> Request<()> {
    let builder = Request::builder().method(method).uri(format!("https://localhost{path}"));
    let bearer = program.map(|program| ("authorization", format!("Bearer {}", program.token)));
    bearer.into_iter().fold(builder, |builder, (name, value)| builder.header(name, value)).body(()).unwrap()
}

impl Http2Lines {
    /// The next line that is not blank.
    pub(super) async fn next(&mut self) -> Value {
        loop {
            while !self.pending.contains(&b'\n') {
                let chunk = timeout(TIMEOUT, self.body.data()).await.expect("no line came");
                let chunk = chunk.expect("the stream has ended").unwrap();
                self.body.flow_control().release_capacity(chunk.len()).unwrap();
                self.pending.extend_from_slice(&chunk);
            }
            let end = self.pending.iter().position(|&byte| byte == b'\n').unwrap();
            let line: Vec<u8> = self.pending.drain(..=end).collect();
            if line != b"\n" {
                return serde_json::from_slice(&line).unwrap();
            }
        }
    }
}
