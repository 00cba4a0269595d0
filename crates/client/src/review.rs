//! A game looked at again: what each move cost, how well each side played, and what happened where much was lost.
//!
//! What a position is worth is told by somebody who can judge ([`Opinion`]); what follows from it is worked out here, from
//! the rules alone. A review can begin before all is told: what is not known yet is left open.

mod expected_score;
mod exchange;
mod reason;
mod tactic;

use game::Game;
use game::pgn::EvalScore;
use rules::{ByColor, Color, Move, Position};

pub use expected_score::{ExpectedScore, MoveGrade};
pub use reason::MistakeReason;
pub use tactic::Tactic;

/// What somebody thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionAnalysis {
    /// Who stands how much better.
    pub evaluation: EvalScore,
    /// How the game should go on.
    pub pv: Vec<Move>,
}

/// A game with what is known about its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// White's chances before the first move and after each one, as far as they are known.
    pub expected_scores: Vec<Option<ExpectedScore>>,
    /// The moves that can be judged, in their order.
    pub moves: Vec<MoveReview>,
    /// How well each side played, out of 100; none before its first move is judged.
    pub accuracy: ByColor<Option<f64>>,
}

/// A move that has been judged.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// How many plies have been played with it.
    pub ply: usize,
    /// Who made it.
    pub color: Color,
    /// What it cost, in points: 1 for a win thrown away.
    pub loss: f64,
    /// How bad that is.
    pub grade: MoveGrade,
    /// What happened, if something can be said.
    pub reason: Option<MistakeReason>,
    /// What should have been played, if something else.
    pub better: Option<Move>,
}

impl Review {
    /// Looks at a game. There is an opinion for the start and one for the position after each move, as far as there is
    /// one yet; a game that is over needs none for its end.
    ///
    /// ```
    /// use client::review::{Grade, Opinion, Review};
    /// use game::{Game, pgn::Verdict};
    /// let mut game = Game::standard();
    /// let even = Some(Opinion { verdict: Verdict::Centipawns(20), line: Vec::new() });
    /// let lost = Some(Opinion { verdict: Verdict::Mate(-1), line: Vec::new() });
    /// for text in ["f3", "e5", "g4"] {
    ///     game.play(game.read_move(text)?)?;
    /// }
    /// let review = Review::of(&game, &[even.clone(), even.clone(), even, lost]);
    /// assert_eq!(review.moves[2].grade, Grade::Blunder);
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
            expected_score::accuracy(moves.iter().filter(|m| m.color == color).map(|m| m.loss))
        });
        Review { expected_scores: chances, moves, accuracy }
    }

    /// What is known about the move that made so many plies.
    #[must_use]
    pub fn at(&self, ply: usize) -> Option<&MoveReview> {
        self.moves.iter().find(|m| m.ply == ply)
    }

    /// The moves with which a side played like that, each by the plies that had been played with it.
    #[must_use]
    pub fn plies(&self, color: Color, grade: MoveGrade) -> Vec<usize> {
        self.moves.iter().filter(|m| m.color == color && m.grade == grade).map(|m| m.ply).collect()
    }
}

/// What is known about the move after so many plies, if both positions around it are.
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
    // Whoever plays what was best has lost nothing: the next opinion has only looked further.
    let is_best = before.pv.first() == Some(&m);
    let lost = chances[index]?.loss_to(chances[index + 1]?, color);
    let loss = if is_best { 0.0 } else { lost };
    let grade = MoveGrade::of(loss);
    let after = opinions.get(index + 1).and_then(Option::as_ref);
    let reason = (grade != MoveGrade::Good).then(|| MistakeReason::of(position, m, before, after)).flatten();
    let better = before.pv.first().copied().filter(|_| !is_best);
    Some(MoveReview { ply: index + 1, color, loss, grade, reason, better })
}

/// The mates that a verdict promises to a side, in moves.
fn mate_for(verdict: EvalScore, color: Color) -> Option<u32> {
    let moves = match (verdict, color) {
        (EvalScore::Mate(moves), Color::White) => moves,
        (EvalScore::Mate(moves), Color::Black) => -moves,
        (EvalScore::Centipawns(_), _) => return None,
    };
    u32::try_from(moves).ok().filter(|&moves| moves > 0)
}

/// Plays the moves of a line as far as they can be played; the position before each comes with it.
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
