//! Positions with castling rights. As long as the rights last, king and rook stand still: the positions that can be reached
//! are few, and are solved when one is asked for.

use std::collections::HashMap;

use rules::{Board, Color, Position};

use crate::{Outcome, Plies, Tablebase};

/// No mate from four men is farther away, castling included.
const MAX_PLIES: Plies = 120;

/// A position with its moves.
struct Node {
    /// The positions after moves that keep all men and castling rights.
    next: Vec<usize>,
    /// Outcome of the best other move.
    other: Option<Outcome>,
    is_check: bool,
    outcome: Option<Outcome>,
}

/// The outcome of a position with castling rights.
pub(crate) fn outcome(tables: &Tablebase, position: &Position) -> Option<Outcome> {
    let mut nodes = reachable(tables, position)?;
    for plies in 0..=MAX_PLIES {
        for number in 0..nodes.len() {
            if nodes[number].outcome.is_none() {
                nodes[number].outcome = mate_within(&nodes, &nodes[number], plies);
            }
        }
    }
    Some(nodes.first()?.outcome.unwrap_or(Outcome::Draw))
}

/// All positions that can be reached with the same men and castling rights; the first is the given one.
fn reachable(tables: &Tablebase, position: &Position) -> Option<Vec<Node>> {
    let men = position.board().occupied().count();
    let mut numbers: HashMap<(Board, Color), usize> = HashMap::new();
    let mut positions = vec![*position];
    numbers.insert((*position.board(), position.turn()), 0);
    let mut nodes = Vec::new();
    while let Some(position) = positions.get(nodes.len()).copied() {
        let mut node = Node { next: Vec::new(), other: None, is_check: position.is_check(), outcome: None };
        for m in position.legal_moves() {
            let next = position.play(m).ok()?;
            let is_same = next.castling_rights() == position.castling_rights()
                && next.board().occupied().count() == men
                && m.promotion().is_none();
            if is_same {
                let number = *numbers.entry((*next.board(), next.turn())).or_insert_with(|| {
                    positions.push(next);
                    positions.len() - 1
                });
                node.next.push(number);
            } else {
                node.other = node.other.max(Some(tables.probe(&next)?.before_move()));
            }
        }
        nodes.push(node);
    }
    Some(nodes)
}

/// The outcome of a position, if it is decided within a number of half-moves.
fn mate_within(nodes: &[Node], node: &Node, plies: Plies) -> Option<Outcome> {
    let next = node.next.iter().map(|&number| nodes.get(number).and_then(|next| next.outcome));
    let next = next.map(|outcome| outcome.map(Outcome::before_move));
    let (mut best, mut is_open) = (node.other, false);
    for outcome in next {
        is_open |= outcome.is_none();
        best = best.max(outcome);
    }
    match best {
        Some(Outcome::Win(distance)) => (distance <= plies).then_some(Outcome::Win(distance)),
        Some(Outcome::Loss(distance)) => (!is_open && distance <= plies).then_some(Outcome::Loss(distance)),
        Some(Outcome::Draw) => None,
        None => (!is_open && node.is_check).then_some(Outcome::Loss(0)),
    }
}
