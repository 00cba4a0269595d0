//! `option`: declaration of an option.

use std::fmt;

use crate::tokens::Tokens;
use crate::{OptionName, ParseError, Text};

/// An option of an engine with its type and default.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDeclaration {
    /// Name.
    pub name: OptionName,
    /// Type.
    pub kind: OptionKind,
}

/// Type of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// A boolean.
    Check {
        /// Default value.
        default: bool,
    },
    /// An integer in a range.
    Spin {
        /// Default value.
        default: i64,
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
    /// One of several values.
    Combo {
        /// Default value.
        default: Text,
        /// Allowed values.
        choices: Vec<Text>,
    },
    /// An action without a value.
    Button,
    /// A string.
    String {
        /// Default value; may be empty.
        default: Text,
    },
}

impl OptionKind {
    /// Validates a value and returns it in the engine's spelling; `None` if it is not accepted. Case is
    /// ignored.
    #[must_use]
    pub fn accept(&self, value: &str) -> Option<Text> {
        let value = Text::new(value);
        match self {
            OptionKind::Check { .. } => {
                let known =
                    ["true", "false"].into_iter().find(|word| word.eq_ignore_ascii_case(value.as_str()));
                known.map(Text::new)
            }
            OptionKind::Spin { min, max, .. } => {
                let number: i64 = value.as_str().parse().ok()?;
                (min..=max).contains(&&number).then(|| Text::new(&number.to_string()))
            }
            OptionKind::Combo { choices, .. } => {
                choices.iter().find(|choice| choice.as_str().eq_ignore_ascii_case(value.as_str())).cloned()
            }
            OptionKind::Button => None,
            OptionKind::String { .. } => Some(value),
        }
    }

    fn read(kind: &str, tokens: &mut Tokens<'_>) -> Option<OptionKind> {
        let OptionAttributes { default, min, max, choices } = OptionAttributes::read(tokens);
        let number = |text: &str| text.parse().ok();
        Some(match kind {
            "check" => OptionKind::Check { default: default == "true" },
            "spin" => {
                let min = min.and_then(number).unwrap_or(i64::MIN);
                let max = max.and_then(number).unwrap_or(i64::MAX);
                OptionKind::Spin { default: number(default).unwrap_or_default(), min, max }
            }
            "combo" => OptionKind::Combo {
                default: Text::new(default),
                choices: choices.into_iter().map(Text::new).collect(),
            },
            "button" => OptionKind::Button,
            "string" => {
                OptionKind::String { default: Text::new(if default == EMPTY { "" } else { default }) }
            }
            _ => return None,
        })
    }
}

/// Notation of the empty string.
const EMPTY: &str = "<empty>";

/// Keywords of a declaration.
const ATTRIBUTE_NAMES: &[&str] = &["default", "min", "max", "var"];

/// Attributes after the type.
#[derive(Default)]
struct OptionAttributes<'a> {
    default: &'a str,
    min: Option<&'a str>,
    max: Option<&'a str>,
    choices: Vec<&'a str>,
}

impl<'a> OptionAttributes<'a> {
    fn read(tokens: &mut Tokens<'a>) -> OptionAttributes<'a> {
        let mut details = OptionAttributes::default();
        while let Some(word) = tokens.next() {
            match word {
                "default" => details.default = tokens.take_before(ATTRIBUTE_NAMES),
                "min" => details.min = Some(tokens.take_before(ATTRIBUTE_NAMES)),
                "max" => details.max = Some(tokens.take_before(ATTRIBUTE_NAMES)),
                "var" => details.choices.push(tokens.take_before(ATTRIBUTE_NAMES)),
                _ => {}
            }
        }
        details
    }
}

impl OptionDeclaration {
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<OptionDeclaration, ParseError> {
        const INCOMPLETE: ParseError = ParseError::Incomplete { command: "option" };
        tokens.take_until("name");
        let name = OptionName::new(tokens.take_until("type")).ok_or(INCOMPLETE)?;
        let kind = tokens.next().and_then(|kind| OptionKind::read(kind, tokens)).ok_or(INCOMPLETE)?;
        Ok(OptionDeclaration { name, kind })
    }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", self.name, self.kind)
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ToGui;

    #[test]
    fn values_are_accepted_only_if_valid() {
        for (kind, value, expected) in [
            ("check default true", "FALSE", Some("false")),
            ("check default true", "yes", None),
            ("spin default 1 min 1 max 8", " 8 ", Some("8")),
            ("spin default 1 min 1 max 8", "9", None),
            ("spin default 1 min 1 max 8", "eight", None),
            ("spin default 1", "9000", Some("9000")),
            ("combo default Normal var Solid var Very Risky", "very risky", Some("Very Risky")),
            ("combo default Normal var Solid", "Normal", None),
            ("button", "", None),
            ("string default <empty>", "a\nquit", Some("a quit")),
        ] {
            let Ok(ToGui::Option(option)) = format!("option name X type {kind}").parse() else {
                panic!("{kind}");
            };
            assert_eq!(option.kind.accept(value).as_ref().map(Text::as_str), expected, "{kind}: {value}");
        }
    }
}
