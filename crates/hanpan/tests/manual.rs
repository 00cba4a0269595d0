//! `hanpan manual` writes a man page for each command and completions for four shells.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;

use common::{expect_error, expect_output};

#[test]
fn every_listed_command_has_a_man_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    // Left by an earlier run, or never there.
    fs::remove_dir_all(&folder).ok();
    assert_eq!(expect_output(&["manual", folder.to_str().unwrap()]), "");

    let help = expect_output(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"serve") && !commands.contains(&"manual"), "{commands:?}");
    for command in commands.into_iter().filter(|&command| command != "help") {
        let page = fs::read_to_string(folder.join("man").join(format!("hanpan-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains("Example"), "{command}: {page}");
    }
    for page in fs::read_dir(folder.join("man")).unwrap().map(Result::unwrap) {
        let name = page.file_name().into_string().unwrap();
        assert!(!name.contains("help") && !name.contains("manual"), "{name}");
    }
    let program = fs::read_to_string(folder.join("man").join("hanpan.1")).unwrap();
    assert!(program.contains("hanpan\\-serve(1)") && !program.contains("manual"), "{program}");
    for script in ["hanpan.bash", "_hanpan", "hanpan.fish", "_hanpan.ps1"] {
        let script = fs::read_to_string(folder.join("completions").join(script)).unwrap();
        assert!(script.contains("public-url"), "{script}");
    }
}

#[test]
fn missing_argument_is_an_error() {
    expect_error(&["manual"], &["FOLDER"]);
}
