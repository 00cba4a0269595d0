//! Best-first search for a helpmate.
//!
//! The open position with the least heuristic distance ([`heuristic`]) is expanded until one of its moves
//! comes nearer, which is then expanded first. Ordinary positions are decided after a few hundred positions.
//! If the open list becomes empty, all reachable positions have been seen and none was checkmate.
//!
//! Positions are identified by their 64-bit hash. The probability of a collision among a million positions is
//! one in thirty million, and it would also have to hide the only path to a mate.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use rules::{Color, Position};

use super::{Winnable, blockade, heuristic};
use crate::material;

/// Searches until the answer is known or `budget` positions have been seen. The position itself is not
/// checkmate.
pub(super) fn search(position: &Position, by: Color, budget: u32) -> Winnable {
    let mut search = Search { by, seen: ClosedSet::default(), open: OpenList::default() };
    search.seen.insert(position.hash());
    search.open.push(Node::new(*position, by));
    while let Some(node) = search.open.pop() {
        if search.seen.len() > budget as usize {
            return Winnable::Unknown;
        }
        if search.should_check_blockade(&node) && blockade::cannot_mate(&node.position, by) {
            continue;
        }
        if search.expand(node) == Expansion::Mate {
            return Winnable::Yes;
        }
    }
    Winnable::No
}

struct Search {
    by: Color,
    seen: ClosedSet,
    open: OpenList,
}

#[derive(PartialEq, Eq)]
enum Expansion {
    Mate,
    Nothing,
}

impl Search {
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
            let next = Node::new(position, self.by);
            if next.distance < node.distance {
                self.open.push(Node { played: index + 1, ..node });
                self.open.push(next);
                break;
            }
            self.open.push(next);
        }
        Expansion::Nothing
    }

    /// The pawn structure changes only with captures and pawn moves, and most searches find a mate faster
    /// than a blockade analysis runs.
    fn should_check_blockade(&self, node: &Node) -> bool {
        const MANY: usize = 1000;
        node.played == 0 && node.position.halfmoves() == 0 && self.seen.len() > MANY
    }
}

/// A position with moves that have not been made yet.
struct Node {
    position: Position,
    /// Number of moves already made.
    played: usize,
    distance: u16,
}

impl Node {
    fn new(position: Position, by: Color) -> Node {
        Node { position, played: 0, distance: heuristic::distance(&position, by) }
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

type ClosedSet = HashSet<u64, BuildHasherDefault<IdentityHasher>>;

/// Identity hasher: the keys are Zobrist hashes already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |key, &byte| key.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
