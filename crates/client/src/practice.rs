//! Endgame practice: a position with a goal, a perfect opponent, and the effect of each move on the outcome.
//!
//! The moves are played in a [`LocalGame`](crate::LocalGame) whose other side is remote. The endgame tables, which a worker has,
//! tell the outcome of each position and of its moves; [`Practice`] keeps them and says where the goal slipped away.

mod exercise;
mod progress;

use rules::{Color, Move};
use tablebase::Outcome;

pub use exercise::{Exercise, ExerciseGroup, Goal};
pub use progress::{ExerciseProgress, Progress, Solution};

/// Own moves after which a drawn position counts as held.
pub const MOVES_TO_HOLD: usize = 15;

/// An attempt at an exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Practice {
    goal: Goal,
    player: Color,
    /// Answers of the tables about the position after each number of half-moves.
    known: Vec<Option<KnownPosition>>,
    /// A move was taken back.
    is_corrected: bool,
}

/// A position with its outcome and its moves, from the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// The side to move.
    pub turn: Color,
    /// Outcome for the side to move.
    pub outcome: Outcome,
    /// The moves with their outcomes for the side that plays them, the best first.
    pub moves: Vec<(Move, Outcome)>,
}

/// The outcome for the player with best play of both sides, with the moves to mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// The player mates.
    Win(u8),
    /// Neither side can force mate.
    Draw,
    /// The player is mated.
    Loss(u8),
}

/// The effect of a move of the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveVerdict {
    /// No move is better.
    Best,
    /// The win stays, but takes more moves than with the best move.
    Slower {
        /// Moves to mate, counted from the next move.
        mate: u8,
        /// The quickest move.
        best: Move,
        /// Moves to mate with the quickest move.
        best_mate: u8,
    },
    /// A lost position is lost sooner.
    Sooner {
        /// The move that resists longest.
        best: Move,
    },
    /// The outcome is worse than before.
    Slip {
        /// Before the move.
        from: Truth,
        /// After the move.
        to: Truth,
        /// A move that keeps the outcome.
        best: Move,
    },
}

/// State of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PracticeStatus {
    /// The goal can still be reached, or nothing else is known.
    Open,
    /// The goal can no longer be reached against the opponent.
    Slipped,
    /// The goal is reached.
    Solved,
    /// The game is over without the goal.
    Failed,
}

impl Truth {
    /// The truth for a player about a position.
    #[must_use]
    pub fn of(outcome: Outcome, turn: Color, player: Color) -> Truth {
        let moves = outcome.moves_to_mate().unwrap_or_default();
        match (outcome, turn == player) {
            (Outcome::Draw, _) => Truth::Draw,
            (Outcome::Win(_), true) | (Outcome::Loss(_), false) => Truth::Win(moves),
            (Outcome::Loss(_), true) | (Outcome::Win(_), false) => Truth::Loss(moves),
        }
    }

    /// Greater for the player's better results.
    const fn points(self) -> u8 {
        match self {
            Truth::Win(_) => 2,
            Truth::Draw => 1,
            Truth::Loss(_) => 0,
        }
    }

    /// Returns true if the goal is reached with best play.
    #[must_use]
    pub const fn meets(self, goal: Goal) -> bool {
        match goal {
            Goal::Win => matches!(self, Truth::Win(_)),
            Goal::Draw => !matches!(self, Truth::Loss(_)),
        }
    }
}

impl Practice {
    /// An attempt by a side.
    #[must_use]
    pub const fn new(goal: Goal, player: Color) -> Practice {
        Practice { goal, player, known: Vec::new(), is_corrected: false }
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The player's side.
    #[must_use]
    pub const fn player(&self) -> Color {
        self.player
    }

    /// True if a move was taken back.
    #[must_use]
    pub const fn is_corrected(&self) -> bool {
        self.is_corrected
    }

    /// Records what the tables say about the position after some half-moves.
    pub fn record(&mut self, plies: usize, position: KnownPosition) {
        if self.known.len() <= plies {
            self.known.resize(plies + 1, None);
        }
        if let Some(known) = self.known.get_mut(plies) {
            *known = Some(position);
        }
    }

    /// Forgets positions after some half-moves: moves were taken back.
    pub fn take_back(&mut self, plies: usize) {
        if self.known.len() > plies + 1 {
            self.known.truncate(plies + 1);
        }
        self.is_corrected = true;
    }

    /// The position after some half-moves, if the tables know it.
    #[must_use]
    pub fn known(&self, plies: usize) -> Option<&KnownPosition> {
        self.known.get(plies)?.as_ref()
    }

    /// The truth about the position after some moves. It is known from the player's last move, before the tables are asked: the
    /// reply of a perfect opponent changes nothing.
    #[must_use]
    pub fn truth(&self, moves: &[Move]) -> Option<Truth> {
        if let Some(known) = self.known(moves.len()) {
            return Some(Truth::of(known.outcome, known.turn, self.player));
        }
        let after = |plies: usize| {
            let before = self.known(plies)?;
            let (_, outcome) = before.moves.iter().find(|(m, _)| moves.get(plies) == Some(m))?;
            Some(Truth::of(after_move(*outcome), !before.turn, self.player))
        };
        let last = moves.len().checked_sub(1)?;
        after(last).or_else(|| after(last.checked_sub(1)?))
    }

    /// The effect of a move that the player makes after some half-moves; `None` if the tables do not know, or if the opponent moved.
    #[must_use]
    pub fn verdict(&self, plies: usize, played: Move) -> Option<MoveVerdict> {
        let known = self.known(plies).filter(|known| known.turn == self.player)?;
        let (best, best_outcome) = *known.moves.first()?;
        let (_, outcome) = *known.moves.iter().find(|(m, _)| *m == played)?;
        let [from, to] =
            [best_outcome, outcome].map(|outcome| Truth::of(after_move(outcome), !known.turn, self.player));
        Some(match (from, to) {
            _ if to.points() < from.points() => {
                // Of the moves to mate the first is still to be played.
                let from = Truth::of(known.outcome, known.turn, self.player);
                MoveVerdict::Slip { from, to, best }
            }
            _ if best_outcome == outcome => MoveVerdict::Best,
            (Truth::Win(best_mate), Truth::Win(mate)) => MoveVerdict::Slower { mate, best, best_mate },
            _ => MoveVerdict::Sooner { best },
        })
    }

    /// Number of half-moves before the last slip in a game.
    #[must_use]
    pub fn last_slip(&self, moves: &[Move]) -> Option<usize> {
        let is_slip = |plies: usize| {
            let verdict = moves.get(plies).and_then(|&m| self.verdict(plies, m));
            matches!(verdict, Some(MoveVerdict::Slip { .. }))
        };
        (0..moves.len()).rev().find(|&plies| is_slip(plies))
    }

    /// State of the attempt after some moves; `ended` is set if the game is over.
    #[must_use]
    pub fn status(&self, moves: &[Move], ended: Option<game::Outcome>) -> PracticeStatus {
        if let Some(outcome) = ended {
            let is_solved = match self.goal {
                Goal::Win => outcome.winner() == Some(self.player),
                Goal::Draw => outcome.winner() != Some(!self.player),
            };
            return if is_solved { PracticeStatus::Solved } else { PracticeStatus::Failed };
        }
        match self.truth(moves) {
            Some(truth) if !truth.meets(self.goal) => PracticeStatus::Slipped,
            Some(_) if self.goal == Goal::Draw && moves.len() / 2 >= MOVES_TO_HOLD => PracticeStatus::Solved,
            _ => PracticeStatus::Open,
        }
    }
}

/// The outcome for the side to move after a move, from that for the side that played it.
const fn after_move(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(plies) => Outcome::Loss(plies.saturating_sub(1)),
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss(plies) => Outcome::Win(plies.saturating_sub(1)),
    }
}
