//! What can be done besides moving: no button without a meaning.

use game::{Claim, Claims, Offer};
use rules::{ByColor, Color};

use super::View;
use crate::state::MoveRights;

/// What can be done now, by those who sit here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AvailableActions {
    /// Whether a move can be taken back, or that be asked for.
    pub take_back: bool,
    /// Which sides can offer a draw.
    pub offer_draw: ByColor<bool>,
    /// The offers that wait for an answer from here, and who made them.
    pub answerable_offers: Vec<(Color, Offer)>,
    /// The draws that can be claimed for what is on the board.
    pub claim: Claims,
    /// The draws that can be claimed only by announcing some move.
    pub claim_with_move: Vec<Claim>,
    /// The claim for which a move is awaited.
    pub pending_claim: Option<Claim>,
    /// Which sides can give up.
    pub resign: ByColor<bool>,
    /// Whether the game can be called off.
    pub abort: bool,
    /// Whether the clock can be stopped.
    pub pause: bool,
    /// Whether a stopped clock can go on.
    pub resume: bool,
    /// Whether another game with changed colours can begin.
    pub rematch: bool,
}

impl View<'_> {
    /// What can be done now.
    #[must_use]
    pub fn actions(&self) -> AvailableActions {
        let table = &self.state.local_game;
        let (game, clock) = (&table.game, &table.clock);
        let is_on = game.outcome().is_none();
        let offer_from_here =
            |offer| ByColor::new_with(|color| table.is_local(color) && game.may_offer(color, offer));
        let ask = offer_from_here(Offer::Takeback);
        let waits = |offer| {
            let by = game
                .pending(offer)
                .filter(|&by| table.is_local(!by) && !self.state.has_pending_answer(offer))?;
            Some((by, offer))
        };
        let turn_is_here = is_on && table.is_local(game.turn());
        AvailableActions {
            take_back: is_on && if table.is_all_local() { game.plies() > 0 } else { ask.white || ask.black },
            offer_draw: offer_from_here(Offer::Draw),
            answerable_offers: Offer::ALL.into_iter().filter_map(waits).collect(),
            claim: if turn_is_here { game.claims() } else { Claims::default() },
            claim_with_move: self.claims_with_move(),
            pending_claim: self.state.ui.pending_claim,
            resign: ByColor::new_with(|color| is_on && game.plies() > 0 && table.is_local(color)),
            abort: game.may_abort() && self.has_local_player(),
            pause: is_on && table.is_timed() && table.is_all_local() && clock.is_running(),
            resume: is_on && table.is_timed() && clock.turn().is_some() && !clock.is_running(),
            rematch: if table.is_online() { self.state.may_rematch() } else { !is_on },
        }
    }

    /// Whether somebody here has a part in the game, be it that the other side is still missing.
    fn has_local_player(&self) -> bool {
        let table = &self.state.local_game;
        table.is_online() && self.state.has_seat()
            || Color::ALL.into_iter().any(|color| table.is_local(color))
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
