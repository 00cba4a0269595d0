//! Adjudication: ends games that both engines agree are decided.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use rules::Color;

use crate::game_end::{EndReason, GameEnd};

/// Adjudication rules; `None` disables a rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Adjudication {
    /// Rule for decided games.
    pub resign: Option<ResignRule>,
    /// Rule for drawn games.
    pub draw: Option<DrawRule>,
    /// A game of this many full moves is a draw.
    pub max_moves: Option<NonZeroU32>,
}

/// A side is lost if both engines say so for some moves: `600:4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResignRule {
    /// Minimum score in centipawns.
    pub centipawns: u32,
    /// Minimum number of full moves.
    pub moves: NonZeroU32,
}

/// A game is drawn if both engines see an equal score for some moves: `10:8:40`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawRule {
    /// Maximum absolute score in centipawns.
    pub centipawns: u32,
    /// Minimum number of full moves.
    pub moves: NonZeroU32,
    /// First move of the game at which the rule applies.
    pub from: u32,
}

/// Number of consecutive plies with each kind of score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct AdjudicationState {
    white_winning: u32,
    black_winning: u32,
    balanced: u32,
}

impl AdjudicationState {
    /// The state after a move with a score from White's point of view.
    pub(crate) fn after_move(self, score: Option<i32>, rules: &Adjudication) -> AdjudicationState {
        let beyond = |score: Option<i32>| {
            let margin = rules.resign.map(|rule| i64::from(rule.centipawns));
            score.zip(margin).is_some_and(|(score, margin)| i64::from(score) >= margin)
        };
        let is_level = score
            .zip(rules.draw)
            .is_some_and(|(score, rule)| i64::from(score).abs() <= i64::from(rule.centipawns));
        let count = |holds: bool, before: u32| if holds { before.saturating_add(1) } else { 0 };
        AdjudicationState {
            white_winning: count(beyond(score), self.white_winning),
            black_winning: count(beyond(score.map(|score| score.saturating_neg())), self.black_winning),
            balanced: count(is_level, self.balanced),
        }
    }

    /// The end of the game after `moves` full moves, if a rule applies.
    pub(crate) fn end(self, moves: u32, rules: &Adjudication) -> Option<GameEnd> {
        let lasts = |plies: u32, moves: NonZeroU32| plies / 2 >= moves.get();
        if let Some(rule) = rules.resign {
            for (winner, plies) in [(Color::White, self.white_winning), (Color::Black, self.black_winning)] {
                if lasts(plies, rule.moves) {
                    return Some(GameEnd { winner: Some(winner), reason: EndReason::ResignRule });
                }
            }
        }
        let is_level = rules.draw.is_some_and(|rule| moves >= rule.from && lasts(self.balanced, rule.moves));
        let is_long = rules.max_moves.is_some_and(|longest| moves >= longest.get());
        let reason = match (is_level, is_long) {
            (true, _) => EndReason::DrawRule,
            (false, true) => EndReason::MoveLimit,
            (false, false) => return None,
        };
        Some(GameEnd { winner: None, reason })
    }
}

/// `CENTIPAWNS:MOVES`
impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<ResignRule, String> {
        let read = || {
            let (centipawns, moves) = text.split_once(':')?;
            Some(ResignRule { centipawns: centipawns.parse().ok()?, moves: moves.parse().ok()? })
        };
        read().ok_or_else(|| "expected centipawns and moves such as 600:4".to_owned())
    }
}

/// `CENTIPAWNS:MOVES:FROM`
impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<DrawRule, String> {
        let read = || {
            let mut parts = text.split(':');
            let level = DrawRule {
                centipawns: parts.next()?.parse().ok()?,
                moves: parts.next()?.parse().ok()?,
                from: parts.next()?.parse().ok()?,
            };
            parts.next().is_none().then_some(level)
        };
        read().ok_or_else(|| "expected centipawns, moves and the first move such as 10:8:40".to_owned())
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.centipawns, self.moves)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.centipawns, self.moves, self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Adjudication {
        Adjudication {
            resign: "500:2".parse().ok(),
            draw: "10:2:3".parse().ok(),
            max_moves: NonZeroU32::new(50),
        }
    }

    /// Adjudicates a game with these scores.
    fn check(scores: &[i32], moves: u32, expected: Option<(Option<Color>, EndReason)>) {
        let state = scores.iter().fold(AdjudicationState::default(), |state, &score| {
            state.after_move((score != i32::MAX).then_some(score), &rules())
        });
        let end = state.end(moves, &rules());
        assert_eq!(end.map(|end| (end.winner, end.reason)), expected, "{scores:?}");
    }

    #[test]
    fn resignation_needs_both_engines_for_enough_moves() {
        let lost = |winner| Some((Some(winner), EndReason::ResignRule));
        check(&[500, 600, 501, 30000], 9, lost(Color::White));
        check(&[-500, -600, -501, i32::MIN], 9, lost(Color::Black));
        check(&[500, 600, 501], 9, None);
        check(&[500, 600, 499, 501], 9, None);
        check(&[500, -600, 501, -600], 9, None);
        check(&[500, 600, i32::MAX, 501, 501], 9, None);
    }

    #[test]
    fn draw_rule_and_move_limit() {
        check(&[0, 10, -10, 3], 3, Some((None, EndReason::DrawRule)));
        check(&[0, 10, -10, 3], 2, None);
        check(&[0, 11, -10, 3], 3, None);
        check(&[90], 50, Some((None, EndReason::MoveLimit)));
        check(&[90], 49, None);
    }

    #[test]
    fn adjudication_rules_parse() {
        assert!("600".parse::<ResignRule>().is_err() && "600:0".parse::<ResignRule>().is_err());
        assert!("10:8".parse::<DrawRule>().is_err() && "10:8:1:1".parse::<DrawRule>().is_err());
        assert_eq!("10:8:40".parse::<DrawRule>().unwrap().to_string(), "10:8:40");
        assert_eq!("600:4".parse::<ResignRule>().unwrap().to_string(), "600:4");
    }
}
