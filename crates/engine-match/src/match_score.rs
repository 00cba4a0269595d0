//! Match score of one of two players.

use std::fmt;
use std::ops::Add;

use rules::Color;

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl MatchScore {
    /// Score of one game for a colour.
    #[must_use]
    pub fn from_game(side: Color, winner: Option<Color>) -> MatchScore {
        match winner {
            Some(winner) if winner == side => MatchScore { wins: 1, ..MatchScore::default() },
            Some(_) => MatchScore { losses: 1, ..MatchScore::default() },
            None => MatchScore { draws: 1, ..MatchScore::default() },
        }
    }

    /// Number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points; a draw is half a point.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Share of the points, from 0 to 1; 0.5 without games.
    #[must_use]
    pub fn score_rate(self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// Score of the other player.
    #[must_use]
    pub const fn reversed(self) -> MatchScore {
        MatchScore { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for MatchScore {
    type Output = MatchScore;

    fn add(self, other: MatchScore) -> MatchScore {
        MatchScore {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// `+3 =1 -2`
impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("+{} ={} -{}", self.wins, self.draws, self.losses))
    }
}
