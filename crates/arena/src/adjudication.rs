//! When a game is not worth going on. Only what both players say counts: it takes the scores of both, move after move.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use rules::Color;

use crate::end::{End, Reason};

/// The rules by which games are ended early; by none if nothing is said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Adjudication {
    /// When a side is lost.
    pub hopeless: Option<Hopeless>,
    /// When nobody will win.
    pub level: Option<Level>,
    /// A game with so many moves of each side is a draw.
    pub longest: Option<NonZeroU32>,
}

/// A side is lost when both players have said so for some moves: `600:4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hopeless {
    /// By so much, in hundredths of a pawn.
    pub centipawns: u32,
    /// For so many moves of each side.
    pub moves: NonZeroU32,
}

/// Nobody will win when both players have seen little between them for some moves: `10:8:40`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// No more than so much, in hundredths of a pawn.
    pub centipawns: u32,
    /// For so many moves of each side.
    pub moves: NonZeroU32,
    /// Not before this move of the game.
    pub from: u32,
}

/// How long which opinion has lasted, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Opinions {
    white_wins: u32,
    black_wins: u32,
    level: u32,
}

impl Opinions {
    /// The opinions after a move whose maker has said a score, from White's side.
    pub(crate) fn after(self, score: Option<i32>, rules: &Adjudication) -> Opinions {
        let beyond = |score: Option<i32>| {
            let margin = rules.hopeless.map(|rule| i64::from(rule.centipawns));
            score.zip(margin).is_some_and(|(score, margin)| i64::from(score) >= margin)
        };
        let is_level = score
            .zip(rules.level)
            .is_some_and(|(score, rule)| i64::from(score).abs() <= i64::from(rule.centipawns));
        let count = |holds: bool, before: u32| if holds { before.saturating_add(1) } else { 0 };
        Opinions {
            white_wins: count(beyond(score), self.white_wins),
            black_wins: count(beyond(score.map(|score| score.saturating_neg())), self.black_wins),
            level: count(is_level, self.level),
        }
    }

    /// Whether the game is ended now, after so many moves of each side.
    pub(crate) fn end(self, moves: u32, rules: &Adjudication) -> Option<End> {
        let lasts = |plies: u32, moves: NonZeroU32| plies / 2 >= moves.get();
        if let Some(rule) = rules.hopeless {
            for (winner, plies) in [(Color::White, self.white_wins), (Color::Black, self.black_wins)] {
                if lasts(plies, rule.moves) {
                    return Some(End { winner: Some(winner), reason: Reason::Hopeless });
                }
            }
        }
        let is_level = rules.level.is_some_and(|rule| moves >= rule.from && lasts(self.level, rule.moves));
        let is_long = rules.longest.is_some_and(|longest| moves >= longest.get());
        let reason = match (is_level, is_long) {
            (true, _) => Reason::Level,
            (false, true) => Reason::TooLong,
            (false, false) => return None,
        };
        Some(End { winner: None, reason })
    }
}

/// `CENTIPAWNS:MOVES`
impl FromStr for Hopeless {
    type Err = String;

    fn from_str(text: &str) -> Result<Hopeless, String> {
        let read = || {
            let (centipawns, moves) = text.split_once(':')?;
            Some(Hopeless { centipawns: centipawns.parse().ok()?, moves: moves.parse().ok()? })
        };
        read().ok_or_else(|| "expected centipawns and moves such as 600:4".to_owned())
    }
}

/// `CENTIPAWNS:MOVES:FROM`
impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let read = || {
            let mut parts = text.split(':');
            let level = Level {
                centipawns: parts.next()?.parse().ok()?,
                moves: parts.next()?.parse().ok()?,
                from: parts.next()?.parse().ok()?,
            };
            parts.next().is_none().then_some(level)
        };
        read().ok_or_else(|| "expected centipawns, moves and the first move such as 10:8:40".to_owned())
    }
}

impl fmt::Display for Hopeless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.centipawns, self.moves)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.centipawns, self.moves, self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Adjudication {
        Adjudication {
            hopeless: "500:2".parse().ok(),
            level: "10:2:3".parse().ok(),
            longest: NonZeroU32::new(50),
        }
    }

    /// How a game with these scores is ended, at its end.
    fn check(scores: &[i32], moves: u32, expected: Option<(Option<Color>, Reason)>) {
        let opinions = scores.iter().fold(Opinions::default(), |opinions, &score| {
            opinions.after((score != i32::MAX).then_some(score), &rules())
        });
        let end = opinions.end(moves, &rules());
        assert_eq!(end.map(|end| (end.winner, end.reason)), expected, "{scores:?}");
    }

    #[test]
    fn both_have_to_agree_for_long_enough() {
        let lost = |winner| Some((Some(winner), Reason::Hopeless));
        check(&[500, 600, 501, 30000], 9, lost(Color::White));
        check(&[-500, -600, -501, i32::MIN], 9, lost(Color::Black));
        check(&[500, 600, 501], 9, None);
        check(&[500, 600, 499, 501], 9, None);
        check(&[500, -600, 501, -600], 9, None);
        check(&[500, 600, i32::MAX, 501, 501], 9, None);
    }

    #[test]
    fn draws() {
        check(&[0, 10, -10, 3], 3, Some((None, Reason::Level)));
        check(&[0, 10, -10, 3], 2, None);
        check(&[0, 11, -10, 3], 3, None);
        check(&[90], 50, Some((None, Reason::TooLong)));
        check(&[90], 49, None);
    }

    #[test]
    fn rules_are_read() {
        assert!("600".parse::<Hopeless>().is_err() && "600:0".parse::<Hopeless>().is_err());
        assert!("10:8".parse::<Level>().is_err() && "10:8:1:1".parse::<Level>().is_err());
        assert_eq!("10:8:40".parse::<Level>().unwrap().to_string(), "10:8:40");
        assert_eq!("600:4".parse::<Hopeless>().unwrap().to_string(), "600:4");
    }
}
