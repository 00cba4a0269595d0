//! Command line of an engine.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::process_group;

/// A program with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// Path, or a name looked up in `PATH`.
    pub path: PathBuf,
    /// Arguments.
    pub args: Vec<OsString>,
    /// Working directory; that of the caller if `None`.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// A program without arguments in the caller's working directory.
    pub fn new(path: impl AsRef<Path>) -> Program {
        Program { path: path.as_ref().to_owned(), args: Vec::new(), folder: None }
    }

    /// Parses a command line of whitespace-separated words; single or double quotes keep words together.
    ///
    /// ```
    /// use hanpan_uci::Program;
    /// let program = Program::parse("'my engines/stockfish 17' --threads=2")?;
    /// assert_eq!(program.path, std::path::Path::new("my engines/stockfish 17"));
    /// assert_eq!(program.args, ["--threads=2"]);
    /// # Ok::<(), hanpan_uci::ParseCommandError>(())
    /// ```
    ///
    /// # Errors
    /// The line is empty or a quote is not closed.
    pub fn parse(line: &str) -> Result<Program, ParseCommandError> {
        let mut tokens = split_words(line)?.into_iter();
        let path = tokens.next().filter(|path| !path.is_empty()).ok_or(ParseCommandError::Empty)?;
        Ok(Program { path: path.into(), args: tokens.map(OsString::from).collect(), folder: None })
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        process_group::create(&mut command);
        command
    }
}

/// The command line, quoted so that [`Program::parse`] reads it back.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |word: &str| {
            let needs_quotes = |letter: char| letter.is_whitespace() || matches!(letter, '\'' | '"');
            match word.is_empty() || word.contains(needs_quotes) {
                true => format!("'{}'", word.replace('\'', r#"'"'"'"#)),
                false => word.to_owned(),
            }
        };
        f.write_str(&word(&self.path.to_string_lossy()))?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", word(&arg.to_string_lossy())))
    }
}

/// Error of a command line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParseCommandError {
    /// There is no program.
    Empty,
    /// This quote is not closed.
    UnclosedQuote(char),
}

fn split_words(line: &str) -> Result<Vec<String>, ParseCommandError> {
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                // An empty pair of quotes is a word too.
                word.get_or_insert_default();
            }
            (None, blank) if blank.is_whitespace() => tokens.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    tokens.extend(word);
    quote.map_or(Ok(tokens), |open| Err(ParseCommandError::UnclosedQuote(open)))
}

impl fmt::Display for ParseCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseCommandError::Empty => f.write_str("the name of a program belongs here"),
            ParseCommandError::UnclosedQuote(quote) => {
                write!(f, "the quote {quote} is opened and not closed")
            }
        }
    }
}

impl std::error::Error for ParseCommandError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_split_with_quotes() {
        let check = |line: &str, expected: Result<&[&str], ParseCommandError>| {
            let read = Program::parse(line).map(|program| {
                let path = program.path.into_os_string();
                [path].into_iter().chain(program.args).collect::<Vec<_>>()
            });
            if let Ok(program) = Program::parse(line) {
                assert_eq!(Program::parse(&program.to_string()), Ok(program), "written and read again");
            }
            let expected = expected.map(|tokens| tokens.iter().map(OsString::from).collect());
            assert_eq!(read, expected, "{line:?}");
        };
        check("stockfish", Ok(&["stockfish"]));
        check("  hanpan \t uci ", Ok(&["hanpan", "uci"]));
        check("'a b'/c \"d 'e\" f''", Ok(&["a b/c", "d 'e", "f"]));
        check("x '' y", Ok(&["x", "", "y"]));
        check(r"C:\engines\x.exe", Ok(&[r"C:\engines\x.exe"]));
        check(" ", Err(ParseCommandError::Empty));
        check("'' x", Err(ParseCommandError::Empty));
        check("x 'y", Err(ParseCommandError::UnclosedQuote('\'')));
    }
}
