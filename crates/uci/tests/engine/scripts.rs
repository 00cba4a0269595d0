//! Engines made of shell scripts.

use std::time::{Duration, Instant};

use uci::{Engine, Program};

/// A program that runs a shell script.
pub(crate) fn shell_program(script: &str) -> Program {
    Program { args: vec!["-c".into(), script.into()], ..Program::new("sh") }
}

/// An engine that runs `goes` on `go`. The script finds the last position in `$position` and the limits in
/// `$line`.
pub(crate) fn scripted_engine(goes: &str) -> Engine {
    Engine::start(&shell_program(&engine_script(goes)), soon()).unwrap()
}

/// Shell script of an engine.
pub(crate) fn engine_script(goes: &str) -> String {
    format!(
        r#"while read -r line; do case "$line" in
            uci) echo "Shell 1 welcomes you"
                 echo "id name Shell 1"
                 echo "id author Somebot"
                 echo "option name Hash type spin default 16 min 1 max 64"
                 echo "option name UCI_Chess960 type check default false"
                 echo "option name Clear Hash type button"
                 echo uciok ;;
            isready) echo readyok ;;
            setoption*) told="$line" ;;
            position*) position="$line" ;;
            go*) {goes} ;;
            quit) exit 0 ;;
        esac; done"#
    )
}

/// Deadline for replies that are expected.
pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

/// Deadline for replies that are known not to come.
pub(crate) fn shortly() -> Instant {
    Instant::now() + Duration::from_millis(200)
}
