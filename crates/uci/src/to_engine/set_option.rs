//! `setoption`: set an option.

use std::fmt;

use crate::tokens::Tokens;
use crate::{OptionName, ParseError, Text};

/// A new value of an option; buttons have none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SetOption {
    /// The option.
    pub name: OptionName,
    /// The value, including inner whitespace.
    pub value: Option<Text>,
}

impl SetOption {
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<SetOption, ParseError> {
        tokens.take_until("name");
        let name = tokens.take_before(&["value"]);
        let name = OptionName::new(name).ok_or(ParseError::Incomplete { command: "setoption" })?;
        let value = tokens.next().map(|_| Text::new(tokens.rest()));
        Ok(SetOption { name, value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", self.name)?;
        match &self.value {
            Some(value) if value.is_empty() => f.write_str(" value"),
            Some(value) => write!(f, " value {value}"),
            None => Ok(()),
        }
    }
}
