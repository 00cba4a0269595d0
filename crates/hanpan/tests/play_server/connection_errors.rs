//! Invalid and unreachable URLs: one error line, with and without input.

use std::io::{Read, Write};
use std::net::TcpListener;

use crate::common::{expect_error, run_with_input};
use crate::server_process::{ServerProcess, data_dir};

const GAME_PATH: &str = "game/LR-K5QxbTA6fRw96ZdE7kA";

#[test]
fn invalid_url_is_refused() {
    expect_error(&["play", "host:7171"], &["host:7171", "https:// or http://"]);
    expect_error(&["play", "https://host:99999"], &["https://host:99999", "port"]);
    expect_error(&["play", "http://host:99999"], &["http://host:99999", "port"]);
    expect_error(&["play", "http://host/game/x"], &["/game/"]);
    expect_error(&["play", "http://host", "--name", ""], &["--name"]);
    expect_error(&["play", "--side", "white"], &["--side"]);
}

#[test]
fn unknown_game_is_reported() {
    let server = ServerProcess::start(&data_dir("no-game").join("data"), "127.0.0.1:0");
    check(&format!("http://{}/{GAME_PATH}", server.address), "There is no such game.");
}

#[test]
fn script_must_choose_a_game() {
    let server = ServerProcess::start(&data_dir("none-chosen").join("data"), "127.0.0.1:0");
    check(&format!("http://{}", server.address), "No game was chosen");
}

#[test]
fn refused_connection_reports_the_system_error() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for path in ["", GAME_PATH] {
        check(&format!("http://127.0.0.1:{port}/{path}"), "cannot be reached: Connection refused");
    }
    check(&format!("http://nowhere.invalid:7171/{GAME_PATH}"), "cannot be reached");
}

#[test]
fn foreign_server_is_recognised() {
    let page = b"HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\n\r\n<h1>Not Found</h1>";
    let old = b"HTTP/1.0 200 OK\r\n\r\n<h1>Everything is here</h1>";
    let secret = b"\x15\x03\x01\x00\x02\x02\x46";
    let (other, silent) = (b"HTTP/1.1 200 OK\r\n\r\n{\"answer\":42}", b"");
    for answer in [&page[..], old, secret, other, silent] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                // The client may disconnect before the reply.
                let _asked = stream.read(&mut [0; 4_096]);
                let _answered = stream.write_all(answer);
            }
        });
        for path in ["", GAME_PATH] {
            check(&format!("http://{address}/{path}"), "There is no Hanpan server at this address.");
        }
    }
}

/// Expects the same one-line error with and without input.
#[track_caller]
fn check(url: &str, sentence: &str) {
    for typed in ["", "e4\n"] {
        let output = run_with_input(&["play", "--lang", "en", url], typed);
        assert_eq!((output.code, output.out.lines().last()), (Some(2), Some("*")), "{output:?}");
        // Invalid lobby input was already answered there.
        if typed.is_empty() || !sentence.starts_with("No game") {
            assert!(output.err.starts_with("hanpan: ") && output.err.contains(sentence), "{output:?}");
            assert_eq!(output.err.lines().count(), 1, "{output:?}");
        }
    }
}
