//! Actions available to the user, to enable and show buttons.

use game::{Claim, Claims, Offer};
use rules::{ByColor, Color};

use super::View;
use crate::state::MoveRights;

/// Actions available now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AvailableActions {
    /// A takeback can be made or offered.
    pub take_back: bool,
    /// Sides that can offer a draw.
    pub offer_draw: ByColor<bool>,
    /// Offers that the user can answer, with their proposers.
    pub answerable_offers: Vec<(Color, Offer)>,
    /// Draws that can be claimed in the current position.
    pub claim: Claims,
    /// Draws that can be claimed only with a move.
    pub claim_with_move: Vec<Claim>,
    /// The claim that waits for a move.
    pub pending_claim: Option<Claim>,
    /// Sides that can resign.
    pub resign: ByColor<bool>,
    /// The game can be aborted.
    pub abort: bool,
    /// The clock can be paused.
    pub pause: bool,
    /// The clock can be resumed.
    pub resume: bool,
    /// A rematch can be started or offered.
    pub rematch: bool,
    /// The game is over, so that another can be started.
    pub new_game: bool,
}

impl View<'_> {
    /// The available actions.
    #[must_use]
    pub fn actions(&self) -> AvailableActions {
        let local_game = &self.state.local_game;
        let (game, clock) = (&local_game.game, &local_game.clock);
        let is_on = !local_game.is_finished();
        let offer_from_here = |offer| {
            ByColor::new_with(|color| is_on && local_game.is_local(color) && game.may_offer(color, offer))
        };
        let ask = offer_from_here(Offer::Takeback);
        let waits = |offer| {
            let by = game
                .pending(offer)
                .filter(|&by| local_game.is_local(!by) && !self.state.has_pending_answer(offer))?;
            Some((by, offer))
        };
        let turn_is_here = is_on && local_game.is_local(game.turn());
        AvailableActions {
            take_back: is_on
                && if local_game.is_all_local() { game.plies() > 0 } else { ask.white || ask.black },
            offer_draw: offer_from_here(Offer::Draw),
            answerable_offers: Offer::ALL.into_iter().filter_map(waits).collect(),
            claim: if turn_is_here { game.claims() } else { Claims::default() },
            claim_with_move: if is_on { self.claims_with_move() } else { Vec::new() },
            pending_claim: self.state.ui.pending_claim,
            resign: ByColor::new_with(|color| is_on && game.plies() > 0 && local_game.is_local(color)),
            abort: is_on && game.may_abort() && self.has_local_player(),
            pause: is_on && local_game.is_timed() && local_game.is_all_local() && clock.is_running(),
            resume: is_on && local_game.is_timed() && clock.turn().is_some() && !clock.is_running(),
            rematch: if local_game.is_online() {
                self.state.may_rematch()
            } else {
                !is_on && !local_game.is_finished_import()
            },
            new_game: !is_on,
        }
    }

    /// True if the user plays, even if the opponent has not joined yet.
    fn has_local_player(&self) -> bool {
        let local_game = &self.state.local_game;
        local_game.is_online() && self.state.has_seat()
            || Color::ALL.into_iter().any(|color| local_game.is_local(color))
    }

    fn claims_with_move(&self) -> Vec<Claim> {
        if !matches!(self.state.move_rights(), MoveRights::Move(_)) {
            return Vec::new();
        }
        let game = &self.state.local_game.game;
        let moves = game.legal_moves();
        Claim::ALL
            .into_iter()
            .filter(|&claim| {
                !game.claims().has(claim) && moves.iter().any(|&m| game.claims_with(m).has(claim))
            })
            .collect()
    }
}
