//! Errors in typed moves.

use game::{MoveInputError, Outcome};
use rules::{File, IllegalMoveReason, Move, ParseMoveError as TextError, ParseSanError, Rank, SanReason};

use super::Locale;

impl Locale {
    /// Explains why a text is not a legal move.
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
                // If several pieces are possible, the one that can move that way is the most helpful.
                let moves_so = |refusal: &&IllegalMoveReason| {
                    !matches!(refusal, IllegalMoveReason::WrongMovement { .. })
                };
                let telling = reasons.iter().find(moves_so).or(reasons.first());
                telling.map_or_else(String::new, |refusal| self.refusal(refusal))
            }
        }
    }

    /// Says that the game is over, and how it ended.
    pub(super) fn game_over(self, outcome: Outcome) -> String {
        self.fill("act.over", &[("ending", &self.ending(outcome))])
    }

    /// Near misses get a hint about notation; everything else is "not a move".
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
