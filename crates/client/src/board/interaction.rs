//! Pointer and selection state of the board, as one value: the user does one thing at a time.

use rules::{Color, Role, Square};

/// The current interaction with the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interaction {
    /// Nothing is selected.
    #[default]
    Idle,
    /// A piece is selected; a click on a target moves it.
    Selected(Square),
    /// A piece is dragged.
    Dragging {
        /// Origin square.
        from: Square,
        /// True if the piece was selected before the drag; dropping it on its square then deselects it.
        was_selected: bool,
    },
    /// A promotion is being chosen.
    Promoting(Promotion),
}

/// A pending promotion. The move is not played yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promotion {
    /// Origin square of the pawn.
    pub from: Square,
    /// Promotion square.
    pub to: Square,
    /// Color of the pawn.
    pub color: Color,
    /// The choice that Enter takes.
    pub highlighted: Role,
}

impl Interaction {
    /// Square of the selected or dragged piece.
    #[must_use]
    pub const fn selected_square(self) -> Option<Square> {
        match self {
            Interaction::Selected(from) | Interaction::Dragging { from, .. } => Some(from),
            Interaction::Idle | Interaction::Promoting(_) => None,
        }
    }

    /// The pending promotion.
    #[must_use]
    pub const fn promotion(self) -> Option<Promotion> {
        match self {
            Interaction::Promoting(promotion) => Some(promotion),
            Interaction::Idle | Interaction::Selected(_) | Interaction::Dragging { .. } => None,
        }
    }
}

impl Promotion {
    /// Promotion choices in display order.
    pub const CHOICES: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

    pub(crate) const fn new(from: Square, to: Square, color: Color) -> Promotion {
        Promotion { from, to, color, highlighted: Role::Queen }
    }

    /// Highlights the previous or next choice, without wrapping around.
    pub(crate) fn highlight(self, next: ChoiceStep) -> Promotion {
        let index = Promotion::CHOICES.iter().position(|&role| role == self.highlighted).unwrap_or_default();
        let index = match next {
            ChoiceStep::Next => index + 1,
            ChoiceStep::Previous => index.saturating_sub(1),
        };
        Promotion { highlighted: Promotion::CHOICES.get(index).copied().unwrap_or(self.highlighted), ..self }
    }
}

/// Direction in the list of choices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ChoiceStep {
    Previous,
    Next,
}
