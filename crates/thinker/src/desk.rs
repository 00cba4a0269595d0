//! The desk at which one question after another is thought about, a slice at a time.

use std::fmt;
use std::num::NonZeroUsize;

use engine::{Engine, Level, Limits, Opponent, Options, Situation, Untimed, Watch};

use crate::tally::Tally;
use crate::{Answer, Question, Wish};

/// Somebody who thinks about the last thing that was asked.
pub struct Desk {
    engine: Engine,
    opponent: Option<(Level, u64, Opponent)>,
    work: Option<Work>,
}

/// A question that is not answered yet.
struct Work {
    question: Question,
    /// The depth that an analysis tries to complete.
    depth: u8,
    nodes: u64,
}

/// Deeper than this nobody needs to know.
const DEEPEST: u8 = 60;

impl Desk {
    /// A desk with so many mebibytes of memory for analysis.
    #[must_use]
    pub fn new(hash: usize) -> Desk {
        Desk { engine: Engine::new(Options { hash, ..Options::default() }), opponent: None, work: None }
    }

    /// A question, in place of the one before. Whoever asks what cannot be read gets no answer.
    pub fn ask(&mut self, question: Question) {
        self.work = Some(Work { question, depth: 1, nodes: 0 });
    }

    /// Nothing is wanted any more.
    pub fn stop(&mut self) {
        self.work = None;
    }

    /// Whether there is something to think about.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Thinks until the watch says stop, and tells what is new. A player's move is thought about in one go: how long that
    /// takes is bounded by its level or its clock.
    pub fn think(&mut self, watch: &dyn Watch) -> Vec<Answer> {
        let Some(Work { question, depth, nodes }) = self.work.take() else { return Vec::new() };
        let id = question.id;
        match question.wish {
            Wish::Play { level, seed, time } => {
                let opponent = match self.opponent.take() {
                    Some((old, from, opponent)) if (old, from) == (level, seed) => opponent,
                    _ => Opponent::new(level, seed),
                };
                let (_, _, opponent) = self.opponent.insert((level, seed, opponent));
                // The clock stands while nobody looks at it: the pause is what it costs.
                let choice = opponent.choose(&question.situation, time, &Timed(watch));
                vec![Answer::choice(id, choice)]
            }
            Wish::Judge { nodes } => {
                self.engine.forget();
                let limits = Limits::nodes(nodes);
                let (lines, nodes) = self.look(&question.situation, &limits, &Untimed);
                let told = lines.first().map(|line| Answer::line(id, line, nodes));
                told.into_iter().chain([Answer::Done { id }]).collect()
            }
            Wish::Analyse { lines } => self.analyse(Work { question, depth, nodes }, lines, watch),
        }
    }

    fn analyse(&mut self, work: Work, lines: NonZeroUsize, watch: &dyn Watch) -> Vec<Answer> {
        let Work { question, depth, nodes } = work;
        let id = question.id;
        let limits = Limits { lines, begin: depth, ..Limits::depth(depth) };
        let (found, more) = self.look(&question.situation, &limits, watch);
        let nodes = nodes + more;
        let mut answers: Vec<Answer> = found.iter().map(|line| Answer::line(id, line, nodes)).collect();
        let is_complete = found.first().is_some_and(|line| line.depth == depth);
        let is_over =
            question.situation.position().legal_moves().is_empty() || is_complete && depth >= DEEPEST;
        if is_over {
            answers.push(Answer::Done { id });
        } else {
            // A round that was broken off begins again, and finds most of what it had found in the table.
            let depth = if is_complete { depth + 1 } else { depth };
            self.work = Some(Work { question, depth, nodes });
        }
        answers
    }

    fn look(
        &mut self,
        situation: &Situation,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> (Vec<engine::Line>, u64) {
        let mut tally = Tally::default();
        let verdict = self.engine.search(situation, limits, watch, &mut |report| tally.note(report));
        (tally.lines, verdict.nodes)
    }
}

/// A watch that tells the time and does not say stop.
struct Timed<'a>(&'a dyn Watch);

impl Watch for Timed<'_> {
    fn elapsed(&self) -> Option<std::time::Duration> {
        self.0.elapsed()
    }

    fn should_stop(&self) -> bool {
        false
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("is_busy", &self.is_busy()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::time::Duration;

    use super::*;
    use engine::Score;

    /// Says stop when it has been asked so many times.
    struct Slice(AtomicU32);

    impl Watch for Slice {
        fn elapsed(&self) -> Option<Duration> {
            None
        }

        fn should_stop(&self) -> bool {
            self.0.fetch_sub(1, Relaxed) <= 1
        }
    }

    fn slice() -> Slice {
        Slice(AtomicU32::new(20))
    }

    const MATE_IN_TWO: &str = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 17";

    #[test]
    fn an_analysis_goes_deeper_slice_by_slice_until_it_is_stopped() {
        let mut desk = Desk::new(4);
        desk.ask(format!("1;analyse 2;{MATE_IN_TWO};").parse().unwrap());
        let mut last = None;
        for _ in 0..60 {
            for answer in desk.think(&slice()) {
                if let Answer::Line(line) = answer {
                    assert_eq!(line.id, 1);
                    last = if line.rank == 1 { Some(line) } else { last };
                }
            }
        }
        let line = last.unwrap();
        assert!(line.depth >= 6, "{line:?}");
        assert_eq!(line.score, Score::Mate(2));
        assert!(desk.is_busy());
        desk.stop();
        assert!(!desk.is_busy() && desk.think(&slice()).is_empty());
    }

    #[test]
    fn a_player_moves_and_a_judge_says_one_thing() {
        let mut desk = Desk::new(1);
        desk.ask(
            "2;play mina 5;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e4".parse().unwrap(),
        );
        let answers = desk.think(&slice());
        assert!(matches!(answers.as_slice(), [Answer::Move { id: 2, m: Some(_), .. }]), "{answers:?}");
        assert!(!desk.is_busy());
        desk.ask(format!("3;judge 3000;{MATE_IN_TWO};").parse().unwrap());
        let answers = desk.think(&slice());
        assert!(matches!(answers.as_slice(), [Answer::Line(_), Answer::Done { id: 3 }]), "{answers:?}");
    }

    #[test]
    fn where_there_is_no_move_there_is_an_end() {
        let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        let mut desk = Desk::new(1);
        for wish in ["analyse 1", "judge 100"] {
            desk.ask(format!("4;{wish};{mated};").parse().unwrap());
            assert_eq!(desk.think(&slice()), [Answer::Done { id: 4 }], "{wish}");
        }
        desk.ask(format!("5;play haru 1;{mated};").parse().unwrap());
        assert!(matches!(desk.think(&slice()).as_slice(), [Answer::Move { m: None, .. }]));
    }
}
