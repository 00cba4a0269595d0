//! Prompts the computer in its games.

use super::actor::GameActor;
use crate::games::state::OfferReply;
use protocol::EventNumber;

/// The last prompt, so that the computer is asked once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ComputerPrompt {
    /// Moves ever made and plies on the board.
    searched_position: Option<(u32, usize)>,
    /// Number of the last answered event.
    answered_event: Option<EventNumber>,
}

impl GameActor {
    /// Starts a search or a reply if the computer has something to do.
    pub(super) fn prompt_computer(&mut self) {
        let Some(active) = self.state.as_ref() else { return };
        let Some(seat) = active.computer_seat() else { return };
        let position = (active.moves_made(), active.game().plies());
        if let Some(reply) = active.computer_reply(seat) {
            let event = Some(active.next_number());
            if self.computer_prompt.answered_event != event {
                self.computer_prompt.answered_event = event;
                match reply {
                    OfferReply::Immediate(action) => self.node.spawn_computer_action(self.id, action),
                    OfferReply::DrawDecision(offer) => self.node.spawn_draw_decision(self.id, offer),
                }
            }
        } else if self.computer_prompt.searched_position != Some(position)
            && let Some(search) = active.computer_search(seat, self.node.time.now())
        {
            self.computer_prompt.searched_position = Some(position);
            self.node.spawn_computer_search(self.id, active.next_number(), search);
        }
    }
}
