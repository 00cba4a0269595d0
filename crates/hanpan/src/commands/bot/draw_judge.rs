//! Answers to draw offers, from the engine's own scores.

use std::collections::VecDeque;
use std::str::FromStr;

use uci::Score;

/// Moves in a row whose score must be low.
const SPAN: usize = 4;

/// Score up to which a draw is good enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DrawScore {
    /// At most this many centipawns for the bot.
    AtMost(i32),
    /// No draw is accepted or claimed.
    Never,
}

/// Keeps the last scores of the bot in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DrawJudge {
    limit: DrawScore,
    /// Centipawns for the bot, the latest last.
    recent: VecDeque<i32>,
}

impl DrawJudge {
    pub(super) fn new(limit: DrawScore) -> DrawJudge {
        DrawJudge { limit, recent: VecDeque::new() }
    }

    /// Notes the score of a move; `None` if the engine gave none.
    pub(super) fn add(&mut self, score: Option<Score>) {
        let Some(score) = score else {
            self.recent.clear();
            return;
        };
        if self.recent.len() == SPAN {
            self.recent.pop_front();
        }
        self.recent.push_back(match score {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => i32::MIN,
        });
    }

    /// True if an offered draw is accepted: the bot has not been better for a few moves.
    pub(super) fn accepts_offer(&self) -> bool {
        self.recent.len() == SPAN && self.recent.iter().all(|&score| self.is_low(score))
    }

    /// True if a draw that the rules give is claimed: the bot is not better now.
    pub(super) fn claims_draw(&self) -> bool {
        self.recent.back().is_some_and(|&score| self.is_low(score))
    }

    fn is_low(&self, score: i32) -> bool {
        match self.limit {
            DrawScore::AtMost(limit) => score <= limit,
            DrawScore::Never => false,
        }
    }
}

/// Parses centipawns or `never`.
impl FromStr for DrawScore {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<DrawScore, &'static str> {
        match text {
            "never" => Ok(DrawScore::Never),
            _ => text.parse().map(DrawScore::AtMost).map_err(|_| "expected centipawns or never"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_accepted_after_four_low_scores() {
        let check = |limit: &str, scores: &[Score], offer: bool, claim: bool| {
            let mut judge = DrawJudge::new(limit.parse().unwrap());
            scores.iter().for_each(|&score| judge.add(Some(score)));
            assert_eq!((judge.accepts_offer(), judge.claims_draw()), (offer, claim), "{limit} {scores:?}");
        };
        let pawns = |scores: &[i32]| scores.iter().map(|&score| Score::Centipawns(score)).collect::<Vec<_>>();
        check("10", &[], false, false);
        check("10", &pawns(&[0, 0, 0]), false, true);
        check("10", &pawns(&[0, 5, -80, 10]), true, true);
        check("10", &pawns(&[0, 11, 0, 0]), false, true);
        check("10", &pawns(&[90, 0, 0, 0, 0]), true, true);
        check("-50", &pawns(&[-60, -60, -60, -49]), false, false);
        check("10", &[Score::Mate(3); 4], false, false);
        check("10", &[Score::Mate(-3); 4], true, true);
        check("never", &pawns(&[-900, -900, -900, -900]), false, false);
    }

    #[test]
    fn a_move_without_a_score_begins_the_count_again() {
        let mut judge = DrawJudge::new(DrawScore::AtMost(10));
        (0..SPAN).for_each(|_| judge.add(Some(Score::Centipawns(0))));
        judge.add(None);
        assert!(!judge.accepts_offer() && !judge.claims_draw());
    }

    #[test]
    fn draw_scores_are_centipawns_or_never() {
        let check = |text: &str, expected| assert_eq!(text.parse::<DrawScore>().ok(), expected, "{text}");
        check("10", Some(DrawScore::AtMost(10)));
        check("-25", Some(DrawScore::AtMost(-25)));
        check("never", Some(DrawScore::Never));
        check("0.1", None);
        check("", None);
    }
}
