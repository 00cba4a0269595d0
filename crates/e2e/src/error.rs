//! What goes wrong between a story and its browser.

use std::fmt;

/// What a story comes to.
pub type TestResult<T = ()> = Result<T, Error>;

/// Why a story did not come to its end.
#[derive(Clone, PartialEq, Eq)]
pub enum Error {
    /// Nobody has said which program to visit.
    MissingProgram,
    /// Something could not be started.
    Start {
        /// What.
        what: String,
        /// Why not.
        why: String,
    },
    /// The browser refused a command.
    WebDriver {
        /// The command.
        command: String,
        /// What it says about it.
        why: String,
    },
    /// Something was waited for and did not come.
    Timeout {
        /// What was waited for.
        wanted: String,
        /// What was there instead.
        seen: String,
    },
    /// The browser logged errors or warnings.
    ConsoleErrors(Vec<String>),
    /// The page asked strangers for something.
    ForeignRequests(Vec<String>),
    /// A file could not be read or written.
    File(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::MissingProgram => f.write_str(
                "no program to visit: these tests need Chromium and a build with the page, run them with \
                 `cargo xtask test`",
            ),
            Error::Start { what, why } => write!(f, "cannot start {what}: {why}"),
            Error::WebDriver { command, why } => write!(f, "{command}: {why}"),
            Error::Timeout { wanted, seen } => write!(f, "waited for {wanted}; there was {seen}"),
            Error::ConsoleErrors(lines) => write!(f, "the browser logged\n  {}", lines.join("\n  ")),
            Error::ForeignRequests(addresses) => {
                write!(f, "the page asked strangers\n  {}", addresses.join("\n  "))
            }
            Error::File(why) => f.write_str(why),
        }
    }
}

/// The same words: a test that fails shows its error this way.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
