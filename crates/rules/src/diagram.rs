//! Boards as eight lines of text: the letter boards that programs exchange, and a diagram for people.

mod letter_board;
mod pretty;

pub use letter_board::{BadLetterError, LetterBoard, LettersReason, ParseLettersError};
pub use pretty::{Coordinates, Diagram, DiagramStyle};
