//! Rules by which a bot accepts challenges.

use std::time::Duration;

use protocol::DeclineReason;

use super::wire::{Challenge, Mode, OpponentKind, SpeedKey, Variant};

/// Kinds of challenges that are accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChallengePolicy {
    pub(super) variants: Vec<Variant>,
    pub(super) speeds: Vec<SpeedKey>,
    pub(super) modes: Vec<Mode>,
    pub(super) opponents: Vec<OpponentKind>,
    /// Least initial time of a clock.
    pub(super) min_time: Option<Duration>,
    /// Greatest initial time of a clock.
    pub(super) max_time: Option<Duration>,
}

impl ChallengePolicy {
    /// The reason to decline a challenge; `None` if it is acceptable.
    pub(super) fn refusal(&self, challenge: &Challenge) -> Option<DeclineReason> {
        if !challenge.variant.is_some_and(|variant| self.variants.contains(&variant)) {
            return Some(DeclineReason::Variant);
        }
        if !challenge.speed.is_some_and(|speed| self.speeds.contains(&speed)) {
            return Some(DeclineReason::TimeControl);
        }
        if challenge.initial.zip(self.min_time).is_some_and(|(initial, least)| initial < least) {
            return Some(DeclineReason::TooFast);
        }
        if challenge.initial.zip(self.max_time).is_some_and(|(initial, most)| initial > most) {
            return Some(DeclineReason::TooSlow);
        }
        if !self.modes.contains(&challenge.mode) {
            return Some(match challenge.mode {
                Mode::Rated => DeclineReason::Casual,
                Mode::Casual => DeclineReason::Rated,
            });
        }
        if !self.opponents.contains(&challenge.challenger.kind) {
            return Some(match challenge.challenger.kind {
                OpponentKind::Bots => DeclineReason::NoBot,
                OpponentKind::People => DeclineReason::OnlyBot,
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bot::wire::{Opponent, StreamEvent};

    fn challenge(variant: &str, speed: &str, limit: u64, rated: bool, title: &str) -> Challenge {
        let line = format!(
            r#"{{"type":"challenge","challenge":{{"id":"abc","challenger":{{"id":"ann","name":"Ann",
                "title":{title}}},"variant":{{"key":"{variant}"}},"speed":"{speed}","rated":{rated},
                "timeControl":{{"type":"clock","limit":{limit},"increment":3,"show":"x"}}}}}}"#
        );
        match StreamEvent::parse(&line) {
            Ok(StreamEvent::Challenge(challenge)) => challenge,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn challenges_are_declined_with_the_reason_that_helps_the_sender() {
        let policy = ChallengePolicy {
            variants: vec![Variant::Standard, Variant::FromPosition],
            speeds: vec![SpeedKey::Blitz, SpeedKey::Rapid],
            modes: vec![Mode::Casual],
            opponents: vec![OpponentKind::People],
            min_time: Some(Duration::from_secs(180)),
            max_time: Some(Duration::from_secs(600)),
        };
        let check = |variant, speed, limit, rated, title, expected: Option<DeclineReason>| {
            let challenge = challenge(variant, speed, limit, rated, title);
            assert_eq!(policy.refusal(&challenge), expected, "{challenge:?}");
        };
        let (person, bot) = ("null", r#""BOT""#);
        check("standard", "blitz", 180, false, person, None);
        check("fromPosition", "rapid", 600, false, person, None);
        check("standard", "blitz", 180, false, r#""GM""#, None);
        check("chess960", "blitz", 180, false, person, Some(DeclineReason::Variant));
        check("atomic", "blitz", 180, false, person, Some(DeclineReason::Variant));
        check("standard", "bullet", 180, false, person, Some(DeclineReason::TimeControl));
        check("standard", "hyper", 180, false, person, Some(DeclineReason::TimeControl));
        check("standard", "blitz", 179, false, person, Some(DeclineReason::TooFast));
        check("standard", "blitz", 601, false, person, Some(DeclineReason::TooSlow));
        check("standard", "blitz", 180, true, person, Some(DeclineReason::Casual));
        check("standard", "blitz", 180, false, bot, Some(DeclineReason::NoBot));
        let rated_bots = ChallengePolicy {
            modes: vec![Mode::Rated],
            opponents: vec![OpponentKind::Bots],
            ..policy.clone()
        };
        let refusal = |rated, title| rated_bots.refusal(&challenge("standard", "blitz", 300, rated, title));
        assert_eq!(refusal(false, bot), Some(DeclineReason::Rated));
        assert_eq!(refusal(true, person), Some(DeclineReason::OnlyBot));
        assert_eq!(refusal(true, bot), None);
    }

    #[test]
    fn limits_of_the_clock_do_not_concern_games_without_one() {
        let policy = ChallengePolicy {
            variants: vec![Variant::Standard],
            speeds: vec![SpeedKey::Correspondence],
            modes: vec![Mode::Casual],
            opponents: vec![OpponentKind::People],
            min_time: Some(Duration::from_secs(180)),
            max_time: Some(Duration::from_secs(600)),
        };
        let opponent = Opponent { id: "ann".into(), name: "Ann".into(), kind: OpponentKind::People };
        let mut challenge = challenge("standard", "correspondence", 0, false, "null");
        assert_eq!(challenge.challenger, opponent);
        challenge.initial = None;
        assert_eq!(policy.refusal(&challenge), None);
    }
}
