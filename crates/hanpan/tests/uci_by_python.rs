//! The engine driven by python-chess, which many boards are made with. `cargo xtask test` installs it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

#[test]
fn python_chess_drives_the_engine() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/uci_by_python.py");
    let said = Command::new(python()).arg(script).arg(env!("CARGO_BIN_EXE_hanpan")).output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(said.status.success(), "{}{}", text(&said.stdout), text(&said.stderr));
    assert_eq!(text(&said.stdout), "all well\n");
}

/// A Python that knows python-chess: the first there is, or Debian's.
fn python() -> &'static str {
    let knows = |python: &&str| {
        Command::new(python)
            .args(["-c", "import chess.engine"])
            .output()
            .is_ok_and(|said| said.status.success())
    };
    ["python3", "/usr/bin/python3"].into_iter().find(knows).expect("python3-chess is installed")
}
