//! The computer at a table: it is asked whenever there is something to do for it.

use super::task::Task;
use crate::live::Reply;

/// What the computer was asked last, so that it is asked once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prompted {
    /// The position: moves ever made, and those on the board.
    thinks: Option<(u32, usize)>,
    /// The number of the last event that it has answered.
    answers: Option<u32>,
}

impl Task {
    /// Asks the computer, if it sits here and has something to do.
    pub(super) fn prompt_computer(&mut self) {
        let Some(live) = self.live.as_ref() else { return };
        let Some(seat) = live.computer() else { return };
        let position = (live.made(), live.game().plies());
        if let Some(reply) = live.computer_answers(seat) {
            let event = Some(live.next());
            if self.prompted.answers != event {
                self.prompted.answers = event;
                match reply {
                    Reply::AtOnce(act) => self.node.answer_for_computer(self.id, act),
                    Reply::Draw(offer) => self.node.consider_draw(self.id, offer),
                }
            }
        } else if self.prompted.thinks != Some(position)
            && let Some(question) = live.computer_thinks(seat, self.node.time.now())
        {
            self.prompted.thinks = Some(position);
            self.node.think(self.id, question);
        }
    }
}
