//! Reads test suites. Errors are reported at once; the other positions are still solved.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::test_position::TestPosition;
use crate::arguments::excerpt;
use crate::error::{io_message, one_line};
use crate::input::{self, Input};

/// The positions of all files.
#[derive(Clone, Debug, Default)]
pub(super) struct TestSuite {
    /// In file order.
    pub(super) positions: Vec<TestPosition>,
    /// Number of lines and files with errors.
    pub(super) errors: usize,
}

/// Maximum size of a file in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

impl TestSuite {
    /// Reads files and reports their errors.
    pub(super) fn read(paths: &[PathBuf]) -> TestSuite {
        let mut suite = TestSuite::default();
        for path in paths {
            match read(path) {
                Ok(bytes) => suite.add(path, &bytes),
                Err(why) => suite.report_error(&format!("{}: {why}", path.display())),
            }
        }
        suite
    }

    fn add(&mut self, path: &Path, bytes: &[u8]) {
        let mut lines = input::numbered_lines(bytes).peekable();
        if lines.peek().is_none() {
            self.report_error(&format!("{}: there is no position in it", path.display()));
        }
        for (number, line) in lines {
            let place = format!("{}:{number}", path.display());
            match TestPosition::read(line, &place) {
                Ok(test_position) => self.positions.push(test_position),
                Err(why) => self.report_error(&format!("{place}: {}", excerpt(&why))),
            }
        }
    }

    fn report_error(&mut self, why: &str) {
        self.errors += 1;
        // If standard error is closed, the exit code still tells.
        writeln!(io::stderr(), "hanpan: {}", one_line(why)).ok();
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    Input::open(path)
        .and_then(|source| source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| io_message(&error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err("more than 64 MiB of positions".to_owned());
    }
    Ok(bytes)
}
