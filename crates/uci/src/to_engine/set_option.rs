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
    pub(crate) fn read(words: &mut Tokens<'_>) -> Result<SetOption, ParseError> {
        words.take_until("name");
        let name = words.take_before(&["value"]);
        let name = OptionName::new(name).ok_or(ParseError::Incomplete { command: "setoption" })?;
        let value = words.next().map(|_| Text::new(words.rest()));
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
