//! Schedule of a match. A number determines a game completely, so that a match can be resumed and workers
//! need only numbers.

use std::fmt;

/// Tournament format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Every engine plays every other.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// The games of a match. Each opening is played twice with colours reversed before the next pairing follows.
///
/// ```
/// use engine_match::{Format, Schedule, ScheduledGame};
/// let schedule = Schedule::new(3, Format::Gauntlet, 4)?;
/// let games: Vec<ScheduledGame> = (0..).map_while(|number| schedule.game(number)).collect();
/// let games: Vec<_> = games.iter().map(|game| (game.white, game.black, game.opening)).collect();
/// assert_eq!(games[..4], [(0, 1, 0), (1, 0, 0), (0, 2, 0), (2, 0, 0)]);
/// assert_eq!((games.len(), games[4]), (8, (0, 1, 1)));
/// # Ok::<(), engine_match::ScheduleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    games: usize,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScheduledGame {
    /// Number in the match, from 0.
    pub number: usize,
    /// Index of White.
    pub white: usize,
    /// Index of Black.
    pub black: usize,
    /// Number of the opening, from 0.
    pub opening: usize,
}

/// An invalid schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScheduleError {
    /// Fewer than two players.
    TooFewPlayers,
    /// No games.
    NoGames,
    /// Too many players or games.
    TooMany,
}

/// Maximum number of games.
const MAX_GAMES: usize = 100_000_000;

impl Schedule {
    /// A match with `games_each` games per pairing, rounded up to an even number.
    pub fn new(players: usize, format: Format, games_each: usize) -> Result<Schedule, ScheduleError> {
        if players < 2 {
            return Err(ScheduleError::TooFewPlayers);
        }
        if games_each == 0 {
            return Err(ScheduleError::NoGames);
        }
        let count = match format {
            Format::RoundRobin => players.checked_mul(players - 1).map(|seats| seats / 2),
            Format::Gauntlet => Some(players - 1),
        };
        let games_each = games_each.checked_next_multiple_of(2).ok_or(ScheduleError::TooMany)?;
        let games = count.and_then(|count| count.checked_mul(games_each)).ok_or(ScheduleError::TooMany)?;
        if games > MAX_GAMES || count.is_none_or(|count| count > MAX_GAMES) {
            return Err(ScheduleError::TooMany);
        }
        let pairings = match format {
            Format::RoundRobin => {
                (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other))).collect()
            }
            Format::Gauntlet => (1..players).map(|other| (0, other)).collect(),
        };
        Ok(Schedule { pairings, games })
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// All pairings; the first of a pair has White first.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Number of openings needed.
    #[must_use]
    pub fn openings(&self) -> usize {
        self.games / 2 / self.pairings.len().max(1)
    }

    /// The game with this number.
    #[must_use]
    pub fn game(&self, number: usize) -> Option<ScheduledGame> {
        if number >= self.games {
            return None;
        }
        let pair = number / 2;
        let &(first, second) = self.pairings.get(pair % self.pairings.len())?;
        let (white, black) = if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        Some(ScheduledGame { number, white, black, opening: pair / self.pairings.len() })
    }
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScheduleError::TooFewPlayers => "a match needs two players",
            ScheduleError::NoGames => "a match needs games",
            ScheduleError::TooMany => "too many players or games",
        })
    }
}

impl std::error::Error for ScheduleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_robin_balances_pairings_and_colours() {
        let schedule = Schedule::new(4, Format::RoundRobin, 5).unwrap();
        assert_eq!((schedule.games(), schedule.openings(), schedule.game(36)), (36, 3, None));
        for white in 0..4 {
            for black in (0..4).filter(|&black| black != white) {
                let games = (0..36).filter_map(|number| schedule.game(number));
                let openings: Vec<usize> = games
                    .filter(|game| (game.white, game.black) == (white, black))
                    .map(|game| game.opening)
                    .collect();
                assert_eq!(openings, [0, 1, 2], "{white} {black}");
            }
        }
    }

    #[test]
    fn invalid_schedules_are_rejected() {
        let check = |players, games, expected| {
            assert_eq!(Schedule::new(players, Format::RoundRobin, games).map(|_| ()), expected);
        };
        check(1, 2, Err(ScheduleError::TooFewPlayers));
        check(2, usize::MAX, Err(ScheduleError::TooMany));
        check(usize::MAX, 2, Err(ScheduleError::TooMany));
        check(2, 0, Err(ScheduleError::NoGames));
        check(2, 1, Ok(()));
    }
}
