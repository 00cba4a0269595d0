//! Unconfirmed actions. Each is sent until the server accepts or rejects it, across reconnects and restarts
//! of the program.

use game::{Millis, Ply, Timestamp};
use protocol::{
    ActionError, ActionId, EventNumber, FromJson, GameId, OfferKind, PlayerAction, ToJson, ToServer, WireMove,
};

/// Queue of unconfirmed actions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outbox {
    actions: Vec<PendingAction>,
}

/// An unconfirmed action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingAction {
    /// The game.
    pub game: GameId,
    /// Random id; the server executes it once.
    pub id: ActionId,
    /// The action.
    pub action: PlayerAction,
    /// Time at which it was queued.
    since: Timestamp,
    delivery: Delivery,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Delivery {
    /// Not sent on this connection.
    Unsent,
    Sent,
    /// Failed with a transient error; sent again at this time.
    RetryAt(Timestamp),
    /// Accepted; the event with this number shows the result.
    Confirmed(EventNumber),
}

/// Result of a rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RejectionResult {
    /// The error is transient: the action will be sent again.
    WillRetry,
    /// The action was dropped.
    Dropped(PendingAction),
    /// The id is not in the outbox.
    Unknown,
}

/// Maximum number of queued actions.
const MAX_PENDING: usize = 64;

/// Time after which an unconfirmed action is reported to the user.
const LATE_AFTER: Millis = Millis::seconds(3);

/// Delay before an action is repeated after a transient error.
const RETRY_DELAY: Millis = Millis::seconds(1);

/// First line of the saved outbox.
const HEADER: &str = "hanpan-outbox 1";

impl Outbox {
    /// The queued actions, oldest first.
    #[must_use]
    pub fn actions(&self) -> &[PendingAction] {
        &self.actions
    }

    /// Number of actions that the server has not confirmed.
    #[must_use]
    pub fn unconfirmed_count(&self) -> usize {
        self.actions.iter().filter(|pending| !matches!(pending.delivery, Delivery::Confirmed(_))).count()
    }

    /// True if an action is unconfirmed for so long that the user should be told.
    #[must_use]
    pub fn is_late(&self, now: Timestamp) -> bool {
        let waits = |pending: &PendingAction| {
            !matches!(pending.delivery, Delivery::Confirmed(_)) && now.since(pending.since) >= LATE_AFTER
        };
        self.actions.iter().any(waits)
    }

    /// The move that no received event shows yet, with the index of its position.
    #[must_use]
    pub fn pending_move(&self, game: GameId) -> Option<(Ply, WireMove)> {
        let of_game = self.actions.iter().filter(|pending| pending.game == game);
        of_game.rev().find_map(|pending| match pending.action {
            PlayerAction::Move { ply, uci } => Some((ply, uci)),
            _ => None,
        })
    }

    /// True if an answer to an offer is queued. Offering a rematch accepts the opponent's offer.
    #[must_use]
    pub fn has_answer(&self, game: GameId, offer: OfferKind) -> bool {
        let is_answer = |action: &PlayerAction| match action {
            PlayerAction::Accept { offer: answered } | PlayerAction::Decline { offer: answered } => {
                *answered == offer
            }
            PlayerAction::Offer { offer: OfferKind::Rematch } => offer == OfferKind::Rematch,
            _ => false,
        };
        self.actions.iter().any(|pending| pending.game == game && is_answer(&pending.action))
    }

    /// Unconfirmed moves as text. Other actions are not saved: they only make sense at the time of acting.
    #[must_use]
    pub fn to_save_text(&self) -> String {
        let is_kept = |pending: &&PendingAction| {
            matches!(pending.action, PlayerAction::Move { .. })
                && !matches!(pending.delivery, Delivery::Confirmed(_))
        };
        let mut lines =
            self.actions.iter().filter(is_kept).map(|pending| pending.to_message().to_json()).peekable();
        if lines.peek().is_none() {
            return String::new();
        }
        [HEADER.to_owned()].into_iter().chain(lines).map(|line| line + "\n").collect()
    }

    /// Parses the result of [`to_save_text`](Outbox::to_save_text). Unreadable lines are ignored.
    #[must_use]
    pub fn from_save_text(text: &str, now: Timestamp) -> Outbox {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Outbox::default();
        }
        let pending = |line: &str| match ToServer::from_json(line) {
            Ok(ToServer::Action { game, id, action: action @ PlayerAction::Move { .. } }) => {
                Some(PendingAction { game, id, action, since: now, delivery: Delivery::Unsent })
            }
            _ => None,
        };
        Outbox { actions: lines.filter_map(pending).take(MAX_PENDING).collect() }
    }

    /// Prepends the actions of an earlier run.
    pub(crate) fn restore(&mut self, earlier: Outbox) {
        let is_new = |pending: &PendingAction| self.actions.iter().all(|own| own.id != pending.id);
        let found: Vec<PendingAction> = earlier.actions.into_iter().filter(is_new).collect();
        self.actions.splice(0..0, found);
    }

    /// Queues an action. A duplicate of a queued action is ignored, except for giving time.
    pub(crate) fn push(&mut self, game: GameId, id: ActionId, action: PlayerAction, now: Timestamp) {
        let is_same = |pending: &PendingAction| {
            pending.game == game && pending.action == action && action != PlayerAction::GiveTime
        };
        if self.actions.len() < MAX_PENDING && !self.actions.iter().any(is_same) {
            self.actions.push(PendingAction { game, id, action, since: now, delivery: Delivery::Unsent });
        }
    }

    /// The connection was lost: sent actions may not have arrived.
    pub(crate) fn on_disconnect(&mut self) {
        for pending in &mut self.actions {
            if !matches!(pending.delivery, Delivery::Confirmed(_)) {
                pending.delivery = Delivery::Unsent;
            }
        }
    }

    /// Messages to send now.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> Vec<ToServer> {
        let mut due = Vec::new();
        for pending in &mut self.actions {
            if pending.delivery.is_due(now) {
                pending.delivery = Delivery::Sent;
                due.push(pending.to_message());
            }
        }
        due
    }

    /// Time of the next repetition.
    pub(crate) fn next_retry(&self) -> Option<Timestamp> {
        let later = |pending: &PendingAction| match pending.delivery {
            Delivery::RetryAt(at) => Some(at),
            _ => None,
        };
        self.actions.iter().filter_map(later).min()
    }

    /// The server has accepted the action; the event with this number shows it.
    pub(crate) fn on_accepted(&mut self, id: ActionId, number: Option<EventNumber>) {
        for pending in self.actions.iter_mut().filter(|pending| pending.id == id) {
            pending.delivery = Delivery::Confirmed(number.unwrap_or_default());
        }
    }

    /// The server has rejected the action.
    pub(crate) fn on_rejected(
        &mut self,
        id: ActionId,
        reason: ActionError,
        now: Timestamp,
    ) -> RejectionResult {
        let Some(index) = self.actions.iter().position(|pending| pending.id == id) else {
            return RejectionResult::Unknown;
        };
        if matches!(reason, ActionError::TooFast | ActionError::Storage | ActionError::Closing) {
            self.actions[index].delivery = Delivery::RetryAt(now + RETRY_DELAY);
            return RejectionResult::WillRetry;
        }
        RejectionResult::Dropped(self.actions.remove(index))
    }

    /// Removes confirmed actions whose events have been received.
    pub(crate) fn drop_confirmed(&mut self, game: GameId, number: EventNumber) {
        self.actions.retain(|pending| {
            pending.game != game || !matches!(pending.delivery, Delivery::Confirmed(shown) if shown <= number)
        });
    }

    /// Removes confirmed actions of all other games, whose events will not be received.
    pub(crate) fn drop_confirmed_except(&mut self, game: Option<GameId>) {
        self.actions.retain(|pending| {
            Some(pending.game) == game || !matches!(pending.delivery, Delivery::Confirmed(_))
        });
    }
}

impl PendingAction {
    fn to_message(&self) -> ToServer {
        ToServer::Action { game: self.game, id: self.id, action: self.action.clone() }
    }
}

impl Delivery {
    fn is_due(self, now: Timestamp) -> bool {
        match self {
            Delivery::Unsent => true,
            Delivery::RetryAt(at) => now >= at,
            Delivery::Sent | Delivery::Confirmed(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId::from_bits(1);

    fn move_action(ply: u32) -> PlayerAction {
        PlayerAction::play(Ply(ply), rules::UciMove::parse(b"e2e4").unwrap())
    }

    fn sent_ids(outbox: &mut Outbox, now: u64) -> Vec<u128> {
        let id = |message: ToServer| match message {
            ToServer::Action { id, .. } => id.bits(),
            other => panic!("{other:?}"),
        };
        outbox.take_due(Timestamp(now)).into_iter().map(id).collect()
    }

    #[test]
    fn actions_are_sent_once_per_connection_until_settled() {
        let mut outbox = Outbox::default();
        outbox.push(GAME, ActionId::from_bits(7), move_action(0), Timestamp(0));
        outbox.push(
            GAME,
            ActionId::from_bits(8),
            PlayerAction::Offer { offer: protocol::OfferKind::Draw },
            Timestamp(0),
        );
        assert_eq!(sent_ids(&mut outbox, 0), [7, 8]);
        assert_eq!(sent_ids(&mut outbox, 0), []);
        outbox.on_disconnect();
        assert_eq!(sent_ids(&mut outbox, 0), [7, 8], "it may not have arrived");
        outbox.on_accepted(ActionId::from_bits(7), Some(EventNumber(3)));
        outbox.on_disconnect();
        assert_eq!(sent_ids(&mut outbox, 0), [8]);
        outbox.drop_confirmed(GAME, EventNumber(2));
        assert!(outbox.pending_move(GAME).is_some(), "done, but not shown by any event yet");
        outbox.drop_confirmed(GAME, EventNumber(3));
        assert_eq!(outbox.pending_move(GAME), None);
        assert_eq!(outbox.unconfirmed_count(), 1);
    }

    #[test]
    fn transient_errors_are_retried() {
        let mut outbox = Outbox::default();
        outbox.push(GAME, ActionId::from_bits(7), move_action(0), Timestamp(0));
        sent_ids(&mut outbox, 0);
        assert_eq!(
            outbox.on_rejected(ActionId::from_bits(7), ActionError::Storage, Timestamp(100)),
            RejectionResult::WillRetry
        );
        assert_eq!(outbox.next_retry(), Some(Timestamp(1_100)));
        assert_eq!(sent_ids(&mut outbox, 1_099), []);
        assert_eq!(sent_ids(&mut outbox, 1_100), [7]);
        let refused = outbox.on_rejected(ActionId::from_bits(7), ActionError::Stale, Timestamp(2_000));
        assert!(matches!(refused, RejectionResult::Dropped(pending) if pending.action == move_action(0)));
        assert_eq!(outbox, Outbox::default());
        let unknown = outbox.on_rejected(ActionId::from_bits(7), ActionError::Stale, Timestamp(2_000));
        assert_eq!(unknown, RejectionResult::Unknown);
    }

    #[test]
    fn unconfirmed_actions_become_late() {
        let mut outbox = Outbox::default();
        outbox.push(GAME, ActionId::from_bits(7), move_action(0), Timestamp(500));
        sent_ids(&mut outbox, 500);
        assert!(!outbox.is_late(Timestamp(3_499)));
        assert!(outbox.is_late(Timestamp(3_500)));
        outbox.on_accepted(ActionId::from_bits(7), Some(EventNumber(3)));
        assert!(!outbox.is_late(Timestamp(9_000)), "no event shows it yet, but it is done");
    }

    #[test]
    fn moves_survive_a_restart() {
        let mut outbox = Outbox::default();
        assert_eq!(outbox.to_save_text(), "");
        outbox.push(GAME, ActionId::from_bits(7), move_action(4), Timestamp(0));
        outbox.push(GAME, ActionId::from_bits(8), PlayerAction::Resign, Timestamp(0));
        sent_ids(&mut outbox, 0);
        let mut later = Outbox::from_save_text(&outbox.to_save_text(), Timestamp(0));
        assert_eq!(sent_ids(&mut later, 0), [7], "the move, under the same id");
        later.restore(Outbox::from_save_text(&outbox.to_save_text(), Timestamp(0)));
        assert_eq!(later.actions().len(), 1, "found twice, sent once");
        outbox.on_accepted(ActionId::from_bits(7), Some(EventNumber(9)));
        assert_eq!(outbox.to_save_text(), "", "what is confirmed need not be kept");
        for rubbish in ["", "hanpan-outbox 2\n{}", "hanpan-outbox 1\nrubbish\n{\"type\":\"enter-lobby\"}"] {
            assert_eq!(Outbox::from_save_text(rubbish, Timestamp(0)), Outbox::default(), "{rubbish}");
        }
    }

    #[test]
    fn duplicate_pending_actions_are_ignored() {
        let mut outbox = Outbox::default();
        let accept = PlayerAction::Accept { offer: protocol::OfferKind::Draw };
        for bits in 1..=2 {
            outbox.push(GAME, ActionId::from_bits(bits), accept.clone(), Timestamp(0));
            outbox.push(GAME, ActionId::from_bits(10 + bits), PlayerAction::GiveTime, Timestamp(0));
        }
        outbox.push(GameId::from_bits(2), ActionId::from_bits(3), accept.clone(), Timestamp(0));
        assert_eq!(sent_ids(&mut outbox, 0), [1, 11, 12, 3]);
        assert!(outbox.has_answer(GAME, OfferKind::Draw) && !outbox.has_answer(GAME, OfferKind::Takeback));
        outbox.on_accepted(ActionId::from_bits(1), Some(EventNumber(5)));
        outbox.drop_confirmed(GAME, EventNumber(5));
        assert!(!outbox.has_answer(GAME, OfferKind::Draw), "it has arrived");
        outbox.push(GAME, ActionId::from_bits(4), accept, Timestamp(0));
        assert_eq!(sent_ids(&mut outbox, 0), [4], "another offer");
    }

    #[test]
    fn outbox_is_bounded() {
        let mut outbox = Outbox::default();
        for bits in 0..1_000 {
            outbox.push(GAME, ActionId::from_bits(bits), PlayerAction::GiveTime, Timestamp(0));
        }
        assert_eq!(outbox.actions().len(), MAX_PENDING);
    }
}
