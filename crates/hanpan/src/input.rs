//! Input of commands: a file or standard input, and its lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Unbuffered file or standard input.
pub(crate) enum Input {
    File(File),
    Stdin(io::Stdin),
}

impl Input {
    /// Opens a file, or standard input for `-`. Folders are refused, since some systems open but cannot read
    /// them.
    pub(crate) fn open(path: &Path) -> io::Result<Input> {
        if path == Path::new("-") {
            return Ok(Input::Stdin(io::stdin()));
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "Is a directory"));
        }
        Ok(Input::File(file))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::File(file) => file.read(buffer),
            Input::Stdin(input) => input.read(buffer),
        }
    }
}

/// Lines with content and their numbers from 1. Skips blank lines, lines that begin with `#` and a byte order
/// mark.
pub(crate) fn numbered_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty() && !line.starts_with(b"#"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_comments_and_bom_are_skipped() {
        let check = |text: &str, expected: &[(usize, &[u8])]| {
            assert_eq!(numbered_lines(text.as_bytes()).collect::<Vec<_>>(), expected, "{text:?}");
        };
        check("", &[]);
        check("\u{feff}", &[]);
        check("\u{feff}a\r\n\n # not b\n  c d \n", &[(1, b"a"), (4, b"c d")]);
        check("a\n\u{feff}b", &[(1, b"a"), (2, "\u{feff}b".as_bytes())]);
    }
}
