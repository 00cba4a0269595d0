//! Crosstable of results and maximum-likelihood ratings.
#![allow(clippy::print_stdout, reason = "a tool prints its table")]

use super::game::GameScore;
use super::rated_player::RatedPlayer;

/// Crosstable: scores of all pairs.
pub(crate) struct CrossTable {
    /// Points and games of each player against each.
    cells: Vec<Vec<(f64, f64)>>,
    games: usize,
}

impl CrossTable {
    pub(crate) fn new(players: usize) -> CrossTable {
        CrossTable { cells: vec![vec![(0.0, 0.0); players]; players], games: 0 }
    }

    pub(crate) fn games(&self) -> usize {
        self.games
    }

    pub(crate) fn add(&mut self, white: usize, black: usize, half: GameScore) {
        let points = half.points();
        for (own, other, points) in [(white, black, points), (black, white, 1.0 - points)] {
            self.cells[own][other].0 += points;
            self.cells[own][other].1 += 1.0;
        }
        self.games += 1;
    }

    /// Maximum-likelihood ratings. One additional draw per pair keeps perfect scores finite. The scale is set
    /// by the mean of the anchors, or by the first player's estimate if there are none.
    pub(crate) fn ratings(&self, players: &[RatedPlayer]) -> Vec<f64> {
        let mut ratings: Vec<f64> =
            players.iter().map(|player| f64::from(player.estimated_rating())).collect();
        for _ in 0..4000 {
            for own in 0..players.len() {
                let (mut slope, mut curve) = (0.0, 1e-6);
                let met = self.cells[own].iter().enumerate().filter(|(_, (_, games))| *games > 0.0);
                for (other, &(points, games)) in met {
                    let (points, games) = (points + 0.5, games + 1.0);
                    let expected = 1.0 / (1.0 + 10_f64.powf((ratings[other] - ratings[own]) / 400.0));
                    slope += points - games * expected;
                    curve += games * expected * (1.0 - expected);
                }
                ratings[own] += (slope / curve * 400.0 / std::f64::consts::LN_10).clamp(-50.0, 50.0) * 0.7;
            }
        }
        let known: Vec<f64> = players
            .iter()
            .zip(&ratings)
            .filter(|(player, _)| matches!(player, RatedPlayer::Anchor(_)))
            .map(|(player, rating)| f64::from(player.estimated_rating()) - rating)
            .collect();
        let shift = match known.is_empty() {
            true => f64::from(players[0].estimated_rating()) - ratings[0],
            false => known.iter().sum::<f64>() / known.len() as f64,
        };
        ratings.into_iter().map(|rating| rating + shift).collect()
    }

    /// Standard error of a rating.
    fn error(&self, own: usize, ratings: &[f64]) -> f64 {
        let information: f64 = self.cells[own]
            .iter()
            .enumerate()
            .map(|(other, &(_, games))| {
                let expected = 1.0 / (1.0 + 10_f64.powf((ratings[other] - ratings[own]) / 400.0));
                games * expected * (1.0 - expected)
            })
            .sum();
        400.0 / std::f64::consts::LN_10 / information.max(1e-9).sqrt()
    }

    /// If powers were measured: prints the powers for the levels' ratings, from a cubic fit.
    pub(crate) fn print_powers(&self, players: &[RatedPlayer]) {
        let ratings = self.ratings(players);
        let known = players.iter().zip(&ratings).filter_map(|(player, rating)| match player {
            RatedPlayer::Power(power) => Some((f64::from(*power) / 1000.0, *rating)),
            RatedPlayer::Level(_) | RatedPlayer::Anchor(_) | RatedPlayer::ExternalEngine(_) => None,
        });
        let known: Vec<_> = known.collect();
        if known.is_empty() {
            return;
        }
        let curve = CubicFit::through(&known);
        let powers: Vec<String> =
            (600..=2400).step_by(100).map(|rating| curve.power_of(f64::from(rating)).to_string()).collect();
        println!("powers {}", powers.join(","));
    }

    /// Prints one line per player.
    pub(crate) fn print(&self, players: &[RatedPlayer]) {
        let ratings = self.ratings(players);
        let mut before = None;
        println!("{:<22} {:>6} {:>6} {:>5} {:>6} {:>6}", "player", "label", "rating", "±", "step", "games");
        for (own, player) in players.iter().enumerate() {
            let games: f64 = self.cells[own].iter().map(|cell| cell.1).sum();
            let step = before.map_or(String::new(), |before: f64| format!("{:.0}", ratings[own] - before));
            let error = 2.0 * self.error(own, &ratings);
            let (name, guess) = (player.name(), player.estimated_rating());
            println!("{name:<22} {guess:>6} {:>6.0} {error:>5.0} {step:>6} {games:>6}", ratings[own]);
            before = Some(ratings[own]);
        }
    }
}

/// Rating by power: a polynomial of the third degree.
struct CubicFit([f64; 4]);

impl CubicFit {
    /// Least-squares fit.
    fn through(points: &[(f64, f64)]) -> CubicFit {
        let mut rows = [[0.0; 5]; 4];
        for &(x, y) in points {
            let powers = [1.0, x, x * x, x * x * x];
            for (row, own) in rows.iter_mut().zip(powers) {
                for (cell, other) in row.iter_mut().zip(powers.into_iter().chain([y])) {
                    *cell += own * other;
                }
            }
        }
        // Gauss–Jordan elimination; a small ridge on the diagonal avoids division by zero with too few
        // points.
        for pivot in 0..4 {
            rows[pivot][pivot] += 1e-9;
            let top = rows[pivot].map(|cell| cell / rows[pivot][pivot]);
            for row in &mut rows {
                let factor = row[pivot];
                row.iter_mut().zip(top).for_each(|(cell, top)| *cell -= factor * top);
            }
            rows[pivot] = top;
        }
        CubicFit(rows.map(|row| row[4]))
    }

    /// The first power whose rating is at least `rating`.
    fn power_of(&self, rating: f64) -> u16 {
        let value =
            |power: u16| self.0.iter().rev().fold(0.0, |sum, part| sum * f64::from(power) / 1000.0 + part);
        (0..1000).find(|&power| value(power) >= rating).unwrap_or(1000)
    }
}
