//! Typed values as sentences: [`Locale::status`], [`Locale::refusal`], [`Locale::announce_move`] and so on. Texts without
//! placeholders are a [`MessageKey`].
//!
//! The texts are in the catalogues of the crate `texts`; this module holds none. A file here is about one topic, and every
//! key stands in the code as a whole, so that it can be found by searching for it.
//!
//! ```
//! use client::{Language, Locale, MessageKey};
//! use rules::{Position, Square};
//!
//! let english = Locale::new(Language::English);
//! let korean = Locale::new(Language::from_code("ko_KR.UTF-8").unwrap_or_default());
//! assert_eq!(korean.message(MessageKey::NewGame), "새 대국");
//!
//! let refusal = Position::start().explain(Square::A1, Square::A5, None).unwrap_err();
//! assert_eq!(english.refusal(&refusal), "The rook on a1 is blocked by the pawn on a2.");
//! assert_eq!(korean.refusal(&refusal), "a1의 룩 앞을 a2의 폰이 막고 있습니다.");
//! ```

mod analysis;
mod announcements;
mod challenges;
mod clocks;
mod club;
mod computer;
mod editor;
mod endings;
mod fen_errors;
mod game_actions;
mod game_info;
mod learn;
mod moves;
mod new_game_form;
mod online;
mod pgn_errors;
mod pieces;
mod practice;
mod puzzles;
mod refusals;
mod review;
mod square_labels;
mod typed_moves;

use std::fmt::Display;

use texts::MessageKey;

use crate::Language;

pub use editor::EditorMarks;
pub use square_labels::SquareLabel;

/// The texts of one language, filled in with typed values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Locale {
    language: Language,
}

impl Locale {
    /// The texts of a language.
    #[must_use]
    pub const fn new(language: Language) -> Locale {
        Locale { language }
    }

    /// The language.
    #[must_use]
    pub const fn language(self) -> Language {
        self.language
    }

    /// A message without placeholders.
    #[must_use]
    pub fn message(self, key: MessageKey) -> &'static str {
        self.text(key.key())
    }

    /// The text under a key of the catalogue `base`.
    pub(crate) fn text(self, key: &'static str) -> &'static str {
        texts::base(self.language).text(key)
    }

    /// The text under a key with its placeholders replaced.
    fn fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        texts::fill(self.text(key), values)
    }

    /// The plural form for `count` under a key, with its placeholders replaced.
    fn fill_plural(self, key: &'static str, count: u64, values: &[(&str, &dyn Display)]) -> String {
        let category = (self.language.plural_rule().category)(count);
        texts::fill(texts::base(self.language).plural(key, category), values)
    }
}
