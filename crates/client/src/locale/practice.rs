//! The practice of endgames.

use std::fmt::Display;

use texts::PracticeMessageKey;

use super::Locale;
use crate::practice::{Exercise, ExerciseGroup, ExerciseProgress, Goal, MoveVerdict, Truth};

impl Locale {
    /// A message without placeholders.
    #[must_use]
    pub fn practice_message(self, key: PracticeMessageKey) -> &'static str {
        texts::learn(self.language).text(key.key())
    }

    fn practice_fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        texts::fill(texts::learn(self.language).text(key), values)
    }

    fn practice_plural(self, key: &'static str, count: u32, values: &[(&str, &dyn Display)]) -> String {
        let category = (self.language.plural_rule().category)(u64::from(count));
        let values: Vec<(&str, &dyn Display)> =
            values.iter().copied().chain([("count", &count as &dyn Display)]).collect();
        texts::fill(texts::learn(self.language).plural(key, category), &values)
    }

    /// Name of an exercise.
    #[must_use]
    pub fn exercise(self, exercise: &Exercise) -> &'static str {
        self.practice_message(exercise.name)
    }

    /// Name of a group of exercises.
    #[must_use]
    pub fn exercise_group(self, group: ExerciseGroup) -> &'static str {
        self.practice_message(match group {
            ExerciseGroup::Mates => PracticeMessageKey::Mates,
            ExerciseGroup::Pawns => PracticeMessageKey::Pawns,
            ExerciseGroup::Queens => PracticeMessageKey::Queens,
            ExerciseGroup::Rooks => PracticeMessageKey::Rooks,
        })
    }

    /// A goal: "Hold the draw".
    #[must_use]
    pub fn goal(self, goal: Goal) -> &'static str {
        self.practice_message(match goal {
            Goal::Win => PracticeMessageKey::GoalWin,
            Goal::Draw => PracticeMessageKey::GoalDraw,
        })
    }

    /// Number of solutions of an exercise: "solved 2 times, 1 without a takeback". Empty if never.
    #[must_use]
    pub fn exercise_progress(self, progress: ExerciseProgress) -> String {
        let solved = |key, count: u32| (count > 0).then(|| self.practice_plural(key, count, &[]));
        match (solved("practice.solved", progress.solved), solved("practice.clean", progress.clean)) {
            (Some(solved), Some(clean)) => self.fill("list.next", &[("rest", &solved), ("next", &clean)]),
            (solved, _) => solved.unwrap_or_default(),
        }
    }

    /// "3 of 16 endgames solved"
    #[must_use]
    pub fn exercises_solved(self, done: usize, all: usize) -> String {
        self.practice_fill("practice.total", &[("done", &done), ("all", &all)])
    }

    /// The truth about a position: "You win: mate in 12 moves."
    #[must_use]
    pub fn truth(self, truth: Truth) -> String {
        match truth {
            Truth::Win(moves) => self.practice_plural("practice.win", moves.into(), &[]),
            Truth::Draw => self.practice_message(PracticeMessageKey::Draw).to_owned(),
            Truth::Loss(moves) => self.practice_plural("practice.loss", moves.into(), &[]),
        }
    }

    /// The effect of a move; `san` and `best` are the move and the best one.
    #[must_use]
    pub fn move_verdict(self, verdict: MoveVerdict, san: &str, best: &str) -> String {
        let moves: [(&str, &dyn Display); 2] = [("san", &san), ("best", &best)];
        let key = match verdict {
            MoveVerdict::Best => "practice.best",
            MoveVerdict::Slower { mate, best_mate, .. } => {
                let longer = u32::from(mate.saturating_sub(best_mate));
                return self.practice_plural("practice.slower", longer, &moves);
            }
            MoveVerdict::Sooner { .. } => "practice.sooner",
            MoveVerdict::Slip { from: Truth::Win(_), to: Truth::Draw, .. } => "practice.win-to-draw",
            MoveVerdict::Slip { from: Truth::Win(_), .. } => "practice.win-to-loss",
            MoveVerdict::Slip { .. } => "practice.draw-to-loss",
        };
        self.practice_fill(key, &moves)
    }

    /// Progress of solving an endgame, in percent.
    #[must_use]
    pub fn solving_progress(self, percent: u8) -> String {
        self.practice_fill("practice.building", &[("percent", &percent)])
    }

    /// Number of moves for which a draw still has to be held.
    #[must_use]
    pub fn moves_to_hold(self, moves: usize) -> String {
        self.practice_plural("practice.hold", u32::try_from(moves).unwrap_or(u32::MAX), &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use rules::Position;

    fn check(text: impl Fn(Locale) -> String, english: &str, korean: &str) {
        assert_eq!(text(Locale::new(Language::English)), english);
        assert_eq!(text(Locale::new(Language::Korean)), korean);
    }

    #[test]
    fn truths_are_told_for_the_player() {
        check(
            |locale| locale.truth(Truth::Win(1)),
            "You win: mate in 1 move.",
            "이기는 포지션: 1수 안에 메이트.",
        );
        check(|locale| locale.truth(Truth::Draw), "Drawn with best play.", "최선으로 두면 무승부.");
        check(
            |locale| locale.truth(Truth::Loss(12)),
            "You lose: mate in 12 moves.",
            "지는 포지션: 12수 안에 메이트.",
        );
    }

    #[test]
    fn slips_name_the_move_that_was_better() {
        let best = Position::start().legal_moves()[0];
        let slip = |from, to| MoveVerdict::Slip { from, to, best };
        check(
            |locale| locale.move_verdict(slip(Truth::Win(3), Truth::Draw), "Qb7", "Qa5+"),
            "Qb7 gives the win away: now it is a draw. Qa5+ wins.",
            "Qb7은 승리를 놓쳐 이제 무승부입니다. Qa5+이(가) 이기는 수입니다.",
        );
        check(
            |locale| locale.move_verdict(slip(Truth::Draw, Truth::Loss(9)), "Kd1", "Kf1"),
            "Kd1 loses. Kf1 holds the draw.",
            "Kd1은 지는 수입니다. Kf1이 무승부를 지킵니다.",
        );
        check(
            |locale| locale.move_verdict(MoveVerdict::Slower { mate: 9, best, best_mate: 7 }, "Ra2", "Ra5"),
            "Ra2 still wins, but takes 2 moves longer than Ra5.",
            "Ra2도 이기지만 Ra5보다 2수 더 걸립니다.",
        );
    }

    #[test]
    fn progress_counts_solutions() {
        let progress = |solved, clean| ExerciseProgress { solved, clean };
        check(|locale| locale.exercise_progress(progress(0, 0)), "", "");
        check(|locale| locale.exercise_progress(progress(1, 0)), "solved once", "1번 해결");
        check(
            |locale| locale.exercise_progress(progress(3, 2)),
            "solved 3 times, 2 without a takeback",
            "3번 해결, 무르기 없이 2번",
        );
    }
}
