//! Refutation of a wrong answer: the opponent's reply, and the reason that a review would give.

use client::review::{MistakeReason, PositionAnalysis};
use engine::{Engine, Limits, NeverStop, Score, SearchPosition};
use game::pgn::EvalScore;
use rules::{Color, Move, Position};

/// Nodes of the search of a refutation.
const REFUTATION_NODES: u64 = 100_000;

/// Evaluation of a position to be solved, in centipawns for the solver. A mate is not told: the reason shall say what the wrong
/// move does, and not what it misses.
const WON_POSITION: i32 = 1_000;

/// Answer to a wrong move.
#[derive(Clone, PartialEq, Debug)]
pub struct Refutation {
    /// The opponent's best reply; `None` if the move ends the game.
    pub reply: Option<Move>,
    /// Reason, if the review's code finds one.
    pub reason: Option<MistakeReason>,
}

impl Refutation {
    /// Searches the position after a wrong move.
    #[must_use]
    pub fn search(engine: &mut Engine, position: &Position, wrong: Move) -> Refutation {
        let Ok(after) = position.play(wrong) else { return Refutation { reply: None, reason: None } };
        let at = SearchPosition::new(after);
        let found = engine.search(&at, &Limits::nodes(REFUTATION_NODES), &NeverStop, &mut |_| {});
        let evaluation = for_white(found.score, after.turn());
        let next = PositionAnalysis { evaluation, pv: found.pv, runner_up: None };
        Refutation::from_analysis(position, wrong, after.has_legal_moves().then_some(&next))
    }

    /// The refutation from the analysis of the position after a wrong move; `None` if the move ends the game.
    #[must_use]
    pub fn from_analysis(position: &Position, wrong: Move, after: Option<&PositionAnalysis>) -> Refutation {
        let evaluation = for_white(Score::Centipawns(WON_POSITION), position.turn());
        let before = PositionAnalysis { evaluation, pv: Vec::new(), runner_up: None };
        Refutation {
            reply: after.and_then(|after| after.pv.first().copied()),
            reason: MistakeReason::of(position, wrong, &before, after),
        }
    }
}

fn for_white(score: Score, turn: Color) -> EvalScore {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Centipawns(centipawns) => EvalScore::Centipawns(sign * centipawns),
        Score::Mate(moves) => EvalScore::Mate(sign * moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Options;

    #[test]
    fn wrong_moves_are_answered_and_explained() {
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let mut check = |fen: &str, wrong: &str, reply: Option<&str>, reason: &str| {
            let position: Position = fen.parse().unwrap();
            let m = position.parse_move(wrong).unwrap();
            let found = Refutation::search(&mut engine, &position, m);
            let after = position.play(m).unwrap();
            let answer = found.reply.map(|reply| after.san(reply).to_string());
            assert_eq!(answer.as_deref(), reply, "{fen} {wrong}");
            let described = format!("{:?}", found.reason);
            assert!(described.starts_with(reason), "{wrong}: {described}");
        };
        // White could mate on d8, which is not told.
        let queens = "3q2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";
        check(queens, "Qd7", Some("Qxd7"), "Some(Blunders(Capture");
        check(queens, "h3", Some("Qxd1+"), "Some(Allows(Capture");
        check("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg6", None, "Some(Stalemates");
        // A quiet move is no mistake in itself.
        check("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg4", Some("Kh7"), "None");
    }
}
