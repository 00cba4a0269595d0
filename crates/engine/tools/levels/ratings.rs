//! Results, and the ratings that explain them best.
#![allow(clippy::print_stdout, reason = "a tool prints its table")]

use super::game::Half;
use super::player::Player;

/// Who has scored how much against whom.
pub(crate) struct Table {
    /// Points and games of each player against each.
    cells: Vec<Vec<(f64, f64)>>,
    games: usize,
}

impl Table {
    pub(crate) fn new(players: usize) -> Table {
        Table { cells: vec![vec![(0.0, 0.0); players]; players], games: 0 }
    }

    pub(crate) fn games(&self) -> usize {
        self.games
    }

    pub(crate) fn add(&mut self, white: usize, black: usize, half: Half) {
        let points = half.points();
        for (own, other, points) in [(white, black, points), (black, white, 1.0 - points)] {
            self.cells[own][other].0 += points;
            self.cells[own][other].1 += 1.0;
        }
        self.games += 1;
    }

    /// The ratings under which the results were likeliest. A draw against an average player keeps whoever has won
    /// or lost everything within reach. Anchors keep theirs on average; without any the first player has its guess.
    pub(crate) fn ratings(&self, players: &[Player]) -> Vec<f64> {
        let mut ratings: Vec<f64> = players.iter().map(|player| f64::from(player.guess())).collect();
        for _ in 0..4000 {
            for own in 0..players.len() {
                let (mut slope, mut curve) = (0.0, 1e-6);
                for (other, &(points, games)) in self.cells[own].iter().enumerate() {
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
            .filter(|(player, _)| matches!(player, Player::Anchor(_)))
            .map(|(player, rating)| f64::from(player.guess()) - rating)
            .collect();
        let shift = match known.is_empty() {
            true => f64::from(players[0].guess()) - ratings[0],
            false => known.iter().sum::<f64>() / known.len() as f64,
        };
        ratings.into_iter().map(|rating| rating + shift).collect()
    }

    /// One standard error of a rating, from the games it was found by.
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

    /// A line for each player.
    pub(crate) fn print(&self, players: &[Player]) {
        let ratings = self.ratings(players);
        let mut before = None;
        println!("{:<12} {:>6} {:>6} {:>5} {:>6} {:>6}", "player", "label", "rating", "±", "step", "games");
        for (own, player) in players.iter().enumerate() {
            let games: f64 = self.cells[own].iter().map(|cell| cell.1).sum();
            let step = before.map_or(String::new(), |before: f64| format!("{:.0}", ratings[own] - before));
            let error = 2.0 * self.error(own, &ratings);
            let (name, guess) = (player.name(), player.guess());
            println!("{name:<12} {guess:>6} {:>6.0} {error:>5.0} {step:>6} {games:>6}", ratings[own]);
            before = Some(ratings[own]);
        }
    }
}
