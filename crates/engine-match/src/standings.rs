//! Results of a match so far.

use std::collections::BTreeMap;
use std::ops::Add as _;

use rules::Color;

use crate::elo::EloEstimate;
use crate::game_end::{EndReason, EngineFault, GameEnd};
use crate::match_score::MatchScore;
use crate::pentanomial::Pentanomial;
use crate::ratings::HeadToHead;
use crate::schedule::Schedule;

/// Finished games by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    schedule: Schedule,
    results: BTreeMap<usize, GameEnd>,
}

impl Standings {
    /// Standings before the first game.
    #[must_use]
    pub fn new(schedule: Schedule) -> Standings {
        Standings { schedule, results: BTreeMap::new() }
    }

    /// Adds a finished game.
    pub fn add(&mut self, number: usize, end: GameEnd) {
        self.results.insert(number, end);
    }

    /// The schedule of the match.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Number of finished games.
    #[must_use]
    pub fn played(&self) -> usize {
        self.results.len()
    }

    /// True if this game is finished.
    #[must_use]
    pub fn is_played(&self, number: usize) -> bool {
        self.results.contains_key(&number)
    }

    /// Score of the games between two players, for the first.
    #[must_use]
    pub fn score(&self, one: usize, other: usize) -> MatchScore {
        let games = self.games().filter_map(|(white, black, end)| match (white, black) {
            _ if (white, black) == (one, other) => Some(MatchScore::from_game(Color::White, end.winner)),
            _ if (white, black) == (other, one) => Some(MatchScore::from_game(Color::Black, end.winner)),
            _ => None,
        });
        games.fold(MatchScore::default(), MatchScore::add)
    }

    /// Pentanomial counts of complete pairs between two players, for the first.
    #[must_use]
    pub fn pentanomial(&self, one: usize, other: usize) -> Pentanomial {
        let mut pentanomial = Pentanomial::default();
        for (&number, &first) in self.results.iter().filter(|(number, _)| number.is_multiple_of(2)) {
            let (Some(scheduled), Some(&second)) =
                (self.schedule.game(number), self.results.get(&(number + 1)))
            else {
                continue;
            };
            let color = match (scheduled.white, scheduled.black) {
                seats if seats == (one, other) => Color::White,
                seats if seats == (other, one) => Color::Black,
                _ => continue,
            };
            let halves = |end: GameEnd, color: Color| match end.winner {
                None => 1,
                Some(winner) if winner == color => 2,
                Some(_) => 0,
            };
            pentanomial.pairs[halves(first, color) + halves(second, !color)] += 1;
        }
        pentanomial
    }

    /// Elo difference between two players, for the first; `None` without games.
    #[must_use]
    pub fn elo(&self, one: usize, other: usize) -> Option<EloEstimate> {
        EloEstimate::from_results(self.score(one, other), self.pentanomial(one, other))
    }

    /// Scores of all pairings, for the rating fit.
    #[must_use]
    pub fn head_to_heads(&self) -> Vec<HeadToHead> {
        let pairings = self.schedule.pairings().iter();
        pairings
            .map(|&(one, other)| HeadToHead { first: one, second: other, score: self.score(one, other) })
            .collect()
    }

    /// Number of faults of a player by kind.
    #[must_use]
    pub fn faults(&self, player: usize) -> BTreeMap<EngineFault, usize> {
        let mut faults = BTreeMap::new();
        for (white, black, end) in self.games() {
            if let EndReason::Fault(color, fault) = end.reason
                && player == if color == Color::White { white } else { black }
            {
                *faults.entry(fault).or_default() += 1;
            }
        }
        faults
    }

    fn games(&self) -> impl Iterator<Item = (usize, usize, GameEnd)> + '_ {
        self.results.iter().filter_map(|(&number, &end)| {
            let scheduled = self.schedule.game(number)?;
            Some((scheduled.white, scheduled.black, end))
        })
    }
}

#[cfg(test)]
mod tests {
    use game::Ending;

    use super::*;
    use crate::schedule::Format;

    fn standings(winners: &[(usize, Option<Color>)]) -> Standings {
        let mut standings = Standings::new(Schedule::new(3, Format::RoundRobin, 4).unwrap());
        for &(number, winner) in winners {
            let ending = if winner.is_some() { Ending::Checkmate } else { Ending::Stalemate };
            standings.add(number, GameEnd { winner, reason: EndReason::Rules(ending) });
        }
        standings
    }

    #[test]
    fn scores_are_mirrored_between_opponents() {
        // Players 0 and 1 meet in games 0, 1, 6 and 7.
        let standings = standings(&[(0, Some(Color::White)), (1, Some(Color::White)), (6, None), (2, None)]);
        assert_eq!(standings.score(0, 1), MatchScore { wins: 1, draws: 1, losses: 1 });
        assert_eq!(standings.score(1, 0), standings.score(0, 1).reversed());
        assert_eq!((standings.score(0, 2).draws, standings.played(), standings.is_played(7)), (1, 4, false));
        assert_eq!(standings.head_to_heads().len(), 3);
    }

    #[test]
    fn only_complete_pairs_count() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let check = |winners: &[(usize, Option<Color>)], pairs: [u32; 5]| {
            assert_eq!(standings(winners).pentanomial(0, 1).pairs, pairs);
            let mut turned = pairs;
            turned.reverse();
            assert_eq!(standings(winners).pentanomial(1, 0).pairs, turned);
        };
        check(&[(0, white)], [0; 5]);
        check(&[(0, white), (1, white), (6, white), (7, black)], [0, 0, 1, 0, 1]);
        check(&[(0, None), (1, white), (6, None), (7, None)], [0, 1, 1, 0, 0]);
    }

    #[test]
    fn elo_uses_every_game() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        // A lost pair, and a won game whose partner is not finished.
        let three = standings(&[(0, None), (1, white), (6, white)]);
        assert_eq!((three.pentanomial(0, 1).pairs, three.score(0, 1).score_rate()), ([0, 1, 0, 0, 0], 0.5));
        assert!(three.elo(0, 1).is_some_and(|elo| elo.difference == 0.0 && elo.error.is_finite()));
        let ahead = standings(&[(0, white), (1, white), (6, black), (7, black), (2, black)]);
        assert_eq!(ahead.elo(0, 1).map(|elo| elo.difference), Some(0.0));
        assert_eq!(
            (ahead.elo(0, 2).map(|elo| elo.difference), ahead.elo(1, 2)),
            (Some(f64::NEG_INFINITY), None)
        );
    }

    #[test]
    fn faults_are_counted_per_engine() {
        let mut standings = standings(&[]);
        let reason = EndReason::Fault(Color::Black, EngineFault::Crash);
        for number in [0, 2] {
            standings.add(number, GameEnd { winner: Some(Color::White), reason });
        }
        assert_eq!(standings.faults(1), BTreeMap::from([(EngineFault::Crash, 1)]));
        assert!(standings.faults(0).is_empty());
    }
}
