//! What a story has measured.

use std::io::{Write as _, stdout};

/// Says it past the test harness, which keeps what tests print to itself. Figures of machines that do other things as well
/// are told, not judged.
pub fn print_measurement(line: &str) {
    // Who has closed the output does not want to know.
    drop(writeln!(stdout(), "\n{line}"));
}
