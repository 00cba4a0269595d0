//! State of the board widget.
//!
//! [`Interaction`]: the selected, dragged or promoting piece. [`Premove`]: a queued move, played in
//! `update/premoves.rs`.
//! [`RejectedMove`]: an illegal attempt with its reason. [`Marks`], [`Shapes`]: square overlays.
//! [`Orientation`]: maps
//! squares to the screen.

mod interaction;
mod marks;
mod orientation;
mod premove;
mod rejected_move;
mod shapes;

pub(crate) use interaction::ChoiceStep;
pub use interaction::{Interaction, Promotion};
pub use marks::{Mark, Marks};
pub use orientation::{AutoFlip, Cell, Direction, Orientation, ScreenSide};
pub use premove::Premove;
pub(crate) use premove::premove_targets;
pub use rejected_move::RejectedMove;
pub use shapes::{Brush, Shape, Shapes};
