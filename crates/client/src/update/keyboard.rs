//! Keyboard: cursor, Enter and Escape.

use rules::Square;

use super::Update;
use crate::board::ChoiceStep;
use crate::{Direction, Effect, Interaction, Setting, Switch};

impl Update<'_> {
    /// Moves the cursor in screen direction, or the promotion choice.
    pub(super) fn arrow_key(&mut self, direction: Direction) {
        if let Interaction::Promoting(promotion) = self.state.ui.interaction {
            let next = match direction {
                Direction::Up | Direction::Left => ChoiceStep::Previous,
                Direction::Down | Direction::Right => ChoiceStep::Next,
            };
            self.state.ui.interaction = Interaction::Promoting(promotion.highlight(next));
            return;
        }
        let orientation = self.state.local_game.orientation;
        let cursor = match self.state.ui.cursor {
            Some(cursor) => orientation.step(cursor, direction).unwrap_or(cursor),
            // The cursor starts in front of the king at the bottom.
            None => orientation.bottom.relative(Square::E2),
        };
        self.state.ui.cursor = Some(cursor);
        self.effects.push(Effect::FocusSquare(cursor));
    }

    pub(super) fn enter(&mut self) {
        match (self.state.ui.interaction, self.state.ui.cursor) {
            (Interaction::Promoting(promotion), _) => self.promote(promotion.highlighted),
            (_, Some(cursor)) => self.click(cursor),
            (_, None) => {}
        }
    }

    /// Cancels the innermost pending interaction; with none, leaves zen mode.
    pub(super) fn escape(&mut self) {
        let ui = &mut self.state.ui;
        if ui.interaction != Interaction::Idle {
            ui.interaction = Interaction::Idle;
        } else if ui.confirmation.is_some() {
            ui.confirmation = None;
        } else if ui.pending_claim.is_some() {
            ui.pending_claim = None;
        } else if !ui.typed_move.is_empty() {
            ui.typed_move.clear();
        } else if !ui.premoves.is_empty() {
            self.drop_premoves();
        } else if self.state.settings.zen.is_on() {
            self.change_setting(Setting::Zen(Switch::Off));
        }
    }
}
