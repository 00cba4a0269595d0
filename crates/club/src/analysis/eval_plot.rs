//! The evaluation graph as SVG paths: White's winning chances from left to right.

use client::review::{MoveGrade, Review};

/// Width and height of the SVG.
pub(super) const SIZE: (f64, f64) = (600.0, 132.0);

/// SVG paths of the graph.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct EvalPlot {
    /// Path of the area below the curve (White's share).
    pub(super) area: String,
    /// Path of the curve.
    pub(super) line: String,
    /// Inaccuracies, mistakes and blunders.
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
    /// Plots the evaluated positions from the start of the game up to the first gap.
    pub(super) fn of(review: &Review) -> EvalPlot {
        let plies = review.expected_scores.len().saturating_sub(1);
        let known = review.expected_scores.iter().map_while(|chance| *chance);
        let points: Vec<(f64, f64)> = known
            .enumerate()
            .map(|(ply, chance)| (x_of_ply(ply, plies), y_of_share(chance.white())))
            .collect();
        let mut line = String::new();
        for (n, (x, y)) in points.iter().enumerate() {
            line += &format!("{}{x:.1} {y:.1}", if n == 0 { 'M' } else { 'L' });
        }
        let end = points.last().map_or(0.0, |point| point.0);
        let area = format!("{line}L{end:.1} {0}L0 {0}Z", SIZE.1);
        let area = if points.is_empty() { String::new() } else { area };
        let marks = review.moves.iter().filter(|m| m.grade != MoveGrade::Good).filter_map(|m| {
            let &(x, y) = points.get(m.ply.index())?;
            Some(PlotMark { x, y, grade: m.grade })
        });
        EvalPlot { area, line, marks: marks.collect() }
    }
}

/// X coordinate of a ply.
pub(super) fn x_of_ply(ply: usize, plies: usize) -> f64 {
    ply as f64 * SIZE.0 / plies.max(1) as f64
}

/// The ply at a share of the width.
pub(super) fn ply_at(share: f64, plies: usize) -> usize {
    (share.clamp(0.0, 1.0) * plies as f64).round() as usize
}

/// Y coordinate; the margin keeps marks at the edge visible.
fn y_of_share(share: f64) -> f64 {
    5.0 + (1.0 - share) * (SIZE.1 - 10.0)
}

#[cfg(test)]
mod tests {
    use client::review::PositionAnalysis;
    use game::Game;
    use game::pgn::EvalScore;

    use super::*;

    #[test]
    fn evaluated_positions_are_plotted_from_the_left() {
        let mut game = Game::standard();
        for san in ["e4", "e5", "Ke2"] {
            let m = game.parse_move(san).unwrap_or_else(|error| panic!("{error:?}"));
            assert_eq!(game.play(m), Ok(()));
        }
        let opinion = |verdict| {
            Some(PositionAnalysis {
                evaluation: verdict,
                pv: game.legal_moves().iter().copied().take(1).collect(),
            })
        };
        let opinions =
            [EvalScore::Centipawns(0), EvalScore::Centipawns(0), EvalScore::Mate(1), EvalScore::Mate(-1)]
                .map(opinion);
        let check = |known: usize, line: &str, marks: usize| {
            let plot = EvalPlot::of(&Review::new(&game, &opinions[..known]));
            assert_eq!((plot.line.as_str(), plot.marks.len()), (line, marks), "{known}");
        };
        check(0, "", 0);
        check(1, "M0.0 66.0", 0);
        check(3, "M0.0 66.0L200.0 66.0L400.0 5.0", 1);
        check(4, "M0.0 66.0L200.0 66.0L400.0 5.0L600.0 127.0", 2);
    }

    #[test]
    fn ply_at_inverts_x_of_ply() {
        for ply in 0..=80 {
            assert_eq!(ply_at(x_of_ply(ply, 80) / SIZE.0, 80), ply);
        }
        assert_eq!((ply_at(-1.0, 80), ply_at(2.0, 80), ply_at(0.5, 0)), (0, 80, 0));
    }
}
