//! Engine options, set only to declared values.

use std::fmt;

use crate::{Engine, OptionDeclaration, OptionKind, SetOption, ToEngine};

/// Maximum number of options kept.
const MAX_OPTIONS: usize = 1000;

/// Error of setting an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SetOptionError {
    /// The engine has no such option.
    UnknownOption {
        /// The name.
        name: String,
    },
    /// The option does not accept the value.
    InvalidValue {
        /// The option's declaration.
        declared: OptionDeclaration,
        /// The value.
        value: String,
    },
}

impl Engine {
    /// All declared options.
    #[must_use]
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// An option by name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        self.options.iter().find(|option| option.name.is(name))
    }

    /// Sets an option. It takes effect before the next [`new_game`](Engine::new_game) or search.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let option =
            self.option(name).ok_or_else(|| SetOptionError::UnknownOption { name: name.to_owned() })?;
        let accepted = match option.kind {
            OptionKind::Button => None,
            _ => match option.kind.accept(value) {
                None => {
                    return Err(SetOptionError::InvalidValue {
                        declared: option.clone(),
                        value: value.to_owned(),
                    });
                }
                some => some,
            },
        };
        let message = SetOption { name: option.name.clone(), value: accepted };
        self.send(&ToEngine::SetOption(message));
        Ok(())
    }

    pub(super) fn add_option(&mut self, option: OptionDeclaration) {
        if self.options.len() < MAX_OPTIONS && self.option(option.name.as_str()).is_none() {
            self.options.push(option);
        }
    }
}

impl fmt::Display for SetOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetOptionError::UnknownOption { name } => write!(f, "the engine has no option {name:?}"),
            SetOptionError::InvalidValue { declared, value } => {
                write!(f, "{:?} cannot be set to {value:?}: {}", declared.name.as_str(), declared.kind)
            }
        }
    }
}

impl std::error::Error for SetOptionError {}
