//! `register`: user registration.

use std::fmt;

use crate::tokens::Tokens;
use crate::{ParseError, Text};

/// User registration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Registration {
    /// `register later`.
    Later,
    /// Name and code.
    As {
        /// The name.
        name: Text,
        /// The code.
        code: Text,
    },
}

impl Registration {
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<Registration, ParseError> {
        match tokens.next() {
            Some("later") => Ok(Registration::Later),
            Some("name") => {
                let name = Text::new(tokens.take_until("code"));
                Ok(Registration::As { name, code: Text::new(tokens.rest()) })
            }
            _ => Err(ParseError::Incomplete { command: "register" }),
        }
    }
}

impl fmt::Display for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Registration::Later => f.write_str("register later"),
            Registration::As { name, code } => write!(f, "register name {name} code {code}"),
        }
    }
}
