//! Somebody to play against.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use rules::{Color, Move, Position};

use super::chance::{mix, share};
use super::choice::choose;
use super::skill::Skill;
use super::{Level, Look, Mind, Thought, book, pace};
use crate::engine::{Engine, Options};
use crate::limits::{Limits, Time, Watch};
use crate::report::Verdict;
use crate::{Score, Situation};

/// An opponent of some level, with a character of its own for one game.
///
/// ```
/// use engine::{Level, Opponent, Situation, Time, Untimed};
/// use rules::Position;
/// let situation = Situation::new(Position::start());
/// let mut opponent = Opponent::new(Level::Mina, 42);
/// let choice = opponent.choose(&situation, Time::Unlimited, &Untimed).unwrap();
/// assert!(situation.position().is_legal(choice.m));
/// // The same opponent in the same position does the same again, on any machine.
/// assert_eq!(Opponent::new(Level::Mina, 42).choose(&situation, Time::Unlimited, &Untimed), Some(choice));
/// ```
pub struct Opponent {
    level: Level,
    skill: Skill,
    seed: u64,
    engine: Engine,
}

/// What an opponent has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// What the opponent thinks of its position; `None` if it did not think.
    pub score: Option<Score>,
    /// How many plies ahead it looked at every move; 0 if it did not think.
    pub depth: u8,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long a person would have thought. Whoever asked may wait so long before the move is shown; the time that the
    /// search took is part of it.
    pub pause: Duration,
}

/// What the strongest one looks at when there is no clock.
const UNHURRIED: u64 = 2_000_000;

/// Beyond this a side stands better or worse beyond doubt, in hundredths of a pawn.
const CLEAR: i32 = 450;

/// What somebody who has lost a piece leaves aside to take it back, in hundredths of a pawn.
const OBVIOUS: i32 = 120;

/// A king that is alone is mated by anybody who has this many positions to look at.
const ENOUGH_TO_MATE: u64 = 6_000;

impl Opponent {
    /// An opponent whose ways follow from the seed.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Opponent {
        let hash = match level.rating() {
            None => 16,
            Some(1800..) => 8,
            Some(_) => 1,
        };
        let engine = Engine::new(Options { hash, ..Options::default() });
        Opponent { level, skill: level.skill(), seed, engine }
    }

    /// The same somebody with another skill.
    #[cfg(feature = "tuning")]
    pub(crate) fn with_skill(self, skill: Skill) -> Opponent {
        Opponent { skill, ..self }
    }

    /// How strong it is.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Decides on a move; `None` if there is none.
    ///
    /// How much an opponent sees depends on its level. The time says how long it seems to think, and bounds it only where there
    /// is less than looking takes.
    /// The one without a rating uses its time to think, once it is out of the opening.
    pub fn choose(&mut self, situation: &Situation, time: Time, watch: &dyn Watch) -> Option<Choice> {
        self.choose_within(situation, &Limits { time, ..Limits::default() }, watch)
    }

    /// Decides as [`choose`](Opponent::choose) does, on one of the moves that are named, and looks no further than the
    /// limits allow.
    pub fn choose_within(
        &mut self,
        situation: &Situation,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Option<Choice> {
        let moves = allowed(situation.position(), &limits.only);
        let found = match moves[..] {
            [] => return None,
            [forced] => Found::at_once(forced, None, pace::Effort::Forced),
            _ => match self.remember(situation.position(), &moves) {
                Some(known) => Found::at_once(known, None, pace::Effort::Known),
                None if self.level == Level::Hanpan => self.search(situation, limits, watch)?,
                None if is_bare(situation.position(), !situation.position().turn()) => {
                    self.drive_to_mate(situation, limits, watch)?
                }
                None => self.consider(situation, &moves, limits, watch)?,
            },
        };
        let Found { m, score, depth, nodes, effort } = found;
        let pause = pace::pause(self.level, self.seed, situation, effort, limits.time);
        Some(Choice { m, score, depth, nodes, pause })
    }

    /// A move out of an opening, one of these.
    fn remember(&self, position: &Position, moves: &[Move]) -> Option<Move> {
        book::known(position, self.skill.book, mix(self.seed, position.hash())).filter(|m| moves.contains(m))
    }

    fn search(&mut self, situation: &Situation, limits: &Limits, watch: &dyn Watch) -> Option<Found> {
        let is_bounded = limits.nodes.is_some() || limits.depth.is_some() || limits.time != Time::Unlimited;
        let nodes = if is_bounded { limits.nodes } else { Some(UNHURRIED) };
        let limits = Limits { nodes, lines: NonZeroUsize::MIN, ..limits.clone() };
        let Verdict { best, score, depth, nodes, .. } =
            self.engine.search(situation, &limits, watch, &mut |_| {});
        best.map(|m| Found { m, score: Some(score), depth, nodes, effort: pace::Effort::Spent })
    }

    /// Against a king that is alone nobody misjudges or overlooks anything.
    fn drive_to_mate(&mut self, situation: &Situation, limits: &Limits, watch: &dyn Watch) -> Option<Found> {
        self.engine.forget();
        let nodes = self.skill.nodes.max(ENOUGH_TO_MATE);
        let nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
        let found = self.search(situation, &Limits { nodes, ..limits.clone() }, watch)?;
        Some(Found { effort: pace::Effort::Weighed(1), ..found })
    }

    fn consider(
        &mut self,
        situation: &Situation,
        moves: &[Move],
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Option<Found> {
        let position = situation.position();
        let skill = self.skill;
        let random = mix(self.seed, position.hash());
        let mate = moves.iter().copied().find(|&m| position.play_unchecked(m).is_checkmate());
        if let Some(m) = mate.filter(|_| share(mix(random, 1)) < skill.alertness) {
            return Some(Found::at_once(m, Some(Score::Mate(1)), pace::Effort::Known));
        }
        self.engine.forget();
        let skill = in_this(skill, self.engine.evaluate(situation)).within(limits);
        let mind = Mind::new(self.seed, position, skill.blindness, skill.fog);
        let Look { thoughts, depth, nodes } = self.engine.look(situation, moves, &mind, &skill, watch);
        let values: Vec<i32> = thoughts.iter().map(|thought| thought.value).collect();
        let back = situation.last().and_then(|last| taking_back(last, &thoughts));
        let taken = match back {
            Some(back) => back,
            None => *thoughts.get(choose(&values, skill.whim, mix(random, 2))?)?,
        };
        let rivals = values.iter().filter(|&&value| value > values[0] - 40).count();
        let effort = if back.is_some() { pace::Effort::Known } else { pace::Effort::Weighed(rivals) };
        Some(Found { m: taken.m, score: Some(Score::of(taken.value)), depth, nodes, effort })
    }
}

/// A move and how it was found.
struct Found {
    m: Move,
    score: Option<Score>,
    depth: u8,
    nodes: u64,
    effort: pace::Effort,
}

impl Found {
    /// Without looking ahead.
    fn at_once(m: Move, score: Option<Score>, effort: pace::Effort) -> Found {
        Found { m, score, depth: 0, nodes: 0, effort }
    }
}

/// The legal moves that are among these, or all of them if none is named.
fn allowed(position: &Position, only: &[Move]) -> Vec<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().filter(|m| only.is_empty() || only.contains(m)).collect()
}

/// The best way to take back what was just taken, unless something else looks clearly better.
fn taking_back(last: Move, thoughts: &[Thought]) -> Option<Thought> {
    let best = thoughts.first()?.value;
    let takes_back = |thought: &&Thought| thought.m.is_capture() && thought.m.to() == last.to();
    let back = thoughts.iter().find(takes_back).filter(|_| last.is_capture())?;
    (back.value > best - OBVIOUS).then_some(*back)
}

/// Whether a side has only its king left.
fn is_bare(position: &Position, color: Color) -> bool {
    !position.board().color(color).more_than_one()
}

/// Players are at their best when it is clear what to do: to win what is won, to hold what is lost.
fn in_this(skill: Skill, score: Score) -> Skill {
    match score {
        Score::Centipawns(centipawns) if centipawns > CLEAR => Skill {
            nodes: skill.nodes * 4,
            blindness: skill.blindness * 0.6,
            fog: skill.fog * 0.6,
            whim: skill.whim * 0.5,
            ..skill
        },
        Score::Centipawns(centipawns) if centipawns < -CLEAR => {
            Skill { fog: skill.fog * 0.5, whim: skill.whim * 0.5, ..skill }
        }
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
