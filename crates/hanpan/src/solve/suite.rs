//! The positions of all files. What cannot be read is told at once and does not keep the rest from being solved.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::puzzle::Puzzle;
use crate::arguments::shown;
use crate::failure::{io_words, one_line};
use crate::source::{self, Source};

/// What there is to solve.
#[derive(Clone, Debug, Default)]
pub(super) struct Suite {
    /// In the order of the files.
    pub(super) puzzles: Vec<Puzzle>,
    /// How many lines and files could not be read.
    pub(super) errors: usize,
}

/// A file is not larger than this.
const LARGEST: u64 = 64 << 20;

impl Suite {
    /// Reads files and complains about what is wrong in them.
    pub(super) fn read(paths: &[PathBuf]) -> Suite {
        let mut suite = Suite::default();
        for path in paths {
            match read(path) {
                Ok(bytes) => suite.add(path, &bytes),
                Err(why) => suite.complain(&format!("{}: {why}", path.display())),
            }
        }
        suite
    }

    fn add(&mut self, path: &Path, bytes: &[u8]) {
        let mut lines = source::lines(bytes).peekable();
        if lines.peek().is_none() {
            self.complain(&format!("{}: there is no position in it", path.display()));
        }
        for (number, line) in lines {
            let place = format!("{}:{number}", path.display());
            match Puzzle::read(line, &place) {
                Ok(puzzle) => self.puzzles.push(puzzle),
                Err(why) => self.complain(&format!("{place}: {}", shown(&why))),
            }
        }
    }

    fn complain(&mut self, why: &str) {
        self.errors += 1;
        // With standard error gone there is nobody left to tell; the exit code says it all the same.
        writeln!(io::stderr(), "hanpan: {}", one_line(why)).ok();
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    Source::open(path)
        .and_then(|source| source.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| io_words(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err("more than 64 MiB of positions".to_owned());
    }
    Ok(bytes)
}
