//! Real TLS: certificates, their reload, HTTP/2, redirects and abuse of the handshake.

mod acme;
pub(crate) mod authority;
mod handshakes;
pub(crate) mod http2;

use std::time::Duration;

use server::Config;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::client::{Client, refused};
use crate::common::{HttpResponse, TIMEOUT, read_to_end};
use crate::fixtures::{blitz, invite, pair};
use authority::Authority;

#[tokio::test]
async fn games_are_played_over_wss() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    black.wait_for_move("e2e4").await;
    assert!(white.cookie.starts_with("__Host-hanpan="), "{}", white.cookie);
    server.stop().await;
    white.expect_disconnect().await;
}

#[tokio::test]
async fn links_cookies_and_origins_are_https() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let host = Client::new(&server).await;
    assert_eq!(invite(&server, &host, blitz()).await.url.split('/').next(), Some("https:"));
    let me = server.request("GET /api/me", &[]).await;
    assert!(me.header("set-cookie").unwrap().ends_with("; Secure"), "{me:?}");
    assert_eq!(me.header("strict-transport-security"), Some("max-age=31536000"));
    for (origin, status) in
        [("https://localhost", 400), ("http://localhost", 403), ("https://evil.example", 403)]
    {
        let answer = server.send("POST /api/games", &[&format!("origin: {origin}")], "{}").await;
        assert_eq!(answer.status, status, "{origin}");
    }
    // The client asks for the address and the port.
    let origin = format!("http://{}", server.address);
    assert_eq!(refused(&server, &[("origin", &origin)]).await, 403);
}

#[tokio::test]
async fn a_new_certificate_is_used_while_a_game_goes_on() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    let old = authority.presented(&server).await;

    for (certificate, key) in
        [("", ""), ("garbage", "garbage"), (&authority.issue().certificate, &authority.issue().key)]
    {
        authority.install(certificate, key);
        // Several checks pass.
        sleep(Duration::from_millis(100)).await;
        assert_eq!(authority.presented(&server).await, old, "a bad file changes nothing");
    }

    let new = authority.issue();
    authority.install(&new.certificate, &new.key);
    timeout(TIMEOUT, async {
        while authority.presented(&server).await != new.der {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    white.wait_for_move("e7e5").await;
    let mut tab = white.reconnect(&server).await;
    tab.enter(game).await;
    tab.play(game, 2, "g1f3").await.unwrap();
    black.wait_for_move("g1f3").await;
}

#[tokio::test]
async fn plain_http_is_redirected() {
    let authority = Authority::new();
    let redirect = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain = redirect.local_addr().unwrap();
    let server = authority.serve_with(Config::default(), Some(redirect)).await;
    let https = format!("https://localhost:{}", server.address.port());
    // The https port answers in the same way.
    for port in [plain, server.address] {
        for (line, host, status, location) in [
            ("GET /game/x?y=1", "localhost", 308, Some(format!("{https}/game/x?y=1"))),
            ("POST /api/games", "localhost:80", 308, Some(format!("{https}/api/games"))),
            ("GET //evil.example/", "localhost", 308, Some(format!("{https}//evil.example/"))),
            ("GET /", "evil.example", 421, None),
        ] {
            let mut stream = TcpStream::connect(port).await.unwrap();
            let request = format!("{line} HTTP/1.1\r\nhost: {host}\r\ncookie: hanpan=x\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();
            if location.is_none() {
                stream.shutdown().await.unwrap();
            }
            let response = HttpResponse::parse(&read_to_end(&mut stream).await);
            assert_eq!(
                (response.status, response.header("location")),
                (status, location.as_deref()),
                "{line}"
            );
            assert_eq!(response.header("strict-transport-security"), None, "only over TLS");
            assert_eq!(response.header("set-cookie"), None);
            let is_json = response.header("content-type") == Some("application/json");
            assert_eq!(is_json, line.contains("/api/"), "{line}");
        }
    }
    let public = Config { public_url: "https://chess.example.org".parse().ok(), ..Config::default() };
    let server = authority.serve(public).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /lobby HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").await.unwrap();
    let response = HttpResponse::parse(&read_to_end(&mut stream).await);
    assert_eq!(response.header("location"), Some("https://chess.example.org/lobby"));
}
