//! Overlooked moves: probability by kind of move (backward, long diagonal, discovered attack …) and by ply.

use rules::{Color, Move, Position, Role, attacks};

use crate::search::see::piece_value;
use rng::{hash, unit_f64};

/// Maximum probability of overlooking a move.
const MAX_PROBABILITY: f64 = 0.95;

/// Difficulty of seeing a move, relative to an ordinary quiet move.
pub(crate) fn difficulty(position: &Position, m: Move) -> f64 {
    let mut factor = match (m.promotion(), m.capture()) {
        (Some(Role::Queen), _) => 0.2,
        (Some(_), _) => 3.0,
        (None, Some(_)) if m.is_en_passant() => 1.5,
        (None, Some(taken)) if piece_value(taken) >= piece_value(m.role()) => 0.35,
        (None, Some(_)) => 0.55,
        (None, None) if m.is_castle() => 0.3,
        (None, None) => 1.0,
    };
    let [from, to] = [m.from(), m.to()].map(|square| position.turn().relative(square));
    let slides = matches!(m.role(), Role::Bishop | Role::Rook | Role::Queen);
    if to.rank() < from.rank() && m.role() != Role::King {
        factor *= 1.6;
    }
    if slides && from.distance(to) >= 4 {
        factor *= if from.file() != to.file() && from.rank() != to.rank() { 1.7 } else { 1.25 };
    }
    if is_discovered_attack(position, m) {
        factor *= 1.8;
    }
    factor
}

/// Factor by which the difficulty grows with the ply.
pub(crate) fn ply_factor(ply: usize) -> f64 {
    1.0 + 0.4 * ply.saturating_sub(1) as f64
}

/// True if a move is overlooked that has this probability; the same in every line of the tree.
pub(crate) fn is_overlooked(seed: u64, side: Color, m: Move, chance: f64) -> bool {
    let taken = m.capture().map_or(0, |role| role as u64);
    let about = [side as u64, m.role() as u64, m.from() as u64, m.to() as u64, taken];
    let name = about.into_iter().fold(0, |name, part| name << 6 | part);
    unit_f64(hash(seed, name)) < chance.min(MAX_PROBABILITY)
}

/// True if the move discovers an attack on king, queen or rook.
fn is_discovered_attack(position: &Position, m: Move) -> bool {
    let (board, side) = (position.board(), position.turn());
    let (own, enemy) = (board.color(side), board.color(!side));
    let goals = enemy & (board.role(Role::King) | board.role(Role::Queen) | board.role(Role::Rook));
    let seen_from = [
        (attacks::rook(m.from(), board.occupied()), board.role(Role::Rook) | board.role(Role::Queen)),
        (attacks::bishop(m.from(), board.occupied()), board.role(Role::Bishop) | board.role(Role::Queen)),
    ];
    seen_from.into_iter().any(|(rays, sliders)| {
        (rays & sliders & own).into_iter().any(|slider| {
            let line = attacks::line(slider, m.from());
            // Nothing but the moving piece stands between slider and target.
            !line.has(m.to())
                && (rays & goals & line).into_iter().any(|goal| attacks::between(slider, goal).has(m.from()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::San;

    fn read(fen: &str, san: &str) -> (Position, Move) {
        let position: Position = fen.parse().unwrap();
        let m = san.parse::<San>().unwrap().resolve(&position).unwrap();
        (position, m)
    }

    #[test]
    fn difficulty_orders_moves() {
        let harder = |fen: &str, hard: &str, easy: &str| {
            let of = |san: &str| {
                let (position, m) = read(fen, san);
                difficulty(&position, m)
            };
            assert!(of(hard) > of(easy), "{fen}: {hard} {} {easy} {}", of(hard), of(easy));
        };
        let open = "4k3/8/8/8/3N4/8/8/B3K2R w K - 0 1";
        harder(open, "Nb3", "Nb5");
        harder(open, "Rh8+", "Rh2");
        harder("7q/8/8/8/3N4/k7/8/B3K3 w - - 0 1", "Nf5", "Bb2+");
        harder("8/8/8/7k/8/8/8/K6B w - - 0 1", "Ba8", "Bg2");
        harder("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N", "a8=Q");
        harder("4k3/8/8/2pPp3/8/8/8/4K3 w - e6 0 1", "dxe6", "d6");
        harder("4k3/8/2p5/3n4/4P3/8/8/3RK3 w - - 0 1", "Rxd5", "exd5");
    }

    #[test]
    fn discovered_attacks_are_detected() {
        let check = |fen: &str, san: &str, expected: bool| {
            let (position, m) = read(fen, san);
            assert_eq!(is_discovered_attack(&position, m), expected, "{fen} {san}");
        };
        let fen = "7q/8/8/8/3N4/k7/8/B3K3 w - - 0 1";
        check(fen, "Nf5", true);
        check(fen, "Bb2+", false);
        check("7n/8/8/8/3N4/k7/8/B3K3 w - - 0 1", "Nf5", false);
        check("4r2k/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e5", false);
        check("4r2k/8/8/3p4/4P3/8/8/K3R3 w - - 0 1", "exd5", true);
    }

    #[test]
    fn overlooked_moves_depend_on_the_seed() {
        let (position, m) = read("4k3/8/8/8/3N4/8/8/4K2R w K - 0 1", "Nb3");
        let missed =
            |chance: f64| (0..1000).filter(|&seed| is_overlooked(seed, position.turn(), m, chance)).count();
        assert_eq!(missed(0.0), 0);
        assert!((250..350).contains(&missed(0.3)));
        assert!((930..970).contains(&missed(7.0)));
        assert!(ply_factor(0) == ply_factor(1) && ply_factor(2) < ply_factor(3));
    }
}
