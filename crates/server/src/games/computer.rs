//! The computer at a table: it is asked whenever there is something to do for it.

use super::actor::GameActor;
use crate::game_state::OfferReply;

/// What the computer was asked last, so that it is asked once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ComputerPrompt {
    /// The position: moves ever made, and those on the board.
    searched_position: Option<(u32, usize)>,
    /// The number of the last event that it has answered.
    answered_event: Option<u32>,
}

impl GameActor {
    /// Asks the computer, if it sits here and has something to do.
    pub(super) fn prompt_computer(&mut self) {
        let Some(live) = self.state.as_ref() else { return };
        let Some(seat) = live.computer_seat() else { return };
        let position = (live.moves_made(), live.game().plies());
        if let Some(reply) = live.computer_reply(seat) {
            let event = Some(live.next_number());
            if self.computer_prompt.answered_event != event {
                self.computer_prompt.answered_event = event;
                match reply {
                    OfferReply::Immediate(act) => self.node.spawn_computer_action(self.id, act),
                    OfferReply::DrawDecision(offer) => self.node.spawn_draw_decision(self.id, offer),
                }
            }
        } else if self.computer_prompt.searched_position != Some(position)
            && let Some(question) = live.computer_search(seat, self.node.time.now())
        {
            self.computer_prompt.searched_position = Some(position);
            self.node.spawn_computer_search(self.id, question);
        }
    }
}
