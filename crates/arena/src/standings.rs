//! The results of a match so far.

use std::collections::BTreeMap;
use std::ops::Add as _;

use rules::Color;

use crate::elo::Elo;
use crate::end::{End, Fault, Reason};
use crate::ratings::Meeting;
use crate::schedule::Schedule;
use crate::spread::Spread;
use crate::tally::Tally;

/// Every game that is over, by its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    schedule: Schedule,
    ends: BTreeMap<usize, End>,
}

impl Standings {
    /// Before the first game.
    #[must_use]
    pub fn new(schedule: Schedule) -> Standings {
        Standings { schedule, ends: BTreeMap::new() }
    }

    /// A game is over.
    pub fn add(&mut self, number: usize, end: End) {
        self.ends.insert(number, end);
    }

    /// The games that are to be played.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// How many games are over.
    #[must_use]
    pub fn played(&self) -> usize {
        self.ends.len()
    }

    /// Whether this game is over.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.ends.contains_key(&number)
    }

    /// The games between two players, from the side of the first.
    #[must_use]
    pub fn tally(&self, one: usize, other: usize) -> Tally {
        let games = self.games().filter_map(|(white, black, end)| match (white, black) {
            _ if (white, black) == (one, other) => Some(Tally::one(Color::White, end.winner)),
            _ if (white, black) == (other, one) => Some(Tally::one(Color::Black, end.winner)),
            _ => None,
        });
        games.fold(Tally::default(), Tally::add)
    }

    /// The same as pairs of games from one opening; only those count of which both are over.
    #[must_use]
    pub fn spread(&self, one: usize, other: usize) -> Spread {
        let mut spread = Spread::default();
        for (&number, &first) in self.ends.iter().filter(|(number, _)| number.is_multiple_of(2)) {
            let (Some(fixture), Some(&second)) =
                (self.schedule.fixture(number), self.ends.get(&(number + 1)))
            else {
                continue;
            };
            let color = match (fixture.white, fixture.black) {
                seats if seats == (one, other) => Color::White,
                seats if seats == (other, one) => Color::Black,
                _ => continue,
            };
            let halves = |end: End, color: Color| match end.winner {
                None => 1,
                Some(winner) if winner == color => 2,
                Some(_) => 0,
            };
            spread.pairs[halves(first, color) + halves(second, !color)] += 1;
        }
        spread
    }

    /// What the games between two players say about their strength, from the side of the first; nothing before the first
    /// of them.
    #[must_use]
    pub fn elo(&self, one: usize, other: usize) -> Option<Elo> {
        Elo::of(self.tally(one, other), self.spread(one, other))
    }

    /// Who met whom, for the fit of ratings.
    #[must_use]
    pub fn meetings(&self) -> Vec<Meeting> {
        let pairings = self.schedule.pairings().iter();
        pairings.map(|&(one, other)| Meeting { one, other, tally: self.tally(one, other) }).collect()
    }

    /// What a player has done wrong, and how often.
    #[must_use]
    pub fn faults(&self, player: usize) -> BTreeMap<Fault, usize> {
        let mut faults = BTreeMap::new();
        for (white, black, end) in self.games() {
            if let Reason::Fault(color, fault) = end.reason
                && player == if color == Color::White { white } else { black }
            {
                *faults.entry(fault).or_default() += 1;
            }
        }
        faults
    }

    fn games(&self) -> impl Iterator<Item = (usize, usize, End)> + '_ {
        self.ends.iter().filter_map(|(&number, &end)| {
            let fixture = self.schedule.fixture(number)?;
            Some((fixture.white, fixture.black, end))
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
            standings.add(number, End { winner, reason: Reason::Laws(ending) });
        }
        standings
    }

    #[test]
    fn games_are_counted_from_both_sides() {
        // 0 and 1 meet in games 0, 1, 6 and 7.
        let standings = standings(&[(0, Some(Color::White)), (1, Some(Color::White)), (6, None), (2, None)]);
        assert_eq!(standings.tally(0, 1), Tally { wins: 1, draws: 1, losses: 1 });
        assert_eq!(standings.tally(1, 0), standings.tally(0, 1).turned());
        assert_eq!((standings.tally(0, 2).draws, standings.played(), standings.has(7)), (1, 4, false));
        assert_eq!(standings.meetings().len(), 3);
    }

    #[test]
    fn pairs_count_when_they_are_complete() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let check = |winners: &[(usize, Option<Color>)], pairs: [u32; 5]| {
            assert_eq!(standings(winners).spread(0, 1).pairs, pairs);
            let mut turned = pairs;
            turned.reverse();
            assert_eq!(standings(winners).spread(1, 0).pairs, turned);
        };
        check(&[(0, white)], [0; 5]);
        check(&[(0, white), (1, white), (6, white), (7, black)], [0, 0, 1, 0, 1]);
        check(&[(0, None), (1, white), (6, None), (7, None)], [0, 1, 1, 0, 0]);
    }

    #[test]
    fn the_difference_is_that_of_the_score() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        // A lost pair, and a game won whose other half is not over.
        let three = standings(&[(0, None), (1, white), (6, white)]);
        assert_eq!((three.spread(0, 1).pairs, three.tally(0, 1).share()), ([0, 1, 0, 0, 0], 0.5));
        assert!(three.elo(0, 1).is_some_and(|elo| elo.difference == 0.0 && elo.error.is_finite()));
        let ahead = standings(&[(0, white), (1, white), (6, black), (7, black), (2, black)]);
        assert_eq!(ahead.elo(0, 1).map(|elo| elo.difference), Some(0.0));
        assert_eq!(
            (ahead.elo(0, 2).map(|elo| elo.difference), ahead.elo(1, 2)),
            (Some(f64::NEG_INFINITY), None)
        );
    }

    #[test]
    fn faults_are_counted_by_player() {
        let mut standings = standings(&[]);
        let reason = Reason::Fault(Color::Black, Fault::Crash);
        for number in [0, 2] {
            standings.add(number, End { winner: Some(Color::White), reason });
        }
        assert_eq!(standings.faults(1), BTreeMap::from([(Fault::Crash, 1)]));
        assert!(standings.faults(0).is_empty());
    }
}
