//! Challenges between accounts, in line mode.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

use crate::play_process::PlayProcess;
use crate::server_process::{ServerProcess, data_dir};

/// Registers an account, and starts a program that logs in to it.
fn log_in(server: &ServerProcess, folder: &Path, name: &str, args: &[&str]) -> PlayProcess {
    let body = format!(r#"{{"name":"{name}","password":"correct horse"}}"#);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let (address, length) = (&server.address, body.len());
    let head = format!(
        "POST /api/account HTTP/1.1\r\nhost: {address}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    start(server, folder, name, "correct horse", args)
}

fn start(server: &ServerProcess, folder: &Path, name: &str, password: &str, args: &[&str]) -> PlayProcess {
    let file = folder.join(format!("{name}.password"));
    std::fs::write(&file, format!("{password}\n")).unwrap();
    let url = format!("http://{}", server.address);
    let options = ["--account", name, "--password-file", file.to_str().unwrap(), &url];
    PlayProcess::start(name, folder, &[&options, args].concat())
}

#[test]
fn a_player_is_challenged_by_name_and_accepts() {
    let folder = data_dir("challenge");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let mut ben = log_in(&server, &folder, "Ben", &[]);
    ben.wait_for("No open seeks");
    let mut ann = log_in(&server, &folder, "Ann", &[]);
    ann.wait_for("No open seeks");
    ann.type_line("challenge ben 5+3 rated soon");
    ann.wait_for("“soon” is not a name, a clock, a colour, a position, rated or casual.");
    ann.type_line("challenge ben 5+3 rated white");
    ann.wait_for("Ben (1500?): Waiting for an answer: 5 minutes + 3 seconds per move · Rated");
    ben.wait_for("Ann (1500?) challenges you: 5 minutes + 3 seconds per move · Rated");
    ben.type_line("accept ann");
    ben.wait_for("You play Black.");
    ann.wait_for("You play White.");
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
}

#[test]
fn challenges_are_declined_and_withdrawn() {
    let folder = data_dir("challenge-declined");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let mut ben = log_in(&server, &folder, "Ben", &[]);
    ben.wait_for("No open seeks");
    let mut ann = log_in(&server, &folder, "Ann", &[]);
    ann.wait_for("No open seeks");
    ann.type_line("challenge zoe");
    ann.wait_for("There is no player with this name.");
    ben.type_line("decline");
    ben.wait_for("There is no such challenge.");
    ann.type_line("challenge ben 10");
    ben.wait_for("challenges you: 10 minutes · Casual");
    ben.type_line("decline");
    ann.wait_for("Ben has declined your challenge.");
    ann.type_line("challenge ben 10");
    ben.wait_for("challenges you: 10 minutes · Casual");
    ann.type_line("cancel ben");
    ben.wait_for("Ann has withdrawn the challenge.");
}

#[test]
fn a_wrong_password_is_told_before_the_session() {
    let folder = data_dir("challenge-password");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    drop(log_in(&server, &folder, "Ann", &[]));
    std::fs::remove_dir_all(folder.join("Ann")).ok();
    let (last, code) = start(&server, &folder, "Ann", "wrong horse", &[]).finish();
    assert_eq!((last.as_str(), code), ("*", Some(2)));
}

#[test]
fn a_kept_session_needs_no_password() {
    let folder = data_dir("challenge-session");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let mut ann = log_in(&server, &folder, "Ann", &[]);
    ann.wait_for("No open seeks");
    drop(ann);
    let url = format!("http://{}", server.address);
    let mut ann = PlayProcess::start("Ann", &folder, &["--account", "ann", &url]);
    ann.wait_for("No open seeks");
    // Only accounts can challenge.
    ann.type_line("challenge zoe");
    ann.wait_for("There is no player with this name.");
    drop(ann);
    let (_, code) = PlayProcess::start("Ann", &folder, &["--account", "Ben", &url]).finish();
    assert_eq!(code, Some(2), "the password of another account is needed");
}
