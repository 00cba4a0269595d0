//! The words: all text that a player sees or hears, in every language we speak.
//!
//! The texts stand in the catalogues under `texts/`, one file a language, so that a translator needs no code and the
//! code holds no text. Here typed values become sentences: [`Words::status`], [`Words::refusal`],
//! [`Words::announce_move`] and so on; what needs no value is a [`Phrase`].
//!
//! ```
//! use client::{Language, Phrase, Words};
//! use rules::{Position, Square};
//!
//! let english = Words::new(Language::English);
//! let korean = Words::new(Language::from_code("ko_KR.UTF-8").unwrap_or_default());
//! assert_eq!(korean.phrase(Phrase::NewGame), "새 대국");
//!
//! let refusal = Position::start().explain(Square::A1, Square::A5, None).unwrap_err();
//! assert_eq!(english.refusal(&refusal), "The rook on a1 is blocked by the pawn on a2.");
//! assert_eq!(korean.refusal(&refusal), "a1의 룩 앞을 a2의 폰이 막고 있습니다.");
//! ```

mod message_key;

// What is said, by what it is about.
mod game_actions;
mod analysis;
mod announcements;
mod clocks;
mod endings;
mod fen_errors;
mod new_game_form;
mod moves;
mod club;
#[cfg(feature = "online")]
mod online;
mod computer;
mod review;
mod pgn_errors;
mod pieces;
mod refusals;
mod settings;
mod square_labels;
mod game_info;
mod typed_moves;

// How texts are found and filled in.
mod catalogue;
mod korean_particles;
mod template;

use std::fmt::Display;

pub use analysis::AnalysisMessageKey;
pub use club::ClubMessageKey;
pub use computer::ComputerMessageKey;
pub use message_key::MessageKey;
pub use square_labels::SquareLabel;

use crate::Language;

/// A voice in one language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Locale {
    language: Language,
}

impl Locale {
    /// The words of a language.
    #[must_use]
    pub const fn new(language: Language) -> Locale {
        Locale { language }
    }

    /// The language spoken.
    #[must_use]
    pub const fn language(self) -> Language {
        self.language
    }

    /// A text that is always the same.
    #[must_use]
    pub fn message(self, phrase: MessageKey) -> &'static str {
        self.text(phrase.key())
    }

    /// The text under a key; the key itself if there is none, which the tests rule out.
    fn text(self, key: &'static str) -> &'static str {
        catalogue::base(self.language).get(key).unwrap_or(key)
    }

    /// The text under a key with its braces filled in.
    fn fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        template::fill(self.text(key), values)
    }
}
