//! Boards as text: letter boards for programs, diagrams for people.

mod letter_board;
mod pretty;

pub use letter_board::{BadLetterError, LetterBoard, LettersReason, ParseLettersError};
pub use pretty::{Coordinates, Diagram, DiagramStyle};
