//! `hanpan backup` and `hanpan admin` on the data of a server.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{ProgramOutput, expect_error, expect_output, run, run_with_input};
use server::store::{SqliteStore, StoreError};
use test_services::Postgres;

/// Data folder with an open database, which is closed on drop.
fn data(name: &str) -> (PathBuf, SqliteStore) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    let server = SqliteStore::open(&folder).unwrap();
    (folder, server)
}

#[test]
fn backup_works_while_the_server_runs() {
    let (folder, _server) = data("backup");
    let (data, file) = (folder.to_str().unwrap(), folder.join("copy.db"));
    let copy = file.to_str().unwrap();
    let output = expect_output(&["backup", "--data", data, copy]);
    assert_eq!(output, format!("{copy}: {} bytes\n", fs::metadata(&file).unwrap().len()));
    let before = fs::read(&file).unwrap();
    assert!(before.starts_with(b"SQLite format 3\0"));
    expect_error(&["backup", "--data", data, copy], &[copy, "already"]);
    assert_eq!(fs::read(&file).unwrap(), before);
    let restored = folder.join("restored");
    fs::create_dir(&restored).unwrap();
    fs::rename(&file, restored.join("hanpan.db")).unwrap();
    assert!(SqliteStore::open(&restored).is_ok());
}

#[test]
fn backup_and_admin_fail_without_data() {
    let (folder, _server) = data("no-data");
    let nothing = folder.join("nothing");
    let (data, file) = (nothing.to_str().unwrap(), folder.join("copy.db"));
    expect_error(&["backup", "--data", data, file.to_str().unwrap()], &[data]);
    expect_error(&["admin", "--data", data, "list"], &[data]);
    assert!(!nothing.exists() && !file.exists());
}

/// A private PostgreSQL server without durability.
fn database() -> (Postgres, String) {
    let postgres = Postgres::start(Path::new(env!("CARGO_TARGET_TMPDIR")), &["fsync=off"]).unwrap();
    let url = postgres.new_database().unwrap();
    (postgres, url)
}

#[test]
fn data_moves_to_postgresql_and_is_administered_there() {
    let (folder, server) = data("to-postgresql");
    let (_postgres, url) = database();
    let from = format!("sqlite:{}", folder.display());
    expect_error(&["copy-data", "--from", &from, "--to", &url], &["another server uses this data"]);
    drop(server);
    expect_error(&["admin", "--store", &url, "list"], &["start the server once"]);
    // The lock is released in the background.
    while SqliteStore::open(&folder).is_err_and(|error| error == StoreError::InUse) {
        std::thread::yield_now();
    }
    while run(&["copy-data", "--from", &from, "--to", "postgres:///x?host=/no"])
        .err
        .contains("another server")
    {}
    let output = expect_output(&["copy-data", "--from", &from, "--to", &url]);
    assert!(output.contains("0 games; everything compared"), "{output}");
    assert_eq!(expect_output(&["admin", "--store", &url, "list"]), "");
    assert_eq!(expect_output(&["admin", "--store", &url, "close-seeks"]), "");
    let file = folder.join("copy.db");
    let copy = file.to_str().unwrap();
    let output = expect_output(&["backup", "--store", &url, copy]);
    assert_eq!(output, format!("{copy}: {} bytes\n", fs::metadata(&file).unwrap().len()));
    expect_error(&["backup", "--store", &url, copy], &[copy, "already"]);
    expect_error(&["backup", "--store", "postgres:///x?host=/no", "x.db"], &["database x on /no"]);
    expect_error(&["copy-data", "--from", "folder", "--to", &url], &["sqlite:FOLDER"]);
}

#[test]
fn passwords_are_refused_on_the_command_line_and_never_shown() {
    let url = "postgres://ann:s3cret@127.0.0.1:1/club";
    for command in [&["admin", "list", "--store", url][..], &["serve", "--store", url]] {
        let output = run(command);
        assert_eq!(output.code, Some(2));
        assert!(
            output.err.contains("--store-password-file") && !output.err.contains("s3cret"),
            "{}",
            output.err
        );
    }
    expect_error(&["admin", "list", "--store-password-file", "x"], &["belongs to --store"]);
    expect_error(&["serve", "--store", "mysql://a@b/c"], &["postgres://"]);
}

#[test]
fn an_account_is_created_with_a_password_that_is_no_argument() {
    let (folder, _server) = data("create-account");
    let (data, file) = (folder.to_str().unwrap(), folder.join("password"));
    let create = |name: &str, more: &[&str], input: &str| {
        run_with_input(&[&["admin", "--data", data, "create-account", name], more].concat(), input)
    };
    let made = |out: &str| ProgramOutput { out: out.to_owned(), err: String::new(), code: Some(0) };
    assert_eq!(create("Ann", &[], "correct horse\n"), made(""));
    fs::write(&file, "battery staple\nsecond line\n").unwrap();
    let scopes = ["--scope", "bot:play", "--scope", "challenge:write"];
    let bot = create("MyBot", &[&["--password-file", file.to_str().unwrap()], &scopes[..]].concat(), "");
    assert_eq!((bot.code, bot.err.as_str()), (Some(0), ""));
    assert!(bot.out.starts_with("hpt_") && bot.out.lines().count() == 1, "{}", bot.out);
    assert_eq!(expect_output(&["admin", "--data", data, "list"]), "Ann\nMyBot\n");
    for (name, input, part) in [
        ("ann", "correct horse\n", "the name is taken"),
        ("admin", "correct horse\n", "the name is taken"),
        ("Bob", "short\n", "at least 8 characters"),
        ("Bob", "", "at least 8 characters"),
        ("Bob", "password1\n", "most common"),
        ("x' OR 1=1 --", "correct horse\n", "cannot be in a name"),
    ] {
        let refused = create(name, &[], input);
        assert_eq!(refused.code, Some(2), "{name}: {refused:?}");
        assert!(refused.out.is_empty() && refused.err.contains(part), "{name}: {}", refused.err);
    }
    assert_eq!(create("Bob", &["correct horse"], "").code, Some(2), "no argument");
    expect_error(&["admin", "--data", data, "create-account", "Bob", "--password-file", "/no"], &["/no"]);
    assert_eq!(expect_output(&["admin", "--data", data, "list"]), "Ann\nMyBot\n");
}

#[test]
fn admin_commands_report_unknown_accounts() {
    let (folder, _server) = data("admin");
    let data = folder.to_str().unwrap();
    assert_eq!(expect_output(&["admin", "list", "--data", data]), "");
    assert_eq!(expect_output(&["admin", "close-seeks", "--data", data]), "");
    for command in ["ban", "pardon", "reset-password", "token"] {
        expect_error(&["admin", command, "Unknown", "--data", data], &["Unknown", "no such account"]);
    }
    expect_error(&["admin", "ban", "x' OR 1=1 --", "--data", data], &["cannot be in a name"]);
    assert_eq!(run(&["admin", "--data", data]).code, Some(2));
    let scope = run(&["admin", "token", "Ann", "--scope", "team:lead", "--data", data]);
    assert!(scope.code == Some(2) && scope.err.contains("board:play"), "{}", scope.err);
}
