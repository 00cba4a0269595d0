//! Where a command reads from: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file or of standard input, without a buffer.
pub(crate) enum Source {
    File(File),
    Input(io::Stdin),
}

impl Source {
    /// Opens a file, or standard input for `-`. A folder can be opened on some systems, but never read.
    pub(crate) fn open(path: &Path) -> io::Result<Source> {
        if path == Path::new("-") {
            return Ok(Source::Input(io::stdin()));
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "Is a directory"));
        }
        Ok(Source::File(file))
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
