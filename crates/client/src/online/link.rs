//! The connection to the server: whether there is one, since when not, and when it is tried again.

use game::{Millis, Timestamp};
use protocol::{Farewell, Span};

use super::{Call, Chance};

/// The connection, as a value that is told what happens to it and what time it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Link {
    phase: Phase,
    call: Call,
    /// How often in a row it did not hold.
    attempts: u32,
    /// Since when there is none, though there was one.
    lost: Option<Timestamp>,
    /// Why there is none.
    cause: Cause,
    /// The round trip, as the server measured it.
    lag: Option<Millis>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    #[default]
    Off,
    /// The next try is at this moment.
    Waiting(Timestamp),
    /// A socket is being opened, or is open and has not been welcomed.
    Connecting(Timestamp),
    Up {
        since: Timestamp,
        heard: Timestamp,
    },
    Ended(Option<Farewell>),
}

/// How the connection is, for those who look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    /// Nobody wants one.
    Off,
    /// The first one is being made.
    Connecting,
    /// It is there.
    Up {
        /// The round trip, as the server measured it.
        lag: Option<Millis>,
    },
    /// It was there and is gone, or cannot be made.
    Lost {
        /// For how long.
        ago: Millis,
        /// The next try; nothing while it is being tried.
        retry_in: Option<Millis>,
        /// Why, as far as it is known.
        cause: Cause,
    },
    /// The server has ended it for good, in these words if it said any.
    Ended(Option<Farewell>),
}

/// Why there is no connection any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cause {
    /// Nobody knows.
    #[default]
    Unknown,
    /// The server has said that it ends and will be back.
    Restart,
}

/// How soon a connection is missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// Somebody's clock runs, and nobody moves without a connection.
    Running,
    /// Nothing is lost by waiting.
    Calm,
}

/// What is to be done about the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    Connect(Call),
    /// The socket is silent: it is closed, and another will be opened.
    GiveUp(Call),
}

/// The server sends something every fifteen seconds. Who hears nothing for that much longer is cut off, whatever the
/// system says.
const SILENCE: Millis = Millis::seconds(20);

/// A socket that is not open and welcomed after this long will not be.
const PATIENCE: Millis = Millis::seconds(10);

/// The first wait after a connection is lost, and the longest.
const FIRST_WAIT: Millis = Millis(250);
const LONGEST_WAIT: Millis = Millis::seconds(15);

/// The longest while a clock runs: with what chance adds to it, three seconds.
const LONGEST_WAIT_RUNNING: Millis = Millis::seconds(2);

/// A connection that has held this long was a good one: the next wait is a short one again.
const GOOD: Millis = Millis::seconds(5);

impl Link {
    /// How it is at a moment.
    #[must_use]
    pub fn connection(&self, now: Timestamp) -> Connection {
        let lost = |retry_in| Connection::Lost {
            ago: now.since(self.lost.unwrap_or(now)),
            retry_in,
            cause: self.cause,
        };
        match self.phase {
            Phase::Off => Connection::Off,
            Phase::Connecting(_) if self.attempts == 0 && self.lost.is_none() => Connection::Connecting,
            Phase::Connecting(_) => lost(None),
            Phase::Waiting(at) => lost(Some(at.since(now))),
            Phase::Up { .. } => Connection::Up { lag: self.lag },
            Phase::Ended(words) => Connection::Ended(words),
        }
    }

    /// Whether what is sent reaches the server, as far as anybody knows.
    #[must_use]
    pub fn is_up(&self) -> bool {
        matches!(self.phase, Phase::Up { .. })
    }

    /// The next moment at which something has to be done if nothing happens.
    #[must_use]
    pub fn wakes_at(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Off | Phase::Ended(_) => None,
            Phase::Waiting(at) => Some(at),
            Phase::Connecting(since) => Some(since + PATIENCE),
            Phase::Up { heard, .. } => Some(heard + SILENCE),
        }
    }

    /// The connection that is in use, or being made.
    pub(crate) fn call(&self) -> Option<Call> {
        matches!(self.phase, Phase::Connecting(_) | Phase::Up { .. }).then_some(self.call)
    }

    /// A connection is wanted from now on; at once, if one was waited for.
    pub(crate) fn want(&mut self, now: Timestamp) {
        if matches!(self.phase, Phase::Off | Phase::Waiting(_) | Phase::Ended(_)) {
            self.phase = Phase::Waiting(now);
        }
    }

    /// The next try is now, if one is waited for or was given up. Where none is wanted none is made.
    pub(crate) fn retry(&mut self, now: Timestamp) {
        if self.phase != Phase::Off {
            self.want(now);
        }
    }

    /// None is wanted any more. Gives the one to be closed.
    pub(crate) fn hang_up(&mut self) -> Option<Call> {
        let call = self.call();
        *self = Link { call: self.call, ..Link::default() };
        call
    }

    /// The server has welcomed us.
    pub(crate) fn welcomed(&mut self, now: Timestamp) {
        self.phase = Phase::Up { since: now, heard: now };
        (self.lost, self.cause) = (None, Cause::Unknown);
    }

    /// Something was heard.
    pub(crate) fn heard(&mut self, now: Timestamp) {
        if let Phase::Up { heard, .. } = &mut self.phase {
            *heard = now;
        }
    }

    /// The server has measured the round trip.
    pub(crate) fn measured(&mut self, lag: Option<Span>) {
        self.lag = lag.map(Into::into).or(self.lag);
    }

    /// The socket is gone, or could not be opened.
    pub(crate) fn dropped(&mut self, now: Timestamp, urgency: Urgency, chance: &mut Chance) {
        let held = matches!(self.phase, Phase::Up { since, .. } if now.since(since) >= GOOD);
        self.attempts = if held { 0 } else { self.attempts.saturating_add(1) };
        let longest = match urgency {
            Urgency::Running => LONGEST_WAIT_RUNNING,
            Urgency::Calm => LONGEST_WAIT,
        };
        let wait = Millis(FIRST_WAIT.0 << self.attempts.min(10)).min(longest);
        // A server that was away is not asked by everybody at the same moment.
        self.wait(now, wait + Millis(chance.below(wait.0 / 2)));
    }

    /// The server ends the connection, and says when to come back, if at all.
    pub(crate) fn farewell(
        &mut self,
        reason: Farewell,
        retry: Option<Span>,
        now: Timestamp,
        chance: &mut Chance,
    ) {
        match retry {
            Some(Span(span)) => {
                // Whoever is told to come back at once has another session; the server is still there.
                if reason == Farewell::Closing && span > 0 {
                    self.cause = Cause::Restart;
                }
                self.wait(now, Millis(span) + Millis(chance.below(span / 2)));
            }
            None => self.phase = Phase::Ended(Some(reason)),
        }
    }

    /// The server does not want us.
    pub(crate) fn denied(&mut self) {
        self.phase = Phase::Ended(None);
    }

    /// What time has brought.
    pub(crate) fn due(&mut self, now: Timestamp, urgency: Urgency, chance: &mut Chance) -> Option<Due> {
        let is_due = self.wakes_at().is_some_and(|at| now >= at);
        match self.phase {
            Phase::Waiting(_) if is_due => {
                self.call = Call(self.call.0.wrapping_add(1));
                self.phase = Phase::Connecting(now);
                Some(Due::Connect(self.call))
            }
            Phase::Connecting(_) | Phase::Up { .. } if is_due => {
                self.dropped(now, urgency, chance);
                Some(Due::GiveUp(self.call))
            }
            _ => None,
        }
    }

    fn wait(&mut self, now: Timestamp, wait: Millis) {
        self.lost = self.lost.or(Some(now));
        self.lag = None;
        self.phase = Phase::Waiting(now + wait);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp(seconds * 1_000)
    }

    fn up(chance: &mut Chance) -> Link {
        let mut link = Link::default();
        link.want(at(0));
        assert_eq!(link.due(at(0), Urgency::Calm, chance), Some(Due::Connect(Call(1))));
        assert_eq!(link.connection(at(1)), Connection::Connecting);
        link.welcomed(at(1));
        link
    }

    #[test]
    fn silence_is_an_end() {
        let mut chance = Chance::new(1);
        let mut link = up(&mut chance);
        link.heard(at(15));
        assert_eq!(link.due(at(34), Urgency::Calm, &mut chance), None);
        assert_eq!(link.wakes_at(), Some(at(35)));
        assert_eq!(link.due(at(35), Urgency::Calm, &mut chance), Some(Due::GiveUp(Call(1))));
        assert!(matches!(link.connection(at(37)), Connection::Lost { ago: Millis(2_000), .. }));
        assert_eq!(link.due(at(37), Urgency::Calm, &mut chance), Some(Due::Connect(Call(2))));
        assert_eq!(
            link.connection(at(40)),
            Connection::Lost { ago: Millis(5_000), retry_in: None, cause: Cause::Unknown }
        );
        link.welcomed(at(40));
        assert_eq!(link.connection(at(40)), Connection::Up { lag: None });
    }

    #[test]
    fn only_what_is_wanted_is_tried_again() {
        let mut chance = Chance::new(1);
        let mut link = Link::default();
        link.retry(at(0));
        assert_eq!((link.connection(at(0)), link.wakes_at()), (Connection::Off, None));
        let mut link = up(&mut chance);
        link.retry(at(2));
        assert!(link.is_up(), "it is there");
        link.farewell(Farewell::Flood, None, at(3), &mut chance);
        link.retry(at(4));
        assert_eq!(link.wakes_at(), Some(at(4)));
    }

    #[test]
    fn waits_grow_to_a_limit_and_differ() {
        let mut chance = Chance::new(7);
        let mut link = up(&mut chance);
        let mut now = at(100);
        let mut waits = Vec::new();
        for _ in 0..10 {
            link.dropped(now, Urgency::Calm, &mut chance);
            let next = link.wakes_at().unwrap();
            waits.push(next.since(now).0);
            now = next;
            assert!(matches!(link.due(now, Urgency::Calm, &mut chance), Some(Due::Connect(_))));
        }
        assert!(waits[0] < 400, "{waits:?}");
        assert!(waits.windows(2).take(5).all(|two| two[1] > two[0]), "{waits:?}");
        assert!(waits.iter().all(|&wait| wait <= 22_500), "{waits:?}");
        assert!(waits[8] != waits[9], "{waits:?}");
    }

    #[test]
    fn while_a_clock_runs_it_is_tried_every_three_seconds() {
        let mut chance = Chance::new(7);
        let mut link = up(&mut chance);
        let mut now = at(100);
        for _ in 0..30 {
            link.dropped(now, Urgency::Running, &mut chance);
            let next = link.wakes_at().unwrap();
            assert!(next.since(now) <= Millis::seconds(3), "{next:?} after {now:?}");
            now = next;
            assert!(matches!(link.due(now, Urgency::Running, &mut chance), Some(Due::Connect(_))));
        }
        assert!(now.since(at(100)) > Millis::seconds(45), "nor much more often: {now:?}");
    }

    #[test]
    fn one_that_never_holds_is_not_asked_at_once_for_ever() {
        let mut chance = Chance::new(3);
        let mut link = up(&mut chance);
        let mut now = at(1);
        for _ in 0..5 {
            link.dropped(now, Urgency::Calm, &mut chance);
            now = link.wakes_at().unwrap();
            link.due(now, Urgency::Calm, &mut chance);
            link.welcomed(now);
        }
        assert!(now > at(10), "{now:?}");
    }

    #[test]
    fn the_server_says_when_to_come_back() {
        let mut chance = Chance::new(3);
        let mut link = up(&mut chance);
        link.farewell(Farewell::Closing, Some(Span(1_000)), at(5), &mut chance);
        let next = link.wakes_at().unwrap().since(at(5));
        assert!((1_000..1_500).contains(&next.0), "{next:?}");
        let restarts =
            |link: &Link| matches!(link.connection(at(6)), Connection::Lost { cause: Cause::Restart, .. });
        assert!(restarts(&link));
        link.welcomed(at(7));
        link.farewell(Farewell::Closing, Some(Span(0)), at(7), &mut chance);
        assert!(!restarts(&link), "the session has ended, not the server");
        link.welcomed(at(8));
        link.farewell(Farewell::Malformed, None, at(8), &mut chance);
        assert_eq!(link.connection(at(9)), Connection::Ended(Some(Farewell::Malformed)));
        assert_eq!((link.wakes_at(), link.due(at(99), Urgency::Calm, &mut chance)), (None, None));
        link.want(at(100));
        assert!(link.due(at(100), Urgency::Calm, &mut chance).is_some(), "somebody presses the button");
        assert_eq!(link.hang_up(), Some(Call(2)));
        assert_eq!(link.connection(at(101)), Connection::Off);
    }
}
