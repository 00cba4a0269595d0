//! Moves that are typed.

use game::ReadMoveError;
use rules::{Color, Move, ReadMoveError as TextError, Refusal, Role, San, SanError, Square, UciMove};

use super::Update;
use crate::state::Freedom;
use crate::{Premove, Problem, Sound};

impl Update<'_> {
    /// The typed text becomes a move, a move ahead, a question for the promotion, or a problem with its reason. The square
    /// of a piece picks it up. Two squares that are no move are explained on the board like any other try.
    pub(super) fn submit(&mut self) {
        let text = without_number(self.state.attention.typed.trim()).to_owned();
        if text.is_empty() {
            return;
        }
        if let Some(square) = text.to_lowercase().parse().ok().filter(|&s| self.state.movable().has(s)) {
            // No move is written like that: a piece of one's own stands there.
            self.state.attention.typed.clear();
            return self.click(square);
        }
        match self.state.freedom() {
            Freedom::Now(_) => {
                if let Some((king, to)) = self.castling_by_square(&text) {
                    self.state.attention.typed.clear();
                    return self.try_move(king, to);
                }
            }
            Freedom::Ahead(color) => return self.submit_ahead(color, &text),
            Freedom::Nobody if self.state.table.game.outcome().is_some() => {}
            Freedom::Nobody => return self.problem(Problem::NotNow),
        }
        let error = match self.state.table.game.read_move(&text) {
            Ok(m) => {
                self.state.attention.typed.clear();
                return self.decide(m);
            }
            Err(error) => error,
        };
        let squares = UciMove::parse(text.as_bytes()).ok().or_else(|| self.lacking_promotion(&text));
        let squares = squares.filter(|_| self.state.table.game.outcome().is_none());
        let Some(UciMove::Normal { from, to, promotion }) = squares else {
            match self.tried(&text, &error) {
                Some((from, to, refusal)) => self.slip(from, to, refusal),
                None => self.sound(Sound::Illegal),
            }
            return self.problem(Problem::Typed(error));
        };
        match self.state.table.game.explain(from, to, promotion) {
            Err(Refusal::PromotionMissing { .. }) => {
                self.state.attention.typed.clear();
                self.reach_last_rank(from, to);
            }
            Err(refusal) => {
                self.slip(from, to, refusal);
                self.problem(Problem::Typed(error));
            }
            // Both ways of reading agree, so this is not reached; if it were, the move would be legal.
            Ok(m) => self.decide(m),
        }
    }

    /// A move is typed while the other side thinks: it waits for its turn, as one made by hand does.
    fn submit_ahead(&mut self, color: Color, text: &str) {
        let Some(Premove { from, to, promotion }) = self.premove(color, text) else {
            self.sound(Sound::Illegal);
            return self.problem(match (UciMove::parse(text.as_bytes()), San::parse(text.as_bytes())) {
                (Err(_), Err(error)) => Problem::Typed(ReadMoveError::Text(TextError::Unreadable(error))),
                _ => Problem::NoPremove,
            });
        };
        self.state.attention.typed.clear();
        match promotion {
            Some(role) => self.queue(from, to, Some(role)),
            None => self.try_premove(color, from, to),
        }
    }

    /// The squares of a refused move in algebraic notation, where only one piece can have been meant.
    fn tried(&self, text: &str, error: &ReadMoveError) -> Option<(Square, Square, Refusal)> {
        let ReadMoveError::Text(TextError::Refused(refusals)) = error else { return None };
        let [refusal] = refusals[..] else { return None };
        let game = &self.state.table.game;
        let (from, to) = match San::parse(text.as_bytes()).ok()?.refused(game.board(), game.turn()) {
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

    /// The king in hand, and the square that was named for it to castle to: no pawn could go there.
    fn castling_by_square(&self, text: &str) -> Option<(Square, Square)> {
        let king = self.state.attention.hand.piece()?;
        let to = text.to_lowercase().parse().ok()?;
        let castles = |m: &Move| m.is_castle() && m.to() == to;
        self.state.table.game.moves_from(king).iter().any(castles).then_some((king, to))
    }

    /// The squares of a move that would be one if it said what the pawn becomes: `e8`, `dxe8`.
    fn lacking_promotion(&self, text: &str) -> Option<UciMove> {
        let m = self.state.table.game.read_move(&format!("{text}={}", Role::Queen.upper())).ok()?;
        m.promotion().map(|_| UciMove::Normal { from: m.from(), to: m.to(), promotion: None })
    }
}

/// A move without the number that score sheets have before it: `1. e4`, `1.e4`, `1... e5`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.len() < text.len() && rest.starts_with('.') {
        true => rest.trim_start_matches('.').trim_start(),
        // The zeros of `0-0` are no number.
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_passed_over() {
        for (text, expected) in
            [("1. e4", "e4"), ("1.e4", "e4"), ("12... Nf6", "Nf6"), ("0-0", "0-0"), ("e4", "e4"), ("1.", "")]
        {
            assert_eq!(without_number(text), expected, "{text}");
        }
    }
}
