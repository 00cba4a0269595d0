//! Positions to practise with.

use rng::Rng;
use rules::{Position, Role, Setup, Square};

use crate::{Outcome, Plies, Tablebase};

/// Random positions that are tried; among the endgames of practice one in some hundred fits.
const TRIES: usize = 100_000;

impl Tablebase {
    /// A random position of the same endgame: the same men, pawns on the same ranks, the same side to move, and the same
    /// outcome. A mate is not much quicker; where a wrong move loses a draw, one does so there, too. `None` if there is none,
    /// or more than four men.
    ///
    /// ```
    /// use rules::Position;
    /// use tablebase::{Outcome, Tablebase};
    ///
    /// let tables = Tablebase::new();
    /// let rook_mate: Position = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1".parse()?;
    /// let other = tables.similar(&rook_mate, 7).unwrap();
    /// assert!(matches!(tables.probe(&other), Some(Outcome::Win(21..))));
    /// # Ok::<(), rules::FenError>(())
    /// ```
    #[must_use]
    pub fn similar(&self, position: &Position, seed: u64) -> Option<Position> {
        let pattern = self.pattern(position)?;
        let mut rng = Rng::new(seed);
        let mut candidates = (0..TRIES).filter_map(|_| shuffled(position, &mut rng));
        candidates
            .find(|other| other != position && self.pattern(other).is_some_and(|found| found.fits(pattern)))
    }

    fn pattern(&self, position: &Position) -> Option<Pattern> {
        Some(match self.probe(position)? {
            Outcome::Win(plies) => Pattern::Win(plies),
            Outcome::Loss(plies) => Pattern::Loss(plies),
            Outcome::Draw => {
                let is_loss = |outcome| matches!(outcome, Outcome::Loss(_));
                let can_lose = self.moves(position)?.iter().any(|rated| is_loss(rated.outcome));
                if can_lose { Pattern::OnlySomeMovesDraw } else { Pattern::Draw }
            }
        })
    }
}

/// Common feature of the positions of one exercise, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pattern {
    Win(Plies),
    OnlySomeMovesDraw,
    Draw,
    Loss(Plies),
}

impl Pattern {
    /// Returns true if the pattern is like another, and no mate much quicker.
    fn fits(self, other: Pattern) -> bool {
        let is_long = |plies: Plies, other: Plies| u16::from(plies) * 4 >= u16::from(other) * 3;
        match (self, other) {
            (Pattern::Win(plies), Pattern::Win(other)) | (Pattern::Loss(plies), Pattern::Loss(other)) => {
                is_long(plies, other)
            }
            (Pattern::OnlySomeMovesDraw | Pattern::Draw, Pattern::Draw) => true,
            _ => self == other,
        }
    }
}

/// The men of a position on random squares, pawns on their ranks; `None` if that is no legal position.
fn shuffled(position: &Position, rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup { turn: position.turn(), ..Setup::empty() };
    for (square, piece) in position.board().iter() {
        let target = match piece.role {
            Role::Pawn => Square::new(*rng.choose(&rules::File::ALL)?, square.rank()),
            _ => *rng.choose(&Square::ALL)?,
        };
        if setup.board.piece_at(target).is_some() {
            return None;
        }
        setup.board.set(target, piece);
    }
    setup.position().ok().filter(|position| position.has_legal_moves())
}
