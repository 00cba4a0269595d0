//! The engine driven by python-chess, which many GUIs are built on. `cargo xtask test` installs it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

#[test]
fn python_chess_drives_the_engine() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/uci_by_python.py");
    let said = Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_hanpan")).output();
    let said = said.expect("python3 is not installed; `cargo xtask test` installs it with python-chess");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let hint = "the module chess comes from PyPI: `cargo xtask test` downloads it";
    assert!(said.status.success(), "{hint}\n{}{}", text(&said.stdout), text(&said.stderr));
    assert_eq!(text(&said.stdout), "all well\n");
}
