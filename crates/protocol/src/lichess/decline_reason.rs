//! Keys of the reasons for declining a challenge.

use crate::DeclineReason;

impl DeclineReason {
    /// All reasons of the Lichess API.
    pub const ALL: [DeclineReason; 11] = [
        DeclineReason::Generic,
        DeclineReason::Later,
        DeclineReason::TooFast,
        DeclineReason::TooSlow,
        DeclineReason::TimeControl,
        DeclineReason::Rated,
        DeclineReason::Casual,
        DeclineReason::Standard,
        DeclineReason::Variant,
        DeclineReason::NoBot,
        DeclineReason::OnlyBot,
    ];

    /// Key in the Lichess API; that of no particular reason if the reason is of a newer server.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            DeclineReason::Generic | DeclineReason::Unknown => "generic",
            DeclineReason::Later => "later",
            DeclineReason::TooFast => "tooFast",
            DeclineReason::TooSlow => "tooSlow",
            DeclineReason::TimeControl => "timeControl",
            DeclineReason::Rated => "rated",
            DeclineReason::Casual => "casual",
            DeclineReason::Standard => "standard",
            DeclineReason::Variant => "variant",
            DeclineReason::NoBot => "noBot",
            DeclineReason::OnlyBot => "onlyBot",
        }
    }

    /// The reason with this key, in any case.
    #[must_use]
    pub fn from_key(key: &str) -> Option<DeclineReason> {
        DeclineReason::ALL.into_iter().find(|reason| reason.key().eq_ignore_ascii_case(key))
    }
}
