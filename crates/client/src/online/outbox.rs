//! What has to reach the server. Every act is sent until it is accepted or refused: after a connection was lost, after the
//! program was closed, and however often.

use game::{Millis, Timestamp};
use protocol::{ActionError, ActionId, GameId, Json, OfferKind, PlayerAction, ToServer, WireMove};

/// The acts that are not settled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outbox {
    actions: Vec<PendingAction>,
}

/// An act on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingAction {
    /// The game it is for.
    pub game: GameId,
    /// Its own name: sent again it is done once.
    pub id: ActionId,
    /// What is to be done.
    pub action: PlayerAction,
    /// Since when it waits.
    since: Timestamp,
    delivery: Delivery,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Delivery {
    /// Not sent on this connection.
    Unsent,
    Sent,
    /// The server could not do it just then; it is sent again at this moment.
    RetryAt(Timestamp),
    /// It is done; the event with this number shows it.
    Confirmed(u32),
}

/// What became of an act that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RejectionResult {
    /// It will be sent again.
    WillRetry,
    /// It was not done, and will not be.
    Dropped(PendingAction),
    /// It is none of ours.
    Unknown,
}

/// So much may be on its way; whoever does more while there is no connection is not waited for.
const MAX_PENDING: usize = 64;

/// An act that is not confirmed after this long is told of: it may look done and not be.
const LATE_AFTER: Millis = Millis::seconds(3);

/// How long a server that could not do something is left alone.
const RETRY_DELAY: Millis = Millis::seconds(1);

/// The first line of what is kept.
const HEADER: &str = "hanpan-outbox 1";

impl Outbox {
    /// What is on its way, the oldest first.
    #[must_use]
    pub fn actions(&self) -> &[PendingAction] {
        &self.actions
    }

    /// How many acts the server has not confirmed.
    #[must_use]
    pub fn unconfirmed_count(&self) -> usize {
        self.actions.iter().filter(|letter| !matches!(letter.delivery, Delivery::Confirmed(_))).count()
    }

    /// Whether an act has waited for the server so long that its player should know.
    #[must_use]
    pub fn is_late(&self, now: Timestamp) -> bool {
        let waits = |letter: &PendingAction| {
            !matches!(letter.delivery, Delivery::Confirmed(_)) && now.since(letter.since) >= LATE_AFTER
        };
        self.actions.iter().any(waits)
    }

    /// The move in a game that no event shows yet: the board it was made on, by its plies, and the move.
    #[must_use]
    pub fn pending_move(&self, game: GameId) -> Option<(u32, WireMove)> {
        let of_game = self.actions.iter().filter(|letter| letter.game == game);
        of_game.rev().find_map(|letter| match letter.action {
            PlayerAction::Move { ply, uci } => Some((ply, uci)),
            _ => None,
        })
    }

    /// Whether an answer to an offer in a game is on its way. To offer a rematch as well is to agree to it.
    #[must_use]
    pub fn has_answer(&self, game: GameId, offer: OfferKind) -> bool {
        let is_answer = |act: &PlayerAction| match act {
            PlayerAction::Accept { offer: answered } | PlayerAction::Decline { offer: answered } => {
                *answered == offer
            }
            PlayerAction::Offer { offer: OfferKind::Rematch } => offer == OfferKind::Rematch,
            _ => false,
        };
        self.actions.iter().any(|letter| letter.game == game && is_answer(&letter.action))
    }

    /// The moves that are not confirmed, as text. Other acts mean the moment in which they were done; who comes back later
    /// sees whether they were, and can do them again.
    #[must_use]
    pub fn to_save_text(&self) -> String {
        let is_kept = |letter: &&PendingAction| {
            matches!(letter.action, PlayerAction::Move { .. })
                && !matches!(letter.delivery, Delivery::Confirmed(_))
        };
        let mut lines =
            self.actions.iter().filter(is_kept).map(|letter| letter.to_message().to_json()).peekable();
        if lines.peek().is_none() {
            return String::new();
        }
        [HEADER.to_owned()].into_iter().chain(lines).map(|line| line + "\n").collect()
    }

    /// Reads what [`text`](Outbox::text) writes; it waits from now on. What cannot be read is lost already and is passed over.
    #[must_use]
    pub fn from_save_text(text: &str, now: Timestamp) -> Outbox {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Outbox::default();
        }
        let letter = |line: &str| match ToServer::from_json(line) {
            Ok(ToServer::Act { game, id, act: act @ PlayerAction::Move { .. } }) => {
                Some(PendingAction { game, id, action: act, since: now, delivery: Delivery::Unsent })
            }
            _ => None,
        };
        Outbox { actions: lines.filter_map(letter).take(MAX_PENDING).collect() }
    }

    /// Takes in what an earlier program has left.
    pub(crate) fn restore(&mut self, earlier: Outbox) {
        let is_new = |letter: &PendingAction| self.actions.iter().all(|own| own.id != letter.id);
        let found: Vec<PendingAction> = earlier.actions.into_iter().filter(is_new).collect();
        self.actions.splice(0..0, found);
    }

    /// An act is to be done. What is on its way already is not asked for again; only time can be given twice.
    pub(crate) fn push(&mut self, game: GameId, id: ActionId, act: PlayerAction, now: Timestamp) {
        let is_same = |letter: &PendingAction| {
            letter.game == game && letter.action == act && act != PlayerAction::GiveTime
        };
        if self.actions.len() < MAX_PENDING && !self.actions.iter().any(is_same) {
            self.actions.push(PendingAction {
                game,
                id,
                action: act,
                since: now,
                delivery: Delivery::Unsent,
            });
        }
    }

    /// There is no connection any more: what was sent may not have arrived.
    pub(crate) fn on_disconnect(&mut self) {
        for letter in &mut self.actions {
            if !matches!(letter.delivery, Delivery::Confirmed(_)) {
                letter.delivery = Delivery::Unsent;
            }
        }
    }

    /// What is to be sent now.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> Vec<ToServer> {
        let mut due = Vec::new();
        for letter in &mut self.actions {
            if letter.delivery.is_due(now) {
                letter.delivery = Delivery::Sent;
                due.push(letter.to_message());
            }
        }
        due
    }

    /// The next moment at which something is sent again.
    pub(crate) fn next_retry(&self) -> Option<Timestamp> {
        let later = |letter: &PendingAction| match letter.delivery {
            Delivery::RetryAt(at) => Some(at),
            _ => None,
        };
        self.actions.iter().filter_map(later).min()
    }

    /// The server has done it; the event with this number shows it.
    pub(crate) fn on_accepted(&mut self, id: ActionId, number: Option<u32>) {
        for letter in self.actions.iter_mut().filter(|letter| letter.id == id) {
            letter.delivery = Delivery::Confirmed(number.unwrap_or(0));
        }
    }

    /// The server has not done it.
    pub(crate) fn on_rejected(
        &mut self,
        id: ActionId,
        reason: ActionError,
        now: Timestamp,
    ) -> RejectionResult {
        let Some(index) = self.actions.iter().position(|letter| letter.id == id) else {
            return RejectionResult::Unknown;
        };
        if matches!(reason, ActionError::TooFast | ActionError::Storage | ActionError::Closing) {
            self.actions[index].delivery = Delivery::RetryAt(now + RETRY_DELAY);
            return RejectionResult::WillRetry;
        }
        RejectionResult::Dropped(self.actions.remove(index))
    }

    /// All events of a game up to this number have been seen.
    pub(crate) fn drop_confirmed(&mut self, game: GameId, number: u32) {
        self.actions.retain(|letter| {
            letter.game != game || !matches!(letter.delivery, Delivery::Confirmed(shown) if shown <= number)
        });
    }

    /// Nothing but this game is looked at: what is done in others need not be seen.
    pub(crate) fn drop_confirmed_except(&mut self, game: Option<GameId>) {
        self.actions
            .retain(|letter| Some(letter.game) == game || !matches!(letter.delivery, Delivery::Confirmed(_)));
    }
}

impl PendingAction {
    fn to_message(&self) -> ToServer {
        ToServer::Act { game: self.game, id: self.id, act: self.action.clone() }
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
        PlayerAction::Move { ply, uci: WireMove(rules::UciMove::parse(b"e2e4").unwrap()) }
    }

    fn sent_ids(outbox: &mut Outbox, now: u64) -> Vec<u128> {
        let id = |message: ToServer| match message {
            ToServer::Act { id, .. } => id.bits(),
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
        assert_eq!(sent_ids(&mut outbox, 0), [7, 8], "nobody knows whether it arrived");
        outbox.on_accepted(ActionId::from_bits(7), Some(3));
        outbox.on_disconnect();
        assert_eq!(sent_ids(&mut outbox, 0), [8]);
        outbox.drop_confirmed(GAME, 2);
        assert!(outbox.pending_move(GAME).is_some(), "done, but not shown by any event yet");
        outbox.drop_confirmed(GAME, 3);
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
        assert!(matches!(refused, RejectionResult::Dropped(letter) if letter.action == move_action(0)));
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
        outbox.on_accepted(ActionId::from_bits(7), Some(3));
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
        outbox.on_accepted(ActionId::from_bits(7), Some(9));
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
        outbox.on_accepted(ActionId::from_bits(1), Some(5));
        outbox.drop_confirmed(GAME, 5);
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
