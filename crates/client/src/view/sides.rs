//! Player panels beside the board.

use game::material::Balance;
use rules::{ByColor, Color, Role};

use super::View;
use crate::{ClockView, Player};

/// Player panel of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideView<'a> {
    /// Side.
    pub color: Color,
    /// Player.
    pub player: &'a Player,
    /// Clock, if any.
    pub clock: Option<ClockView>,
    /// Captured pieces up to the shown position, in order.
    pub captured: Vec<Role>,
    /// Material lead in pawns; 0 if behind.
    pub material_lead: u32,
    /// True if the side is to move.
    pub is_to_move: bool,
}

impl<'a> View<'a> {
    /// The player panel of a side.
    #[must_use]
    pub fn side(&self, color: Color) -> SideView<'a> {
        let local_game = &self.state.local_game;
        SideView {
            color,
            player: &local_game.players[color],
            clock: self.clock(color),
            captured: self.captured()[color].clone(),
            material_lead: self.material_lead(color),
            is_to_move: !local_game.is_finished() && local_game.game.turn() == color,
        }
    }

    /// The clock of a side, if any; the only part that a tick changes.
    #[must_use]
    pub fn clock(&self, color: Color) -> Option<ClockView> {
        self.state.local_game.clock_view(color, self.now)
    }

    /// Captured pieces of each side up to the shown position.
    fn captured(&self) -> ByColor<Vec<Role>> {
        let game = &self.state.local_game.game;
        let mut captured = ByColor::<Vec<Role>>::default();
        let mut color = game.start().turn;
        for m in game.moves().take(self.state.shown_ply().index()) {
            captured[color].extend(m.capture());
            color = !color;
        }
        captured
    }

    fn material_lead(&self, color: Color) -> u32 {
        let setup = self.state.local_game.game.setup_at(self.state.shown_ply().index());
        let points = setup.map_or(0, |setup| Balance::of(&setup.board).points());
        let ahead = if color == Color::White { points } else { -points };
        u32::try_from(ahead).unwrap_or(0)
    }
}
