//! What stands beside the board for each side.

use game::material::Balance;
use rules::{ByColor, Color, Role};

use super::View;
use crate::{ClockView, Player};

/// A side with its player, clock and captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideView<'a> {
    /// Which side.
    pub color: Color,
    /// Who plays it.
    pub player: &'a Player,
    /// Its clock, if there is one.
    pub clock: Option<ClockView>,
    /// What it has captured up to the moment that is shown, in that order.
    pub captured: Vec<Role>,
    /// How many points of material it is ahead; 0 if it is behind.
    pub material_lead: u32,
    /// Whether it is to move.
    pub is_to_move: bool,
}

impl<'a> View<'a> {
    /// What stands beside the board for a side.
    #[must_use]
    pub fn side(&self, color: Color) -> SideView<'a> {
        let table = &self.state.local_game;
        SideView {
            color,
            player: &table.players[color],
            clock: self.clock(color),
            captured: self.captured()[color].clone(),
            material_lead: self.material_lead(color),
            is_to_move: table.game.outcome().is_none() && table.game.turn() == color,
        }
    }

    /// A side's clock, if there is one: all that a tick changes.
    #[must_use]
    pub fn clock(&self, color: Color) -> Option<ClockView> {
        self.state.local_game.clock_view(color, self.now)
    }

    /// What each side has captured up to the moment that is shown.
    fn captured(&self) -> ByColor<Vec<Role>> {
        let game = &self.state.local_game.game;
        let mut captured = ByColor::<Vec<Role>>::default();
        let mut color = game.start().turn;
        for m in game.moves().take(self.state.shown_ply()) {
            captured[color].extend(m.capture());
            color = !color;
        }
        captured
    }

    fn material_lead(&self, color: Color) -> u32 {
        let setup = self.state.local_game.game.setup_at(self.state.shown_ply());
        let points = setup.map_or(0, |setup| Balance::of(&setup.board).points());
        let ahead = if color == Color::White { points } else { -points };
        u32::try_from(ahead).unwrap_or(0)
    }
}
