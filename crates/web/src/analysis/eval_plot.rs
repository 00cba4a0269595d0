//! The evaluation graph as SVG paths: White's winning chances from left to right.

use client::review::{MoveGrade, Review};

use crate::tenths::Tenths;

/// Width and height of the SVG.
pub(super) const SIZE: (u32, u32) = (600, 132);

/// SVG paths of the graph.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct EvalPlot {
    /// Path of the area below the curve (White's share).
    pub(super) area: String,
    /// Path of the curve.
    pub(super) line: String,
    /// Marked moves.
    pub(super) marks: Vec<PlotMark>,
}

/// A marked move and its point in the SVG.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PlotMark {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) grade: MoveGrade,
}

impl EvalPlot {
    /// Plots the evaluated positions from the end of the game back to the last gap: a review goes backwards.
    pub(super) fn of(review: &Review) -> EvalPlot {
        let plies = review.expected_scores.len().saturating_sub(1);
        let known = review
            .expected_scores
            .iter()
            .enumerate()
            .rev()
            .map_while(|(ply, chance)| Some((x_of_ply(ply, plies), y_of_share((*chance)?.white()))));
        let mut points: Vec<(f64, f64)> = known.collect();
        points.reverse();
        let first_ply = plies + 1 - points.len().min(plies + 1);
        let mut line = String::new();
        for (n, (x, y)) in points.iter().enumerate() {
            let command = if n == 0 { 'M' } else { 'L' };
            line += &format!("{command}{} {}", Tenths(*x), Tenths(*y));
        }
        let area = match (points.first(), points.last()) {
            (Some(first), Some(last)) => {
                format!("{line}L{} {height}L{} {height}Z", Tenths(last.0), Tenths(first.0), height = SIZE.1)
            }
            _ => String::new(),
        };
        let marks = review.moves.iter().filter(|m| m.grade != MoveGrade::Good).filter_map(|m| {
            let &(x, y) = points.get(m.ply.index().checked_sub(first_ply)?)?;
            Some(PlotMark { x, y, grade: m.grade })
        });
        EvalPlot { area, line, marks: marks.collect() }
    }
}

/// X coordinate of a ply.
pub(super) fn x_of_ply(ply: usize, plies: usize) -> f64 {
    ply as f64 * f64::from(SIZE.0) / plies.max(1) as f64
}

/// The ply at a share of the width.
pub(super) fn ply_at(share: f64, plies: usize) -> usize {
    (share.clamp(0.0, 1.0) * plies as f64).round() as usize
}

/// Y coordinate; the margin keeps marks at the edge visible.
fn y_of_share(share: f64) -> f64 {
    5.0 + (1.0 - share) * f64::from(SIZE.1 - 10)
}

#[cfg(test)]
mod tests {
    use client::review::PositionAnalysis;
    use game::Game;
    use game::pgn::EvalScore;

    use super::*;

    #[test]
    fn evaluated_positions_are_plotted_from_the_end() {
        let mut game = Game::standard();
        for san in ["e4", "e5", "Ke2"] {
            let m = game.parse_move(san).unwrap_or_else(|error| panic!("{error:?}"));
            assert_eq!(game.play(m), Ok(()));
        }
        let opinion = |verdict| {
            Some(PositionAnalysis {
                evaluation: verdict,
                pv: game.legal_moves().iter().copied().take(1).collect(),
                runner_up: None,
            })
        };
        let opinions =
            [EvalScore::Centipawns(0), EvalScore::Centipawns(0), EvalScore::Mate(1), EvalScore::Mate(-1)]
                .map(opinion);
        let check = |from: usize, line: &str, area: &str, marks: usize| {
            let mut known = opinions.clone();
            known[..from].fill(None);
            let plot = EvalPlot::of(&Review::new(&game, &known));
            let seen = (plot.line.as_str(), plot.area.as_str(), plot.marks.len());
            assert_eq!(seen, (line, area, marks), "{from}");
        };
        check(4, "", "", 0);
        check(3, "M600.0 127.0", "M600.0 127.0L600.0 132L600.0 132Z", 0);
        check(2, "M400.0 5.0L600.0 127.0", "M400.0 5.0L600.0 127.0L600.0 132L400.0 132Z", 1);
        let all = "M0.0 66.0L200.0 66.0L400.0 5.0L600.0 127.0";
        check(0, all, &format!("{all}L600.0 132L0.0 132Z"), 2);
    }

    #[test]
    fn ply_at_inverts_x_of_ply() {
        for ply in 0..=80 {
            assert_eq!(ply_at(x_of_ply(ply, 80) / f64::from(SIZE.0), 80), ply);
        }
        assert_eq!((ply_at(-1.0, 80), ply_at(2.0, 80), ply_at(0.5, 0)), (0, 80, 0));
    }
}
