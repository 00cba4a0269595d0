//! A review in progress: which search comes next, and what its answer means.
//!
//! The positions are searched from the last to the first with one transposition table. A position is worth
//! at least what the played move led to, so that a combination which the engine does not find by itself is
//! seen from its end. Before a move is called a mistake, the better move is searched as the played one was.
//!
//! A position has [`NODES_PER_POSITION`]; what one does not need is left to the verification of mistakes.

use client::review::{
    ExpectedScore, MoveGrade, PositionAnalysis, Review, carry_back, exceeds, may_be_only_move,
};
use engine_worker::{PvLine, WorkerJob, WorkerRequest};
use game::Game;
use game::Ply;
use game::pgn::{EvalScore, Nag};
use rules::{CastlingStyle, Color, Move, Position, Setup, UciMove};

use crate::engine_line::{EngineLine, resolve};

/// Nodes per position, on average at most.
pub(super) const NODES_PER_POSITION: u64 = 100_000;

/// Nodes of the first search of a position.
const FIRST_NODES: u64 = 70_000;

/// Nodes of a second search.
const SECOND_NODES: u64 = NODES_PER_POSITION - FIRST_NODES;

/// A game and the evaluations of its positions, indexed by ply.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ReviewJob {
    pub(super) game: Game,
    pub(super) is_stopped: bool,
    lines: Vec<Option<EngineLine>>,
    stage: Stage,
    /// The line of the running search.
    found: Option<EngineLine>,
    /// Nodes that the positions so far have not needed.
    reserve: u64,
}

/// Search of the position under review.
#[derive(Clone, PartialEq, Debug)]
enum Stage {
    /// All moves.
    First,
    /// All moves again: the played move has turned out better than the move that the first search preferred.
    Again {
        /// The line of the first search.
        first: EngineLine,
    },
    /// The position after a move that seems better than the played one.
    Verify {
        /// The better move.
        better: Move,
        /// The line of the first search.
        first: EngineLine,
    },
    /// All moves but the played one, which is best.
    Others,
}

/// The played move with the line that follows from the next position.
struct PlayedMove {
    m: Move,
    line: EngineLine,
}

/// Stands for the analysis of a position without legal moves.
const NO_ANALYSIS: PositionAnalysis =
    PositionAnalysis { evaluation: EvalScore::Centipawns(0), pv: Vec::new(), runner_up: None };

impl ReviewJob {
    /// A review of which nothing is known but positions without legal moves.
    pub(super) fn new(game: Game) -> ReviewJob {
        let mut job = ReviewJob {
            lines: vec![None; game.plies() + 1],
            game,
            is_stopped: false,
            stage: Stage::First,
            found: None,
            reserve: 0,
        };
        let last = job.lines.len() - 1;
        if let Some(position) =
            job.game.position_at(last).filter(|position| position.legal_moves().is_empty())
        {
            job.lines[last] = Some(EngineLine::new(position, 0, 0, NO_ANALYSIS));
        }
        job
    }

    /// Number of evaluated positions and of all positions.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.lines.iter().flatten().count(), self.lines.len())
    }

    pub(super) fn is_done(&self) -> bool {
        self.lines.iter().all(Option::is_some)
    }

    /// The engine's line after `ply` half-moves.
    pub(super) fn line_at(&self, ply: usize) -> Option<&EngineLine> {
        self.lines.get(ply)?.as_ref()
    }

    pub(super) fn review(&self) -> Review {
        let opinion = |line: &Option<EngineLine>| line.as_ref().map(|line| line.opinion.clone());
        Review::new(&self.game, &self.lines.iter().map(opinion).collect::<Vec<_>>())
    }

    /// The marks of the review as NAGs.
    pub(super) fn nags(&self) -> Vec<(Ply, Nag)> {
        self.review().moves.iter().filter_map(|m| Some((m.ply, m.grade.nag()?))).collect()
    }

    /// Returns true if `moves` are the moves of this game, possibly with more after them.
    pub(super) fn matches(&self, start: &Setup, moves: &[Move]) -> bool {
        let own: Vec<Move> = self.game.moves().collect();
        *start == self.game.start() && moves.starts_with(&own)
    }

    /// The next search, unless the review is stopped or done.
    pub(super) fn next_request(&self) -> Option<WorkerRequest> {
        let ply = self.next_ply().filter(|_| !self.is_stopped)?;
        let mut moves: Vec<Move> = self.game.moves().take(ply).collect();
        let mut excluded = None;
        match &self.stage {
            Stage::First | Stage::Again { .. } => {}
            Stage::Verify { better, .. } => moves.push(*better),
            Stage::Others => {
                let played = self.game.moves().nth(ply)?.uci(CastlingStyle::Chess960).to_string();
                excluded = played.parse::<UciMove>().ok();
            }
        }
        let job = WorkerJob::Review { nodes: self.stage_nodes(), excluded };
        WorkerRequest::new(u32::try_from(ply).ok()?, job, *self.game.position_at(0)?, moves).ok()
    }

    fn stage_nodes(&self) -> u64 {
        match self.stage {
            Stage::First => FIRST_NODES,
            Stage::Again { .. } | Stage::Others => SECOND_NODES,
            Stage::Verify { .. } => NODES_PER_POSITION.min(SECOND_NODES + self.reserve),
        }
    }

    /// Takes the line of the running search.
    pub(super) fn on_line(&mut self, line: &PvLine) {
        let ply = line.id as usize;
        if self.next_ply() == Some(ply) {
            let position = self.game.position_at(ply).copied();
            let searched = match self.stage {
                Stage::Verify { better, .. } => position.and_then(|position| position.play(better).ok()),
                _ => position,
            };
            self.found = searched.map(|position| resolve(&position, line));
        }
    }

    /// Takes the end of the running search: the position is settled, or searched a second time.
    pub(super) fn on_done(&mut self, ply: usize) {
        let Some(position) = self.game.position_at(ply).copied().filter(|_| self.next_ply() == Some(ply))
        else {
            return;
        };
        let nodes = self.stage_nodes();
        let stage = std::mem::replace(&mut self.stage, Stage::First);
        let is_first = stage == Stage::First;
        let played = self.game.moves().nth(ply).zip(self.line_at(ply + 1)).map(|(m, after)| {
            let opinion = carry_back(&position, m, &after.opinion);
            PlayedMove {
                m,
                line: EngineLine::new(&position, after.depth.saturating_add(1), after.nodes, opinion),
            }
        });
        let settled = match (self.found.take(), played) {
            (Some(found), Some(played)) if is_first => {
                self.stage = self.second_stage(ply, &found, &played);
                if self.stage != Stage::First {
                    return;
                }
                played.best_of(found, position.turn())
            }
            (found, Some(played)) => settle(&position, stage, found, played),
            (Some(found), None) => found,
            // The engine reports no line where there is no legal move.
            (None, None) => EngineLine::new(&position, 0, 0, NO_ANALYSIS),
        };
        let second_nodes = if is_first { 0 } else { nodes };
        self.reserve = (self.reserve + SECOND_NODES).saturating_sub(second_nodes);
        self.lines[ply] = Some(settled);
    }

    /// The search that follows the first one; `First` if there is none.
    fn second_stage(&self, ply: usize, found: &EngineLine, played: &PlayedMove) -> Stage {
        let Some(color) = self.game.position_at(ply).map(Position::turn) else { return Stage::First };
        let line = &played.line;
        match found.opinion.pv.first() {
            Some(&better) if better != played.m => {
                if is_marked_difference(found, line, color) {
                    return Stage::Again { first: found.clone() };
                }
                if is_marked_difference(line, found, color) {
                    return Stage::Verify { better, first: found.clone() };
                }
                if exceeds(found.opinion.evaluation, line.opinion.evaluation, color) {
                    return Stage::First;
                }
            }
            _ => {}
        }
        match may_be_only_move(&self.game, ply, played.m, line.opinion.evaluation) {
            true => Stage::Others,
            false => Stage::First,
        }
    }

    /// The last position without an evaluation.
    fn next_ply(&self) -> Option<usize> {
        self.lines.iter().rposition(Option::is_none)
    }
}

impl PlayedMove {
    /// The better of the played move's line and another one; the played move's if both begin with it.
    fn best_of(self, other: EngineLine, color: Color) -> EngineLine {
        let is_other = other.opinion.pv.first() != Some(&self.m)
            && exceeds(other.opinion.evaluation, self.line.opinion.evaluation, color);
        if is_other { other } else { self.line }
    }
}

/// The line of a position after its second search.
fn settle(
    position: &Position,
    stage: Stage,
    found: Option<EngineLine>,
    mut played: PlayedMove,
) -> EngineLine {
    let is_one_alternative = matches!(stage, Stage::Verify { .. });
    let other = match (stage, found) {
        (Stage::Again { first }, found) => {
            let lines = [found, Some(first)].into_iter().flatten();
            lines.into_iter().find(|line| line.opinion.pv.first() != Some(&played.m))
        }
        (Stage::Verify { better, .. }, Some(found)) => {
            let opinion = carry_back(position, better, &found.opinion);
            Some(EngineLine::new(position, found.depth.saturating_add(1), found.nodes, opinion))
        }
        // The better move ends the game.
        (Stage::Verify { first, .. }, None) => Some(first),
        (Stage::First | Stage::Others, found) => found,
    };
    let Some(other) = other else { return played.line };
    if !is_one_alternative {
        played.line.opinion.runner_up = Some(other.opinion.evaluation);
    }
    played.best_of(other, position.turn())
}

/// True if the lines differ by enough to mark a move.
fn is_marked_difference(worse: &EngineLine, better: &EngineLine, color: Color) -> bool {
    let [worse, better] = [worse, better].map(|line| ExpectedScore::of(line.opinion.evaluation));
    MoveGrade::of(better.loss_to(worse, color)) != MoveGrade::Good
}

#[cfg(test)]
mod tests;
