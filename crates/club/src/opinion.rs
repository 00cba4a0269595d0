//! What the engine says, as the client understands it: from White's side, its moves read on the board.

use client::review::Opinion;
use engine::Score;
use game::pgn::Verdict;
use rules::{Color, Move, Position};
use thinker::Line;

/// A line of the engine with its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
    pub(crate) opinion: Opinion,
    /// The moves as they are written, each with its number where one is needed.
    pub(crate) words: Vec<String>,
}

/// Who stands how much better.
pub(crate) fn verdict(score: Score, turn: Color) -> Verdict {
    let sign = match turn {
        Color::White => 1,
        Color::Black => -1,
    };
    match score {
        Score::Centipawns(lead) => Verdict::Centipawns(sign * lead),
        Score::Mate(moves) => Verdict::Mate(sign * moves),
    }
}

/// What a line means in a position. Moves that cannot be played there are left out with all after them.
pub(crate) fn read(position: &Position, line: &Line) -> Told {
    let mut at = *position;
    let mut moves: Vec<Move> = Vec::new();
    for uci in &line.moves {
        let Ok(m) = uci.resolve(&at) else { break };
        let Ok(next) = at.play(m) else { break };
        moves.push(m);
        at = next;
    }
    let opinion = Opinion { verdict: verdict(line.score, position.turn()), line: moves };
    Told { depth: line.depth, nodes: line.nodes, words: written(position, &opinion.line), opinion }
}

/// Moves from a position as they are written.
fn written(position: &Position, line: &[Move]) -> Vec<String> {
    let mut at = *position;
    let mut words = Vec::new();
    for &m in line {
        let number = match at.turn() {
            Color::White => format!("{}.\u{a0}", at.fullmoves()),
            Color::Black if words.is_empty() => format!("{}…\u{a0}", at.fullmoves()),
            Color::Black => String::new(),
        };
        words.push(format!("{number}{}", at.san(m)));
        let Ok(next) = at.play(m) else { break };
        at = next;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_from_whites_side() {
        let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse();
        let black: Position = black.unwrap_or_default();
        let line = |text: &str| match text.parse::<thinker::Answer>() {
            Ok(thinker::Answer::Line(line)) => line,
            other => panic!("{other:?}"),
        };
        let told = read(&black, &line("1;line 1 12 34567 cp 25;e7e5 g1f3 a1a8"));
        assert_eq!(told.words, ["1…\u{a0}e5", "2.\u{a0}Nf3"]);
        assert_eq!(told.opinion.verdict, Verdict::Centipawns(-25));
        let told = read(&Position::start(), &line("1;line 1 12 34567 mate -3;e2e4 e7e5"));
        assert_eq!(
            (told.words.join(" ").as_str(), told.opinion.verdict),
            ("1.\u{a0}e4 e5", Verdict::Mate(-3))
        );
    }
}
