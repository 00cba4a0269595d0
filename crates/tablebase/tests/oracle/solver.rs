//! A solver that is slow and simple: it notes the moves of all positions of a set, which the crate `rules` generates, and passes
//! over the positions that are open until nothing changes.

use std::collections::BTreeMap;

use rules::{Color, File, Piece, Position, Rank, Role, Setup, SetupFaults, Square};
use tablebase::Outcome;

/// Solved sets of men by their letters, in the order of the letters.
#[derive(Default)]
pub(crate) struct Solver {
    sets: BTreeMap<Vec<char>, Vec<Option<Outcome>>>,
}

/// Men by letter and square, sorted.
type Men = Vec<(char, Square)>;

/// The positions of a set that are not solved yet, with their moves.
#[derive(Default)]
struct Open {
    positions: Vec<OpenPosition>,
    /// Numbers of the positions after the moves that stay in the set, of one position after the other.
    next: Vec<u32>,
}

#[derive(Clone, Copy)]
struct OpenPosition {
    number: u32,
    is_check: bool,
    /// The first of its moves in [`Open::next`], and their number.
    first: u32,
    count: u8,
    /// The outcome of the best move that leaves the set.
    other: Option<Outcome>,
}

fn men(position: &Position) -> Men {
    let mut men: Men = position.board().iter().map(|(square, piece)| (piece.letter(), square)).collect();
    men.sort_unstable();
    men
}

fn letters(men: &[(char, Square)]) -> Vec<char> {
    men.iter().map(|(letter, _)| *letter).collect()
}

fn number(men: &[(char, Square)], turn: Color) -> usize {
    men.iter().fold(turn as usize, |number, (_, square)| number * 64 + *square as usize)
}

/// The same position with the white king in the triangle a1, d1, d4, or with pawns on the files a to d. Sets of three men are
/// small: there it stays as it is, so that they test the symmetries of the tables.
fn image(mut men: Men) -> Men {
    let has_pawns = men.iter().any(|(letter, _)| letter.eq_ignore_ascii_case(&'p'));
    let king =
        |men: &Men| men.iter().find(|(letter, _)| *letter == 'K').map_or(Square::A1, |(_, king)| *king);
    let mut apply = |is_needed: fn(Square) -> bool, reflect: fn(Square) -> Square| {
        if is_needed(king(&men)) {
            men.iter_mut().for_each(|(_, square)| *square = reflect(*square));
        }
    };
    let transpose: fn(Square) -> Square =
        |square| Square::new(File::ALL[square.rank() as usize], Rank::ALL[square.file() as usize]);
    apply(|king| king.file() > File::D, Square::flip_file);
    if !has_pawns {
        apply(|king| king.rank() > Rank::Fourth, Square::flip_rank);
        apply(|king| king.rank() as u8 > king.file() as u8, transpose);
    }
    men.sort_unstable();
    men
}

fn canonical(men: Men) -> Men {
    if men.len() < 4 { men } else { image(men) }
}

impl Solver {
    /// The outcome of a position; solves its set first.
    pub(crate) fn outcome(&mut self, position: &Position) -> Outcome {
        let men = canonical(men(position));
        let letters = letters(&men);
        if !self.sets.contains_key(&letters) {
            let solved = self.solve(&letters);
            self.sets.insert(letters.clone(), solved);
        }
        self.sets[&letters][number(&men, position.turn())].unwrap_or(Outcome::Draw)
    }

    fn solve(&mut self, letters: &[char]) -> Vec<Option<Outcome>> {
        let Open { mut positions, next } = self.positions(letters);
        let mut solved = vec![None; 2 * 64usize.pow(letters.len() as u32)];
        let distance = |outcome| match outcome {
            Some(Outcome::Win(plies) | Outcome::Loss(plies)) => plies,
            _ => 0,
        };
        let farthest = positions.iter().map(|position| distance(position.other)).max().unwrap_or_default();
        for plies in 0..=u8::MAX {
            let before = positions.len();
            // Positions of this pass see only outcomes of those before.
            let decided: Vec<Option<Outcome>> =
                positions.iter().map(|position| outcome_at(plies, position, &next, &solved)).collect();
            for (position, outcome) in positions.iter().zip(&decided) {
                solved[position.number as usize] = *outcome;
            }
            let mut is_open = decided.iter().map(Option::is_none);
            positions.retain(|_| is_open.next().unwrap());
            if positions.len() == before && plies > farthest {
                break;
            }
        }
        solved
    }

    /// All positions of some men, up to symmetry, with their moves.
    fn positions(&mut self, letters: &[char]) -> Open {
        let mut open = Open::default();
        for number in 0..2 * 64usize.pow(letters.len() as u32) {
            let squares = (0..letters.len()).map(|index| Square::ALL[number >> (6 * index) & 63]);
            let placed: Men =
                letters.iter().copied().zip(squares.collect::<Vec<_>>().into_iter().rev()).collect();
            if canonical(placed.clone()) != placed {
                continue;
            }
            let mut setup = Setup::empty();
            setup.turn = if number >> (6 * letters.len()) == 0 { Color::White } else { Color::Black };
            for (letter, square) in &placed {
                setup.board.set(*square, Piece::from_letter(*letter as u8).unwrap());
            }
            let is_apart = setup.board.occupied().count() as usize == letters.len();
            if let Some(position) = setup.position_waiving(SetupFaults::UNREACHABLE).ok().filter(|_| is_apart)
            {
                self.add(&position, number, letters, &mut open);
            }
        }
        open
    }

    fn add(&mut self, position: &Position, number: usize, letters: &[char], open: &mut Open) {
        let first = open.next.len();
        let mut other: Option<Outcome> = None;
        for m in position.legal_moves() {
            let next = position.play(m).unwrap();
            let next_men = canonical(men(&next));
            if self::letters(&next_men) == letters {
                open.next.push(self::number(&next_men, next.turn()) as u32);
            } else if next.board().role(Role::King) == next.board().occupied() {
                other = other.max(Some(Outcome::Draw));
            } else {
                other = other.max(Some(self.outcome(&next).before_move()));
            }
        }
        open.positions.push(OpenPosition {
            number: number as u32,
            is_check: position.is_check(),
            first: first as u32,
            count: (open.next.len() - first) as u8,
            other,
        });
    }
}

/// The outcome of a position, if it is a mate in this many half-moves.
fn outcome_at(
    plies: u8,
    position: &OpenPosition,
    next: &[u32],
    solved: &[Option<Outcome>],
) -> Option<Outcome> {
    let moves = &next[position.first as usize..][..usize::from(position.count)];
    if moves.is_empty() && position.other.is_none() {
        return (position.is_check && plies == 0).then_some(Outcome::Loss(0));
    }
    let after = moves.iter().map(|&number| solved[number as usize].map(Outcome::before_move));
    let mut all = after.chain(position.other.map(Some));
    if plies % 2 == 1 {
        return all.any(|outcome| outcome == Some(Outcome::Win(plies))).then_some(Outcome::Win(plies));
    }
    let is_lost = |outcome| matches!(outcome, Some(Outcome::Loss(distance)) if distance <= plies);
    all.all(is_lost).then_some(Outcome::Loss(plies))
}
