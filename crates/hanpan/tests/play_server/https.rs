//! `hanpan play https://…`: a game over TLS, and certificates that are refused.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use crate::common::command;
use crate::play_process::PlayProcess;
use crate::pty::PtyProgram;
use crate::server_process::{ServerProcess, data_dir};
use crate::tls_proxy::{EXPIRED, NOT_YET_VALID, ServerIdentity, TestCa, VALID, serve_connect, serve_tls};

/// A server behind a TLS proxy.
struct TlsServer {
    _server: ServerProcess,
    url: String,
    received: Arc<Mutex<Vec<u8>>>,
}

impl TlsServer {
    fn start(folder: &Path, identity: &ServerIdentity) -> TlsServer {
        let (listener, port) = listen();
        let url = format!("https://localhost:{port}");
        let server = ServerProcess::start_with(
            &folder.join("data"),
            "127.0.0.1:0",
            &["--public-url", &url, "--behind-proxy"],
        );
        let address: SocketAddr = server.address.parse().unwrap();
        TlsServer { _server: server, url, received: serve_tls(listener, identity, address) }
    }
}

fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

#[test]
fn game_is_played_over_tls() {
    let folder = data_dir("tls");
    let ca = TestCa::new(&folder);
    let server = TlsServer::start(&folder, &ca.issue("localhost", VALID));
    let ca = ca.file.to_str().unwrap();
    let mut ann = PlayProcess::start("Ann", &folder, &["--ca", ca, "--side", "white", &server.url]);
    ann.type_line("create");
    let link = ann.wait_for(&format!("{}/game/", server.url));
    ann.wait_for("You play White.");
    // The system's root certificates, named by a variable.
    let mut ben = PlayProcess::start_with("Ben", &folder, &[&link], &[("SSL_CERT_FILE", ca)]);
    ben.wait_for("You play Black.");
    for (white, black, seen) in [("f3", "e5", "pawn e7 to e5"), ("g4", "Qh4", "queen d8 to h4")] {
        ann.type_line(white);
        ben.type_line(black);
        ann.wait_for(seen);
    }
    ben.wait_for("Checkmate: Black wins.");
    assert_eq!(ann.finish(), ("0-1".to_owned(), Some(0)));
    assert_eq!(ben.finish(), ("0-1".to_owned(), Some(0)));
    let received = String::from_utf8_lossy(&server.received.lock().unwrap()).into_owned();
    assert!(received.contains("GET /socket HTTP/1.1"), "{received}");
    assert!(received.contains("__Host-hanpan="), "{received}");
}

/// The server's own TLS, whose port redirects plain http.
#[test]
fn server_with_a_certificate_is_joined_by_its_http_address() {
    let folder = data_dir("own-tls");
    let ca = TestCa::new(&folder);
    let options = ca.issue("localhost", VALID).server_options(&folder);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let server = ServerProcess::start_with(&folder.join("data"), "127.0.0.1:0", &options);
    let port = server.address.rsplit(':').next().unwrap();
    let (ca, plain) = (ca.file.to_str().unwrap(), format!("http://localhost:{port}"));
    let mut ann = PlayProcess::start("Ann", &folder, &["--ca", ca, "--side", "white", &plain]);
    ann.type_line("create");
    let link = ann.wait_for(&format!("https://localhost:{port}/game/"));
    let mut ben = PlayProcess::start("Ben", &folder, &["--ca", ca, &link]);
    ben.wait_for("You play Black.");
    ann.wait_for("You play White.");
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
    ben.type_line("resign");
    ben.type_line("y");
    ann.wait_for("Black resigned: White wins.");
    assert_eq!(ann.finish(), ("1-0".to_owned(), Some(0)));
    assert_eq!(ben.finish(), ("1-0".to_owned(), Some(0)));
}

#[test]
fn game_is_played_through_an_http_proxy() {
    let folder = data_dir("connect");
    let ca = TestCa::new(&folder);
    let server = TlsServer::start(&folder, &ca.issue("localhost", VALID));
    let (proxy, targets) = serve_connect();
    let proxy = format!("http://{proxy}");
    let env = [("HTTPS_PROXY", proxy.as_str()), ("HANPAN_CA", ca.file.to_str().unwrap())];
    let mut ann =
        PlayProcess::start_with("Ann", &folder, &["--side", "white", "--clock", "5+3", &server.url], &env);
    ann.type_line("computer haru");
    ann.wait_for("You play White.");
    ann.type_line("e4");
    ann.wait_for("Black: ");
    ann.type_line("resign");
    ann.type_line("y");
    assert_eq!(ann.finish(), ("0-1".to_owned(), Some(0)));
    let (targets, host) = (targets.lock().unwrap().clone(), server.url.replace("https://", ""));
    // The check, the new game and the WebSocket.
    assert_eq!(targets, [host.clone(), host.clone(), host]);
}

#[test]
fn refused_certificates_are_explained() {
    let folder = data_dir("refused");
    let ca = TestCa::new(&folder);
    let other = TestCa::new(&folder.join("other"));
    let check = |identity: ServerIdentity, sentence: &str| {
        let (listener, port) = listen();
        // No request gets as far as a server.
        let received = serve_tls(listener, &identity, SocketAddr::from(([127, 0, 0, 1], 9)));
        check_error(&format!("https://localhost:{port}"), &ca.file, sentence);
        assert!(received.lock().unwrap().is_empty());
    };
    check(other.issue("localhost", VALID), "an authority that this computer does not trust");
    check(ca.issue("localhost", EXPIRED), "certificate has expired");
    check(ca.issue("localhost", NOT_YET_VALID), "certificate is not valid yet");
    check(ca.issue("chess.example.org", VALID), "certificate is for another name");
}

#[test]
fn plain_http_at_an_https_address_is_explained() {
    let folder = data_dir("no-tls");
    let ca = TestCa::new(&folder);
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    check_error(&format!("https://{}", server.address), &ca.file, "Try http:// instead");
    let (listener, port) = listen();
    drop(listener);
    check_error(&format!("https://localhost:{port}"), &ca.file, "cannot be reached: Connection refused");
}

#[test]
fn missing_root_certificates_are_explained() {
    let folder = data_dir("no-roots");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("empty.pem");
    std::fs::write(&file, "").unwrap();
    let run = command(&["play", "--lang", "en", "https://localhost"])
        .env("SSL_CERT_FILE", &file)
        .env_remove("SSL_CERT_DIR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let error = String::from_utf8(run.stderr).unwrap();
    assert!(error.contains("no root certificates") && error.lines().count() == 1, "{error}");
    assert_eq!(run.status.code(), Some(2));
    let file = file.to_str().unwrap();
    crate::common::expect_error(
        &["play", "--ca", file, "https://localhost"],
        &[file, "no certificate in PEM format"],
    );
    crate::common::expect_error(&["play", "--ca", "/no/such/file", "https://localhost"], &["/no/such/file"]);
}

#[test]
fn full_screen_refuses_an_untrusted_server_before_it_opens() {
    let folder = data_dir("tls-screen");
    let ca = TestCa::new(&folder);
    let server = TlsServer::start(&folder, &ca.issue("localhost", VALID));
    let mut ann = PtyProgram::open("tls-untrusted", &[&server.url]);
    ann.wait_for("an authority that this computer does not trust");
    assert_eq!(ann.wait_for_end().code(), Some(2));
    let ca = ca.file.to_str().unwrap();
    let mut ann = PtyProgram::open("tls-trusted", &["--ca", ca, &server.url]);
    ann.wait_for("Invite a friend");
    ann.wait_for("1 online");
    ann.quit();
}

#[test]
fn redirect_to_https_is_followed_without_the_cookie() {
    let folder = data_dir("redirect");
    let ca = TestCa::new(&folder);
    let server = TlsServer::start(&folder, &ca.issue("localhost", VALID));
    let (listener, port) = listen();
    redirect(listener, server.url.clone());
    check_error(&format!("http://localhost:{port}"), &ca.file, "No game was chosen");
    let received = String::from_utf8_lossy(&server.received.lock().unwrap()).into_owned();
    assert!(received.contains("GET /api/me HTTP/1.1") && !received.contains("plain-secret"), "{received}");

    let (listener, port) = listen();
    redirect(listener, "https://chess.example.org".to_owned());
    check_error(
        &format!("http://localhost:{port}"),
        &ca.file,
        "Use this address: https://chess.example.org\n",
    );
}

/// Redirects every request to the same path on `target`, and sets a cookie.
fn redirect(listener: TcpListener, target: String) {
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = [0; 4096];
            let count = stream.read(&mut request).unwrap();
            let request = String::from_utf8_lossy(&request[..count]).into_owned();
            let path = request.split(' ').nth(1).unwrap();
            let answer = format!(
                "HTTP/1.1 308 Permanent Redirect\r\nlocation: {target}{path}\r\n\
                 set-cookie: hanpan=plain-secret\r\ncontent-length: 0\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
}

/// Expects exit code 2 and a one-line error.
#[track_caller]
fn check_error(url: &str, ca: &Path, sentence: &str) {
    let mut play = command(&["play", "--lang", "en", "--ca", ca.to_str().unwrap(), url]);
    let run = play.env("XDG_STATE_HOME", ca.with_extension("state")).stdin(Stdio::null()).output().unwrap();
    let error = String::from_utf8(run.stderr).unwrap();
    assert!(error.starts_with("hanpan: ") && error.contains(sentence), "{error}");
    assert_eq!((run.status.code(), error.lines().count()), (Some(2), 1), "{error}");
}
