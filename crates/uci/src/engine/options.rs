//! The options of an engine, set only to what it has declared.

use std::fmt;

use crate::{Declaration, Engine, OptionKind, SetOption, ToEngine};

/// So many options are remembered; no engine has as many.
const MOST: usize = 1000;

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SetError {
    /// The engine has no such option.
    NotOffered {
        /// The name that was asked for.
        name: String,
    },
    /// The option does not take this value.
    BadValue {
        /// What it takes.
        declared: Declaration,
        /// What it was to be.
        value: String,
    },
}

impl Engine {
    /// All that can be set.
    #[must_use]
    pub fn options(&self) -> &[Declaration] {
        &self.options
    }

    /// An option by its name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&Declaration> {
        self.options.iter().find(|option| option.name.is(name))
    }

    /// Sets an option. It takes effect before the next [`new_game`](Engine::new_game) or search begins.
    ///
    /// # Errors
    /// The engine has not declared the option, or not for such a value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetError> {
        let option = self.option(name).ok_or_else(|| SetError::NotOffered { name: name.to_owned() })?;
        let accepted = match option.kind {
            OptionKind::Button => None,
            _ => match option.kind.accept(value) {
                None => return Err(SetError::BadValue { declared: option.clone(), value: value.to_owned() }),
                some => some,
            },
        };
        let message = SetOption { name: option.name.clone(), value: accepted };
        self.tell(&ToEngine::SetOption(message));
        Ok(())
    }

    pub(super) fn remember(&mut self, option: Declaration) {
        if self.options.len() < MOST && self.option(option.name.as_str()).is_none() {
            self.options.push(option);
        }
    }
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetError::NotOffered { name } => write!(f, "the engine has no option {name:?}"),
            SetError::BadValue { declared, value } => {
                write!(f, "{:?} cannot be set to {value:?}: {}", declared.name.as_str(), declared.kind)
            }
        }
    }
}

impl std::error::Error for SetError {}
