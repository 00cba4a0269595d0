//! Challenges.

use protocol::{DeclineReason, GameSetup, PlayerInfo, RatingMode, StartPosition};
use texts::ClubMessageKey;

use super::Locale;
use crate::online::{ChallengeNews, ChallengeNewsKind};

impl Locale {
    /// Setup of a game in one line: time control, ruleset unless standard, rated or casual.
    #[must_use]
    pub fn game_terms(self, terms: &GameSetup) -> String {
        let ruleset = match terms.start {
            StartPosition::Standard => None,
            StartPosition::Chess960 { .. } => Some(game::Ruleset::Chess960),
            StartPosition::FromPosition { .. } => Some(game::Ruleset::FromPosition),
            StartPosition::KingCapture { .. } => Some(game::Ruleset::KingCapture),
        };
        self.join_terms(self.time_control(&terms.control.get()), ruleset, terms.stakes)
    }

    /// Joins a time control with the ruleset, if any, and the rating mode.
    #[must_use]
    pub fn join_terms(self, time: String, ruleset: Option<game::Ruleset>, stakes: RatingMode) -> String {
        let stakes = self.club_message(match stakes {
            RatingMode::Casual => ClubMessageKey::Casual,
            RatingMode::Rated => ClubMessageKey::Rated,
        });
        match ruleset {
            None => format!("{time} · {stakes}"),
            Some(ruleset) => format!("{time} · {} · {stakes}", self.ruleset(ruleset)),
        }
    }

    /// Says what happened to a challenge.
    #[must_use]
    pub fn challenge_news(self, news: &ChallengeNews) -> String {
        let name = self.player_name(&news.opponent);
        let key = match news.kind {
            ChallengeNewsKind::Received => {
                let terms = self.game_terms(&news.challenge.terms);
                return self.club_fill("challenge.received", &[("name", &name), ("terms", &terms)]);
            }
            ChallengeNewsKind::Declined(reason) => match self.decline_reason(reason) {
                Some(reason) => {
                    let values: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("reason", &reason)];
                    return self.club_fill("challenge.declined-because", &values);
                }
                None => "challenge.declined",
            },
            ChallengeNewsKind::Accepted => "challenge.accepted",
            ChallengeNewsKind::Canceled => "challenge.canceled",
            ChallengeNewsKind::SentExpired => "challenge.sent-expired",
            ChallengeNewsKind::ReceivedExpired => "challenge.received-expired",
        };
        self.club_fill(key, &[("name", &name)])
    }

    /// Says that a game begins when a player accepts the challenge.
    #[must_use]
    pub fn challenge_about(self, player: &PlayerInfo) -> String {
        self.club_fill("challenge.about", &[("name", &self.player_name(player))])
    }

    /// The words of a player who declines, if a reason was given.
    fn decline_reason(self, reason: DeclineReason) -> Option<&'static str> {
        Some(self.club_text(match reason {
            DeclineReason::Generic | DeclineReason::Unknown => return None,
            DeclineReason::Later => "challenge.later",
            DeclineReason::TooFast => "challenge.too-fast",
            DeclineReason::TooSlow => "challenge.too-slow",
            DeclineReason::TimeControl => "challenge.time-control",
            DeclineReason::Rated => "challenge.rated",
            DeclineReason::Casual => "challenge.casual",
            DeclineReason::Standard => "challenge.standard",
            DeclineReason::Variant => "challenge.variant",
            DeclineReason::NoBot => "challenge.no-bot",
            DeclineReason::OnlyBot => "challenge.only-bot",
        }))
    }
}
