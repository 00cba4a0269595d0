//! Start, shutdown and log of `hanpan serve`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use common::{command, expect_error, expect_output};

#[test]
fn server_prints_its_address_and_answers() {
    let (mut server, address) = serve();
    let answer = http_get(&address);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn signals_shut_the_server_down() {
    for signal in ["-INT", "-TERM"] {
        let (mut server, address) = serve();
        // A response shows that the signal handlers are installed, too.
        http_get(&address);
        // An idle connection does not delay the shutdown.
        let stream = TcpStream::connect(&address).unwrap();
        let id = server.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(server.wait().unwrap().code(), Some(0), "{signal}");
        drop(stream);
    }
}

/// The log contains no passwords, cookies or chat.
#[test]
fn log_contains_no_secrets() {
    const PASSWORD: &str = "correct horse battery";
    const WRONG: &str = "incorrect mule";
    const SAID: &str = "our-secret-plan";
    let guest = "0123456789abcdef".repeat(4);
    let (mut server, address) = serve_with(&["--log", "debug"], Stdio::piped());
    let send = |line: &str, cookie: &str, body: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        let length = body.len();
        let request = format!(
            "{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: hanpan={cookie}\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let credentials = |password: &str| format!(r#"{{"name":"Minji","password":"{password}"}}"#);
    let made = send("POST /api/account", &guest, &credentials(PASSWORD));
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");
    let session = made.split("hanpan=").nth(1).unwrap().split(';').next().unwrap().to_owned();
    assert!(send("POST /api/session", &guest, &credentials(WRONG)).starts_with("HTTP/1.1 401"));
    assert!(send("POST /api/session", &guest, &format!("{SAID} {WRONG}")).starts_with("HTTP/1.1 400"));
    assert!(send(&format!("GET /{SAID}"), &session, "").starts_with("HTTP/1.1 404"));
    assert!(send("GET /api/sessions", &session, "").starts_with("HTTP/1.1 200"));
    server.kill().unwrap();
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    server.wait().unwrap();
    assert!(log.contains("listening") && log.contains("logged in"), "the log is not empty: {log}");
    for secret in [PASSWORD, WRONG, SAID, &guest, &session, "$argon2"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[test]
fn unusable_listen_addresses_are_refused() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = holder.local_addr().unwrap().to_string();
    expect_error(&["serve", "--listen", &taken], &[&taken, "is in use", "another port"]);
    expect_error(&["serve", "--listen", "192.0.2.1:7171"], &["cannot listen on 192.0.2.1:7171"]);
    expect_error(&["serve", "--listen", "here"], &["'here'", "--listen"]);
    expect_error(&["--no-open", "serve"], &["--no-open"]);
}

#[test]
fn help_mentions_the_network() {
    let help = expect_output(&["serve", "--help"]);
    assert!(help.contains("Example:\n  $ hanpan serve") && help.contains("QR code"), "{help}");
}

fn http_get(address: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Number of the next data folder.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// Starts a server on a free port; returns its address.
fn serve() -> (Child, String) {
    serve_with(&[], Stdio::null())
}

/// Same, with more options and a log.
fn serve_with(options: &[&str], log: Stdio) -> (Child, String) {
    let folder = format!("serve-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let mut child = command(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()])
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.strip_prefix("Hanpan is at http://").unwrap().strip_suffix('/').unwrap().to_owned();
    // The last line follows all other output.
    assert_eq!(lines.next().unwrap().unwrap(), "Ctrl+C ends it.");
    (child, address)
}
