//! Chat of a game, kept while its actor runs.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use game::Timestamp;
use protocol::{ActionError, ChatContent, ChatMessage, ChatRoom, PlayerId, PlayerInfo, Seat};

use crate::limits::{Rate, TokenBucket};

/// Lines kept per room for later joiners.
pub(crate) const MAX_CHAT_LINES: usize = 50;

/// Chat rate per player.
const CHAT_RATE: Rate = Rate { burst: 5, every: Duration::from_secs(3) };

/// Chat of a game: one room for players, one for watchers.
#[derive(Debug, Default)]
pub(crate) struct Chat {
    players: RoomHistory,
    watchers: RoomHistory,
    buckets: HashMap<PlayerId, TokenBucket>,
}

#[derive(Debug, Default)]
struct RoomHistory {
    next: u32,
    kept: VecDeque<ChatMessage>,
}

impl RoomHistory {
    fn add(&mut self, line: ChatMessage) {
        self.next = self.next.max(line.number + 1);
        if self.kept.len() == MAX_CHAT_LINES {
            self.kept.pop_front();
        }
        self.kept.push_back(line);
    }
}

impl Chat {
    /// Posts a line.
    ///
    /// # Errors
    ///
    /// Returns `WrongRoom` or `TooFast`.
    pub(crate) fn post(
        &mut self,
        from: PlayerInfo,
        seat: Option<Seat>,
        room: ChatRoom,
        speech: ChatContent,
        now: Timestamp,
    ) -> Result<ChatMessage, ActionError> {
        if room != Chat::room_of(seat) {
            return Err(ActionError::WrongRoom);
        }
        self.buckets.retain(|_, bucket| !bucket.is_full(now));
        let speaker = from.id.ok_or(ActionError::WrongRoom)?;
        if !self.buckets.entry(speaker).or_insert(TokenBucket::new(CHAT_RATE)).try_take(now) {
            return Err(ActionError::TooFast);
        }
        let history = self.history(room);
        let line = ChatMessage { number: history.next, at: now.into(), from, speech };
        history.add(line.clone());
        Ok(line)
    }

    /// Adds a line of another node, unless it is known. Two nodes may give the same number at the same moment; the time
    /// tells the lines apart.
    pub(crate) fn hear(&mut self, room: ChatRoom, line: ChatMessage) {
        let history = self.history(room);
        if !history.kept.contains(&line) {
            history.add(line);
        }
    }

    fn history(&mut self, room: ChatRoom) -> &mut RoomHistory {
        match room {
            ChatRoom::Players => &mut self.players,
            ChatRoom::Watchers => &mut self.watchers,
        }
    }

    /// Recent lines of a room.
    pub(crate) fn lines(&self, room: ChatRoom) -> Vec<ChatMessage> {
        let lines = match room {
            ChatRoom::Players => &self.players,
            ChatRoom::Watchers => &self.watchers,
        };
        lines.kept.iter().cloned().collect()
    }

    /// The room of a player or watcher.
    pub(crate) fn room_of(seat: Option<Seat>) -> ChatRoom {
        if seat.is_some() { ChatRoom::Players } else { ChatRoom::Watchers }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{ChatPhrase, ChatText, PlayerKind};

    use super::*;

    fn player(bits: u128) -> PlayerInfo {
        PlayerInfo {
            id: Some(PlayerId::from_bits(bits)),
            name: None,
            standing: PlayerKind::Guest,
            rating: None,
            bot: false,
        }
    }

    #[test]
    fn players_and_watchers_have_separate_rooms() {
        let mut chat = Chat::default();
        let hello = ChatContent::Phrase(ChatPhrase::Hello);
        let mut check = |seat, room, expected: Result<u32, ActionError>| {
            let said = chat.post(player(1), seat, room, hello.clone(), Timestamp(0));
            assert_eq!(said.map(|line| line.number), expected);
        };
        check(Some(Seat::White), ChatRoom::Players, Ok(0));
        check(Some(Seat::White), ChatRoom::Watchers, Err(ActionError::WrongRoom));
        check(None, ChatRoom::Watchers, Ok(0));
        check(None, ChatRoom::Players, Err(ActionError::WrongRoom));
        assert_eq!((chat.lines(ChatRoom::Players).len(), chat.lines(ChatRoom::Watchers).len()), (1, 1));
    }

    #[test]
    fn chat_is_rate_limited_per_player() {
        let mut chat = Chat::default();
        let text = ChatContent::Text(ChatText::new("x").unwrap());
        let mut say = |who, at| {
            chat.post(player(who), None, ChatRoom::Watchers, text.clone(), Timestamp(at))
                .map(|line| line.number)
        };
        for number in 0..5 {
            assert_eq!(say(1, 0), Ok(number));
        }
        assert_eq!(say(1, 0), Err(ActionError::TooFast));
        assert_eq!(say(2, 0), Ok(5));
        assert_eq!(say(1, 3_000), Ok(6));
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut chat = Chat::default();
        for number in 0..60 {
            let at = Timestamp(number * 10_000);
            chat.post(player(1), None, ChatRoom::Watchers, ChatContent::Phrase(ChatPhrase::Hello), at)
                .unwrap();
        }
        let lines = chat.lines(ChatRoom::Watchers);
        assert_eq!((lines.len(), lines[0].number, lines[49].number), (50, 10, 59));
    }
}
