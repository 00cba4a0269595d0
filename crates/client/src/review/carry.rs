//! Values carried back along the played moves: a position is worth at least what the played move led to.

use game::pgn::EvalScore;
use rules::{Color, Move, Position};

use super::PositionAnalysis;

/// The analysis of `position` by its played move, from the analysis of the position after it.
#[must_use]
pub fn carry_back(position: &Position, played: Move, after: &PositionAnalysis) -> PositionAnalysis {
    let pv = std::iter::once(played).chain(after.pv.iter().copied()).collect();
    PositionAnalysis { evaluation: one_ply_earlier(position, played, after), pv, runner_up: None }
}

/// True if the evaluation `a` is better for a side than `b`.
#[must_use]
pub fn exceeds(a: EvalScore, b: EvalScore, color: Color) -> bool {
    rank(a, color) > rank(b, color)
}

/// The evaluation after a move as the evaluation before it; mates are counted from the earlier position.
fn one_ply_earlier(position: &Position, played: Move, after: &PositionAnalysis) -> EvalScore {
    let sign = match position.turn() {
        Color::White => 1,
        Color::Black => -1,
    };
    match after.evaluation {
        _ if position.play(played).is_ok_and(|next| next.is_checkmate()) => EvalScore::Mate(sign),
        EvalScore::Mate(moves) if moves.signum() == sign => EvalScore::Mate(moves + sign),
        evaluation => evaluation,
    }
}

/// Order of evaluations for a side: a quicker mate is better, and a slower one against it.
fn rank(evaluation: EvalScore, color: Color) -> i64 {
    const MATE: i64 = 1 << 40;
    let white = match evaluation {
        EvalScore::Centipawns(centipawns) => i64::from(centipawns),
        EvalScore::Mate(moves) if moves > 0 => MATE - i64::from(moves),
        EvalScore::Mate(moves) => -MATE - i64::from(moves),
    };
    match color {
        Color::White => white,
        Color::Black => -white,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use EvalScore::{Centipawns, Mate};

    #[test]
    fn mates_are_counted_from_the_earlier_position() {
        let check = |fen: &str, san: &str, after: EvalScore, expected: EvalScore| {
            let position: Position = fen.parse().unwrap();
            let m = san.parse::<rules::San>().unwrap().resolve(&position).unwrap();
            let after = PositionAnalysis { evaluation: after, pv: Vec::new(), runner_up: None };
            assert_eq!(carry_back(&position, m, &after).evaluation, expected, "{fen} {san}");
        };
        let white = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        check(white, "Ra8#", Centipawns(0), Mate(1));
        check(white, "Ra7", Mate(2), Mate(3));
        check(white, "Ra7", Mate(-2), Mate(-2));
        check(white, "Ra7", Centipawns(-40), Centipawns(-40));
        let black = "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1";
        check(black, "Kf8", Mate(1), Mate(1));
        check(black, "Kf8", Mate(-1), Mate(-2));
    }

    #[test]
    fn evaluations_are_ordered_for_each_side() {
        let order = [Mate(-1), Mate(-3), Centipawns(-900), Centipawns(0), Centipawns(900), Mate(3), Mate(1)];
        for pair in order.windows(2) {
            assert!(exceeds(pair[1], pair[0], Color::White) && exceeds(pair[0], pair[1], Color::Black));
        }
        assert!(!exceeds(Mate(2), Mate(2), Color::White));
    }
}
