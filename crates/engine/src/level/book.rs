//! Opening book of the levels.
//!
//! Each line of the book counts once at every position it passes through: common first moves are played most
//! often.

use rules::{Move, Position, San};

/// Lines in SAN.
const BOOK: &str = include_str!("book.txt");

/// A book move for a level that knows the first `plies` plies of the lines; `random` chooses among them.
pub(crate) fn book_move(position: &Position, plies: u64, random: u64) -> Option<Move> {
    let ply = usize::try_from(position.ply()).ok().filter(|_| position.ply() < plies)?;
    let moves: Vec<Move> = BOOK.lines().filter_map(|line| continuation(line, position, ply)).collect();
    let count = u64::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    moves.get((random % count) as usize).copied()
}

/// The next move of a line that reaches `position` after `ply` plies.
fn continuation(line: &str, position: &Position, ply: usize) -> Option<Move> {
    let mut words = line.split(' ');
    let mut reached = Position::start();
    for word in words.by_ref().take(ply) {
        reached = reached.play(word.parse::<San>().ok()?.resolve(&reached).ok()?).ok()?;
    }
    if reached.hash() != position.hash() {
        return None;
    }
    words.next()?.parse::<San>().ok()?.resolve(position).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_book_line_is_legal() {
        for line in BOOK.lines() {
            let mut position = Position::start();
            for (ply, word) in line.split(' ').enumerate() {
                let m = continuation(line, &position, ply).unwrap_or_else(|| panic!("{line}: {word}"));
                position = position.play(m).unwrap();
            }
            assert!(position.ply() >= 8, "{line}");
        }
    }

    #[test]
    fn book_moves_vary_and_end_with_the_book() {
        let start = Position::start();
        let firsts: std::collections::HashSet<_> =
            (0..200).filter_map(|random| book_move(&start, 4, random)).collect();
        assert!(firsts.len() >= 4, "{firsts:?}");
        assert_eq!(book_move(&start, 0, 3), None);
        let odd: Position = "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R b KQkq - 1 1".parse().unwrap();
        assert_eq!(book_move(&odd, 20, 3), None);
    }
}
