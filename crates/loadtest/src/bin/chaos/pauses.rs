//! Pauses of games: times without an acknowledged action.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use protocol::GameId;

/// The longest pause of every game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pauses {
    running: BTreeMap<GameId, GamePause>,
    /// Pauses of games that have ended.
    ended: Vec<Duration>,
}

#[derive(Clone, Copy, Debug)]
struct GamePause {
    /// Time of the last acknowledgement, or of the beginning.
    last: Instant,
    longest: Duration,
}

/// Pauses of all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PauseSummary {
    games: usize,
    median: Duration,
    longest: Duration,
}

impl Pauses {
    /// A game begins. A second bot of the same game changes nothing.
    pub(crate) fn begin(&mut self, game: GameId, at: Instant) {
        self.running.entry(game).or_insert(GamePause { last: at, longest: Duration::ZERO });
    }

    /// An action was acknowledged.
    pub(crate) fn note_ack(&mut self, game: GameId, at: Instant) {
        if let Some(pause) = self.running.get_mut(&game) {
            pause.longest = pause.longest.max(at - pause.last);
            pause.last = at;
        }
    }

    /// A game has ended.
    pub(crate) fn end(&mut self, game: GameId) {
        self.ended.extend(self.running.remove(&game).map(|pause| pause.longest));
    }

    /// Forgets pauses that are over.
    pub(crate) fn reset(&mut self) {
        self.ended.clear();
        self.running.values_mut().for_each(|pause| pause.longest = Duration::ZERO);
    }

    /// Returns true if each running game has had an acknowledged action since then.
    pub(crate) fn all_went_on(&self, since: Instant) -> bool {
        self.running.values().all(|pause| pause.last > since)
    }

    /// Pauses since the reset, also of games that do not go on.
    pub(crate) fn summary(&self, now: Instant) -> PauseSummary {
        let running = self.running.values().map(|pause| pause.longest.max(now - pause.last));
        let mut pauses: Vec<Duration> = running.chain(self.ended.iter().copied()).collect();
        pauses.sort_unstable();
        let (median, longest) = (pauses.get(pauses.len() / 2), pauses.last());
        PauseSummary {
            games: pauses.len(),
            median: median.copied().unwrap_or_default(),
            longest: longest.copied().unwrap_or_default(),
        }
    }
}

impl fmt::Display for PauseSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (median, longest) = (self.median.as_secs_f64(), self.longest.as_secs_f64());
        write!(f, "pause of {} games: median {median:.1} s, longest {longest:.1} s", self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_counted_from_the_reset_and_include_those_that_last() {
        let (start, seconds) = (Instant::now(), Duration::from_secs);
        let [first, second] = [1, 2].map(GameId::from_bits);
        let mut pauses = Pauses::default();
        pauses.begin(first, start);
        pauses.begin(second, start);
        pauses.note_ack(first, start + seconds(9));
        pauses.reset();
        pauses.note_ack(first, start + seconds(11));
        assert!(!pauses.all_went_on(start + seconds(10)));
        let summary = pauses.summary(start + seconds(12));
        assert_eq!(summary, PauseSummary { games: 2, median: seconds(12), longest: seconds(12) });
        pauses.note_ack(second, start + seconds(13));
        assert!(pauses.all_went_on(start + seconds(10)));
        pauses.end(second);
        let summary = pauses.summary(start + seconds(13));
        assert_eq!(summary, PauseSummary { games: 2, median: seconds(13), longest: seconds(13) });
        pauses.reset();
        assert_eq!(pauses.summary(start + seconds(12)).games, 1);
    }
}
