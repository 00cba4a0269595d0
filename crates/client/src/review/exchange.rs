//! Static exchange evaluation with legal moves: pinned pieces do not recapture.

use game::material::points;
use game::pgn::EvalScore;
use rules::{Color, Move, Position};

/// Material gain of a move in pawns.
pub(super) fn exchange_gain(position: &Position, m: Move) -> i32 {
    let taken = m.capture().map_or(0, points);
    let promoted = m.promotion().map_or(0, |role| points(role) - 1);
    let Ok(after) = position.play(m) else { return 0 };
    let answer = cheapest_recapture(&after, m).map_or(0, |back| exchange_gain(&after, back));
    taken + promoted - answer.max(0)
}

/// The recapture with the least valuable piece.
pub(super) fn cheapest_recapture(after: &Position, m: Move) -> Option<Move> {
    // Castling moves never end on an attacked square.
    let square = m.to();
    let takes = after.legal_moves().into_iter().filter(|back| back.to() == square && back.is_capture());
    // The king recaptures last.
    takes.min_by_key(|back| match points(back.role()) {
        0 => i32::MAX,
        points => points,
    })
}

/// Net material loss in pawns from which a move is a sacrifice: a rook for a minor piece.
const SACRIFICE: i32 = 2;

/// True if the move gives up a piece although another move does not.
#[must_use]
pub fn is_sacrifice(position: &Position, m: Move) -> bool {
    net_material(position, m) <= -SACRIFICE
        && position.legal_moves().into_iter().any(|other| net_material(position, other) > -SACRIFICE)
}

/// Drop of the evaluation by a sacrifice in percent of the material given up.
///
/// A sacrifice that is merely wrong costs what it gives up; a smaller drop is compensation that the engine sees, if not all of it.
/// `None` for other moves and for mates.
pub(super) fn uncompensated_percent(
    position: &Position,
    m: Move,
    before: EvalScore,
    after: EvalScore,
) -> Option<i32> {
    let (EvalScore::Centipawns(before), EvalScore::Centipawns(after)) = (before, after) else { return None };
    let drop = match position.turn() {
        Color::White => before.saturating_sub(after),
        Color::Black => after.saturating_sub(before),
    };
    // Centipawns of a number of pawns.
    is_sacrifice(position, m).then(|| drop / -net_material(position, m))
}

/// Material that a move wins, less what the opponent's best capture then wins, in pawns.
fn net_material(position: &Position, m: Move) -> i32 {
    let taken = m.capture().map_or(0, points);
    let promoted = m.promotion().map_or(0, |role| points(role) - 1);
    let Ok(after) = position.play(m) else { return 0 };
    let captures = after.legal_moves().into_iter().filter(|back| back.is_capture());
    let answer = captures.map(|back| exchange_gain(&after, back)).max().unwrap_or(0);
    taken + promoted - answer.max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sacrifices_give_up_a_piece_by_choice() {
        let check = |fen: &str, san: &str, expected: bool| {
            let position: Position = fen.parse().unwrap();
            let m = san.parse::<rules::San>().unwrap().resolve(&position).unwrap();
            assert_eq!(is_sacrifice(&position, m), expected, "{fen} {san}");
        };
        let reti = "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9";
        check(reti, "Qd8+", true);
        check(reti, "Re1", false);
        let double_check = "rnbk1b1r/pp3ppp/2p5/4q3/4n3/8/PPPB1PPP/2KR1BNR w - - 0 10";
        check(double_check, "Bg5+", false);
        let legal = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
        check(legal, "Nxe5", true);
        check(legal, "h3", false);
        // An even exchange of queens, and a fork that loses a piece whatever is played.
        check("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qxd8+", false);
        check("4k3/8/8/2p5/3p4/2N1N3/8/4K3 w - - 0 1", "Ned5", false);
    }

    #[test]
    fn compensation_is_what_the_evaluation_does_not_drop() {
        let check = |fen: &str, san: &str, before: EvalScore, after: EvalScore, expected: Option<i32>| {
            let position: Position = fen.parse().unwrap();
            let m = san.parse::<rules::San>().unwrap().resolve(&position).unwrap();
            assert_eq!(uncompensated_percent(&position, m, before, after), expected, "{fen} {san}");
        };
        let pawns = |pawns: i32| EvalScore::Centipawns(pawns * 100);
        // The queen for a knight: six pawns.
        let white = "r1b2rk1/pp1ppp1p/5bp1/q7/3nP2Q/1BN1B3/PPP2PPP/R4RK1 w - - 4 12";
        check(white, "Qxf6", pawns(0), pawns(-6), Some(100));
        check(white, "Qxf6", pawns(1), pawns(-2), Some(50));
        check(white, "Qxf6", pawns(1), EvalScore::Mate(-3), None);
        check(white, "Qg4", pawns(0), pawns(-3), None);
        let black = "r4rk1/ppp2ppp/1bn1b3/3Np2q/Q7/5BP1/PP1PPP1P/R1B2RK1 b - - 0 1";
        check(black, "Qxf3", pawns(0), pawns(3), Some(50));
    }

    #[test]
    fn exchanges_use_legal_moves_only() {
        let check = |fen: &str, san: &str, expected: i32| {
            let position: Position = fen.parse().unwrap();
            let m = san.parse::<rules::San>().unwrap().resolve(&position).unwrap();
            assert_eq!(exchange_gain(&position, m), expected, "{fen} {san}");
        };
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 1);
        check("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", -4);
        check("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 1);
        check("4k3/8/8/3n4/8/8/8/B2QK3 w - - 0 1", "Qxd5", 3);
        // The knight that defends the rook is pinned.
        check("4k3/8/4n3/2r5/8/B7/8/4R1K1 w - - 0 1", "Bxc5", 5);
        check("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q+", 13);
    }
}
