//! Counts of games by result, and ratings.

use game::pgn::PgnResult;

use crate::game_record::GameSummary;

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultCounts {
    /// Games that White won.
    pub white: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// Games without a result.
    pub unknown: u32,
}

/// Results and ratings of a set of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameCounts {
    /// Games by result.
    pub results: ResultCounts,
    /// Number of games in which a rating is known.
    pub rated: u32,
    /// Sum of the average ratings of these games.
    pub rating_sum: u64,
}

impl ResultCounts {
    /// Number of games.
    #[must_use]
    pub fn total(&self) -> u64 {
        [self.white, self.draws, self.black, self.unknown].into_iter().map(u64::from).sum()
    }

    fn of_mut(&mut self, result: PgnResult) -> &mut u32 {
        match result {
            PgnResult::WhiteWins => &mut self.white,
            PgnResult::Draw => &mut self.draws,
            PgnResult::BlackWins => &mut self.black,
            PgnResult::Unknown => &mut self.unknown,
        }
    }
}

impl GameCounts {
    /// Average rating of the players; `None` if no rating is known.
    #[must_use]
    pub fn average_rating(&self) -> Option<u16> {
        let average = (self.rating_sum + u64::from(self.rated / 2)).checked_div(self.rated.into())?;
        u16::try_from(average).ok()
    }

    pub(crate) fn add_game(&mut self, game: GameSummary) {
        *self.results.of_mut(game.result) += 1;
        if let Some(rating) = game.rating {
            self.rated += 1;
            self.rating_sum += u64::from(rating);
        }
    }

    /// Adds the games of another set; numbers above the range stay at its end.
    pub(crate) fn add(&mut self, other: &GameCounts) {
        let (ours, theirs) = (&mut self.results, &other.results);
        ours.white = ours.white.saturating_add(theirs.white);
        ours.draws = ours.draws.saturating_add(theirs.draws);
        ours.black = ours.black.saturating_add(theirs.black);
        ours.unknown = ours.unknown.saturating_add(theirs.unknown);
        self.rated = self.rated.saturating_add(other.rated);
        self.rating_sum = self.rating_sum.saturating_add(other.rating_sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_result_and_ratings_averaged() {
        let mut counts = GameCounts::default();
        assert_eq!(counts.average_rating(), None);
        for (result, rating) in [
            (PgnResult::WhiteWins, Some(2000)),
            (PgnResult::WhiteWins, None),
            (PgnResult::Draw, Some(2101)),
            (PgnResult::BlackWins, None),
            (PgnResult::Unknown, None),
        ] {
            counts.add_game(GameSummary { result, rating });
        }
        assert_eq!(counts.results, ResultCounts { white: 2, draws: 1, black: 1, unknown: 1 });
        assert_eq!(counts.results.total(), 5);
        assert_eq!(counts.average_rating(), Some(2051));
        let mut twice = counts;
        twice.add(&counts);
        assert_eq!((twice.results.white, twice.average_rating()), (4, Some(2051)));
    }
}
