//! Spreads over time how subscribers read the store after messages were lost.
//!
//! A connection to the broker that comes back concerns all topics at once. If all their subscribers read the store in the same
//! moment, the store would be slow for everybody; so the topics lag part by part.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use super::Topic;
use crate::sync::lock;

/// Number of parts.
pub(super) const LAG_PARTS: usize = 10;

/// Time between two parts, per topic of the node, and at most: a node with few topics is done at once, one with many in a
/// second.
const PAUSE_PER_TOPIC: Duration = Duration::from_micros(100);
const MAX_PAUSE: Duration = Duration::from_millis(100);

/// Shortest interval for topics of players: what they would miss is rare, and a check costs several reads.
const PLAYER_INTERVAL: Duration = Duration::from_secs(10);

/// Requested lags. [`run`](LagSchedule::run) carries them out.
#[derive(Debug, Default)]
pub(super) struct LagSchedule {
    due: Mutex<DueParts>,
    requested: Notify,
}

/// A part of the topics that lags now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LaggingPart {
    part: usize,
    /// Topics of players.
    players: bool,
    /// All others.
    others: bool,
}

#[derive(Debug, Default)]
struct DueParts {
    /// The next part to be looked at.
    next: usize,
    parts: [DuePart; LAG_PARTS],
}

#[derive(Clone, Copy, Debug, Default)]
struct DuePart {
    players: bool,
    others: bool,
    players_lagged_at: Option<Instant>,
}

impl LagSchedule {
    /// Makes all topics lag soon.
    pub(super) fn request(&self) {
        lock(&self.due).parts.iter_mut().for_each(DuePart::request);
        self.requested.notify_one();
    }

    /// Makes the topics of one part lag soon.
    pub(super) fn request_part(&self, part: usize) {
        lock(&self.due).parts[part % LAG_PARTS].request();
        self.requested.notify_one();
    }

    /// Carries out what is requested, for ever. `lag` makes topics lag and returns the number of all topics.
    pub(super) async fn run(&self, lag: impl Fn(LaggingPart) -> usize) {
        loop {
            let step = lock(&self.due).step(Instant::now());
            match step {
                Step::Idle => self.requested.notified().await,
                Step::Wait => sleep(MAX_PAUSE).await,
                Step::Lag(part) => {
                    let topics = u32::try_from(lag(part)).unwrap_or(u32::MAX);
                    sleep(PAUSE_PER_TOPIC.saturating_mul(topics).min(MAX_PAUSE)).await;
                }
            }
        }
    }
}

impl LaggingPart {
    /// Returns true if a topic belongs to the part.
    pub(super) fn includes(self, topic: Topic) -> bool {
        let mut hasher = DefaultHasher::new();
        topic.hash(&mut hasher);
        let is_due = if matches!(topic, Topic::Player(_)) { self.players } else { self.others };
        is_due && hasher.finish() % LAG_PARTS as u64 == self.part as u64
    }
}

#[derive(PartialEq, Eq, Debug)]
enum Step {
    /// Nothing is requested.
    Idle,
    /// Topics of players have lagged a short while ago.
    Wait,
    Lag(LaggingPart),
}

impl DuePart {
    fn request(&mut self) {
        (self.players, self.others) = (true, true);
    }
}

impl DueParts {
    /// Takes the next part that may lag now.
    fn step(&mut self, now: Instant) -> Step {
        for _ in 0..LAG_PARTS {
            let part = self.next;
            self.next = (part + 1) % LAG_PARTS;
            let due = &mut self.parts[part];
            let may_check = due.players_lagged_at.is_none_or(|at| now - at >= PLAYER_INTERVAL);
            let players = due.players && may_check;
            let others = std::mem::take(&mut due.others);
            if players {
                (due.players, due.players_lagged_at) = (false, Some(now));
            }
            if players || others {
                return Step::Lag(LaggingPart { part, players, others });
            }
        }
        if self.parts.iter().any(|due| due.players) { Step::Wait } else { Step::Idle }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use protocol::{GameId, PlayerId};
    use tokio::time::timeout;

    use super::*;

    fn topics() -> Vec<Topic> {
        let pair = |bits| [Topic::Game(GameId::from_bits(bits)), Topic::Player(PlayerId::from_bits(bits))];
        (0..5_000).flat_map(pair).chain([Topic::Lobby]).collect()
    }

    /// Lets the schedule run for a time; returns the number of lags of every topic, and the longest list that lagged at once.
    async fn run(schedule: &LagSchedule, time: Duration) -> (Vec<u32>, usize) {
        let topics = topics();
        let counted = RefCell::new((vec![0; topics.len()], 0));
        let running = schedule.run(|part| {
            let (lags, longest) = &mut *counted.borrow_mut();
            let mut at_once = 0;
            for (count, _) in lags.iter_mut().zip(&topics).filter(|&(_, &topic)| part.includes(topic)) {
                *count += 1;
                at_once += 1;
            }
            *longest = at_once.max(*longest);
            topics.len()
        });
        assert!(timeout(time, running).await.is_err(), "it runs for ever");
        counted.into_inner()
    }

    #[tokio::test(start_paused = true)]
    async fn every_topic_lags_once_and_never_all_together() {
        let schedule = LagSchedule::default();
        schedule.request();
        let (lags, longest) = run(&schedule, Duration::from_secs(5)).await;
        assert!(lags.iter().all(|&count| count == 1));
        assert!(longest < lags.len() / 5, "{longest} of {}", lags.len());
        assert!(run(&schedule, Duration::from_secs(60)).await.0.iter().all(|&count| count == 0));
    }

    #[tokio::test(start_paused = true)]
    async fn players_lag_less_often_and_are_not_forgotten() {
        let schedule = LagSchedule::default();
        let mut lags = Vec::new();
        // Eighteen seconds.
        for _ in 0..9 {
            schedule.request();
            lags.push(run(&schedule, Duration::from_secs(2)).await.0);
        }
        let later = run(&schedule, Duration::from_secs(20)).await.0;
        for (index, topic) in topics().into_iter().enumerate() {
            let count: u32 = lags.iter().map(|counts| counts[index]).sum();
            if matches!(topic, Topic::Player(_)) {
                assert_eq!(count, 2, "{topic}");
                assert_eq!(later[index], 1, "{topic}: requested and waiting");
            } else {
                assert_eq!((count, later[index]), (9, 0), "{topic}");
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn parts_are_requested_one_by_one() {
        let schedule = LagSchedule::default();
        schedule.request_part(3);
        let (lags, longest) = run(&schedule, Duration::from_secs(2)).await;
        assert_eq!(lags.iter().sum::<u32>() as usize, longest);
        assert!((1..lags.len() / 5).contains(&longest), "{longest}");
        for part in (0..LAG_PARTS).filter(|&part| part != 3) {
            schedule.request_part(part);
        }
        let rest = run(&schedule, Duration::from_secs(2)).await.0;
        assert!(lags.iter().zip(rest).all(|(&count, more)| count + more == 1));
    }
}
