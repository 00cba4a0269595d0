//! Games of a position in the index.

use std::cmp::Reverse;

use crate::counts::GameCounts;
use crate::game_record::{GameNumber, GameSummary};
use crate::packed_move::PackedMove;

/// Number of games that are listed for a position: all of them if there are no more, or else those with the highest ratings.
pub(crate) const MAX_LISTED: usize = 4;

/// A game and the move played in it in a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ListedGame {
    pub(crate) number: GameNumber,
    pub(crate) m: PackedMove,
}

/// A move and the games in which it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveCounts {
    pub(crate) m: PackedMove,
    pub(crate) counts: GameCounts,
}

/// A position and its games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entry {
    /// Key of the position.
    pub(crate) key: u64,
    /// At most [`MAX_LISTED`] games.
    pub(crate) games: Vec<ListedGame>,
    /// Counts by move, in the order of the moves' bits; empty if `games` has all games.
    pub(crate) moves: Vec<MoveCounts>,
}

/// Merges entries of one position. The result does not depend on their order.
#[derive(Debug)]
pub(crate) struct Merger<'a> {
    summaries: &'a [GameSummary],
    entry: Entry,
}

impl<'a> Merger<'a> {
    /// `summaries` are those of all games, by number.
    pub(crate) fn new(summaries: &'a [GameSummary]) -> Merger<'a> {
        Merger { summaries, entry: Entry::default() }
    }

    /// Begins with the next position.
    pub(crate) fn begin(&mut self, key: u64) {
        self.entry.key = key;
        self.entry.games.clear();
        self.entry.moves.clear();
    }

    /// Adds a game.
    pub(crate) fn add_game(&mut self, game: ListedGame) {
        if !self.entry.moves.is_empty() {
            self.count(game);
            self.entry.games.push(game);
            self.keep_best();
        } else if self.entry.games.len() < MAX_LISTED {
            self.entry.games.push(game);
        } else {
            self.count_listed();
            self.add_game(game);
        }
    }

    /// Adds the games of another entry of the same position.
    pub(crate) fn add(&mut self, other: &Entry) {
        if other.moves.is_empty() {
            other.games.iter().for_each(|&game| self.add_game(game));
            return;
        }
        if self.entry.moves.is_empty() {
            self.count_listed();
        }
        for MoveCounts { m, counts } in &other.moves {
            self.counts_of(*m).add(counts);
        }
        self.entry.games.extend_from_slice(&other.games);
        self.keep_best();
    }

    /// The entry in its only form.
    pub(crate) fn finish(&mut self) -> &Entry {
        if self.entry.moves.is_empty() {
            self.entry.games.sort_unstable();
        }
        &self.entry
    }

    fn count_listed(&mut self) {
        let games = std::mem::take(&mut self.entry.games);
        games.iter().for_each(|&game| self.count(game));
        self.entry.games = games;
    }

    fn count(&mut self, game: ListedGame) {
        let summary = self.summary(game);
        self.counts_of(game.m).add_game(summary);
    }

    fn counts_of(&mut self, m: PackedMove) -> &mut GameCounts {
        let moves = &mut self.entry.moves;
        let index = moves.binary_search_by_key(&m, |known| known.m).unwrap_or_else(|index| {
            moves.insert(index, MoveCounts { m, counts: GameCounts::default() });
            index
        });
        &mut moves[index].counts
    }

    /// Keeps the games with the highest ratings, of equal ones the latest.
    fn keep_best(&mut self) {
        let summaries = self.summaries;
        self.entry
            .games
            .sort_unstable_by_key(|game| Reverse((summary_of(summaries, *game).rating, game.number)));
        self.entry.games.truncate(MAX_LISTED);
    }

    fn summary(&self, game: ListedGame) -> GameSummary {
        summary_of(self.summaries, game)
    }
}

/// An unknown number, which only a file made to deceive can have, is a game without result and rating.
fn summary_of(summaries: &[GameSummary], game: ListedGame) -> GameSummary {
    let unknown = GameSummary { result: game::pgn::PgnResult::Unknown, rating: None };
    summaries.get(game.number.0 as usize).copied().unwrap_or(unknown)
}

#[cfg(test)]
mod tests {
    use game::pgn::PgnResult;

    use super::*;

    const RATINGS: [u16; 7] = [1500, 2500, 2500, 1400, 2000, 2600, 1000];

    fn summaries() -> Vec<GameSummary> {
        let game = |rating| GameSummary { result: PgnResult::Draw, rating: Some(rating) };
        RATINGS.into_iter().map(game).collect()
    }

    fn merged(parts: &[&[u32]]) -> Entry {
        let summaries = summaries();
        let entry = |numbers: &[u32]| {
            let mut merger = Merger::new(&summaries);
            merger.begin(7);
            for &number in numbers {
                let m = PackedMove::from_bits(number as u16 % 2);
                merger.add_game(ListedGame { number: GameNumber(number), m });
            }
            merger.finish().clone()
        };
        let mut merger = Merger::new(&summaries);
        merger.begin(7);
        parts.iter().for_each(|part| merger.add(&entry(part)));
        merger.finish().clone()
    }

    fn numbers(entry: &Entry) -> Vec<u32> {
        entry.games.iter().map(|game| game.number.0).collect()
    }

    #[test]
    fn few_games_are_listed_without_counts() {
        let entry = merged(&[&[3, 1], &[0]]);
        assert_eq!(numbers(&entry), [0, 1, 3]);
        assert_eq!(entry.moves, []);
    }

    #[test]
    fn many_games_are_counted_and_the_best_listed() {
        let entry = merged(&[&[0, 1, 2, 3, 4, 5, 6]]);
        assert_eq!(numbers(&entry), [5, 2, 1, 4]);
        let counts: Vec<_> =
            entry.moves.iter().map(|known| (known.m.bits(), known.counts.results.draws)).collect();
        assert_eq!(counts, [(0, 4), (1, 3)]);
        assert_eq!(entry.moves[0].counts.average_rating(), Some((1500 + 2500 + 2000 + 1000) / 4));
    }

    #[test]
    fn the_order_of_parts_does_not_matter() {
        let whole = merged(&[&[0, 1, 2, 3, 4, 5, 6]]);
        for parts in [
            [&[0_u32, 1, 2][..], &[3, 4, 5, 6]],
            [&[6, 5, 4, 3, 2], &[1, 0]],
            [&[2, 4, 6, 0, 5], &[3, 1]],
            [&[0], &[1, 2, 3, 4, 5, 6]],
        ] {
            assert_eq!(merged(&parts), whole, "{parts:?}");
        }
    }
}
