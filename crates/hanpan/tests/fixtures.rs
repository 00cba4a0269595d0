//! Data that an earlier version wrote opens as before: the folder of a server, and what the terminal keeps.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use common::{command, expect_error, expect_output};

/// A copy of folders of the fixture in one folder of the test's own.
fn copy_of(name: &str, sources: &[&str]) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures").join(name);
    // Left by an earlier run, or never there.
    let _ = fs::remove_dir_all(&copy);
    fs::create_dir_all(&copy).unwrap();
    for source in sources {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fixtures/0.1.0").join(source);
        for entry in fs::read_dir(source).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
            }
        }
    }
    copy
}

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut process = command(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_owned();
        Server { process, address }
    }

    /// The whole response: headers and body.
    fn request(&self, line: &str, cookie: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let request = format!(
            "{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    /// The body of a successful response, which contains all these parts.
    #[track_caller]
    fn expect(&self, path: &str, cookie: &str, parts: &[&str]) -> String {
        let response = self.request(&format!("GET {path}"), cookie, "");
        assert!(response.starts_with("HTTP/1.1 200"), "{path}: {response}");
        for part in parts {
            assert!(response.contains(part), "{path}: {part} in {response}");
        }
        response
    }

    fn log_in(&self, name: &str) -> Result<String, String> {
        let credentials = format!(r#"{{"name":"{name}","password":"correct horse"}}"#);
        let response = self.request("POST /api/session", "", &credentials);
        match response.split("hanpan=").nth(1) {
            Some(rest) if response.starts_with("HTTP/1.1 200") => {
                Ok(format!("hanpan={}", rest.split(';').next().unwrap()))
            }
            _ => Err(response),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[test]
fn server_data_opens() {
    let data = copy_of("server", &["server"]);
    let server = Server::start(&data);

    let archive = server.expect(
        "/api/archive",
        "",
        &["Xss7CpjeJjsX4IbqS7EzNw", "qHo12mK8HGZu5Q9-FhbOlQ", "5fkFNc8riP1ZnOrAvkKwnQ"],
    );
    assert!(!archive.contains("ktSMYsdmniJrHVWcrlDRQA"), "private games are not listed: {archive}");

    let game = |id: &str, parts: &[&str]| server.expect(&format!("/api/games/{id}"), "", parts);
    game(
        "Xss7CpjeJjsX4IbqS7EzNw",
        &[r#""stakes":"rated""#, r#""name":"Ann""#, "h5f7", r#""ending":"checkmate""#],
    );
    game(
        "ktSMYsdmniJrHVWcrlDRQA",
        &[r#""visibility":"private""#, r#""ruleset":"chess960""#, r#""ending":"threefold""#],
    );
    game("9AvBc0xyMAfTnowFaF5jlA", &[r#""ending":"aborted""#]);
    game("4TJCiMOpi4SjzKVZ63pfwA", &["e2e4", "e8e7", r#""offers":[{"seat":"white","offer":"draw"}]"#]);
    game("QIY8bJA9DzOisjxCCdVhOw", &[r#""type":"correspondence""#, "b1c3"]);
    game(
        "iUmsqyYWu6yOB7XdCzvpmg",
        &[r#""standing":"computer""#, r#""name":"otto""#, r#""ending":"resignation""#],
    );
    game("ZBiDRRFr7RoG1dtqC5Dz0Q", &[r#""name":"haru""#, "e7e5"]);
    for invitation in ["7cFMP1R4B8ATsQDphJvMMg", "ql2pdRRwaFKG4uCUcupLNA"] {
        game(invitation, &[r#""moves":[]"#]);
    }
    server.expect(
        "/api/games/5fkFNc8riP1ZnOrAvkKwnQ/pgn",
        "",
        &["[White \"지수\"]", "[Black \"민지\"]", "Nxd4", "1-0"],
    );

    server.expect(
        "/api/players/Ann",
        "",
        &[r#""speed":"blitz","rating":{"value":1662,"trust":"provisional"}"#],
    );
    let ann = server.log_in("Ann").unwrap();
    server.expect("/api/sessions", &ann, &["Firefox/144.0"]);
    server.expect("/api/me/games", &ann, &["QIY8bJA9DzOisjxCCdVhOw", "ZBiDRRFr7RoG1dtqC5Dz0Q"]);
    server.expect("/api/me/export", &ann, &["ktSMYsdmniJrHVWcrlDRQA", "9AvBc0xyMAfTnowFaF5jlA"]);
    let refused = server.log_in("Mallory").unwrap_err();
    assert!(refused.contains("banned"), "{refused}");
    drop(server);

    let accounts = expect_output(&["admin", "list", "--data", data.to_str().unwrap()]);
    for name in ["Ann", "Bob", "민지", "Mallory"] {
        assert!(accounts.contains(name), "{accounts}");
    }
}

#[test]
fn server_data_left_by_a_kill_opens() {
    let server = Server::start(&copy_of("server-killed", &["server", "server-killed"]));
    server.expect("/api/games/52HzY19TneriduDT9FhWmQ", "", &["d2d4", "d7d5", "c2c4"]);
    server.expect("/api/games/Xss7CpjeJjsX4IbqS7EzNw", "", &["h5f7"]);
}

/// Resumes a saved game of the fixture, under the name that the terminal looks for.
fn resume(saved: &str, language: &str, lines: &[&str]) -> String {
    let state = copy_of(saved, &[]);
    let folder = copy_of(&format!("{saved}/hanpan"), &["terminal"]);
    if saved != "game.txt" {
        fs::copy(folder.join(saved), folder.join("game.txt")).unwrap();
    }
    let mut play = command(&["play", "--plain", "--resume", "--lang", language])
        .env("XDG_STATE_HOME", &state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    play.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = play.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn saved_terminal_games_open() {
    let text = resume("game.txt", "en", &["n", "pgn", "Bb5", "quit"]);
    for part in [
        "A draw is offered",
        "[White \"지수\"]",
        "[Black \"Ann Lee\"]",
        "1. e4 {[%clk 0:05:03]} 1... e5 {[%clk 0:05:02.996]}",
        "White: bishop f1 to b5",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn saved_terminal_games_remember_the_level() {
    for (saved, name) in [("game-computer.txt", "클라라 (1600)"), ("game-strongest.txt", "한판 (최강)")]
    {
        for language in ["en", "ko"] {
            let text = resume(saved, language, &["pgn", "quit"]);
            assert!(text.contains(name) && text.contains("1. e4"), "{saved}: {text}");
            assert!(!text.contains("--engine"), "the opponent is here: {text}");
        }
    }
}

#[test]
fn terminal_settings_open() {
    let state = copy_of("settings", &[]);
    copy_of("settings/hanpan", &["terminal"]);
    let settings = state.join("hanpan/settings.txt");
    let before = fs::read_to_string(&settings).unwrap();
    assert!(before.contains("language en") && before.contains("pieces art"), "{before}");
    // English, although the system says Korean.
    let play = command(&["play", "--plain", "--resume"])
        .env("XDG_STATE_HOME", &state)
        .env("LC_ALL", "ko_KR.UTF-8")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(play.stdout).unwrap();
    assert!(text.contains("WHITE'S TURN"), "{text}");
    assert_eq!(fs::read_to_string(&settings).unwrap(), before);
}

/// Version of the schema in a database file: `PRAGMA user_version`.
fn schema_version(database: &Path) -> u32 {
    u32::from_be_bytes(fs::read(database).unwrap()[60..64].try_into().unwrap())
}

/// Empty folder of the test's own.
fn new_folder(name: &str) -> PathBuf {
    copy_of(name, &[])
}

/// The steps of `docs/install.md`, *Upgrading, and the way back*.
#[test]
fn a_backup_from_before_an_upgrade_leads_back() {
    // After a kill a part of the data is in the write-ahead log only.
    let data = copy_of("upgraded", &["server", "server-killed"]);
    let backups = new_folder("backups");
    let backup = |name: &str| {
        let file = backups.join(name);
        expect_output(&["backup", "--data", data.to_str().unwrap(), file.to_str().unwrap()]);
        file
    };
    let old = schema_version(&data.join("hanpan.db"));
    let before = backup("before.db");
    assert_eq!(schema_version(&before), old, "the backup keeps the old format");

    let upgraded = Server::start(&data);
    let credentials = r#"{"name":"Later","password":"correct horse"}"#;
    let registered = upgraded.request("POST /api/account", "", credentials);
    assert!(registered.starts_with("HTTP/1.1 20"), "{registered}");
    assert!(schema_version(&backup("after.db")) > old);
    drop(upgraded);

    let restored = new_folder("restored");
    fs::copy(&before, restored.join("hanpan.db")).unwrap();
    assert_eq!(schema_version(&restored.join("hanpan.db")), old, "a version that knows no other can open it");
    let server = Server::start(&restored);
    server.expect("/api/games/Xss7CpjeJjsX4IbqS7EzNw", "", &[r#""ending":"checkmate""#]);
    server.expect("/api/games/52HzY19TneriduDT9FhWmQ", "", &["d2d4", "d7d5", "c2c4"]);
    server.log_in("Ann").unwrap();
    server.log_in("Later").unwrap_err();
}

#[test]
fn data_of_a_newer_version_is_refused_and_left_alone() {
    let data = copy_of("newer", &["server"]);
    let database = data.join("hanpan.db");
    let mut bytes = fs::read(&database).unwrap();
    bytes[60..64].copy_from_slice(&999u32.to_be_bytes());
    fs::write(&database, &bytes).unwrap();
    let folder = data.to_str().unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", folder];
    expect_error(&serve, &[folder, "999", "use a newer program"]);
    assert_eq!(fs::read(&database).unwrap(), bytes);
}
