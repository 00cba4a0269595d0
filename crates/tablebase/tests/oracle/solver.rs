//! A solver that is slow and simple: all positions of a set in a list, passes over it until nothing changes.

use std::collections::BTreeMap;

use rules::{Color, Piece, Position, Role, Setup, SetupFaults, Square};
use tablebase::Outcome;

/// Solved sets of men by their letters, in the order of the letters.
#[derive(Default)]
pub(crate) struct Solver {
    sets: BTreeMap<Vec<char>, Vec<Option<Outcome>>>,
}

/// A position that is not solved yet.
struct Open {
    number: usize,
    is_check: bool,
    /// Numbers of the positions after the moves in the same set.
    next: Vec<usize>,
    /// Outcomes of the other moves.
    others: Vec<Outcome>,
}

/// The men of a position by letter and square.
fn men(position: &Position) -> Vec<(char, Square)> {
    let mut men: Vec<_> = position.board().iter().map(|(square, piece)| (piece.letter(), square)).collect();
    men.sort_unstable();
    men
}

fn number(men: &[(char, Square)], turn: Color) -> usize {
    men.iter().fold(turn as usize, |number, (_, square)| number * 64 + *square as usize)
}

impl Solver {
    /// The outcome of a position; solves its set first.
    pub(crate) fn outcome(&mut self, position: &Position) -> Outcome {
        let men = men(position);
        let letters: Vec<char> = men.iter().map(|(letter, _)| *letter).collect();
        if !self.sets.contains_key(&letters) {
            let solved = self.solve(&letters);
            self.sets.insert(letters.clone(), solved);
        }
        self.sets[&letters][number(&men, position.turn())].unwrap_or(Outcome::Draw)
    }

    fn solve(&mut self, letters: &[char]) -> Vec<Option<Outcome>> {
        let mut open = self.positions(letters);
        let mut solved = vec![None; 2 * 64usize.pow(letters.len() as u32)];
        for plies in 0..=u8::MAX {
            open.retain(|position| {
                let next = position.next.iter().map(|&number| solved[number].map(Outcome::before_move));
                let all: Vec<Option<Outcome>> =
                    next.chain(position.others.iter().map(|other| Some(*other))).collect();
                let is_mate = all.is_empty() && position.is_check;
                let win = all
                    .iter()
                    .any(|outcome| matches!(outcome, Some(Outcome::Win(distance)) if *distance == plies));
                let is_lost = !all.is_empty()
                    && all.iter().all(
                        |outcome| matches!(outcome, Some(Outcome::Loss(distance)) if *distance <= plies),
                    );
                let outcome = match (is_mate, win, is_lost) {
                    (true, ..) => Outcome::Loss(0),
                    (_, true, _) => Outcome::Win(plies),
                    (_, _, true) => Outcome::Loss(plies),
                    _ => return true,
                };
                solved[position.number] = Some(outcome);
                false
            });
        }
        solved
    }

    fn positions(&mut self, letters: &[char]) -> Vec<Open> {
        let mut open = Vec::new();
        for number in 0..2 * 64usize.pow(letters.len() as u32) {
            let squares = (0..letters.len()).map(|index| Square::ALL[number >> (6 * index) & 63]);
            let mut setup = Setup::empty();
            setup.turn = if number >> (6 * letters.len()) == 0 { Color::White } else { Color::Black };
            for (letter, square) in letters.iter().rev().zip(squares) {
                setup.board.set(square, Piece::from_letter(*letter as u8).unwrap());
            }
            let is_apart = setup.board.occupied().count() as usize == letters.len();
            let Some(position) = setup.position_waiving(SetupFaults::UNREACHABLE).ok().filter(|_| is_apart)
            else {
                continue;
            };
            open.push(self.open(&position, number, letters));
        }
        open
    }

    fn open(&mut self, position: &Position, number: usize, letters: &[char]) -> Open {
        let mut open = Open { number, is_check: position.is_check(), next: Vec::new(), others: Vec::new() };
        for m in position.legal_moves() {
            let next = position.play(m).unwrap();
            let next_men = men(&next);
            if next_men.iter().map(|(letter, _)| letter).eq(letters) {
                open.next.push(self::number(&next_men, next.turn()));
            } else if next.board().role(Role::King) == next.board().occupied() {
                open.others.push(Outcome::Draw);
            } else {
                open.others.push(self.outcome(&next).before_move());
            }
        }
        open
    }
}
