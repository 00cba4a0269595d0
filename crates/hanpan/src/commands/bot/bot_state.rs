//! Decides what a bot does about challenges and games; pure.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use protocol::DeclineReason;

use super::policy::ChallengePolicy;
use super::wire::{GameKey, StartedGame, StreamEvent};

/// Time after which an accepted challenge whose game does not start is forgotten.
const ACCEPT_TIMEOUT: Duration = Duration::from_secs(60);

/// Time for the game of an accepted challenge to start while the bot is stopping.
const START_GRACE: Duration = Duration::from_secs(5);

/// Games and challenges of a bot.
#[derive(Debug)]
pub(super) struct BotState {
    account: String,
    policy: ChallengePolicy,
    max_games: usize,
    games: HashSet<GameKey>,
    /// Accepted challenges whose games have not started, with the time of acceptance.
    accepted: HashMap<GameKey, Instant>,
    /// Challenges sent by the bot that are open.
    sent: HashSet<GameKey>,
    is_stopping: bool,
}

/// A consequence of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BotAction {
    Accept {
        key: GameKey,
        what: String,
    },
    Decline {
        key: GameKey,
        what: String,
        reason: DeclineReason,
    },
    Play(StartedGame),
    /// A challenge of the bot is declined.
    Declined {
        reason: String,
    },
}

impl BotState {
    pub(super) fn new(account: String, policy: ChallengePolicy, max_games: usize) -> BotState {
        BotState {
            account,
            policy,
            max_games,
            games: HashSet::new(),
            accepted: HashMap::new(),
            sent: HashSet::new(),
            is_stopping: false,
        }
    }

    /// Handles an event of the stream. After a reconnection the same events come again.
    pub(super) fn on_event(&mut self, event: StreamEvent, now: Instant) -> Option<BotAction> {
        match event {
            StreamEvent::Challenge(challenge) => {
                let key = challenge.key.clone();
                if challenge.challenger.id == self.account || self.accepted.contains_key(&key) {
                    return None;
                }
                let what = format!(
                    "{key} from {}: {}, {}",
                    challenge.challenger.name,
                    challenge.time_control,
                    challenge.mode.name(),
                );
                self.accepted.retain(|_, &mut at| now.duration_since(at) < ACCEPT_TIMEOUT);
                let is_full = self.games.len() + self.accepted.len() >= self.max_games;
                let reason = self
                    .policy
                    .refusal(&challenge)
                    .or_else(|| (self.is_stopping || is_full).then_some(DeclineReason::Later));
                if let Some(reason) = reason {
                    return Some(BotAction::Decline { key, what, reason });
                }
                self.accepted.insert(key.clone(), now);
                Some(BotAction::Accept { key, what })
            }
            StreamEvent::ChallengeCanceled(key) => {
                self.accepted.remove(&key);
                self.sent.remove(&key);
                None
            }
            StreamEvent::ChallengeDeclined(key, reason) => {
                self.sent.remove(&key).then_some(BotAction::Declined { reason })
            }
            StreamEvent::GameStart(started) => {
                self.accepted.remove(&started.key);
                self.sent.remove(&started.key);
                self.games.insert(started.key.clone()).then_some(BotAction::Play(started))
            }
            // The worker of the game learns it from its own stream.
            StreamEvent::GameFinish(_) | StreamEvent::Other => None,
        }
    }

    /// The server did not take the acceptance of a challenge.
    pub(super) fn accept_failed(&mut self, key: &GameKey) {
        self.accepted.remove(key);
    }

    /// The bot has sent a challenge.
    pub(super) fn challenge_sent(&mut self, key: GameKey) {
        if !self.games.contains(&key) {
            self.sent.insert(key);
        }
    }

    /// The worker of a game has ended.
    pub(super) fn game_ended(&mut self, key: &GameKey) {
        self.games.remove(key);
    }

    /// Accepts nothing more; returns the open challenges of the bot, to be cancelled.
    pub(super) fn stop(&mut self) -> Vec<GameKey> {
        self.is_stopping = true;
        self.sent.drain().collect()
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.is_stopping
    }

    /// Number of games that are played.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// True if the bot is stopping and has no game left, nor one about to start.
    pub(super) fn is_done(&self, now: Instant) -> bool {
        let is_due = |&at: &Instant| now.duration_since(at) < START_GRACE;
        self.is_stopping && self.games.is_empty() && !self.accepted.values().any(is_due)
    }
}

#[cfg(test)]
mod tests;
