//! Boards as eight lines of text: the letter boards that programs exchange, and a diagram for people.

mod letters;
mod pretty;

pub use letters::{BadLetter, Letters, LettersReason, ParseLettersError};
pub use pretty::{Coordinates, Diagram, DiagramStyle};
