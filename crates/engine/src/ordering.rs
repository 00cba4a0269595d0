//! In which order moves are tried: the table's move, captures that gain, quiet moves by history, captures that lose.
//! Moves are listed only when the table's move has not settled the matter, and quiet ones weighed only when their
//! turn has come.

use rules::{Move, Position, Role};

use crate::history::{History, Scene, is_noisy};
use crate::see::{self, worth};

/// A move with what it promises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    pub(crate) m: Move,
    pub(crate) weight: i32,
}

/// What the order of moves depends on.
pub(crate) struct Known<'a> {
    pub(crate) position: &'a Position,
    pub(crate) history: &'a History,
    pub(crate) scene: &'a Scene,
    pub(crate) killer: Option<Move>,
}

/// Hands out the moves of one node. They lie in a pile that all nodes of a line share: each node uses the top.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    first: Option<Move>,
    /// Where this node's moves begin in the pile.
    start: usize,
    /// Losing captures are put aside from `start` to here.
    losing: usize,
    /// Noisy moves end and quiet ones begin here.
    quiet: usize,
    /// The next to look at.
    next: usize,
    end: usize,
    skips_quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    First,
    List,
    Winning,
    Weigh,
    Quiet,
    Losing,
}

impl Picker {
    /// All legal moves, one of which comes first.
    pub(crate) fn new(pile: &[Weighed], first: Option<Move>) -> Picker {
        let start = pile.len();
        Picker {
            stage: if first.is_some() { Stage::First } else { Stage::List },
            first,
            start,
            losing: start,
            quiet: start,
            next: start,
            end: start,
            skips_quiet: false,
        }
    }

    /// From here on quiet moves are not worth trying.
    pub(crate) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Takes this node's moves off the pile.
    pub(crate) fn clear(&self, pile: &mut Vec<Weighed>) {
        pile.truncate(self.start);
    }

    /// The next move.
    pub(crate) fn next(&mut self, pile: &mut Vec<Weighed>, known: &Known<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::List;
                    return self.first;
                }
                Stage::List => {
                    self.list(pile, known);
                    self.stage = Stage::Winning;
                }
                Stage::Winning => {
                    if self.next == self.quiet {
                        self.stage = Stage::Weigh;
                        continue;
                    }
                    let m = self.take_best(pile, self.quiet);
                    if see::gains_at_least(known.position, m, 0) {
                        return Some(m);
                    }
                    pile.swap(self.losing, self.next - 1);
                    self.losing += 1;
                }
                Stage::Weigh => {
                    if !self.skips_quiet {
                        weigh_quiet(&mut pile[self.quiet..self.end], known);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.skips_quiet || self.next == self.end {
                        self.next = self.start;
                        self.stage = Stage::Losing;
                        continue;
                    }
                    return Some(self.take_best(pile, self.end));
                }
                Stage::Losing => {
                    if self.next == self.losing {
                        return None;
                    }
                    self.next += 1;
                    return Some(pile[self.next - 1].m);
                }
            }
        }
    }

    fn list(&mut self, pile: &mut Vec<Weighed>, known: &Known<'_>) {
        let moves = known.position.legal_moves();
        let rest = moves.iter().copied().filter(|&m| Some(m) != self.first);
        pile.extend(
            rest.clone().filter(|&m| is_noisy(m)).map(|m| weigh_noisy(known.position, known.history, m)),
        );
        self.quiet = pile.len();
        pile.extend(rest.filter(|&m| !is_noisy(m)).map(|m| Weighed { m, weight: 0 }));
        self.end = pile.len();
    }

    /// Brings the best move between the next place and `end` to the next place.
    #[inline]
    fn take_best(&mut self, pile: &mut [Weighed], end: usize) -> Move {
        let mut best = self.next;
        for index in self.next + 1..end {
            if pile[index].weight > pile[best].weight {
                best = index;
            }
        }
        pile.swap(self.next, best);
        self.next += 1;
        pile[self.next - 1].m
    }
}

/// The most valuable victim first; what history says decides between equals and near equals.
#[inline]
pub(crate) fn weigh_noisy(position: &Position, history: &History, m: Move) -> Weighed {
    let victim = m.capture().map_or(0, worth) + m.promotion().map_or(0, worth);
    Weighed { m, weight: 16 * victim + history.of_capture(position.turn(), m) }
}

#[inline]
fn weigh_quiet(moves: &mut [Weighed], known: &Known<'_>) {
    for weighed in moves {
        let m = weighed.m;
        weighed.weight = known.history.of_quiet(known.scene, m);
        if Some(m) == known.killer {
            weighed.weight += 35_000;
        }
        if matches!(m.promotion(), Some(Role::Knight | Role::Bishop | Role::Rook)) {
            weighed.weight -= 40_000;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Bitboard, Color};

    /// Every legal move comes out exactly once, whatever comes first.
    #[test]
    fn no_move_is_lost() {
        let history = History::new();
        let scene = Scene { side: Color::White, attacked: Bitboard::EMPTY, before: [None; 3] };
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let legal = position.legal_moves();
            for first in std::iter::once(None).chain(legal.iter().copied().map(Some)) {
                let known = Known { position: &position, history: &history, scene: &scene, killer: first };
                let mut pile = vec![Weighed { m: legal[0], weight: 7 }];
                let mut picker = Picker::new(&pile, first);
                let mut found = Vec::new();
                while let Some(m) = picker.next(&mut pile, &known) {
                    found.push(m);
                }
                picker.clear(&mut pile);
                assert_eq!(pile.len(), 1);
                assert!(first.is_none_or(|first| found[0] == first));
                let mut expected = legal.to_vec();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{fen} {first:?}");
            }
        }
    }
}
