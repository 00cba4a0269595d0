//! Chat log of a game.

use protocol::{ChatMessage, ChatRoom, PlayerId};

/// Recent messages of the user's room.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChatLog {
    room: Option<ChatRoom>,
    messages: Vec<ChatMessage>,
    filter: ChatFilter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ChatFilter {
    #[default]
    All,
    /// Only the user's own messages.
    OwnOnly,
}

/// Maximum number of messages kept.
const MAX_MESSAGES: usize = 200;

impl ChatLog {
    /// The messages to show, oldest first; only the user's own if muted.
    pub fn messages(&self, me: Option<PlayerId>) -> impl Iterator<Item = &ChatMessage> {
        let own = move |message: &&ChatMessage| {
            self.filter == ChatFilter::All || message.from.id.is_some() && message.from.id == me
        };
        self.messages.iter().filter(own)
    }

    /// True if the messages of others are hidden.
    #[must_use]
    pub fn is_muted(&self) -> bool {
        self.filter == ChatFilter::OwnOnly
    }

    pub(crate) fn mute(&mut self) {
        self.filter = ChatFilter::OwnOnly;
    }

    pub(crate) fn unmute(&mut self) {
        self.filter = ChatFilter::All;
    }

    /// Adds new messages and returns their number. Changing the room (a spectator takes a seat) clears the
    /// log.
    pub(crate) fn receive(&mut self, room: ChatRoom, messages: Vec<ChatMessage>) -> usize {
        if self.room != Some(room) {
            (self.room, self.messages) = (Some(room), Vec::new());
        }
        // A restarted server numbers from 0 again, so a message is identified by number and time.
        let is_known = |message: &ChatMessage| {
            self.messages.iter().any(|known| known.number == message.number && known.at == message.at)
        };
        let new: Vec<ChatMessage> = messages.into_iter().filter(|message| !is_known(message)).collect();
        let count = new.len();
        self.messages.extend(new);
        let surplus = self.messages.len().saturating_sub(MAX_MESSAGES);
        self.messages.drain(..surplus);
        count
    }
}

#[cfg(test)]
mod tests {
    use protocol::{ChatContent, ChatText, PlayerInfo, PlayerKind, UnixMillis};

    use super::*;

    fn message(number: u32, at: u64, from: u128) -> ChatMessage {
        let id = Some(PlayerId::from_bits(from));
        let from = PlayerInfo { id, name: None, standing: PlayerKind::Guest, rating: None, bot: false };
        ChatMessage {
            number,
            at: UnixMillis(at),
            from,
            speech: ChatContent::Text(ChatText::new("hi").unwrap()),
        }
    }

    #[test]
    fn every_message_is_shown_once() {
        let mut chat = ChatLog::default();
        assert_eq!(chat.receive(ChatRoom::Watchers, vec![message(0, 5, 1)]), 1);
        assert_eq!(
            chat.receive(ChatRoom::Players, vec![message(0, 6, 1), message(1, 7, 2)]),
            2,
            "another room"
        );
        assert_eq!(chat.receive(ChatRoom::Players, vec![message(1, 7, 2), message(2, 8, 2)]), 1);
        assert_eq!(
            chat.receive(ChatRoom::Players, vec![message(0, 99, 2)]),
            1,
            "the server was started again"
        );
        assert_eq!(chat.messages(None).count(), 4);
        chat.mute();
        assert_eq!(chat.messages(Some(PlayerId::from_bits(1))).count(), 1);
        chat.unmute();
        for number in 0..1_000 {
            chat.receive(ChatRoom::Players, vec![message(number, 1_000, 1)]);
        }
        assert_eq!(chat.messages(None).count(), MAX_MESSAGES);
    }
}
