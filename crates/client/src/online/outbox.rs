//! What has to reach the server. Every act is sent until it is accepted or refused: after a connection was lost, after the
//! program was closed, and however often.

use game::{Millis, Timestamp};
use protocol::{Act, ActId, GameId, Json, MoveText, Offer, Refusal, ToServer};

/// The acts that are not settled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outbox {
    letters: Vec<Letter>,
}

/// An act on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// The game it is for.
    pub game: GameId,
    /// Its own name: sent again it is done once.
    pub id: ActId,
    /// What is to be done.
    pub act: Act,
    /// Since when it waits.
    since: Timestamp,
    fate: Fate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// Not sent on this connection.
    Waiting,
    Sent,
    /// The server could not do it just then; it is sent again at this moment.
    Later(Timestamp),
    /// It is done; the event with this number shows it.
    Done(u32),
}

/// What became of an act that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// It will be sent again.
    Later,
    /// It was not done, and will not be.
    Refused(Letter),
    /// It is none of ours.
    Unknown,
}

/// So much may be on its way; whoever does more while there is no connection is not waited for.
const MOST: usize = 64;

/// An act that is not confirmed after this long is told of: it may look done and not be.
const LATE: Millis = Millis::seconds(3);

/// How long a server that could not do something is left alone.
const PAUSE: Millis = Millis::seconds(1);

/// The first line of what is kept.
const VERSION: &str = "hanpan-outbox 1";

impl Outbox {
    /// What is on its way, the oldest first.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// How many acts the server has not confirmed.
    #[must_use]
    pub fn unconfirmed(&self) -> usize {
        self.letters.iter().filter(|letter| !matches!(letter.fate, Fate::Done(_))).count()
    }

    /// Whether an act has waited for the server so long that its player should know.
    #[must_use]
    pub fn is_late(&self, now: Timestamp) -> bool {
        let waits =
            |letter: &Letter| !matches!(letter.fate, Fate::Done(_)) && now.since(letter.since) >= LATE;
        self.letters.iter().any(waits)
    }

    /// The move in a game that no event shows yet: the board it was made on, by its plies, and the move.
    #[must_use]
    pub fn pending_move(&self, game: GameId) -> Option<(u32, MoveText)> {
        let of_game = self.letters.iter().filter(|letter| letter.game == game);
        of_game.rev().find_map(|letter| match letter.act {
            Act::Move { ply, uci } => Some((ply, uci)),
            _ => None,
        })
    }

    /// Whether an answer to an offer in a game is on its way. To offer a rematch as well is to agree to it.
    #[must_use]
    pub fn has_answer(&self, game: GameId, offer: Offer) -> bool {
        let is_answer = |act: &Act| match act {
            Act::Accept { offer: answered } | Act::Decline { offer: answered } => *answered == offer,
            Act::Offer { offer: Offer::Rematch } => offer == Offer::Rematch,
            _ => false,
        };
        self.letters.iter().any(|letter| letter.game == game && is_answer(&letter.act))
    }

    /// The moves that are not confirmed, as text. Other acts mean the moment in which they were done; who comes back later
    /// sees whether they were, and can do them again.
    #[must_use]
    pub fn text(&self) -> String {
        let is_kept = |letter: &&Letter| {
            matches!(letter.act, Act::Move { .. }) && !matches!(letter.fate, Fate::Done(_))
        };
        let mut lines =
            self.letters.iter().filter(is_kept).map(|letter| letter.message().to_json()).peekable();
        if lines.peek().is_none() {
            return String::new();
        }
        [VERSION.to_owned()].into_iter().chain(lines).map(|line| line + "\n").collect()
    }

    /// Reads what [`text`](Outbox::text) writes; it waits from now on. What cannot be read is lost already and is passed over.
    #[must_use]
    pub fn read(text: &str, now: Timestamp) -> Outbox {
        let mut lines = text.lines();
        if lines.next() != Some(VERSION) {
            return Outbox::default();
        }
        let letter = |line: &str| match ToServer::from_json(line) {
            Ok(ToServer::Act { game, id, act: act @ Act::Move { .. } }) => {
                Some(Letter { game, id, act, since: now, fate: Fate::Waiting })
            }
            _ => None,
        };
        Outbox { letters: lines.filter_map(letter).take(MOST).collect() }
    }

    /// Takes in what an earlier program has left.
    pub(crate) fn recover(&mut self, earlier: Outbox) {
        let is_new = |letter: &Letter| self.letters.iter().all(|own| own.id != letter.id);
        let found: Vec<Letter> = earlier.letters.into_iter().filter(is_new).collect();
        self.letters.splice(0..0, found);
    }

    /// An act is to be done. What is on its way already is not asked for again; only time can be given twice.
    pub(crate) fn post(&mut self, game: GameId, id: ActId, act: Act, now: Timestamp) {
        let is_same = |letter: &Letter| letter.game == game && letter.act == act && act != Act::GiveTime;
        if self.letters.len() < MOST && !self.letters.iter().any(is_same) {
            self.letters.push(Letter { game, id, act, since: now, fate: Fate::Waiting });
        }
    }

    /// There is no connection any more: what was sent may not have arrived.
    pub(crate) fn cut_off(&mut self) {
        for letter in &mut self.letters {
            if !matches!(letter.fate, Fate::Done(_)) {
                letter.fate = Fate::Waiting;
            }
        }
    }

    /// What is to be sent now.
    pub(crate) fn send(&mut self, now: Timestamp) -> Vec<ToServer> {
        let mut due = Vec::new();
        for letter in &mut self.letters {
            if letter.fate.is_due(now) {
                letter.fate = Fate::Sent;
                due.push(letter.message());
            }
        }
        due
    }

    /// The next moment at which something is sent again.
    pub(crate) fn wakes_at(&self) -> Option<Timestamp> {
        let later = |letter: &Letter| match letter.fate {
            Fate::Later(at) => Some(at),
            _ => None,
        };
        self.letters.iter().filter_map(later).min()
    }

    /// The server has done it; the event with this number shows it.
    pub(crate) fn accepted(&mut self, id: ActId, number: Option<u32>) {
        for letter in self.letters.iter_mut().filter(|letter| letter.id == id) {
            letter.fate = Fate::Done(number.unwrap_or(0));
        }
    }

    /// The server has not done it.
    pub(crate) fn refused(&mut self, id: ActId, reason: Refusal, now: Timestamp) -> Settled {
        let Some(index) = self.letters.iter().position(|letter| letter.id == id) else {
            return Settled::Unknown;
        };
        if matches!(reason, Refusal::TooFast | Refusal::Storage | Refusal::Closing) {
            self.letters[index].fate = Fate::Later(now + PAUSE);
            return Settled::Later;
        }
        Settled::Refused(self.letters.remove(index))
    }

    /// All events of a game up to this number have been seen.
    pub(crate) fn seen(&mut self, game: GameId, number: u32) {
        self.letters.retain(|letter| {
            letter.game != game || !matches!(letter.fate, Fate::Done(shown) if shown <= number)
        });
    }

    /// Nothing but this game is looked at: what is done in others need not be seen.
    pub(crate) fn seen_but_for(&mut self, game: Option<GameId>) {
        self.letters.retain(|letter| Some(letter.game) == game || !matches!(letter.fate, Fate::Done(_)));
    }
}

impl Letter {
    fn message(&self) -> ToServer {
        ToServer::Act { game: self.game, id: self.id, act: self.act.clone() }
    }
}

impl Fate {
    fn is_due(self, now: Timestamp) -> bool {
        match self {
            Fate::Waiting => true,
            Fate::Later(at) => now >= at,
            Fate::Sent | Fate::Done(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId::from_bits(1);

    fn a_move(ply: u32) -> Act {
        Act::Move { ply, uci: MoveText(rules::UciMove::parse(b"e2e4").unwrap()) }
    }

    fn sent(outbox: &mut Outbox, now: u64) -> Vec<u128> {
        let id = |message: ToServer| match message {
            ToServer::Act { id, .. } => id.bits(),
            other => panic!("{other:?}"),
        };
        outbox.send(Timestamp(now)).into_iter().map(id).collect()
    }

    #[test]
    fn sent_once_on_each_connection_until_settled() {
        let mut outbox = Outbox::default();
        outbox.post(GAME, ActId::from_bits(7), a_move(0), Timestamp(0));
        outbox.post(GAME, ActId::from_bits(8), Act::Offer { offer: protocol::Offer::Draw }, Timestamp(0));
        assert_eq!(sent(&mut outbox, 0), [7, 8]);
        assert_eq!(sent(&mut outbox, 0), []);
        outbox.cut_off();
        assert_eq!(sent(&mut outbox, 0), [7, 8], "nobody knows whether it arrived");
        outbox.accepted(ActId::from_bits(7), Some(3));
        outbox.cut_off();
        assert_eq!(sent(&mut outbox, 0), [8]);
        outbox.seen(GAME, 2);
        assert!(outbox.pending_move(GAME).is_some(), "done, but not shown by any event yet");
        outbox.seen(GAME, 3);
        assert_eq!(outbox.pending_move(GAME), None);
        assert_eq!(outbox.unconfirmed(), 1);
    }

    #[test]
    fn what_could_not_be_done_just_then_is_sent_again() {
        let mut outbox = Outbox::default();
        outbox.post(GAME, ActId::from_bits(7), a_move(0), Timestamp(0));
        sent(&mut outbox, 0);
        assert_eq!(outbox.refused(ActId::from_bits(7), Refusal::Storage, Timestamp(100)), Settled::Later);
        assert_eq!(outbox.wakes_at(), Some(Timestamp(1_100)));
        assert_eq!(sent(&mut outbox, 1_099), []);
        assert_eq!(sent(&mut outbox, 1_100), [7]);
        let refused = outbox.refused(ActId::from_bits(7), Refusal::Stale, Timestamp(2_000));
        assert!(matches!(refused, Settled::Refused(letter) if letter.act == a_move(0)));
        assert_eq!(outbox, Outbox::default());
        let unknown = outbox.refused(ActId::from_bits(7), Refusal::Stale, Timestamp(2_000));
        assert_eq!(unknown, Settled::Unknown);
    }

    #[test]
    fn what_is_not_confirmed_in_time_is_late() {
        let mut outbox = Outbox::default();
        outbox.post(GAME, ActId::from_bits(7), a_move(0), Timestamp(500));
        sent(&mut outbox, 500);
        assert!(!outbox.is_late(Timestamp(3_499)));
        assert!(outbox.is_late(Timestamp(3_500)));
        outbox.accepted(ActId::from_bits(7), Some(3));
        assert!(!outbox.is_late(Timestamp(9_000)), "no event shows it yet, but it is done");
    }

    #[test]
    fn moves_outlive_the_program() {
        let mut outbox = Outbox::default();
        assert_eq!(outbox.text(), "");
        outbox.post(GAME, ActId::from_bits(7), a_move(4), Timestamp(0));
        outbox.post(GAME, ActId::from_bits(8), Act::Resign, Timestamp(0));
        sent(&mut outbox, 0);
        let mut later = Outbox::read(&outbox.text(), Timestamp(0));
        assert_eq!(sent(&mut later, 0), [7], "the move, under the same id");
        later.recover(Outbox::read(&outbox.text(), Timestamp(0)));
        assert_eq!(later.letters().len(), 1, "found twice, sent once");
        outbox.accepted(ActId::from_bits(7), Some(9));
        assert_eq!(outbox.text(), "", "what is confirmed need not be kept");
        for rubbish in ["", "hanpan-outbox 2\n{}", "hanpan-outbox 1\nrubbish\n{\"type\":\"enter-lobby\"}"] {
            assert_eq!(Outbox::read(rubbish, Timestamp(0)), Outbox::default(), "{rubbish}");
        }
    }

    #[test]
    fn what_is_on_its_way_is_not_sent_twice() {
        let mut outbox = Outbox::default();
        let accept = Act::Accept { offer: protocol::Offer::Draw };
        for bits in 1..=2 {
            outbox.post(GAME, ActId::from_bits(bits), accept.clone(), Timestamp(0));
            outbox.post(GAME, ActId::from_bits(10 + bits), Act::GiveTime, Timestamp(0));
        }
        outbox.post(GameId::from_bits(2), ActId::from_bits(3), accept.clone(), Timestamp(0));
        assert_eq!(sent(&mut outbox, 0), [1, 11, 12, 3]);
        assert!(outbox.has_answer(GAME, Offer::Draw) && !outbox.has_answer(GAME, Offer::Takeback));
        outbox.accepted(ActId::from_bits(1), Some(5));
        outbox.seen(GAME, 5);
        assert!(!outbox.has_answer(GAME, Offer::Draw), "it has arrived");
        outbox.post(GAME, ActId::from_bits(4), accept, Timestamp(0));
        assert_eq!(sent(&mut outbox, 0), [4], "another offer");
    }

    #[test]
    fn it_has_an_end() {
        let mut outbox = Outbox::default();
        for bits in 0..1_000 {
            outbox.post(GAME, ActId::from_bits(bits), Act::GiveTime, Timestamp(0));
        }
        assert_eq!(outbox.letters().len(), MOST);
    }
}
