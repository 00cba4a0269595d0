//! What the hand over the board is doing. It does one thing at a time, so this is one value.

use rules::{Color, Role, Square};

/// What the hand is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interaction {
    /// Nothing.
    #[default]
    Idle,
    /// It has pointed at a piece and is about to point at a target.
    Selected(Square),
    /// It holds a piece over the board.
    Dragging {
        /// Where the piece was picked up.
        from: Square,
        /// Whether the piece had been selected before: putting it down where it was lets go of it then.
        was_selected: bool,
    },
    /// It has put a pawn on the last rank and now chooses what becomes of it.
    Promoting(Promotion),
}

/// A pawn that waits for its promotion. Nothing has been played yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promotion {
    /// Where the pawn comes from.
    pub from: Square,
    /// The square on the last rank.
    pub to: Square,
    /// Whose pawn it is.
    pub color: Color,
    /// The piece that Enter would take.
    pub highlighted: Role,
}

impl Interaction {
    /// The square of the piece that is selected or held.
    #[must_use]
    pub const fn selected_square(self) -> Option<Square> {
        match self {
            Interaction::Selected(from) | Interaction::Dragging { from, .. } => Some(from),
            Interaction::Idle | Interaction::Promoting(_) => None,
        }
    }

    /// The pawn that waits for its promotion.
    #[must_use]
    pub const fn promotion(self) -> Option<Promotion> {
        match self {
            Interaction::Promoting(promotion) => Some(promotion),
            Interaction::Idle | Interaction::Selected(_) | Interaction::Dragging { .. } => None,
        }
    }
}

impl Promotion {
    /// What a pawn can become, in the order in which it is offered.
    pub const CHOICES: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

    pub(crate) const fn new(from: Square, to: Square, color: Color) -> Promotion {
        Promotion { from, to, color, highlighted: Role::Queen }
    }

    /// The choice before or after the lit one; the ends do not meet.
    pub(crate) fn highlight(self, next: ChoiceStep) -> Promotion {
        let index = Promotion::CHOICES.iter().position(|&role| role == self.highlighted).unwrap_or_default();
        let index = match next {
            ChoiceStep::Next => index + 1,
            ChoiceStep::Previous => index.saturating_sub(1),
        };
        Promotion { highlighted: Promotion::CHOICES.get(index).copied().unwrap_or(self.highlighted), ..self }
    }
}

/// Which way along the choices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ChoiceStep {
    Previous,
    Next,
}
