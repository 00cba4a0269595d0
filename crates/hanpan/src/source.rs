//! Where a command reads from: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;

/// The bytes of a file or of standard input, without a buffer.
pub(crate) enum Source {
    File(File),
    Input(io::Stdin),
}

impl Source {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> Result<Source, Failure> {
        if path == Path::new("-") {
            return Ok(Source::Input(io::stdin()));
        }
        File::open(path).map(Source::File).map_err(|error| Failure::file(path, error))
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::File(file) => file.read(buffer),
            Source::Input(input) => input.read(buffer),
        }
    }
}
