//! Kinds of mate that have a name.

use rules::{Color, Move, Position, Rank, Role, attacks};

use super::replay_line;

/// A kind of mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatePattern {
    /// A rook or queen mates on the back rank a king behind its own pieces.
    BackRank,
    /// A knight mates a king that its own pieces enclose.
    Smothered,
    /// The first move gives no check and leaves the king no way out.
    Net,
}

impl MatePattern {
    /// The kind of a line that mates; `None` if it does not, or if the mate has no name.
    #[must_use]
    pub fn of(position: &Position, line: &[Move]) -> Option<MatePattern> {
        let steps = replay_line(*position, line);
        let (&(start, first), &(last, m)) = (steps.first()?, steps.last()?);
        let end = last.play(m).ok().filter(Position::is_checkmate)?;
        let is_quiet = steps.len() > 1 && !start.play(first).ok()?.is_check();
        MatePattern::of_mate(&end, m).or_else(|| is_quiet.then_some(MatePattern::Net))
    }

    /// The kind of a checkmate by the move that led to it.
    #[must_use]
    pub fn of_mate(end: &Position, m: Move) -> Option<MatePattern> {
        if is_on_back_rank(end, m) {
            Some(MatePattern::BackRank)
        } else {
            is_smothered(end, m).then_some(MatePattern::Smothered)
        }
    }
}

/// True if a rook or queen mates on the king's own back rank, and all squares in front of the king are taken by its own side.
fn is_on_back_rank(end: &Position, m: Move) -> bool {
    let mated = end.turn();
    let king = end.king(mated);
    let (back, front) = match mated {
        Color::White => (Rank::First, Rank::Second),
        Color::Black => (Rank::Eighth, Rank::Seventh),
    };
    let is_line = matches!(m.promotion().unwrap_or(m.role()), Role::Rook | Role::Queen);
    let own = end.board().color(mated);
    let mut ahead = attacks::king(king).into_iter().filter(|square| square.rank() == front);
    is_line && king.rank() == back && m.to().rank() == back && ahead.all(|square| own.has(square))
}

/// True if a knight mates a king whose neighbouring squares are all taken by its own side.
fn is_smothered(end: &Position, m: Move) -> bool {
    let own = end.board().color(end.turn());
    m.role() == Role::Knight && attacks::king(end.king(end.turn())).into_iter().all(|square| own.has(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, line: &str, expected: Option<MatePattern>) {
        let start: Position = fen.parse().unwrap();
        let mut position = start;
        let mut moves = Vec::new();
        for text in line.split_whitespace() {
            let m = position.parse_move(text).unwrap();
            position = position.play(m).unwrap();
            moves.push(m);
        }
        assert_eq!(MatePattern::of(&start, &moves), expected, "{fen} {line}");
    }

    #[test]
    fn mates_have_their_names() {
        check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", Some(MatePattern::BackRank));
        check("6k1/5pp1/8/8/8/8/7R/R3K3 w - - 0 1", "Ra8#", None);
        check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra7", None);
        check("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Nf7#", Some(MatePattern::Smothered));
        // Philidor's legacy: queen sacrifice, then the knight.
        let legacy = "3r3k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1";
        check(legacy, "Qg8+ Rxg8 Nf7#", Some(MatePattern::Smothered));
        check("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Kf7 Kh7 Qh1#", Some(MatePattern::Net));
        check("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7#", None);
    }
}
