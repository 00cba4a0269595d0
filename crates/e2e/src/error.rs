//! Errors of browser tests.

use std::fmt;

/// Result of a test step.
pub type TestResult<T = ()> = Result<T, Error>;

/// Error that ends a test.
#[derive(Clone, PartialEq, Eq)]
pub enum Error {
    /// The environment does not name the server binary.
    MissingProgram,
    /// A process could not be started.
    Start {
        /// The process.
        what: String,
        /// The reason.
        why: String,
    },
    /// chromedriver rejected a command.
    WebDriver {
        /// The command.
        command: String,
        /// Its message.
        why: String,
    },
    /// A condition was not met in time.
    Timeout {
        /// The expected state.
        wanted: String,
        /// The observed state.
        seen: String,
    },
    /// The console contains errors or warnings.
    ConsoleErrors(Vec<String>),
    /// The page sent requests to another origin.
    ForeignRequests(Vec<String>),
    /// A file could not be read or written.
    File(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::MissingProgram => f.write_str(
                "HANPAN_PROGRAM is not set: these tests need Chromium and a build with the page; run them with \
                 `cargo xtask test`",
            ),
            Error::Start { what, why } => write!(f, "cannot start {what}: {why}"),
            Error::WebDriver { command, why } => write!(f, "{command}: {why}"),
            Error::Timeout { wanted, seen } => write!(f, "timed out waiting for {wanted}; found {seen}"),
            Error::ConsoleErrors(lines) => write!(f, "the browser logged\n  {}", lines.join("\n  ")),
            Error::ForeignRequests(addresses) => {
                write!(f, "the page sent requests to other origins\n  {}", addresses.join("\n  "))
            }
            Error::File(why) => f.write_str(why),
        }
    }
}

/// Same as `Display`, because test failures print the `Debug` form.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
