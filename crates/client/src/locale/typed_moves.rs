//! What is wrong with a move that was typed.

use game::{MoveInputError, Outcome};
use rules::{File, IllegalMoveReason, Move, ParseMoveError as TextError, ParseSanError, Rank, SanReason};

use super::Locale;

impl Locale {
    /// Why a text is not a move that can be made.
    #[must_use]
    pub fn read_move_error(self, error: &MoveInputError) -> String {
        match error {
            MoveInputError::GameOver(outcome) => self.game_over(*outcome),
            MoveInputError::Invalid(error) => self.move_text_error(error),
        }
    }

    fn move_text_error(self, error: &TextError) -> String {
        match error {
            TextError::Syntax(error) => self.parse_san_error(error),
            TextError::Null => self.text("typed.null").to_owned(),
            TextError::NoSuchPiece { role, file, rank } => {
                let origin: String =
                    [file.map(File::letter), rank.map(Rank::digit)].into_iter().flatten().collect();
                let role = self.role(*role);
                match origin.as_str() {
                    "" => self.fill("typed.no-piece", &[("role", &role)]),
                    origin => self.fill("typed.no-piece-there", &[("role", &role), ("origin", &origin)]),
                }
            }
            TextError::Ambiguous(moves) => self.ambiguous_move(moves),
            TextError::Illegal(reasons) => {
                // Where several pieces may have been meant, the one that moves so is the one to speak of.
                let moves_so = |refusal: &&IllegalMoveReason| {
                    !matches!(refusal, IllegalMoveReason::WrongMovement { .. })
                };
                let telling = reasons.iter().find(moves_so).or(reasons.first());
                telling.map_or_else(String::new, |refusal| self.refusal(refusal))
            }
        }
    }

    /// Why nothing can be played any more.
    pub(super) fn game_over(self, outcome: Outcome) -> String {
        self.fill("act.over", &[("ending", &self.ending(outcome))])
    }

    /// What is written almost like a move is told how to be written; of anything else it is said that it is none.
    fn parse_san_error(self, error: &ParseSanError) -> String {
        let key = match error.reason {
            SanReason::BadCastling => "typed.bad-castling",
            SanReason::NotAPromotion => "typed.not-a-promotion",
            SanReason::UnexpectedPromotion => "typed.unexpected-promotion",
            SanReason::Empty
            | SanReason::NotAMove
            | SanReason::NotAFile
            | SanReason::NotARank
            | SanReason::TooLong => "typed.not-a-move",
        };
        self.text(key).to_owned()
    }

    fn ambiguous_move(self, moves: &[Move]) -> String {
        let pieces = self.list(moves.iter().map(|m| self.role_on(m.role(), m.from())), "list.or");
        let to = moves.first().map(|m| m.to().to_string()).unwrap_or_default();
        self.fill("typed.ambiguous", &[("to", &to), ("pieces", &pieces)])
    }
}
