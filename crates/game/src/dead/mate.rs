//! Checkmates that are possible within the squares that the pieces can reach.
//!
//! For every square of the king, the attacked squares around it are combined piece by piece: a piece attacks
//! from one square only. A square that remains must be occupied by a piece of the mated side, each on one
//! square. The test is optimistic: it ignores whether the pieces can get there together, and defences.

use rules::{Bitboard, Color, Square, attacks};

use super::blockade::{Blockade, PieceReach};

/// Returns true if a checkmate by this side cannot be excluded.
pub(super) fn is_possible(blockade: &Blockade, by: Color) -> bool {
    let (winners, losers): (Vec<&PieceReach>, Vec<&PieceReach>) =
        blockade.pieces.iter().partition(|piece| piece.piece.color == by);
    if !winners.iter().any(|piece| piece.can_move()) {
        // No move, no mate.
        return false;
    }
    if winners.iter().any(|piece| piece.can_promote) {
        return true;
    }
    let king = losers.iter().find(|piece| piece.is_king()).map_or(Bitboard::EMPTY, |king| king.reach);
    let blockers: Vec<Bitboard> =
        losers.iter().filter(|piece| !piece.is_king()).map(|piece| piece.reach).collect();
    // A slider attacks squares behind the king that it checks.
    let fixed = blockade.fixed().without(king);
    let attackers: Vec<Attacker> = winners.iter().map(|piece| Attacker::new(piece, fixed)).collect();
    king.into_iter().any(|square| is_possible_on(square, &attackers, &blockers))
}

/// A piece of the winning side with its attacks from each square.
struct Attacker {
    is_king: bool,
    attacks: Vec<(Square, Bitboard)>,
    reach: Bitboard,
    last_steps: Bitboard,
}

impl Attacker {
    fn new(piece: &PieceReach, fixed: Bitboard) -> Attacker {
        let from = |square| (square, attacks::piece(piece.piece, square, fixed));
        let PieceReach { reach, last_steps, .. } = *piece;
        let attacks = (reach | last_steps).into_iter().map(from).collect();
        Attacker { is_king: piece.is_king(), attacks, reach, last_steps }
    }

    /// Attacks inside an area around the enemy king.
    fn attacks_around(&self, king: Square, area: Bitboard, attackers: &[Attacker]) -> MaximalSets {
        let closest = if self.is_king { 2 } else { 1 };
        let mut sets = MaximalSets::default();
        for &(square, attacked) in &self.attacks {
            let can_be_there = !self.last_steps.has(square) || self.discovers(square, king, attackers);
            if square.distance(king) >= closest && can_be_there {
                sets.insert(attacked & area);
            }
        }
        sets
    }

    /// Returns true if the last step of this king may discover a check.
    fn discovers(&self, to: Square, king: Square, attackers: &[Attacker]) -> bool {
        let from = self.reach & attacks::king(to);
        let is_discovered = |&(square, attacked): &(Square, Bitboard)| {
            let line = attacks::between(square, king);
            attacked.has(king) && (line & from).any() && !line.has(to)
        };
        attackers.iter().any(|attacker| attacker.attacks.iter().any(is_discovered))
    }
}

fn is_possible_on(king: Square, attackers: &[Attacker], blockers: &[Bitboard]) -> bool {
    let area = attacks::king(king).with(king);
    let mut attacked = MaximalSets(vec![Bitboard::EMPTY]);
    for attacker in attackers {
        let sets = attacker.attacks_around(king, area, attackers);
        if sets.0.iter().any(|set| set.any()) {
            attacked = attacked.joined(&sets);
        }
    }
    let mates = |set: &Bitboard| set.has(king) && can_occupy(area.without(*set), blockers, 0);
    attacked.0.iter().any(mates)
}

/// Returns true if every square can be occupied by another of the pieces; `used` is a set of their indices.
fn can_occupy(squares: Bitboard, reaches: &[Bitboard], used: u64) -> bool {
    let Some(square) = squares.first() else { return true };
    let rest = squares.without(square.bitboard());
    reaches.iter().enumerate().any(|(index, reach)| {
        let mark = 1_u64.checked_shl(index as u32).unwrap_or(0);
        used & mark == 0 && reach.has(square) && can_occupy(rest, reaches, used | mark)
    })
}

/// Sets of squares, none of which contains another.
#[derive(Default)]
struct MaximalSets(Vec<Bitboard>);

impl MaximalSets {
    fn insert(&mut self, set: Bitboard) {
        if !self.0.iter().any(|other| other.contains(set)) {
            self.0.retain(|other| !set.contains(*other));
            self.0.push(set);
        }
    }

    /// All unions of a set of each.
    fn joined(&self, others: &MaximalSets) -> MaximalSets {
        let mut joined = MaximalSets::default();
        for &a in &self.0 {
            for &b in &others.0 {
                joined.insert(a | b);
            }
        }
        joined
    }
}
