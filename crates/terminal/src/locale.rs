//! The texts that only the terminal has, from the catalogue `terminal`. All other texts come from the client's `Locale`.

mod player_names;

use std::fmt::Display;

use openings::Opening;
use texts::{Language, TerminalMessageKey};

use crate::EngineOptions;

/// The texts of the terminal in one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TerminalLocale {
    language: Language,
}

impl TerminalLocale {
    pub(crate) const fn new(language: Language) -> TerminalLocale {
        TerminalLocale { language }
    }

    /// A message without placeholders.
    pub(crate) fn get(self, key: TerminalMessageKey) -> &'static str {
        texts::terminal(self.language).text(key.key())
    }

    /// A message with its placeholders replaced.
    pub(crate) fn fill(self, key: TerminalMessageKey, values: &[(&str, &dyn Display)]) -> String {
        texts::fill(self.get(key), values)
    }

    /// Code and name of an opening: `B20 Sicilian Defense`.
    pub(crate) fn opening(self, opening: &Opening) -> String {
        let korean = if self.language == Language::Korean { opening.korean() } else { None };
        format!("{} {}", opening.eco, korean.as_deref().unwrap_or(opening.name))
    }

    /// Says how to resume a saved game, with the engine as opponent if there is one.
    pub(crate) fn resume_hint(self, engine: Option<&EngineOptions>) -> String {
        let resume = "hanpan play --resume".to_owned();
        let command = engine.map_or(resume.clone(), |engine| format!("{resume} {}", engine.command_line()));
        self.fill(TerminalMessageKey::GameSaved, &[("command", &command)])
    }
}
