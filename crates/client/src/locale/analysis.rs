//! The analysis board: what stands around it, and what a position is worth in words.

use game::pgn::EvalScore;
use rules::Color;
use texts::AnalysisMessageKey;

use super::Locale;
use crate::review::MoveGrade;

impl Locale {
    /// A text that is always the same.
    #[must_use]
    pub fn analysis_message(self, key: AnalysisMessageKey) -> &'static str {
        self.club_text(key.key())
    }

    /// Who stands how much better, for those who listen.
    #[must_use]
    pub fn spoken_evaluation(self, verdict: EvalScore) -> String {
        let side = |lead: i32| self.color(if lead < 0 { Color::Black } else { Color::White });
        match verdict {
            EvalScore::Mate(moves) => {
                self.club_fill("analysis.mates", &[("side", &side(moves)), ("moves", &moves.unsigned_abs())])
            }
            EvalScore::Centipawns(-9..=9) => self.club_text("analysis.even").to_owned(),
            EvalScore::Centipawns(lead) => {
                let pawns = format!("{}.{:02}", lead.abs() / 100, lead.abs() % 100);
                self.club_fill("analysis.ahead", &[("side", &side(lead)), ("pawns", &pawns)])
            }
        }
    }

    /// White's share of the chances, from 0 to 1.
    #[must_use]
    pub fn win_chance(self, white: f64) -> String {
        self.club_fill("analysis.chance", &[("number", &((white * 100.0).round() as u32))])
    }

    /// How deep somebody looked, and at how many positions.
    #[must_use]
    pub fn depth_and_nodes(self, depth: u8, nodes: u64) -> String {
        let count = match nodes {
            ..10_000 => nodes.to_string(),
            10_000..10_000_000 => format!("{}\u{a0}k", nodes / 1000),
            _ => format!("{}\u{a0}M", nodes / 1_000_000),
        };
        self.club_fill("analysis.effort", &[("depth", &depth), ("nodes", &count)])
    }

    /// How far a review has come.
    #[must_use]
    pub fn review_progress(self, done: usize, all: usize) -> String {
        self.club_fill("analysis.reviewed", &[("done", &done), ("all", &all)])
    }

    /// What should have been played.
    #[must_use]
    pub fn better_move(self, san: &str) -> String {
        self.club_fill("analysis.better", &[("san", &san)])
    }

    /// How bad a move was, in a word; nothing for one that was not.
    #[must_use]
    pub fn grade(self, grade: MoveGrade) -> &'static str {
        match grade {
            MoveGrade::Good => "",
            MoveGrade::Inaccuracy => self.club_text("analysis.inaccuracy"),
            MoveGrade::Mistake => self.club_text("analysis.mistake"),
            MoveGrade::Blunder => self.club_text("analysis.blunder"),
        }
    }

    /// A side's accuracy, out of 100.
    #[must_use]
    pub fn accuracy(self, percent: f64) -> String {
        self.club_fill("analysis.percent", &[("number", &(percent.round() as u32))])
    }

    /// Who stands how much better as players write it, with a true minus: `+0.35`, `#−3`.
    #[must_use]
    pub fn written_evaluation(self, verdict: EvalScore) -> String {
        let sign = |lead: i32, ahead: &'static str| match lead {
            ..0 => "\u{2212}",
            0 => "",
            1.. => ahead,
        };
        match verdict {
            EvalScore::Centipawns(lead) => {
                format!("{}{}.{:02}", sign(lead, "+"), lead.abs() / 100, lead.abs() % 100)
            }
            EvalScore::Mate(moves) => format!("#{}{}", sign(moves, ""), moves.unsigned_abs()),
        }
    }
}
