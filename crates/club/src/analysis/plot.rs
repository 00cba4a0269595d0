//! The evaluation over a game, drawn: White's share of the chances from left to right.

use client::review::{Grade, Review};

/// The drawing is so wide and so high.
pub(super) const SIZE: (f64, f64) = (600.0, 132.0);

/// A drawing in numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plot {
    /// White's share, as the path of an SVG.
    pub(super) area: String,
    /// Its upper edge.
    pub(super) line: String,
    /// The moves that cost something.
    pub(super) marks: Vec<Mark>,
}

/// A move that cost something, and where it is in the drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Mark {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) grade: Grade,
}

impl Plot {
    /// Draws what is known from the beginning on.
    pub(super) fn of(review: &Review) -> Plot {
        let plies = review.chances.len().saturating_sub(1);
        let known = review.chances.iter().map_while(|chance| *chance);
        let places: Vec<(f64, f64)> =
            known.enumerate().map(|(ply, chance)| (across(ply, plies), down(chance.white()))).collect();
        let mut line = String::new();
        for (n, (x, y)) in places.iter().enumerate() {
            line += &format!("{}{x:.1} {y:.1}", if n == 0 { 'M' } else { 'L' });
        }
        let end = places.last().map_or(0.0, |place| place.0);
        let area = format!("{line}L{end:.1} {0}L0 {0}Z", SIZE.1);
        let area = if places.is_empty() { String::new() } else { area };
        let marks = review.moves.iter().filter(|m| m.grade != Grade::Good).filter_map(|m| {
            let &(x, y) = places.get(m.ply)?;
            Some(Mark { x, y, grade: m.grade })
        });
        Plot { area, line, marks: marks.collect() }
    }
}

/// How far to the right a moment is.
pub(super) fn across(ply: usize, plies: usize) -> f64 {
    ply as f64 * SIZE.0 / plies.max(1) as f64
}

/// The moment at a share of the width.
pub(super) fn ply_at(share: f64, plies: usize) -> usize {
    (share.clamp(0.0, 1.0) * plies as f64).round() as usize
}

/// A little room is left above and below, so that a mark on the edge can be seen.
fn down(share: f64) -> f64 {
    5.0 + (1.0 - share) * (SIZE.1 - 10.0)
}

#[cfg(test)]
mod tests {
    use client::review::Opinion;
    use game::Game;
    use game::pgn::Verdict;

    use super::*;

    #[test]
    fn what_is_known_is_drawn_from_the_left() {
        let mut game = Game::standard();
        for san in ["e4", "e5", "Ke2"] {
            let m = game.read_move(san).unwrap_or_else(|error| panic!("{error:?}"));
            assert_eq!(game.play(m), Ok(()));
        }
        let opinion =
            |verdict| Some(Opinion { verdict, line: game.legal_moves().iter().copied().take(1).collect() });
        let told = [Verdict::Centipawns(0), Verdict::Centipawns(0), Verdict::Mate(1), Verdict::Mate(-1)]
            .map(opinion);
        let check = |known: usize, line: &str, marks: usize| {
            let plot = Plot::of(&Review::of(&game, &told[..known]));
            assert_eq!((plot.line.as_str(), plot.marks.len()), (line, marks), "{known}");
        };
        check(0, "", 0);
        check(1, "M0.0 66.0", 0);
        check(3, "M0.0 66.0L200.0 66.0L400.0 5.0", 1);
        check(4, "M0.0 66.0L200.0 66.0L400.0 5.0L600.0 127.0", 2);
    }

    #[test]
    fn moments_are_found_again() {
        for ply in 0..=80 {
            assert_eq!(ply_at(across(ply, 80) / SIZE.0, 80), ply);
        }
        assert_eq!((ply_at(-1.0, 80), ply_at(2.0, 80), ply_at(0.5, 0)), (0, 80, 0));
    }
}
