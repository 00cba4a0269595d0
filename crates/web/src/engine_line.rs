//! Translates the engine's lines: scores from White's point of view, UCI moves resolved to legal moves and
//! SAN.

use client::review::PositionAnalysis;
use engine::Score;
use engine_worker::PvLine;
use game::pgn::EvalScore;
use rules::{Color, Move, Position};

/// A line of the engine with its resolved moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineLine {
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
    pub(crate) opinion: PositionAnalysis,
    /// SAN of each move, with the move number where one is needed.
    pub(crate) sans: Vec<String>,
}

impl EngineLine {
    /// A line in a position, with its SAN.
    pub(crate) fn new(position: &Position, depth: u8, nodes: u64, opinion: PositionAnalysis) -> EngineLine {
        EngineLine { depth, nodes, sans: numbered_sans(position, &opinion.pv), opinion }
    }
}

/// The score from White's point of view.
pub(crate) fn white_verdict(score: Score, turn: Color) -> EvalScore {
    let sign = match turn {
        Color::White => 1,
        Color::Black => -1,
    };
    match score {
        Score::Centipawns(lead) => EvalScore::Centipawns(sign * lead),
        Score::Mate(moves) => EvalScore::Mate(sign * moves),
    }
}

/// Resolves a line in a position. The first illegal move ends the line.
pub(crate) fn resolve(position: &Position, line: &PvLine) -> EngineLine {
    let mut at = *position;
    let mut moves: Vec<Move> = Vec::new();
    for uci in &line.moves {
        let Ok(m) = uci.resolve(&at) else { break };
        let Ok(next) = at.play(m) else { break };
        moves.push(m);
        at = next;
    }
    let evaluation = white_verdict(line.score, position.turn());
    let opinion = PositionAnalysis { evaluation, pv: moves, runner_up: None };
    EngineLine::new(position, line.depth, line.nodes, opinion)
}

/// SAN of the moves, with move numbers.
fn numbered_sans(position: &Position, line: &[Move]) -> Vec<String> {
    let mut at = *position;
    let mut sans = Vec::new();
    for &m in line {
        let number = match at.turn() {
            Color::White => format!("{}.\u{a0}", at.fullmoves()),
            Color::Black if sans.is_empty() => format!("{}…\u{a0}", at.fullmoves()),
            Color::Black => String::new(),
        };
        sans.push(format!("{number}{}", at.san(m)));
        let Ok(next) = at.play(m) else { break };
        at = next;
    }
    sans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_side_and_illegal_moves_end_the_line() {
        let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse();
        let black: Position = black.unwrap_or_default();
        let line = |text: &str| match text.parse::<engine_worker::WorkerResponse>() {
            Ok(engine_worker::WorkerResponse::Pv(line)) => line,
            other => panic!("{other:?}"),
        };
        let resolved = resolve(&black, &line("1;line 1 12 34567 cp 25;e7e5 g1f3 a1a8"));
        assert_eq!(resolved.sans, ["1…\u{a0}e5", "2.\u{a0}Nf3"]);
        assert_eq!(resolved.opinion.evaluation, EvalScore::Centipawns(-25));
        let resolved = resolve(&Position::start(), &line("1;line 1 12 34567 mate -3;e2e4 e7e5"));
        assert_eq!(
            (resolved.sans.join(" ").as_str(), resolved.opinion.evaluation),
            ("1.\u{a0}e4 e5", EvalScore::Mate(-3))
        );
    }
}
