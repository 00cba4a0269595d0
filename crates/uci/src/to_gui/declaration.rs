//! `option`: something that can be set.

use std::fmt;

use crate::tokens::Tokens;
use crate::{OptionName, ParseError, Text};

/// An option that an engine has, with its usual value and its limits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDeclaration {
    /// What it is called.
    pub name: OptionName,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The usual value.
        default: bool,
    },
    /// A number.
    Spin {
        /// The usual value.
        default: i64,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The usual value.
        default: Text,
        /// All of them.
        choices: Vec<Text>,
    },
    /// Nothing: it makes something happen.
    Button,
    /// Any text.
    String {
        /// The usual value; may be empty.
        default: Text,
    },
}

impl OptionKind {
    /// The value as the engine wants it, if the option takes it; `None` if not. Capitals do not count, but are mended.
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

    fn read(kind: &str, words: &mut Tokens<'_>) -> Option<OptionKind> {
        let OptionAttributes { default, min, max, choices } = OptionAttributes::read(words);
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

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";

/// The words at which a part of a declaration begins.
const ATTRIBUTE_NAMES: &[&str] = &["default", "min", "max", "var"];

/// What stands behind the type, each part up to the next.
#[derive(Default)]
struct OptionAttributes<'a> {
    default: &'a str,
    min: Option<&'a str>,
    max: Option<&'a str>,
    choices: Vec<&'a str>,
}

impl<'a> OptionAttributes<'a> {
    fn read(words: &mut Tokens<'a>) -> OptionAttributes<'a> {
        let mut details = OptionAttributes::default();
        while let Some(word) = words.next() {
            match word {
                "default" => details.default = words.take_before(ATTRIBUTE_NAMES),
                "min" => details.min = Some(words.take_before(ATTRIBUTE_NAMES)),
                "max" => details.max = Some(words.take_before(ATTRIBUTE_NAMES)),
                "var" => details.choices.push(words.take_before(ATTRIBUTE_NAMES)),
                _ => {}
            }
        }
        details
    }
}

impl OptionDeclaration {
    pub(crate) fn read(words: &mut Tokens<'_>) -> Result<OptionDeclaration, ParseError> {
        const INCOMPLETE: ParseError = ParseError::Incomplete { command: "option" };
        words.take_until("name");
        let name = OptionName::new(words.take_until("type")).ok_or(INCOMPLETE)?;
        let kind = words.next().and_then(|kind| OptionKind::read(kind, words)).ok_or(INCOMPLETE)?;
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
