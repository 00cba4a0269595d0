//! Best-first search for a helpmate.
//!
//! The open position with the least heuristic distance ([`heuristic`]) is expanded until one of its moves
//! comes nearer, which is then expanded first. Ordinary positions are decided after a few hundred positions.
//! If the open list becomes empty, all reachable positions have been seen and none was checkmate.
//!
//! Positions are identified by their 64-bit hash. The probability of a collision among a million positions is
//! one in thirty million, and it would also have to hide the only path to a mate.

use rules::{Color, Position};

use super::tempo::Tempo;
use super::{Winnable, blockade, heuristic};
use crate::material;

/// Searches until the answer is known or `budget` positions have been seen, and takes them from the budget. The position
/// itself is not checkmate.
pub(super) fn search(position: &Position, by: Color, budget: &mut u32) -> Winnable {
    let mut search = Search {
        by,
        seen: ClosedSet::new(),
        open: OpenList::default(),
        tempo: Tempo::new(position, by),
        pieces: position.board().occupied().count() as usize,
        analyses: 0,
        proofs: 0,
    };
    search.seen.insert(position.hash());
    search.open.push(Node::new(*position, by, 0));
    let answer = search.run(*budget as usize);
    *budget = budget.saturating_sub(u32::try_from(search.cost()).unwrap_or(u32::MAX));
    answer
}

struct Search {
    by: Color,
    seen: ClosedSet,
    open: OpenList,
    tempo: Option<Tempo>,
    /// Number of pieces at the root.
    pieces: usize,
    /// Number of blockade analyses.
    analyses: usize,
    /// Number of those that proved something.
    proofs: usize,
}

#[derive(PartialEq, Eq)]
enum Expansion {
    Mate,
    Nothing,
}

impl Search {
    fn run(&mut self, budget: usize) -> Winnable {
        while let Some(node) = self.open.pop() {
            if self.cost() > budget {
                return Winnable::Unknown;
            }
            if self.should_check_blockade(&node) {
                self.analyses += 1;
                if blockade::cannot_mate(&node.position, self.by) {
                    self.proofs += 1;
                    continue;
                }
            }
            if self.expand(node) == Expansion::Mate {
                return Winnable::Yes;
            }
        }
        Winnable::No
    }

    /// Makes the remaining moves of a node until one comes nearer to a mate.
    fn expand(&mut self, node: Node) -> Expansion {
        let moves = node.position.legal_moves();
        for (index, &m) in moves.iter().enumerate().skip(node.played) {
            let position = node.position.play_unchecked(m);
            if !self.seen.insert(position.hash()) {
                continue;
            }
            if position.turn() != self.by && position.is_checkmate() {
                return Expansion::Mate;
            }
            if !material::can_mate(position.board(), self.by) {
                continue;
            }
            let has_promoted = node.has_promoted || m.promotion().is_some();
            if !has_promoted && self.tempo.is_some_and(|tempo| tempo.runs_out(&position)) {
                continue;
            }
            let plies = node.plies.saturating_add(1);
            let next = Node { has_promoted, ..Node::new(position, self.by, plies) };
            if next.distance < node.distance {
                self.open.push(Node { played: index + 1, ..node });
                self.open.push(next);
                break;
            }
            self.open.push(next);
        }
        Expansion::Nothing
    }

    /// Positions seen; a blockade analysis takes as long as about one position for each piece.
    fn cost(&self) -> usize {
        self.seen.len + self.pieces * self.analyses
    }

    /// A forced move may lead into a blockade. Later, the pawn structure changes only with captures and pawn
    /// moves, and most searches find a mate faster than a blockade analysis runs. Analyses that prove nothing
    /// become rare.
    fn should_check_blockade(&self, node: &Node) -> bool {
        const MANY: usize = 200;
        let is_new = node.position.halfmoves() == 0 && self.seen.len > MANY;
        let is_useful = self.analyses < 20 + 5 * self.proofs + self.seen.len / 500;
        node.played == 0 && is_useful && (node.plies == 1 || node.plies > 1 && is_new)
    }
}

/// A position with moves that have not been made yet.
struct Node {
    position: Position,
    /// Number of moves already made.
    played: usize,
    distance: u16,
    /// Plies from the root.
    plies: u16,
    has_promoted: bool,
}

impl Node {
    fn new(position: Position, by: Color, plies: u16) -> Node {
        Node { position, played: 0, distance: heuristic::distance(&position, by), plies, has_promoted: false }
    }
}

/// The open nodes: a stack for each distance.
#[derive(Default)]
struct OpenList {
    stacks: Vec<Vec<Node>>,
    /// All stacks below this index are empty.
    nearest: usize,
}

impl OpenList {
    fn push(&mut self, node: Node) {
        let distance = usize::from(node.distance);
        if self.stacks.len() <= distance {
            self.stacks.resize_with(distance + 1, Vec::new);
        }
        self.stacks[distance].push(node);
        self.nearest = self.nearest.min(distance);
    }

    fn pop(&mut self) -> Option<Node> {
        while let Some(stack) = self.stacks.get_mut(self.nearest) {
            if let Some(node) = stack.pop() {
                return Some(node);
            }
            self.nearest += 1;
        }
        None
    }
}

/// The hashes of all positions seen: open addressing with linear probing, at most half full.
struct ClosedSet {
    /// 0 is a free slot. The length is a power of two.
    slots: Vec<u64>,
    len: usize,
}

impl ClosedSet {
    fn new() -> ClosedSet {
        ClosedSet { slots: vec![0; 1024], len: 0 }
    }

    /// Returns true if the hash is new.
    fn insert(&mut self, hash: u64) -> bool {
        if 2 * self.len >= self.slots.len() {
            let doubled = vec![0; 2 * self.slots.len()];
            for hash in std::mem::replace(&mut self.slots, doubled) {
                self.place(hash);
            }
        }
        let is_new = self.place(hash.max(1));
        self.len += usize::from(is_new);
        is_new
    }

    fn place(&mut self, hash: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut index = hash as usize & mask;
        while self.slots[index] != 0 {
            if self.slots[index] == hash {
                return false;
            }
            index = (index + 1) & mask;
        }
        self.slots[index] = hash;
        hash != 0
    }
}
