//! Typed moves.

use game::MoveInputError;
use rules::{
    Color, IllegalMoveReason, Move, ParseMoveError as TextError, Role, San, SanError, Square, UciMove,
};

use super::Update;
use crate::state::MoveRights;
use crate::{Premove, Problem, Sound};

impl Update<'_> {
    /// Handles the typed text: a move, a premove, a promotion that lacks its piece, or an error. The square
    /// of an own piece selects it; an illegal move in coordinates is explained on the board. A typed move is not asked
    /// about even if moves are confirmed: Enter has confirmed it, and the setting says so.
    pub(super) fn submit_move(&mut self) {
        let text = strip_move_number(self.state.ui.typed_move.trim()).to_owned();
        if text.is_empty() {
            return;
        }
        if let Some(square) = text.to_ascii_lowercase().parse().ok().filter(|&s| self.state.movable().has(s))
        {
            // The square of an own piece cannot be a move.
            self.state.ui.typed_move.clear();
            return self.click(square);
        }
        match self.state.move_rights() {
            MoveRights::Move(_) => {
                if let Some((king, to)) = self.castling_by_king_target(&text) {
                    self.state.ui.typed_move.clear();
                    return self.try_move(king, to);
                }
            }
            MoveRights::Premove(color) => return self.submit_premove(color, &text),
            MoveRights::None if self.state.local_game.game.outcome().is_some() => {}
            MoveRights::None => return self.problem(Problem::NotYourTurn),
        }
        let error = match self.state.local_game.game.parse_move(&text) {
            Ok(m) => {
                self.state.ui.typed_move.clear();
                return self.commit_move(m);
            }
            Err(error) => error,
        };
        let squares = UciMove::parse(text.as_bytes()).ok().or_else(|| self.parse_without_promotion(&text));
        let squares = squares.filter(|_| self.state.local_game.game.outcome().is_none());
        let Some(UciMove::Normal { from, to, promotion }) = squares else {
            match self.rejected_squares(&text, &error) {
                Some((from, to, refusal)) => self.reject_move(from, to, refusal),
                None => self.sound(Sound::Illegal),
            }
            return self.problem(Problem::TypedMove(error));
        };
        match self.state.local_game.game.explain(from, to, promotion) {
            Err(IllegalMoveReason::PromotionMissing { .. }) => {
                self.state.ui.typed_move.clear();
                self.request_promotion(from, to);
            }
            Err(refusal) => {
                self.reject_move(from, to, refusal);
                self.problem(Problem::TypedMove(error));
            }
            // Unreachable: both parsers agree. The move would be legal.
            Ok(m) => self.commit_move(m),
        }
    }

    /// Queues a typed move during the opponent's turn.
    fn submit_premove(&mut self, color: Color, text: &str) {
        let Some(Premove { from, to, promotion }) = self.parse_premove(color, text) else {
            self.sound(Sound::Illegal);
            return self.problem(match (UciMove::parse(text.as_bytes()), San::parse(text.as_bytes())) {
                (Err(_), Err(error)) => Problem::TypedMove(MoveInputError::Invalid(TextError::Syntax(error))),
                _ => Problem::NoPremove,
            });
        };
        self.state.ui.typed_move.clear();
        match promotion {
            Some(role) => self.queue_premove(from, to, Some(role)),
            None => self.try_premove(color, from, to),
        }
    }

    /// Origin and target of a rejected SAN move, if a single piece was meant.
    fn rejected_squares(
        &self,
        text: &str,
        error: &MoveInputError,
    ) -> Option<(Square, Square, IllegalMoveReason)> {
        let MoveInputError::Invalid(TextError::Illegal(refusals)) = error else { return None };
        let [refusal] = refusals[..] else { return None };
        let game = &self.state.local_game.game;
        let (from, to) = match San::parse(text.as_bytes()).ok()?.illegal_error(game.board(), game.turn()) {
            SanError::Illegal { from, to, promotion, .. } => {
                let is_meant = |&from: &Square| game.explain(from, to, promotion) == Err(refusal);
                (from.into_iter().find(is_meant).or(from.first())?, to)
            }
            SanError::IllegalCastling(_) => {
                let king = game.board().king(game.turn())?;
                (king, king)
            }
            _ => return None,
        };
        Some((from, to, refusal))
    }

    /// The selected king and the typed square, if it castles there.
    fn castling_by_king_target(&self, text: &str) -> Option<(Square, Square)> {
        let king = self.state.ui.interaction.selected_square()?;
        let to = text.to_ascii_lowercase().parse().ok()?;
        let castles = |m: &Move| m.is_castle() && m.to() == to;
        self.state.local_game.game.moves_from(king).iter().any(castles).then_some((king, to))
    }

    /// Squares of a pawn move that only lacks the promotion piece: `e8`, `dxe8`.
    fn parse_without_promotion(&self, text: &str) -> Option<UciMove> {
        let m =
            self.state.local_game.game.parse_move(&format!("{text}={}", Role::Queen.upper_char())).ok()?;
        m.promotion().map(|_| UciMove::Normal { from: m.from(), to: m.to(), promotion: None })
    }
}

/// Strips a leading move number: `1. e4`, `1.e4`, `1... e5`.
fn strip_move_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.len() < text.len() && rest.starts_with('.') {
        true => rest.trim_start_matches('.').trim_start(),
        // The zeros of `0-0` are not a move number.
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_stripped() {
        for (text, expected) in
            [("1. e4", "e4"), ("1.e4", "e4"), ("12... Nf6", "Nf6"), ("0-0", "0-0"), ("e4", "e4"), ("1.", "")]
        {
            assert_eq!(strip_move_number(text), expected, "{text}");
        }
    }
}
