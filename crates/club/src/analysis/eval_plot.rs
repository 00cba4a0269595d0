//! The evaluation over a game, drawn: White's share of the chances from left to right.

use client::review::{MoveGrade, Review};

/// The drawing is so wide and so high.
pub(super) const SIZE: (f64, f64) = (600.0, 132.0);

/// A drawing in numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct EvalPlot {
    /// White's share, as the path of an SVG.
    pub(super) area: String,
    /// Its upper edge.
    pub(super) line: String,
    /// The moves that cost something.
    pub(super) marks: Vec<PlotMark>,
}

/// A move that cost something, and where it is in the drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PlotMark {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) grade: MoveGrade,
}

impl EvalPlot {
    /// Draws what is known from the beginning on.
    pub(super) fn of(review: &Review) -> EvalPlot {
        let plies = review.expected_scores.len().saturating_sub(1);
        let known = review.expected_scores.iter().map_while(|chance| *chance);
        let places: Vec<(f64, f64)> = known
            .enumerate()
            .map(|(ply, chance)| (x_of_ply(ply, plies), y_of_share(chance.white())))
            .collect();
        let mut line = String::new();
        for (n, (x, y)) in places.iter().enumerate() {
            line += &format!("{}{x:.1} {y:.1}", if n == 0 { 'M' } else { 'L' });
        }
        let end = places.last().map_or(0.0, |place| place.0);
        let area = format!("{line}L{end:.1} {0}L0 {0}Z", SIZE.1);
        let area = if places.is_empty() { String::new() } else { area };
        let marks = review.moves.iter().filter(|m| m.grade != MoveGrade::Good).filter_map(|m| {
            let &(x, y) = places.get(m.ply)?;
            Some(PlotMark { x, y, grade: m.grade })
        });
        EvalPlot { area, line, marks: marks.collect() }
    }
}

/// How far to the right a moment is.
pub(super) fn x_of_ply(ply: usize, plies: usize) -> f64 {
    ply as f64 * SIZE.0 / plies.max(1) as f64
}

/// The moment at a share of the width.
pub(super) fn ply_at(share: f64, plies: usize) -> usize {
    (share.clamp(0.0, 1.0) * plies as f64).round() as usize
}

/// A little room is left above and below, so that a mark on the edge can be seen.
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
        let told =
            [EvalScore::Centipawns(0), EvalScore::Centipawns(0), EvalScore::Mate(1), EvalScore::Mate(-1)]
                .map(opinion);
        let check = |known: usize, line: &str, marks: usize| {
            let plot = EvalPlot::of(&Review::new(&game, &told[..known]));
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
