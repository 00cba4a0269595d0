//! The analysis board: messages, evaluations and grades.

use std::fmt::Display;

use game::pgn::EvalScore;
use rules::Color;
use tablebase::Outcome;
use texts::AnalysisMessageKey;

use super::Locale;
use crate::review::MoveGrade;

impl Locale {
    /// A message without placeholders.
    #[must_use]
    pub fn analysis_message(self, key: AnalysisMessageKey) -> &'static str {
        self.analysis_text(key.key())
    }

    /// An evaluation for screen readers: "White is better by 0.35".
    #[must_use]
    pub fn spoken_evaluation(self, verdict: EvalScore) -> String {
        let side = |lead: i32| self.color(if lead < 0 { Color::Black } else { Color::White });
        match verdict {
            EvalScore::Mate(moves) => self
                .analysis_fill("analysis.mates", &[("side", &side(moves)), ("moves", &moves.unsigned_abs())]),
            EvalScore::Centipawns(-9..=9) => self.analysis_text("analysis.even").to_owned(),
            EvalScore::Centipawns(lead) => {
                let pawns = format!("{}.{:02}", lead.abs() / 100, lead.abs() % 100);
                self.analysis_fill("analysis.ahead", &[("side", &side(lead)), ("pawns", &pawns)])
            }
        }
    }

    /// An outcome of the endgame table: "White mates in 12", "Drawn with best play".
    #[must_use]
    pub fn table_outcome(self, outcome: Outcome, turn: Color) -> String {
        let mates = |side: Color| {
            let moves = outcome.moves_to_mate().unwrap_or_default();
            self.analysis_fill("analysis.mates", &[("side", &self.color(side)), ("moves", &moves)])
        };
        match outcome {
            Outcome::Win(_) => mates(turn),
            Outcome::Loss(_) => mates(!turn),
            Outcome::Draw => self.analysis_message(AnalysisMessageKey::TableDraw).to_owned(),
        }
    }

    /// The outcome of a move for the side that plays it: "wins in 12".
    #[must_use]
    pub fn table_move(self, outcome: Outcome) -> String {
        let moves = outcome.moves_to_mate().unwrap_or_default();
        match outcome {
            Outcome::Win(_) => self.analysis_fill("analysis.table-win", &[("moves", &moves)]),
            Outcome::Loss(_) => self.analysis_fill("analysis.table-loss", &[("moves", &moves)]),
            Outcome::Draw => self.analysis_text("analysis.table-even").to_owned(),
        }
    }

    /// Progress of solving an endgame, in percent.
    #[must_use]
    pub fn table_progress(self, percent: u8) -> String {
        self.analysis_fill("analysis.table-building", &[("percent", &percent)])
    }

    /// White's winning chances; `white` is between 0 and 1.
    #[must_use]
    pub fn win_chance(self, white: f64) -> String {
        self.analysis_fill("analysis.chance", &[("number", &((white * 100.0).round() as u32))])
    }

    /// Search depth and number of nodes: "depth 12 · 340 k nodes".
    #[must_use]
    pub fn depth_and_nodes(self, depth: u8, nodes: u64) -> String {
        let count = match nodes {
            ..10_000 => nodes.to_string(),
            10_000..10_000_000 => format!("{}\u{a0}k", nodes / 1000),
            _ => format!("{}\u{a0}M", nodes / 1_000_000),
        };
        self.analysis_fill("analysis.effort", &[("depth", &depth), ("nodes", &count)])
    }

    /// Results of the games of a move in percent: "White wins 40 %, draws 25 %, Black wins 35 %".
    #[must_use]
    pub fn results_in_percent(self, white: u64, draws: u64, black: u64) -> String {
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("white", &white), ("draws", &draws), ("black", &black)];
        self.analysis_fill("analysis.explorer-shares", &values)
    }

    /// Progress of a review, in positions.
    #[must_use]
    pub fn review_progress(self, done: usize, all: usize) -> String {
        self.analysis_fill("analysis.reviewed", &[("done", &done), ("all", &all)])
    }

    /// The move that was better: "Nf3 was better."
    #[must_use]
    pub fn better_move(self, san: &str) -> String {
        self.analysis_fill("analysis.better", &[("san", &san)])
    }

    /// The name of a grade; empty for a good move.
    #[must_use]
    pub fn grade(self, grade: MoveGrade) -> &'static str {
        match grade {
            MoveGrade::Brilliant => self.analysis_text("analysis.brilliant"),
            MoveGrade::Great => self.analysis_text("analysis.great"),
            MoveGrade::Good => "",
            MoveGrade::Inaccuracy => self.analysis_text("analysis.inaccuracy"),
            MoveGrade::Mistake => self.analysis_text("analysis.mistake"),
            MoveGrade::Blunder => self.analysis_text("analysis.blunder"),
        }
    }

    /// Accuracy of a side in percent.
    #[must_use]
    pub fn accuracy(self, percent: f64) -> String {
        self.analysis_fill("analysis.percent", &[("number", &(percent.round() as u32))])
    }

    /// An evaluation in chess notation, with a true minus sign: `+0.35`, `#−3`.
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

    pub(super) fn analysis_text(self, key: &'static str) -> &'static str {
        texts::analysis(self.language).text(key)
    }

    pub(super) fn analysis_fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        texts::fill(self.analysis_text(key), values)
    }
}
