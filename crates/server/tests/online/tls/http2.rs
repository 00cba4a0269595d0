//! HTTP/2.

use std::time::Duration;

use bytes::Bytes;
use h2::client::SendRequest;
use server::{Config, Limits};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::tungstenite::http::{Method, Request, Response, StatusCode};

use super::authority::Authority;
use crate::client::Client;
use crate::common::{TIMEOUT, TestServer, while_time_passes};
use crate::fixtures::{blitz, invitation};

async fn connect(authority: &Authority, server: &TestServer, protocols: &[&[u8]]) -> TlsStream<TcpStream> {
    let connector = authority.connector(protocols);
    let connecting = connector.connect("localhost".try_into().unwrap(), server.connect().await);
    timeout(TIMEOUT, connecting).await.unwrap().unwrap()
}

/// Opens an HTTP/2 connection; the task ends with it.
pub(crate) async fn open(
    authority: &Authority,
    server: &TestServer,
) -> (SendRequest<Bytes>, tokio::task::JoinHandle<Result<(), h2::Error>>) {
    let stream = connect(authority, server, &[b"h2", b"http/1.1"]).await;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let (client, connection) = h2::client::handshake(stream).await.unwrap();
    (client, tokio::spawn(connection))
}

pub(crate) async fn request(
    client: &SendRequest<Bytes>,
    request: Request<()>,
    body: &str,
) -> Result<(Response<()>, Bytes), h2::Error> {
    let mut client = client.clone().ready().await?;
    let (response, mut send) = client.send_request(request, body.is_empty())?;
    if !body.is_empty() {
        send.send_data(Bytes::from(body.to_owned()), true)?;
    }
    let (head, mut body) = response.await?.into_parts();
    let mut bytes = Vec::new();
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        body.flow_control().release_capacity(chunk.len())?;
        bytes.extend_from_slice(&chunk);
    }
    Ok((Response::from_parts(head, ()), bytes.into()))
}

fn to(method: Method, path: &str) -> Request<()> {
    Request::builder().method(method).uri(format!("https://localhost{path}")).body(()).unwrap()
}

#[tokio::test]
async fn pages_and_requests_are_served_over_http2() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let (client, _connection) = open(&authority, &server).await;
    let requests = (0..20).map(|_| request(&client, to(Method::GET, "/"), ""));
    for answer in futures_util::future::join_all(requests).await {
        let (response, body) = answer.unwrap();
        assert_eq!((response.status(), &body[..]), (StatusCode::OK, &b"<!doctype html>"[..]));
        assert!(response.headers().contains_key("strict-transport-security"));
    }
    // A cookie in several headers, an origin, and a link from the authority.
    let cookie = Client::new(&server).await.cookie;
    let mut create = to(Method::POST, "/api/games");
    create.headers_mut().append("cookie", "a=b".parse().unwrap());
    create.headers_mut().append("cookie", cookie.parse().unwrap());
    create.headers_mut().insert("origin", "https://localhost".parse().unwrap());
    let body = serde_json::to_string(&invitation(blitz())).unwrap();
    let (response, answer) = request(&client, create, &body).await.unwrap();
    assert_eq!(response.status(), 200, "{answer:?}");
    assert!(!response.headers().contains_key("set-cookie"), "the cookie was read");
    let answer: protocol::http::CreateGameResponse = serde_json::from_slice(&answer).unwrap();
    assert_eq!(answer.url, format!("https://localhost/game/{}", answer.game));
}

#[tokio::test]
async fn http2_requests_are_checked_like_others() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let (client, _connection) = open(&authority, &server).await;
    let foreign = Request::builder().uri("https://evil.example/api/me").body(()).unwrap();
    assert_eq!(request(&client, foreign, "").await.unwrap().0.status(), 421);
    let mut disguised = Request::builder().uri("https://evil.example/api/me").body(()).unwrap();
    disguised.headers_mut().insert("host", "localhost".parse().unwrap());
    assert_eq!(request(&client, disguised, "").await.unwrap().0.status(), 421);
    let mut cross_site = to(Method::POST, "/api/games");
    cross_site.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    assert_eq!(request(&client, cross_site, "{}").await.unwrap().0.status(), 403);
    let mut large = to(Method::POST, "/api/games");
    large.headers_mut().insert("content-length", "1000000".parse().unwrap());
    let mut sender = client.clone().ready().await.unwrap();
    let (response, _body) = sender.send_request(large, false).unwrap();
    assert_eq!(response.await.unwrap().status(), 413, "at once");
    let mut long = to(Method::GET, "/");
    long.headers_mut().insert("x", "y".repeat(40_000).parse().unwrap());
    // Refused with 431 or by a reset; the connection stays or ends, others do not.
    let refused = request(&client, long, "").await;
    assert!(refused.is_err() || refused.as_ref().is_ok_and(|(head, _)| head.status() == 431), "{refused:?}");
    assert_eq!(server.request("GET /", &[]).await.status, 200);
}

/// Browsers ask for `http/1.1` to open a WebSocket, because the server does not offer it over HTTP/2.
#[tokio::test]
async fn web_sockets_use_http1() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let (client, _connection) = open(&authority, &server).await;
    let (response, _) = request(&client, to(Method::GET, "/socket"), "").await.unwrap();
    assert!(response.status().is_client_error(), "{response:?}");
    for protocols in [&[&b"http/1.1"[..]][..], &[]] {
        let stream = connect(&authority, &server, protocols).await;
        assert_ne!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let answer = tokio_tungstenite::client_async("wss://localhost/socket", stream).await;
        assert_eq!(answer.unwrap().1.status(), 101);
    }
    assert!(!client.is_extended_connect_protocol_enabled());
}

#[tokio::test]
async fn idle_http2_connections_are_closed_and_give_way() {
    let limits = Limits { http_connections: 10, ..Limits::default() };
    let authority = Authority::new();
    let server = authority.serve(Config { limits, ..Config::default() }).await;
    let mut open_ones = Vec::new();
    for _ in 0..10 {
        let (client, connection) = open(&authority, &server).await;
        request(&client, to(Method::GET, "/"), "").await.unwrap();
        open_ones.push((client, connection));
    }
    assert_eq!(server.request("GET /", &[]).await.status, 200, "the oldest gives way");
    timeout(TIMEOUT, &mut open_ones[0].1).await.unwrap().unwrap().ok();
    let (client, connection) = open_ones.pop().unwrap();
    // Half a request keeps nothing open.
    let mut sender = client.clone().ready().await.unwrap();
    let _half = sender.send_request(to(Method::POST, "/api/games"), false).unwrap();
    let ended = while_time_passes(Duration::from_secs(60), connection).await;
    assert!(ended.is_some(), "closed after its idle time");
}

/// Requests that are not complete hold the slots of their connection, and nothing else.
#[tokio::test]
async fn requests_of_a_connection_are_limited() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let (client, _connection) = open(&authority, &server).await;
    // The settings of the server allow more streams than the client assumes before it has read them.
    request(&client, to(Method::GET, "/"), "").await.unwrap();
    let mut halves = Vec::new();
    for _ in 0..140 {
        let mut sender = client.clone().ready().await.unwrap();
        halves.push(sender.send_request(to(Method::POST, "/api/token/test"), false).unwrap());
    }
    let (refused, bodies): (Vec<_>, Vec<_>) = halves.split_off(128).into_iter().unzip();
    for refused in refused {
        let response = timeout(TIMEOUT, refused).await.unwrap().unwrap();
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()["content-type"], "application/json");
        assert!(response.headers().contains_key("retry-after"));
    }
    drop(bodies);
    assert_eq!(server.request("GET /", &[]).await.status, 200, "other connections are served");
    drop(halves);
    let served =
        async { while request(&client, to(Method::GET, "/"), "").await.unwrap().0.status() != 200 {} };
    timeout(TIMEOUT, served).await.expect("the slots of requests that were given up are free again");
}

#[tokio::test]
async fn shutdown_ends_http2_connections() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let (client, connection) = open(&authority, &server).await;
    request(&client, to(Method::GET, "/"), "").await.unwrap();
    let started = std::time::Instant::now();
    server.stop().await;
    assert!(started.elapsed() < Duration::from_secs(3));
    timeout(TIMEOUT, connection).await.unwrap().unwrap().unwrap();
}
