//! Reasons for mistakes.

use rules::{Move, Position};

use super::mate_pattern::MatePattern;
use super::tactic::Tactic;
use super::{ExpectedScore, PositionAnalysis, mate_for};

/// Reason for a mistake.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MistakeReason {
    /// Misses a mate.
    MissesMate(ForcedMate),
    /// Allows a mate.
    AllowsMate(ForcedMate),
    /// Stalemates the opponent.
    Stalemates,
    /// The moved piece can be captured.
    Blunders(Tactic),
    /// Allows another tactic.
    Allows(Tactic),
    /// Misses a tactic.
    Misses(Tactic),
}

/// A mate that the opponent cannot prevent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ForcedMate {
    /// Number of moves.
    pub moves: u32,
    /// Its kind, where it has a name.
    pub pattern: Option<MatePattern>,
}

/// Expected score from which a mistake counts as a missed chance rather than as a loss.
const EVEN_SCORE: f64 = 0.5;

impl MistakeReason {
    /// Explains a move from the analyses before and after it.
    #[must_use]
    pub fn of(
        position: &Position,
        m: Move,
        before: &PositionAnalysis,
        after: Option<&PositionAnalysis>,
    ) -> Option<MistakeReason> {
        let color = position.turn();
        let next = position.play(m).ok()?;
        if next.is_stalemate() {
            return Some(MistakeReason::Stalemates);
        }
        let after = after?;
        let could_mate = mate_for(before.evaluation, color);
        let is_mated = mate_for(after.evaluation, !color);
        if let Some(moves) = is_mated.filter(|_| mate_for(before.evaluation, !color).is_none()) {
            let pattern = MatePattern::of(&next, &after.pv);
            return Some(MistakeReason::AllowsMate(ForcedMate { moves, pattern }));
        }
        if let Some(moves) = could_mate.filter(|_| mate_for(after.evaluation, color).is_none()) {
            let pattern = MatePattern::of(position, &before.pv);
            return Some(MistakeReason::MissesMate(ForcedMate { moves, pattern }));
        }
        let allows = || {
            Tactic::of(&next, &after.pv).map(|tactic| match tactic {
                Tactic::Capture { taken, .. } if taken.square == m.to() => MistakeReason::Blunders(tactic),
                _ => MistakeReason::Allows(tactic),
            })
        };
        // A tactic that the move itself executes was not missed.
        let misses = || Tactic::of(position, &before.pv).map(MistakeReason::Misses);
        if ExpectedScore::of(after.evaluation).for_side(color) >= EVEN_SCORE {
            misses().or_else(allows)
        } else {
            allows().or_else(misses)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::pgn::EvalScore;
    use rules::San;

    fn analysis(position: &Position, evaluation: EvalScore, line: &str) -> PositionAnalysis {
        let mut at = *position;
        let mut moves = Vec::new();
        for san in line.split_whitespace() {
            let m = san.parse::<San>().unwrap().resolve(&at).unwrap();
            at = at.play(m).unwrap();
            moves.push(m);
        }
        PositionAnalysis { evaluation, pv: moves, runner_up: None }
    }

    #[track_caller]
    fn check(
        fen: &str,
        (evaluation, line): (EvalScore, &str),
        san: &str,
        after: (EvalScore, &str),
        expected: &str,
    ) {
        let position: Position = fen.parse().unwrap();
        let m = san.parse::<San>().unwrap().resolve(&position).unwrap();
        let next = position.play(m).unwrap();
        let (before, after) = (analysis(&position, evaluation, line), analysis(&next, after.0, after.1));
        let described = format!("{:?}", MistakeReason::of(&position, m, &before, Some(&after)));
        assert!(described.starts_with(expected), "{san}: {described}");
    }

    #[test]
    fn mistakes_are_explained_by_the_best_lines() {
        use EvalScore::{Centipawns, Mate};
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, (Centipawns(20), "e4"), "f3", (Centipawns(-60), "e5"), "None");
        let fools = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        check(
            fools,
            (Centipawns(-60), "e4"),
            "g4",
            (Mate(-1), "Qh4#"),
            "Some(AllowsMate(ForcedMate { moves: 1",
        );
        let scholars = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4";
        check(
            scholars,
            (Mate(1), "Qxf7#"),
            "d3",
            (Centipawns(-300), "Nxh5"),
            "Some(MissesMate(ForcedMate { moves: 1",
        );
        let queen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        check(queen, (Centipawns(20), "Nf3"), "Qg4", (Centipawns(-20), "Nf6"), "None");
        let early = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        check(early, (Centipawns(20), "Nf3"), "Qh5", (Centipawns(-900), "Nxh5"), "Some(Blunders(Capture");
        check(early, (Centipawns(20), "Nf3"), "Qg4", (Centipawns(-900), "Nxg4"), "Some(Blunders(Capture");
        let free = "rnbqkb1r/pppp1ppp/8/4p2n/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        check(free, (Centipawns(300), "Qxh5"), "Nf3", (Centipawns(0), "Nf6"), "Some(Misses(Capture");
        let stalemate = "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1";
        check(stalemate, (Centipawns(900), "Qf8+"), "Kg6", (Centipawns(0), ""), "Some(Stalemates");
    }
}
