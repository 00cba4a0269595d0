//! Talk at one table, while it is open.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use game::Timestamp;
use protocol::{Line, Player, PlayerId, Refusal, Room, Seat, Speech};

use crate::pace::{Bucket, Pace};

/// So many lines of a room are kept for those who come later.
const KEPT: usize = 50;

/// A few lines at once, then one every three seconds.
const PACE: Pace = Pace { burst: 5, every: Duration::from_secs(3) };

/// What is said at a table.
#[derive(Debug, Default)]
pub(crate) struct Chat {
    players: Lines,
    watchers: Lines,
    speakers: HashMap<PlayerId, Bucket>,
}

#[derive(Debug, Default)]
struct Lines {
    next: u32,
    kept: VecDeque<Line>,
}

impl Chat {
    /// Somebody says something.
    ///
    /// # Errors
    /// If it is not their room, or too much at once.
    pub(crate) fn say(
        &mut self,
        from: Player,
        seat: Option<Seat>,
        room: Room,
        speech: Speech,
        now: Timestamp,
    ) -> Result<Line, Refusal> {
        if room != Chat::room_of(seat) {
            return Err(Refusal::WrongRoom);
        }
        self.speakers.retain(|_, bucket| !bucket.is_full(now));
        let speaker = from.id.ok_or(Refusal::WrongRoom)?;
        if !self.speakers.entry(speaker).or_insert(Bucket::new(PACE)).take(now) {
            return Err(Refusal::TooFast);
        }
        let lines = match room {
            Room::Players => &mut self.players,
            Room::Watchers => &mut self.watchers,
        };
        let line = Line { number: lines.next, at: now.into(), from, speech };
        lines.next += 1;
        if lines.kept.len() == KEPT {
            lines.kept.pop_front();
        }
        lines.kept.push_back(line.clone());
        Ok(line)
    }

    /// What was said lately in a room.
    pub(crate) fn lines(&self, room: Room) -> Vec<Line> {
        let lines = match room {
            Room::Players => &self.players,
            Room::Watchers => &self.watchers,
        };
        lines.kept.iter().cloned().collect()
    }

    /// Where somebody talks: players with players, watchers with watchers.
    pub(crate) fn room_of(seat: Option<Seat>) -> Room {
        if seat.is_some() { Room::Players } else { Room::Watchers }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{ChatText, Phrase, Standing};

    use super::*;

    fn player(bits: u128) -> Player {
        Player { id: Some(PlayerId::from_bits(bits)), name: None, standing: Standing::Guest, rating: None }
    }

    #[test]
    fn players_and_watchers_do_not_hear_each_other() {
        let mut chat = Chat::default();
        let hello = Speech::Phrase(Phrase::Hello);
        let mut check = |seat, room, expected: Result<u32, Refusal>| {
            let said = chat.say(player(1), seat, room, hello.clone(), Timestamp(0));
            assert_eq!(said.map(|line| line.number), expected);
        };
        check(Some(Seat::White), Room::Players, Ok(0));
        check(Some(Seat::White), Room::Watchers, Err(Refusal::WrongRoom));
        check(None, Room::Watchers, Ok(0));
        check(None, Room::Players, Err(Refusal::WrongRoom));
        assert_eq!((chat.lines(Room::Players).len(), chat.lines(Room::Watchers).len()), (1, 1));
    }

    #[test]
    fn one_who_talks_too_much_waits_and_others_do_not() {
        let mut chat = Chat::default();
        let text = Speech::Text(ChatText::new("x").unwrap());
        let mut say = |who, at| {
            chat.say(player(who), None, Room::Watchers, text.clone(), Timestamp(at)).map(|line| line.number)
        };
        for number in 0..5 {
            assert_eq!(say(1, 0), Ok(number));
        }
        assert_eq!(say(1, 0), Err(Refusal::TooFast));
        assert_eq!(say(2, 0), Ok(5));
        assert_eq!(say(1, 3_000), Ok(6));
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut chat = Chat::default();
        for number in 0..60 {
            let at = Timestamp(number * 10_000);
            chat.say(player(1), None, Room::Watchers, Speech::Phrase(Phrase::Hello), at).unwrap();
        }
        let lines = chat.lines(Room::Watchers);
        assert_eq!((lines.len(), lines[0].number, lines[49].number), (50, 10, 59));
    }
}
