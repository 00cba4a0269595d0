//! Moves that are typed.

use game::ReadMoveError;
use rules::{ReadMoveError as TextError, Refusal, Role, San, SanError, Square, UciMove};

use super::Update;
use crate::state::Freedom;
use crate::{Problem, Sound};

impl Update<'_> {
    /// The typed text becomes a move, a question for the promotion, or a problem with its reason. Two squares that are
    /// no move are explained on the board like any other try.
    pub(super) fn submit(&mut self) {
        let text = self.state.attention.typed.trim().to_owned();
        if text.is_empty() {
            return;
        }
        if !matches!(self.state.freedom(), Freedom::Now(_)) && self.state.table.game.outcome().is_none() {
            return self.problem(Problem::NotNow);
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

    /// The squares of a refused move in algebraic notation, where only one piece can have been meant.
    fn tried(&self, text: &str, error: &ReadMoveError) -> Option<(Square, Square, Refusal)> {
        let ReadMoveError::Text(TextError::Refused(refusals)) = error else { return None };
        let [refusal] = refusals[..] else { return None };
        let game = &self.state.table.game;
        let (from, to) = match San::parse(text.as_bytes()).ok()?.resolve(game.position()?) {
            Err(SanError::Illegal { from, to, .. }) => (from.into_iter().next()?, to),
            Err(SanError::IllegalCastling(_)) => {
                let king = game.setup().board.king(game.turn())?;
                (king, king)
            }
            _ => return None,
        };
        Some((from, to, refusal))
    }

    /// The squares of a move that would be one if it said what the pawn becomes: `e8`, `dxe8`.
    fn lacking_promotion(&self, text: &str) -> Option<UciMove> {
        let m = self.state.table.game.read_move(&format!("{text}={}", Role::Queen.upper())).ok()?;
        m.promotion().map(|_| UciMove::Normal { from: m.from(), to: m.to(), promotion: None })
    }
}
