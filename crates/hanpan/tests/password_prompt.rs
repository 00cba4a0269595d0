//! The password of a new account, typed in a pseudo-terminal.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod pty;

use std::path::Path;

use common::expect_output;
use pty::PtyProgram;
use pty_process::blocking::Command;
use server::store::SqliteStore;

#[test]
fn a_typed_password_is_asked_for_twice_and_not_shown() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("password-prompt");
    std::fs::remove_dir_all(&folder).ok();
    let _server = SqliteStore::open(&folder).unwrap();
    let data = folder.to_str().unwrap();
    for (again, is_created) in [("correct house", false), ("correct horse", true)] {
        let program = Command::new(env!("CARGO_BIN_EXE_hanpan"));
        let mut screen = PtyProgram::run(program.args(["admin", "--data", data, "create-account", "Ann"]));
        screen.wait_for("New password of Ann: ");
        screen.type_keys("correct horse\r");
        screen.wait_for("Again: ");
        screen.type_keys(&format!("{again}\r"));
        assert_eq!(screen.wait_for_end().success(), is_created);
        screen.expect_restored();
        screen.read(|seen| {
            assert!(!seen.contains("horse") && !seen.contains("house"), "{seen}");
            assert_eq!(seen.contains("the passwords differ"), !is_created, "{seen}");
        });
    }
    assert_eq!(expect_output(&["admin", "--data", data, "list"]), "Ann\n");
}
