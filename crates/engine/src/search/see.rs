//! Static Exchange Evaluation (SEE): the material balance of a move when both sides keep capturing on its
//! square, least valuable attacker first.

use rules::cpu::Cpu;
use rules::{Bitboard, Color, Move, Position, Role};

/// Value of a piece in exchanges, in centipawns.
#[inline(always)]
pub(crate) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// Material gained by the move itself.
#[inline(always)]
fn immediate_gain(m: Move) -> i32 {
    let taken = m.capture().map_or(0, piece_value);
    taken + m.promotion().map_or(0, |role| piece_value(role) - piece_value(Role::Pawn))
}

/// True if the exchange started by `m` gains at least `threshold` centipawns.
pub(crate) fn see_ge<C: Cpu>(position: &Position, m: Move, threshold: i32) -> bool {
    if m.is_castle() {
        return threshold <= 0;
    }
    let mut balance = immediate_gain(m) - threshold;
    if balance < 0 {
        return false;
    }
    // Still good enough if the moved piece is lost for nothing.
    balance -= piece_value(m.promotion().unwrap_or(m.role()));
    if balance >= 0 {
        return true;
    }
    C::run(
        #[inline(always)]
        move || wins_exchange::<C>(position, m, balance),
    )
}

/// Plays the exchange out. `balance` is what remains above the threshold if the moved piece is lost.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn wins_exchange<C: Cpu>(position: &Position, m: Move, mut balance: i32) -> bool {
    let board = position.board();
    let square = m.to();
    let mut occupied = board.occupied().without(m.from().bitboard()).with(square);
    if let Some(taken) = m.capture_square().filter(|&taken| taken != square) {
        occupied = occupied.without(taken.bitboard());
    }
    let diagonals = board.role(Role::Bishop) | board.role(Role::Queen);
    let straights = board.role(Role::Rook) | board.role(Role::Queen);
    let mut attackers = (board.attackers_on::<C>(square, Color::White, occupied)
        | board.attackers_on::<C>(square, Color::Black, occupied))
        & occupied;
    let mut side = !position.turn();
    loop {
        let own_attackers = attackers & board.color(side);
        let Some((role, from)) = least_valuable_attacker(position, own_attackers) else { break };
        // A king may not capture a defended piece.
        if role == Role::King && (attackers & board.color(!side)).any() {
            break;
        }
        occupied = occupied.without(from);
        attackers = attackers.without(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= C::bishop(square, occupied) & diagonals & occupied;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= C::rook(square, occupied) & straights & occupied;
        }
        side = !side;
        balance = -balance - 1 - piece_value(role);
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot continue has lost the exchange.
    side != position.turn()
}

#[inline(always)]
fn least_valuable_attacker(position: &Position, set: Bitboard) -> Option<(Role, Bitboard)> {
    if set.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| {
        let square = (set & position.board().role(role)).first()?;
        Some((role, square.bitboard()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::San;
    use rules::cpu::Baseline;

    #[track_caller]
    fn check(fen: &str, san: &str, expected: i32) {
        let position: Position = fen.parse().unwrap();
        let m = san.parse::<San>().unwrap().resolve(&position).unwrap();
        assert!(see_ge::<Baseline>(&position, m, expected), "{fen} {san} gains {expected}");
        assert!(!see_ge::<Baseline>(&position, m, expected + 1), "{fen} {san} gains no more than {expected}");
    }

    #[test]
    fn see_of_known_exchanges() {
        let (pawn, knight, bishop, rook, queen) = (100, 320, 330, 500, 950);
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", pawn);
        check("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
        check("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", pawn - rook);
        check("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn);
        check("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn - rook);
        check("4k3/8/8/3n4/8/8/8/B2QK3 w - - 0 1", "Qxd5", knight);
        check("4k3/5b2/8/3n4/8/8/6B1/4K3 w - - 0 1", "Bxd5", knight - bishop);
        check("4k3/8/8/2b5/3q4/4B3/8/4K3 w - - 0 1", "Bxd4", queen - bishop);
        check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", 0);
        check("4k3/8/8/8/8/5b2/8/4K2R w - - 0 1", "Rh3", 0);
        check("4k3/8/8/8/6b1/8/8/4K2R w - - 0 1", "Rh3", -rook);
        check("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "cxd6", pawn);
        check("4k3/2p5/8/2Pp4/8/8/8/4K3 w - d6 0 1", "cxd6", 0);
        check("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q", rook + queen - pawn);
        check("8/4Pk2/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", -pawn);
        check("8/8/3k4/3p4/4K3/8/8/8 w - - 0 1", "Kf5", 0);
        check("8/8/4k3/3p4/4K3/8/8/3R4 w - - 0 1", "Rxd5", pawn);
    }
}
