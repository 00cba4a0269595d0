//! What is said beside the board.

use protocol::{Line, PlayerId, Room};

/// What has been said lately in the room where one is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Talk {
    room: Option<Room>,
    lines: Vec<Line>,
    hearing: Hearing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Hearing {
    #[default]
    All,
    /// Only what one says oneself.
    Own,
}

/// So many lines are kept.
const MOST: usize = 200;

impl Talk {
    /// The lines to be shown, the oldest first: all, or only one's own if nobody else is to be heard.
    pub fn lines(&self, me: Option<PlayerId>) -> impl Iterator<Item = &Line> {
        let own =
            move |line: &&Line| self.hearing == Hearing::All || line.from.id.is_some() && line.from.id == me;
        self.lines.iter().filter(own)
    }

    /// Whether others are not heard.
    #[must_use]
    pub fn is_muted(&self) -> bool {
        self.hearing == Hearing::Own
    }

    pub(crate) fn mute(&mut self) {
        self.hearing = Hearing::Own;
    }

    pub(crate) fn unmute(&mut self) {
        self.hearing = Hearing::All;
    }

    /// Takes in what was said, each line once; gives how many are new. Who sits down leaves the room of those who watch.
    pub(crate) fn hear(&mut self, room: Room, lines: Vec<Line>) -> usize {
        if self.room != Some(room) {
            (self.room, self.lines) = (Some(room), Vec::new());
        }
        // A server that was started again counts from the beginning; what it says is later all the same.
        let is_known =
            |line: &Line| self.lines.iter().any(|known| known.number == line.number && known.at == line.at);
        let new: Vec<Line> = lines.into_iter().filter(|line| !is_known(line)).collect();
        let count = new.len();
        self.lines.extend(new);
        let surplus = self.lines.len().saturating_sub(MOST);
        self.lines.drain(..surplus);
        count
    }
}

#[cfg(test)]
mod tests {
    use protocol::{ChatText, Moment, Player, Speech, Standing};

    use super::*;

    fn line(number: u32, at: u64, from: u128) -> Line {
        let id = Some(PlayerId::from_bits(from));
        let from = Player { id, name: None, standing: Standing::Guest, rating: None };
        Line { number, at: Moment(at), from, speech: Speech::Text(ChatText::new("hi").unwrap()) }
    }

    #[test]
    fn every_line_is_shown_once() {
        let mut talk = Talk::default();
        assert_eq!(talk.hear(Room::Watchers, vec![line(0, 5, 1)]), 1);
        assert_eq!(talk.hear(Room::Players, vec![line(0, 6, 1), line(1, 7, 2)]), 2, "another room");
        assert_eq!(talk.hear(Room::Players, vec![line(1, 7, 2), line(2, 8, 2)]), 1);
        assert_eq!(talk.hear(Room::Players, vec![line(0, 99, 2)]), 1, "the server was started again");
        assert_eq!(talk.lines(None).count(), 4);
        talk.mute();
        assert_eq!(talk.lines(Some(PlayerId::from_bits(1))).count(), 1);
        talk.unmute();
        for number in 0..1_000 {
            talk.hear(Room::Players, vec![line(number, 1_000, 1)]);
        }
        assert_eq!(talk.lines(None).count(), MOST);
    }
}
