//! The rating graph as SVG paths.

use protocol::http::RatingPoint;

use crate::tenths::Tenths;

/// Width and height of the SVG.
pub(crate) const SIZE: (u32, u32) = (640, 220);

/// Margin for the labels at the left, and around the plot.
const LEFT_MARGIN: f64 = 44.0;
const MARGIN: f64 = 12.0;

/// The plot and its grid lines.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RatingPlot {
    /// SVG path through all points.
    pub(crate) line: String,
    /// The last point.
    pub(crate) last: (f64, f64),
    /// Grid lines: rating and y coordinate.
    pub(crate) marks: Vec<(u16, f64)>,
}

impl RatingPlot {
    /// Plots ratings, oldest first; `None` without points. Points are equally spaced by game, not by date, so
    /// that long breaks take no room.
    pub(crate) fn of(points: &[RatingPoint]) -> Option<RatingPlot> {
        let (lowest, highest) = bounds(points)?;
        let height = |rating: u16| {
            let share = f64::from(rating - lowest) / f64::from(highest - lowest);
            let height = f64::from(SIZE.1);
            height - MARGIN - share * (height - 2.0 * MARGIN)
        };
        let step = (f64::from(SIZE.0) - LEFT_MARGIN - MARGIN) / (points.len().max(2) - 1) as f64;
        let places: Vec<(f64, f64)> = points
            .iter()
            .enumerate()
            .map(|(n, point)| (LEFT_MARGIN + n as f64 * step, height(point.rating)))
            .collect();
        let line = places.iter().enumerate().map(|(n, (x, y))| {
            let command = if n == 0 { 'M' } else { 'L' };
            format!("{command}{} {}", Tenths(*x), Tenths(*y))
        });
        let marks = (lowest..=highest).filter(|rating| rating.is_multiple_of(grid_step(lowest, highest)));
        Some(RatingPlot {
            line: line.collect(),
            last: *places.last()?,
            marks: marks.map(|rating| (rating, height(rating))).collect(),
        })
    }
}

/// Multiples of 50 between which all points lie.
fn bounds(points: &[RatingPoint]) -> Option<(u16, u16)> {
    let lowest = points.iter().map(|point| point.rating).min()?;
    let highest = points.iter().map(|point| point.rating).max()?;
    Some((lowest.saturating_sub(20) / 50 * 50, (highest + 20).div_ceil(50) * 50))
}

/// Distance of the grid lines, so that there are about five.
fn grid_step(lowest: u16, highest: u16) -> u16 {
    match highest - lowest {
        0..=250 => 50,
        251..=600 => 100,
        _ => 200,
    }
}

#[cfg(test)]
mod tests {
    use protocol::{GameId, UnixMillis};

    use super::*;

    fn points(ratings: &[u16]) -> Vec<RatingPoint> {
        let point = |&rating| RatingPoint { game: GameId::from_bits(1), at: UnixMillis(0), rating };
        ratings.iter().map(point).collect()
    }

    #[test]
    fn the_plot_connects_all_points_from_left_to_right() {
        let check = |ratings: &[u16], line: Option<&str>, marks: &[u16]| {
            let graph = RatingPlot::of(&points(ratings));
            assert_eq!(graph.as_ref().map(|graph| graph.line.as_str()), line, "{ratings:?}");
            let shown: Vec<u16> =
                graph.iter().flat_map(|graph| graph.marks.iter().map(|mark| mark.0)).collect();
            assert_eq!(shown, marks, "{ratings:?}");
        };
        check(&[], None, &[]);
        check(&[1500], Some("M44.0 110.0"), &[1450, 1500, 1550]);
        check(&[1450, 1550], Some("M44.0 159.0L628.0 61.0"), &[1400, 1450, 1500, 1550, 1600]);
        check(&[1000, 2000], Some("M44.0 199.1L628.0 20.9"), &[1000, 1200, 1400, 1600, 1800, 2000]);
    }
}
