//! A review in progress: which search comes next, and what its answer means.
//!
//! The positions are searched from the last to the first with one transposition table. A position is worth
//! at least what the played move led to, so that a combination which the engine does not find by itself is
//! seen from its end. Before a move is called a mistake, the better move is searched as the played one was, and the position
//! after the played one deeper.
//!
//! A position has a number of nodes on average: second searches share what first ones leave.

mod save_text;

use game::pgn::{EvalScore, Nag};
use game::{Game, Ply};
use rules::{Color, Move, Position, Setup};

use super::exchange::uncompensated_percent;
use super::{ExpectedScore, MoveGrade, PositionAnalysis, Review, carry_back, exceeds, may_be_only_move};

/// Nodes per position on the page, on average at most.
pub const NODES_PER_POSITION: u64 = 100_000;

/// Share of the nodes for the first search of a position, in percent.
const FIRST_SEARCH_PERCENT: u64 = 60;

/// Nodes of the deeper search after a move that would be a mistake or a blunder, in nodes per position, at most.
const DEEPER_SEARCH: u64 = 4;

/// The same after a move that may be a sound sacrifice.
const SACRIFICE_SEARCH: u64 = 16;

/// Drop of the evaluation in percent of the material given up, below which a sacrifice may be sound.
const DOUBTFUL_PERCENT: i32 = 80;

/// Plies of the game after a move in which a good evaluation raises the doubt that the move was a mistake.
const DOUBT_PLIES: usize = 8;

/// A line that a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchedLine {
    /// Depth of the search.
    pub depth: u8,
    /// Nodes of the search.
    pub nodes: u64,
    /// Evaluation and principal variation.
    pub opinion: PositionAnalysis,
}

/// A search that a review needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewSearch {
    /// Half-moves of the game before the position under review.
    pub ply: usize,
    /// Moves from the start of the game to the position to be searched: those of the game, and sometimes one other.
    pub moves: Vec<Move>,
    /// Node limit.
    pub nodes: u64,
    /// Move that is not searched.
    pub excluded: Option<Move>,
}

/// A game and the evaluations of its positions, indexed by ply.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewJob {
    /// The game.
    pub game: Game,
    /// True if no further search is wanted for now.
    pub is_stopped: bool,
    lines: Vec<Option<SearchedLine>>,
    stage: Stage,
    /// The line of the running search.
    found: Option<SearchedLine>,
    /// Nodes per position, on average at most.
    nodes_per_position: u64,
    /// Nodes left for second searches.
    second_searches: u64,
}

/// Search of the position under review.
#[derive(Clone, PartialEq, Debug)]
enum Stage {
    /// All moves.
    First,
    /// All moves again: the played move has turned out better than the move that the first search preferred.
    Again {
        /// The line of the first search.
        first: SearchedLine,
    },
    /// The position after the played move: it may be better than the first search has seen.
    Deeper {
        /// The line of the first search.
        first: SearchedLine,
        /// Node limit.
        nodes: u64,
    },
    /// The position after a move that seems better than the played one.
    Verify {
        /// The better move.
        better: Move,
        /// The line of the first search.
        first: SearchedLine,
    },
    /// All moves but the played one: it is best, or the first search thought so.
    Others,
}

/// The played move with the line that follows from the next position.
struct PlayedMove {
    m: Move,
    line: SearchedLine,
}

/// Stands for the analysis of a position without legal moves.
const NO_ANALYSIS: PositionAnalysis =
    PositionAnalysis { evaluation: EvalScore::Centipawns(0), pv: Vec::new(), runner_up: None };

impl ReviewJob {
    /// A review of which nothing is known but positions without legal moves.
    #[must_use]
    pub fn new(game: Game, nodes_per_position: u64) -> ReviewJob {
        let mut job = ReviewJob {
            lines: vec![None; game.plies() + 1],
            game,
            is_stopped: false,
            stage: Stage::First,
            found: None,
            nodes_per_position,
            second_searches: 0,
        };
        job.second_searches = job.second_nodes() * (job.lines.len() as u64);
        let last = job.lines.len() - 1;
        if job.game.position_at(last).is_some_and(|position| position.legal_moves().is_empty()) {
            job.lines[last] = Some(SearchedLine::new(0, 0, NO_ANALYSIS));
        }
        job
    }

    /// Number of evaluated positions and of all positions.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.lines.iter().flatten().count(), self.lines.len())
    }

    /// True if all positions are evaluated.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.lines.iter().all(Option::is_some)
    }

    /// The engine's line after `ply` half-moves.
    #[must_use]
    pub fn line_at(&self, ply: usize) -> Option<&SearchedLine> {
        self.lines.get(ply)?.as_ref()
    }

    /// The review of the positions evaluated so far.
    #[must_use]
    pub fn review(&self) -> Review {
        let opinion = |line: &Option<SearchedLine>| line.as_ref().map(|line| line.opinion.clone());
        Review::new(&self.game, &self.lines.iter().map(opinion).collect::<Vec<_>>())
    }

    /// The marks of the review as NAGs.
    #[must_use]
    pub fn nags(&self) -> Vec<(Ply, Nag)> {
        self.review().moves.iter().filter_map(|m| Some((m.ply, m.grade.nag()?))).collect()
    }

    /// Returns true if `moves` are the moves of this game, possibly with more after them.
    #[must_use]
    pub fn matches(&self, start: &Setup, moves: &[Move]) -> bool {
        let own: Vec<Move> = self.game.moves().collect();
        *start == self.game.start() && moves.starts_with(&own)
    }

    /// The next search, unless the review is stopped or done.
    #[must_use]
    pub fn next_search(&self) -> Option<ReviewSearch> {
        let ply = self.next_ply().filter(|_| !self.is_stopped)?;
        let mut moves: Vec<Move> = self.game.moves().take(ply).collect();
        let mut excluded = None;
        match &self.stage {
            Stage::First | Stage::Again { .. } => {}
            Stage::Deeper { .. } => moves.push(self.game.moves().nth(ply)?),
            Stage::Verify { better, .. } => moves.push(*better),
            Stage::Others => excluded = Some(self.game.moves().nth(ply)?),
        }
        Some(ReviewSearch { ply, moves, nodes: self.stage_nodes(ply), excluded })
    }

    fn first_nodes(&self) -> u64 {
        self.nodes_per_position * FIRST_SEARCH_PERCENT / 100
    }

    /// Nodes of a second search.
    fn second_nodes(&self) -> u64 {
        self.nodes_per_position - self.first_nodes()
    }

    /// Nodes for second searches at a ply, if each of the positions before it keeps a third of its own.
    fn spare_nodes(&self, ply: usize) -> u64 {
        self.second_searches.saturating_sub(self.second_nodes() / 3 * (ply as u64))
    }

    fn stage_nodes(&self, ply: usize) -> u64 {
        let spare = self.spare_nodes(ply);
        match self.stage {
            Stage::First => self.first_nodes(),
            Stage::Again { .. } | Stage::Others => self.second_nodes().min(spare),
            Stage::Verify { .. } => self.nodes_per_position.min(spare),
            Stage::Deeper { nodes, .. } => nodes,
        }
    }

    /// The deeper search after a played move that would be marked as a mistake or a blunder; `None` if it may be only an inaccuracy or
    /// too few nodes are left. The better move can still be searched afterwards.
    fn deeper_search(&self, ply: usize, found: &SearchedLine, played: &PlayedMove) -> Option<Stage> {
        let color = self.game.position_at(ply)?.turn();
        let most = match self.may_be_sound(ply, found, played) {
            true => SACRIFICE_SEARCH,
            false if difference(&played.line, found, color) > MoveGrade::Inaccuracy => DEEPER_SEARCH,
            false => return None,
        };
        let spare = self.spare_nodes(ply).saturating_sub(self.second_nodes());
        let nodes = spare.min(most * self.nodes_per_position);
        (nodes >= self.nodes_per_position).then(|| Stage::Deeper { first: found.clone(), nodes })
    }

    /// The position of the running search, if it is for the position after `ply` half-moves.
    #[must_use]
    pub fn searched_position(&self, ply: usize) -> Option<Position> {
        let position = self.game.position_at(ply).copied().filter(|_| self.next_ply() == Some(ply))?;
        match self.stage {
            Stage::Verify { better, .. } => position.play(better).ok(),
            Stage::Deeper { .. } => position.play(self.game.moves().nth(ply)?).ok(),
            Stage::First | Stage::Again { .. } | Stage::Others => Some(position),
        }
    }

    /// Takes the line of the running search.
    pub fn on_line(&mut self, ply: usize, line: SearchedLine) {
        if self.next_ply() == Some(ply) {
            self.found = Some(line);
        }
    }

    /// Takes the end of the running search: the position is settled, or searched a second time.
    pub fn on_done(&mut self, ply: usize) {
        let Some(position) = self.game.position_at(ply).copied().filter(|_| self.next_ply() == Some(ply))
        else {
            return;
        };
        let nodes = self.stage_nodes(ply);
        let stage = std::mem::replace(&mut self.stage, Stage::First);
        let found = self.found.take();
        if stage != Stage::First {
            self.second_searches = self.second_searches.saturating_sub(nodes);
        }
        let settled = match (stage, found, self.played_move(ply)) {
            (Stage::First, Some(found), Some(played)) => {
                self.stage = self.second_stage(ply, &found, &played);
                if self.stage != Stage::First {
                    return;
                }
                played.best_of(found, position.turn())
            }
            (Stage::Deeper { first, .. }, found, Some(_)) => {
                self.take_deeper(ply, found);
                let Some(played) = self.played_move(ply) else { return };
                if let Some(verify) = verification(&first, &played, position.turn()) {
                    self.stage = verify;
                    return;
                }
                played.best_of(first, position.turn())
            }
            (stage, found, Some(played)) => settle(&position, stage, found, played),
            (_, Some(found), None) => found,
            // The engine reports no line where there is no legal move.
            (_, None, None) => SearchedLine::new(0, 0, NO_ANALYSIS),
        };
        self.lines[ply] = Some(settled);
    }

    /// The move played after `ply` half-moves, by the line of the position after it.
    fn played_move(&self, ply: usize) -> Option<PlayedMove> {
        let position = self.game.position_at(ply)?;
        let (m, after) = (self.game.moves().nth(ply)?, self.line_at(ply + 1)?);
        let opinion = carry_back(position, m, &after.opinion);
        Some(PlayedMove { m, line: SearchedLine::new(after.depth.saturating_add(1), after.nodes, opinion) })
    }

    /// Takes the line of a deeper search after the played move, if it is better for the side that moved.
    fn take_deeper(&mut self, ply: usize, found: Option<SearchedLine>) {
        let Some(color) = self.game.position_at(ply).map(Position::turn) else { return };
        let after = self.lines.get_mut(ply + 1).and_then(Option::as_mut);
        if let Some((after, found)) = after.zip(found)
            && exceeds(found.opinion.evaluation, after.opinion.evaluation, color)
        {
            *after = found;
        }
    }

    /// The search that follows the first one; `First` if there is none.
    fn second_stage(&self, ply: usize, found: &SearchedLine, played: &PlayedMove) -> Stage {
        let Some(color) = self.game.position_at(ply).map(Position::turn) else { return Stage::First };
        let line = &played.line;
        match found.opinion.pv.first() {
            Some(&better) if better != played.m => {
                if is_marked_difference(found, line, color) {
                    return Stage::Again { first: found.clone() };
                }
                if let Some(verify) = verification(found, played, color) {
                    return self.deeper_search(ply, found, played).unwrap_or(verify);
                }
                if exceeds(found.opinion.evaluation, line.opinion.evaluation, color) {
                    return Stage::First;
                }
            }
            // The search preferred the played move and did not see that it allows mate. Of two scores neither is certain.
            Some(_)
                if matches!(line.opinion.evaluation, EvalScore::Mate(_))
                    && is_marked_difference(line, found, color) =>
            {
                return Stage::Others;
            }
            _ => {}
        }
        match may_be_only_move(&self.game, ply, played.m, line.opinion.evaluation) {
            true => Stage::Others,
            false => Stage::First,
        }
    }

    /// Returns true if a move that seems to be a mistake may be a sound sacrifice or belong to one: it gives up more than the
    /// evaluation drops by, or the side soon stands as well as before.
    fn may_be_sound(&self, ply: usize, found: &SearchedLine, played: &PlayedMove) -> bool {
        let Some(position) = self.game.position_at(ply) else { return false };
        let color = position.turn();
        let chance = |line: &SearchedLine| ExpectedScore::of(line.opinion.evaluation).for_side(color);
        let later = self.lines.iter().skip(ply + 2).take(DOUBT_PLIES).flatten();
        let evaluations = (found.opinion.evaluation, played.line.opinion.evaluation);
        let percent = uncompensated_percent(position, played.m, evaluations.0, evaluations.1);
        percent.is_some_and(|percent| percent < DOUBTFUL_PERCENT)
            || later.map(chance).fold(0.0, f64::max) >= chance(found)
    }

    /// The last position without an evaluation.
    fn next_ply(&self) -> Option<usize> {
        self.lines.iter().rposition(Option::is_none)
    }
}

impl SearchedLine {
    fn new(depth: u8, nodes: u64, opinion: PositionAnalysis) -> SearchedLine {
        SearchedLine { depth, nodes, opinion }
    }
}

impl PlayedMove {
    /// The better of the played move's line and another one; the played move's if both begin with it.
    fn best_of(self, other: SearchedLine, color: Color) -> SearchedLine {
        let is_other = other.opinion.pv.first() != Some(&self.m)
            && exceeds(other.opinion.evaluation, self.line.opinion.evaluation, color);
        if is_other { other } else { self.line }
    }
}

/// The search of the better move, if the played one would be marked as a mistake.
fn verification(found: &SearchedLine, played: &PlayedMove, color: Color) -> Option<Stage> {
    let better = found.opinion.pv.first().copied().filter(|&better| better != played.m)?;
    let is_marked = is_marked_difference(&played.line, found, color);
    is_marked.then(|| Stage::Verify { better, first: found.clone() })
}

/// The line of a position after its second search.
fn settle(
    position: &Position,
    stage: Stage,
    found: Option<SearchedLine>,
    mut played: PlayedMove,
) -> SearchedLine {
    let is_one_alternative = matches!(stage, Stage::Verify { .. });
    let other = match (stage, found) {
        (Stage::Again { first }, found) => {
            let lines = [found, Some(first)].into_iter().flatten();
            lines.into_iter().find(|line| line.opinion.pv.first() != Some(&played.m))
        }
        (Stage::Verify { better, .. }, Some(found)) => {
            let opinion = carry_back(position, better, &found.opinion);
            Some(SearchedLine::new(found.depth.saturating_add(1), found.nodes, opinion))
        }
        // The better move ends the game.
        (Stage::Verify { first, .. }, None) => Some(first),
        (Stage::First | Stage::Others | Stage::Deeper { .. }, found) => found,
    };
    let Some(other) = other else { return played.line };
    if !is_one_alternative {
        played.line.opinion.runner_up = Some(other.opinion.evaluation);
    }
    played.best_of(other, position.turn())
}

/// True if the lines differ by enough to mark a move.
fn is_marked_difference(worse: &SearchedLine, better: &SearchedLine, color: Color) -> bool {
    difference(worse, better, color) != MoveGrade::Good
}

/// The grade of a move that leads to one line instead of the other.
fn difference(worse: &SearchedLine, better: &SearchedLine, color: Color) -> MoveGrade {
    let [worse, better] = [worse, better].map(|line| ExpectedScore::of(line.opinion.evaluation));
    MoveGrade::of(better.loss_to(worse, color))
}
