//! Game review: expected score lost by each move, accuracy of each side, and reasons for mistakes.
//!
//! An engine provides a [`PositionAnalysis`] per position; everything else is derived here by rule. A review
//! works with partial analyses.

mod accuracy;
mod carry;
mod exchange;
mod expected_score;
mod job;
mod mate_pattern;
mod merit;
mod reason;
mod tactic;

use exchange::uncompensated_percent;
use game::pgn::EvalScore;
use game::{Game, Ply};
use rules::{ByColor, Color, Move, Position};

pub use carry::{carry_back, exceeds};
pub use exchange::is_sacrifice;
pub use expected_score::{ExpectedScore, MoveGrade};
pub use job::{NODES_PER_POSITION, ReviewJob, ReviewSearch, SearchedLine};
pub use mate_pattern::MatePattern;
pub use merit::{Merit, may_be_only_move};
pub use reason::{ForcedMate, MistakeReason};
pub use tactic::Tactic;

/// Engine analysis of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionAnalysis {
    /// Evaluation.
    pub evaluation: EvalScore,
    /// Principal variation.
    pub pv: Vec<Move>,
    /// Evaluation of the best move other than the played one, where it was searched.
    pub runner_up: Option<EvalScore>,
}

/// Review of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// White's expected score at the start and after each move, where known.
    pub expected_scores: Vec<Option<ExpectedScore>>,
    /// Reviews of the analysed moves in order.
    pub moves: Vec<MoveReview>,
    /// Accuracy of each side in percent; `None` before its first reviewed move.
    pub accuracy: ByColor<Option<f64>>,
}

/// Review of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// Plies played including this move.
    pub ply: Ply,
    /// Side.
    pub color: Color,
    /// Expected score lost, from 0 to 1.
    pub loss: f64,
    /// Grade.
    pub grade: MoveGrade,
    /// Reason, if one was found.
    pub reason: Option<MistakeReason>,
    /// Merit of a great or brilliant move.
    pub merit: Option<Merit>,
    /// The better move, if another one was best.
    pub better: Option<Move>,
}

impl Review {
    /// Reviews a game. `analyses` has one entry for the start and one for each position after a move; a
    /// finished game needs none for its last position.
    ///
    /// ```
    /// use client::review::{MoveGrade, PositionAnalysis, Review};
    /// use game::{Game, pgn::EvalScore};
    /// let mut game = Game::standard();
    /// let even = Some(PositionAnalysis { evaluation: EvalScore::Centipawns(20), pv: Vec::new(), runner_up: None });
    /// let lost = Some(PositionAnalysis { evaluation: EvalScore::Mate(-1), pv: Vec::new(), runner_up: None });
    /// for text in ["f3", "e5", "g4"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let review = Review::new(&game, &[even.clone(), even.clone(), even, lost]);
    /// assert_eq!(review.moves[2].grade, MoveGrade::Blunder);
    /// assert_eq!(review.accuracy.black, Some(100.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(game: &Game, opinions: &[Option<PositionAnalysis>]) -> Review {
        let chances: Vec<Option<ExpectedScore>> = (0..=game.plies())
            .map(|ply| {
                let position = game.position_at(ply)?;
                ExpectedScore::of_terminal(position)
                    .or_else(|| Some(ExpectedScore::of(opinions.get(ply)?.as_ref()?.evaluation)))
            })
            .collect();
        let judge = |(index, m): (usize, Move)| review_move(game, opinions, &chances, index, m);
        let moves: Vec<MoveReview> = game.moves().enumerate().filter_map(judge).collect();
        let accuracy = ByColor::new_with(|color| {
            accuracy::accuracy(&chances, moves.iter().filter(|m| m.color == color))
        });
        Review { expected_scores: chances, moves, accuracy }
    }

    /// The review of the move that led to `ply`.
    #[must_use]
    pub fn at(&self, ply: Ply) -> Option<&MoveReview> {
        self.moves.iter().find(|m| m.ply == ply)
    }

    /// The plies of all moves of a side with a grade.
    #[must_use]
    pub fn plies(&self, color: Color, grade: MoveGrade) -> Vec<Ply> {
        self.moves.iter().filter(|m| m.color == color && m.grade == grade).map(|m| m.ply).collect()
    }
}

/// Reviews the move at `index`; `None` unless the positions before and after it are analysed.
fn review_move(
    game: &Game,
    opinions: &[Option<PositionAnalysis>],
    chances: &[Option<ExpectedScore>],
    index: usize,
    m: Move,
) -> Option<MoveReview> {
    let position = game.position_at(index)?;
    let before = opinions.get(index)?.as_ref()?;
    let color = position.turn();
    // The best move loses nothing: the next analysis is only deeper.
    let is_best = before.pv.first() == Some(&m);
    let lost = chances[index]?.loss_to(chances[index + 1]?, color);
    let loss = if is_best { 0.0 } else { lost };
    let merit = Merit::of(game, index, m, before, chances[index + 1]?, loss);
    let after = opinions.get(index + 1).and_then(Option::as_ref);
    let speculative = after.is_some_and(|after| is_speculative(position, m, before, after));
    let grade = match (merit, MoveGrade::of(loss)) {
        (Some(merit), _) => merit.grade(),
        (None, MoveGrade::Mistake | MoveGrade::Blunder) if speculative => MoveGrade::Inaccuracy,
        (None, grade) => grade,
    };
    let reason = grade.is_mistake().then(|| MistakeReason::of(position, m, before, after)).flatten();
    let better = before.pv.first().copied().filter(|_| !is_best && merit.is_none());
    Some(MoveReview { ply: Ply::new(index + 1), color, loss, grade, reason, merit, better })
}

/// Returns true if a move is a sacrifice of which the engine sees no refutation: the evaluation drops by less than half of what is given
/// up. Engines of our strength underestimate attacks, so such a move is called an inaccuracy at worst.
fn is_speculative(position: &Position, m: Move, before: &PositionAnalysis, after: &PositionAnalysis) -> bool {
    let percent = uncompensated_percent(position, m, before.evaluation, after.evaluation);
    percent.is_some_and(|percent| percent < 50)
}

/// Moves to a forced mate by a side.
fn mate_for(evaluation: EvalScore, color: Color) -> Option<u32> {
    let moves = match (evaluation, color) {
        (EvalScore::Mate(moves), Color::White) => moves,
        (EvalScore::Mate(moves), Color::Black) => -moves,
        (EvalScore::Centipawns(_), _) => return None,
    };
    u32::try_from(moves).ok().filter(|&moves| moves > 0)
}

/// Plays a line as far as it is legal; returns each move with the position before it.
fn replay_line(start: Position, line: &[Move]) -> Vec<(Position, Move)> {
    let mut position = start;
    let mut steps = Vec::new();
    for &m in line {
        let Ok(next) = position.play(m) else { break };
        steps.push((position, m));
        position = next;
    }
    steps
}
