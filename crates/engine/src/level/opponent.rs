//! An opponent: a level with a seed and an engine of its own.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use rules::{Color, Move, Position};

use super::move_choice::sample_move;
use super::skill::Skill;
use super::{BlunderModel, CandidateMove, Level, LevelSearchResult, book, think_time};
use crate::draw_offer::MAX_DRAW_SCORE;
use crate::engine::{Engine, Options};
use crate::eval::network::Network;
use crate::info::SearchResult;
use crate::limits::{Limits, SearchControl, TimeLimit};
use crate::{Score, SearchPosition};
use rng::{hash, unit_f64};

/// An opponent of some level, consistent for one game.
///
/// ```
/// use engine::{Level, NeverStop, Opponent, SearchPosition, TimeLimit};
/// use rules::Position;
/// let search_position = SearchPosition::new(Position::start());
/// let mut opponent = Opponent::new(Level::Mina, 42);
/// let choice = opponent.choose(&search_position, TimeLimit::Unlimited, &NeverStop).unwrap();
/// assert!(search_position.position().is_legal(choice.m));
/// // The same seed chooses the same move, on every machine.
/// let mut same = Opponent::new(Level::Mina, 42);
/// assert_eq!(same.choose(&search_position, TimeLimit::Unlimited, &NeverStop), Some(choice));
/// ```
pub struct Opponent {
    level: Level,
    skill: Skill,
    seed: u64,
    engine: Engine,
}

/// The move of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// The opponent's score; `None` if it did not search.
    pub score: Option<Score>,
    /// Completed depth; 0 if it did not search.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u64,
    /// True if the opponent does not stand better, so that it claims a draw where it can.
    pub wants_draw: bool,
    /// Time a person would have taken, the search included. The caller may delay the move by it.
    pub think_time: Duration,
}

/// Nodes at full strength without a clock.
const UNTIMED_NODES: u64 = 2_000_000;

/// Advantage in centipawns beyond which a position counts as clearly won or lost.
const CLEAR_ADVANTAGE: i32 = 450;

/// A recapture is played if it is at most this much worse than the best move, in centipawns.
const RECAPTURE_MARGIN: i32 = 120;

/// Minimum number of nodes against a bare king, enough to mate.
const MATING_NODES: u64 = 6_000;

impl Opponent {
    /// An opponent whose choices follow from the seed.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Opponent {
        let hash = match level.rating() {
            None => 16,
            Some(1800..) => 8,
            Some(_) => 1,
        };
        // The ratings of the levels were measured with the hand-crafted evaluation.
        let network = if level == Level::Hanpan { Network::built_in() } else { None };
        let engine = Engine::with_network(Options { hash, ..Options::default() }, network);
        Opponent { level, skill: level.skill(), seed, engine }
    }

    /// The same opponent with another skill.
    #[cfg(feature = "tuning")]
    pub(crate) fn with_skill(self, skill: Skill) -> Opponent {
        Opponent { skill, ..self }
    }

    /// The opponent's level.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses a move; `None` if there is no legal one.
    ///
    /// The level decides how much is searched; the time limit sets the think time, and shortens the search
    /// only if it is less than the search takes. Full strength uses its time to search, once out of the book.
    pub fn choose(
        &mut self,
        search_position: &SearchPosition,
        time: TimeLimit,
        control: &dyn SearchControl,
    ) -> Option<Choice> {
        self.choose_with_limits(search_position, &Limits { time, ..Limits::default() }, control)
    }

    /// Chooses like [`choose`](Opponent::choose), among the moves and within the limits given.
    pub fn choose_with_limits(
        &mut self,
        search_position: &SearchPosition,
        limits: &Limits,
        control: &dyn SearchControl,
    ) -> Option<Choice> {
        let moves = allowed_moves(search_position.position(), &limits.search_moves);
        let found = match moves[..] {
            [] => return None,
            [forced] => Decision::without_search(forced, None, think_time::Effort::Forced),
            _ => match self.book_move(search_position, &moves) {
                Some(known) => Decision::without_search(known, None, think_time::Effort::Obvious),
                None if self.level == Level::Hanpan => self.search(search_position, limits, control)?,
                None if is_bare_king(search_position.position(), !search_position.position().turn()) => {
                    self.drive_to_mate(search_position, limits, control)?
                }
                None => self.search_at_level(search_position, &moves, limits, control)?,
            },
        };
        let Decision { m, score, depth, nodes, effort } = found;
        let pause = think_time::think_time(self.level, self.seed, search_position, effort, limits.time);
        let wants_draw = score.unwrap_or_else(|| self.engine.evaluate(search_position)) <= MAX_DRAW_SCORE;
        Some(Choice { m, score, depth, nodes, wants_draw, think_time: pause })
    }

    /// A book move, if it is among `moves`. A repeated position is not of the book: the opponent should deviate
    /// if it can.
    fn book_move(&self, search_position: &SearchPosition, moves: &[Move]) -> Option<Move> {
        if search_position.is_repeated() {
            return None;
        }
        let position = search_position.position();
        book::book_move(position, self.skill.book_plies, hash(self.seed, position.hash()))
            .filter(|m| moves.contains(m))
    }

    fn search(
        &mut self,
        search_position: &SearchPosition,
        limits: &Limits,
        control: &dyn SearchControl,
    ) -> Option<Decision> {
        let is_bounded =
            limits.nodes.is_some() || limits.depth.is_some() || limits.time != TimeLimit::Unlimited;
        let nodes = if is_bounded { limits.nodes } else { Some(UNTIMED_NODES) };
        let limits = Limits { nodes, multi_pv: NonZeroUsize::MIN, ..limits.clone() };
        let SearchResult { best_move: best, score, depth, nodes, .. } =
            self.engine.search(search_position, &limits, control, &mut |_| {});
        best.map(|m| Decision { m, score: Some(score), depth, nodes, effort: think_time::Effort::Searched })
    }

    /// Against a bare king the engine searches without oversights and errors.
    fn drive_to_mate(
        &mut self,
        search_position: &SearchPosition,
        limits: &Limits,
        control: &dyn SearchControl,
    ) -> Option<Decision> {
        self.engine.clear();
        let nodes = self.skill.nodes.max(MATING_NODES);
        let nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
        let found = self.search(search_position, &Limits { nodes, ..limits.clone() }, control)?;
        Some(Decision { effort: think_time::Effort::Considered(1), ..found })
    }

    fn search_at_level(
        &mut self,
        search_position: &SearchPosition,
        moves: &[Move],
        limits: &Limits,
        control: &dyn SearchControl,
    ) -> Option<Decision> {
        let position = search_position.position();
        let skill = self.skill;
        let random = hash(self.seed, position.hash());
        let mate = moves.iter().copied().find(|&m| position.play_unchecked(m).is_checkmate());
        if let Some(m) = mate.filter(|_| unit_f64(hash(random, 1)) < skill.mate_in_one_rate) {
            return Some(Decision::without_search(m, Some(Score::Mate(1)), think_time::Effort::Obvious));
        }
        self.engine.clear();
        let skill = adjusted_for_score(skill, self.engine.evaluate(search_position)).limited_by(limits);
        let blunder_model =
            BlunderModel::new(self.seed, position, skill.oversight_rate, skill.noise_amplitude);
        let LevelSearchResult { candidates, depth, nodes } =
            self.engine.level_search(search_position, moves, &blunder_model, &skill, control);
        let values: Vec<i32> = candidates.iter().map(|candidate| candidate.value).collect();
        let recaptured = search_position.last_move().and_then(|last| recapture(last, &candidates));
        let chosen = match recaptured {
            Some(recaptured) => recaptured,
            None => *candidates.get(sample_move(&values, skill.temperature, hash(random, 2))?)?,
        };
        let similar_moves = values.iter().filter(|&&value| value > values[0] - 40).count();
        let effort = if recaptured.is_some() {
            think_time::Effort::Obvious
        } else {
            think_time::Effort::Considered(similar_moves)
        };
        Some(Decision { m: chosen.m, score: Some(Score::from_value(chosen.value)), depth, nodes, effort })
    }
}

/// A chosen move before its think time is known.
struct Decision {
    m: Move,
    score: Option<Score>,
    depth: u8,
    nodes: u64,
    effort: think_time::Effort,
}

impl Decision {
    /// A move chosen without search.
    fn without_search(m: Move, score: Option<Score>, effort: think_time::Effort) -> Decision {
        Decision { m, score, depth: 0, nodes: 0, effort }
    }
}

/// The legal moves, restricted to `only` unless that is empty.
fn allowed_moves(position: &Position, only: &[Move]) -> Vec<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().filter(|m| only.is_empty() || only.contains(m)).collect()
}

/// The best recapture, unless another move is clearly better.
fn recapture(last: Move, candidates: &[CandidateMove]) -> Option<CandidateMove> {
    let best = candidates.first()?.value;
    let takes_back = |candidate: &&CandidateMove| candidate.m.is_capture() && candidate.m.to() == last.to();
    let back = candidates.iter().find(takes_back).filter(|_| last.is_capture())?;
    (back.value > best - RECAPTURE_MARGIN).then_some(*back)
}

/// True if a side has only its king left.
fn is_bare_king(position: &Position, color: Color) -> bool {
    !position.board().color(color).more_than_one()
}

/// Levels err less in clearly won and lost positions.
fn adjusted_for_score(skill: Skill, score: Score) -> Skill {
    match score {
        Score::Centipawns(centipawns) if centipawns > CLEAR_ADVANTAGE => Skill {
            nodes: skill.nodes * 4,
            oversight_rate: skill.oversight_rate * 0.6,
            noise_amplitude: skill.noise_amplitude * 0.6,
            temperature: skill.temperature * 0.5,
            ..skill
        },
        Score::Centipawns(centipawns) if centipawns < -CLEAR_ADVANTAGE => Skill {
            noise_amplitude: skill.noise_amplitude * 0.5,
            temperature: skill.temperature * 0.5,
            ..skill
        },
        Score::Centipawns(_) | Score::Mate(_) => skill,
    }
}

impl fmt::Debug for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponent")
            .field("level", &self.level)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}
