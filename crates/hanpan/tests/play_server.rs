//! `hanpan play URL`: two programs at a real server, which is killed in the middle of their game.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{command, refused};

/// Nothing here takes this long.
const LONG: Duration = Duration::from_secs(60);

/// A program that plays, and what it has said so far.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Program {
    fn start(name: &str, folder: &Path, args: &[&str]) -> Program {
        let state = folder.join(name);
        let mut child = command(&["play", "--plain", "--lang", "en", "--name", name])
            .args(args)
            .env("XDG_STATE_HOME", state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            // The test may have failed and gone.
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
        });
        let input = child.stdin.take();
        Program { child, input, lines, said: Vec::new() }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line that contains this.
    #[track_caller]
    fn wait_for(&mut self, text: &str) -> String {
        let until = Instant::now() + LONG;
        loop {
            let line = self.lines.recv_timeout(until.saturating_duration_since(Instant::now()));
            let line = line.unwrap_or_else(|_| panic!("no {text:?} in {:#?}", self.said));
            self.said.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// No more is typed; gives the last line, and how it ended.
    fn end(mut self) -> (String, Option<i32>) {
        self.input = None;
        let mut last = String::new();
        while let Ok(line) = self.lines.recv_timeout(LONG) {
            last = line;
        }
        (last, self.child.wait().unwrap().code())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and need not be.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

struct Server {
    child: Child,
    address: String,
    data: PathBuf,
}

impl Server {
    fn start(data: &Path, listen: &str) -> Server {
        let mut child = command(&["serve", "--listen", listen, "--data", data.to_str().unwrap()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.strip_prefix("Hanpan is at http://").unwrap().trim_end_matches('/').to_owned();
        Server { child, address, data: data.to_owned() }
    }

    /// As a power cut would: nothing is said and nothing is tidied up.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn restart(&mut self) {
        *self = Server::start(&self.data.clone(), &self.address.clone());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-server-{name}-{}", std::process::id()))
}

#[test]
fn a_game_to_mate_through_a_server_that_is_killed() {
    let folder = folder("mate");
    let mut server = Server::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ann = Program::start("Ann", &folder, &["--side", "white", "--clock", "5+3", &url]);
    ann.type_line("create");
    let link = ann.wait_for(&format!("{url}/game/"));
    ann.wait_for("You play White.");
    let mut ben = Program::start("Ben", &folder, &[&link]);
    ben.wait_for("White: Ann");
    ben.wait_for("You play Black.");
    ann.wait_for("Black: Ben");
    for (white, black, seen) in [("e4", "e5", "pawn e7 to e5"), ("Bc4", "Nc6", "knight b8 to c6")] {
        ann.type_line(white);
        ben.type_line(black);
        ann.wait_for(seen);
    }
    ben.wait_for("Black: knight b8 to c6");

    server.kill();
    ann.wait_for("Connection lost.");
    ben.wait_for("Connection lost.");
    // What is played while there is no server is kept until there is one.
    ann.type_line("Qh5");
    ann.wait_for("White: queen d1 to h5");
    server.restart();
    ann.wait_for("Connected again.");
    ben.wait_for("White: queen d1 to h5");

    ben.type_line("say oops");
    ann.wait_for("Ben: oops");
    ben.type_line("Nf6");
    ann.wait_for("Black: knight g8 to f6");
    ann.type_line("Qxf7");
    ben.wait_for("Checkmate: White wins.");
    assert_eq!(ann.end(), ("1-0".to_owned(), Some(0)));
    assert_eq!(ben.end(), ("1-0".to_owned(), Some(0)));
}

#[test]
fn who_looks_is_found_in_the_list() {
    let folder = folder("pair");
    let server = Server::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ann = Program::start("Ann", &folder, &["--side", "white", &url]);
    ann.wait_for("Nobody is looking for a game");
    ann.type_line("pair");
    ann.wait_for("Looking for somebody.");
    let mut ben = Program::start("Ben", &folder, &[&url]);
    ben.wait_for("  1  Ann");
    ben.type_line("1");
    ben.wait_for("You play Black.");
    ann.wait_for("You play White.");
    ann.type_line("resign");
    ann.type_line("y");
    ben.wait_for("White resigned: Black wins.");
    assert_eq!(ann.end(), ("0-1".to_owned(), Some(0)));
    assert_eq!(ben.end(), ("0-1".to_owned(), Some(0)));
}

#[test]
fn what_is_no_address_is_refused() {
    refused(&["play", "https://host/"], &["https://host/", "https is not supported"]);
    refused(&["play", "host:7171"], &["host:7171", "http://"]);
    refused(&["play", "http://host/game/x"], &["/game/"]);
    refused(&["play", "http://host", "--name", ""], &["--name"]);
    refused(&["play", "--side", "white"], &["--side"]);
}
