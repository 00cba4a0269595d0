//! The keyboard: a cursor on the board, and the two keys that finish or cancel.

use rules::Square;

use super::Update;
use crate::hand::Next;
use crate::{Direction, Effect, Hand};

impl Update<'_> {
    /// Moves the cursor as the screen shows the board, or goes through the promotions.
    pub(super) fn steer(&mut self, direction: Direction) {
        if let Hand::Promoting(promotion) = self.state.attention.hand {
            let next = match direction {
                Direction::Up | Direction::Left => Next::Earlier,
                Direction::Down | Direction::Right => Next::Later,
            };
            self.state.attention.hand = Hand::Promoting(promotion.lighting(next));
            return;
        }
        let orientation = self.state.table.orientation;
        let cursor = match self.state.attention.cursor {
            Some(cursor) => orientation.step(cursor, direction).unwrap_or(cursor),
            // It appears in front of the king of the side that looks at the board.
            None => orientation.bottom.relative(Square::E2),
        };
        self.state.attention.cursor = Some(cursor);
        self.effects.push(Effect::Focus(cursor));
    }

    pub(super) fn enter(&mut self) {
        match (self.state.attention.hand, self.state.attention.cursor) {
            (Hand::Promoting(promotion), _) => self.promote(promotion.lit),
            (_, Some(cursor)) => self.click(cursor),
            (_, None) => {}
        }
    }

    /// Cancels the last thing begun, one with each press.
    pub(super) fn escape(&mut self) {
        let attention = &mut self.state.attention;
        if attention.hand != Hand::Empty {
            attention.hand = Hand::Empty;
        } else if attention.question.is_some() {
            attention.question = None;
        } else if attention.claiming.is_some() {
            attention.claiming = None;
        } else if !attention.typed.is_empty() {
            attention.typed.clear();
        } else {
            self.drop_premoves();
        }
    }
}
