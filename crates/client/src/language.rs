//! The languages the program speaks.

/// A language there is a catalogue of words for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Korean, 한국어.
    Korean,
}

impl Language {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Language; 2] = [Language::English, Language::Korean];

    /// The code by which browsers and systems know it: `en`, `ko`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Korean => "ko",
        }
    }

    /// Reads a code, whatever follows it: `ko`, `ko-KR`, `ko_KR.UTF-8`.
    ///
    /// ```
    /// use client::Language;
    /// assert_eq!(Language::from_code("ko-KR"), Some(Language::Korean));
    /// assert_eq!(Language::from_code("kok"), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Language> {
        let word = code.trim().split(['-', '_', '.', '@']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(word))
    }
}
