//! Merits of moves: sacrifices that win, and only moves that win.

use game::Game;
use game::pgn::EvalScore;
use rules::Move;

use super::exchange::is_sacrifice;
use super::{ExpectedScore, MoveGrade, PositionAnalysis, mate_for};

/// Merit of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merit {
    /// A sacrifice that forces mate in this number of moves, counted from the move.
    MatingSacrifice(u32),
    /// A sacrifice that wins.
    WinningSacrifice,
    /// The only move that wins.
    OnlyWinningMove,
}

/// Expected score from which a position counts as won.
const WON: f64 = 0.75;

/// Expected score up to which another move does not win.
const NOT_WON: f64 = 0.6;

/// Expected score that a move with a merit may lose.
const TOLERANCE: f64 = 0.02;

impl Merit {
    /// The merit of the move at `index` of a game; `after` is the expected score after it.
    pub(super) fn of(
        game: &Game,
        index: usize,
        m: Move,
        before: &PositionAnalysis,
        after: ExpectedScore,
        loss: f64,
    ) -> Option<Merit> {
        let position = game.position_at(index)?;
        let color = position.turn();
        if after.for_side(color) < WON || loss > TOLERANCE {
            return None;
        }
        if is_sacrifice(position, m) {
            // The evaluation before the move belongs to the best move.
            let is_best = before.pv.first() == Some(&m);
            let mate = mate_for(before.evaluation, color).filter(|_| is_best);
            return Some(mate.map_or(Merit::WinningSacrifice, Merit::MatingSacrifice));
        }
        let others = ExpectedScore::of(before.runner_up?).for_side(color);
        (others <= NOT_WON && is_hard_to_find(game, index, m)).then_some(Merit::OnlyWinningMove)
    }

    /// The grade of a move with this merit.
    #[must_use]
    pub const fn grade(self) -> MoveGrade {
        match self {
            Merit::MatingSacrifice(_) | Merit::WinningSacrifice => MoveGrade::Brilliant,
            Merit::OnlyWinningMove => MoveGrade::Great,
        }
    }
}

/// True if the other moves must be searched to tell whether the move at `index` is the only one that wins.
#[must_use]
pub fn may_be_only_move(game: &Game, index: usize, m: Move, evaluation: EvalScore) -> bool {
    game.position_at(index).is_some_and(|position| {
        ExpectedScore::of(evaluation).for_side(position.turn()) >= WON
            && is_hard_to_find(game, index, m)
            && !is_sacrifice(position, m)
    })
}

/// False for the only legal move, a recapture and a checkmate.
fn is_hard_to_find(game: &Game, index: usize, m: Move) -> bool {
    let Some(position) = game.position_at(index) else { return false };
    let previous = index.checked_sub(1).and_then(|previous| game.moves().nth(previous));
    let is_recapture = m.is_capture() && previous.is_some_and(|p| p.is_capture() && p.to() == m.to());
    let is_mate = position.play(m).is_ok_and(|next| next.is_checkmate());
    position.legal_moves().len() > 1 && !is_recapture && !is_mate
}
