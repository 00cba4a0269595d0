//! Static evaluation in centipawns for the side to move.
//!
//! [`Evaluator`] is the interface to the search. The hand-crafted evaluation (HCE) is a tapered sum of terms (`terms`), each
//! counted as White minus Black; the weights were tuned on self-play games. A network (`network`) takes its place if there is
//! one and the position has more than a few pieces; endgame knowledge comes before both.

mod endgame;
mod side_pieces;
mod pawns;
mod pieces;
mod king_relative_psqt;
mod bitboards;
mod king_shelter;
pub(crate) mod network;
mod network_accumulator;
mod accumulator;
pub(crate) mod terms;
mod threats;
#[cfg(feature = "tuning")]
pub(crate) mod trace;
mod tapered_score;

use std::sync::Arc;

use rules::cpu::Cpu;
use rules::{Bitboard, ByColor, Color, Position};

pub(crate) use bitboards::pawn_attacks;

use accumulator::{EvalAccumulator, Trace};
use network::Network;
use network_accumulator::NetworkEvaluator;
use pawns::PawnCache;
use side_pieces::SidePieces;
use terms::TEMPO;

/// Game phase of the starting position.
const FULL_PHASE: i32 = 24;

/// Evaluations are clamped to this range, below all mate scores.
pub(crate) const EVAL_LIMIT: i32 = 20_000;

/// Number of pieces up to which positions are evaluated by hand-crafted terms even if there is a network: it was trained on games
/// that were mostly decided before.
const HAND_CRAFTED_PIECES: u32 = 6;

/// Evaluates positions, with a cache for pawn structures.
pub(crate) struct Evaluator {
    pawns: PawnCache,
    network: Option<NetworkEvaluator>,
}

impl Evaluator {
    /// Evaluates with a network, or with hand-crafted terms if there is none.
    pub(crate) fn new(network: Option<Arc<Network>>) -> Evaluator {
        Evaluator { pawns: PawnCache::new(), network: network.map(NetworkEvaluator::new) }
    }

    /// Static evaluation for the side to move. `ply` selects the accumulator of the network: any value is correct, the ply of the
    /// search needs the fewest updates.
    pub(crate) fn evaluate<C: Cpu>(&mut self, position: &Position, ply: usize) -> i32 {
        C::run(
            #[inline(always)]
            move || self.evaluate_for_cpu::<C>(position, ply),
        )
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn evaluate_for_cpu<C: Cpu>(&mut self, position: &Position, ply: usize) -> i32 {
        let pieces = SidePieces::both(position);
        if endgame::is_material_draw(&pieces) {
            return 0;
        }
        if let Some(driven) = endgame::mop_up(&pieces) {
            // Not scaled by the fifty-move counter: older table entries would look better than progress
            // towards the mate.
            return if position.turn() == Color::White { driven } else { -driven };
        }
        let value = match &mut self.network {
            Some(network) if position.board().occupied().count() > HAND_CRAFTED_PIECES => {
                network.evaluate(position, ply)
            }
            _ => self.hand_crafted::<C>(&pieces, position.turn()),
        };
        // Scales the value down as the fifty-move counter grows.
        let left = 220 - i32::from(position.halfmoves().min(100));
        (value * left / 220).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn hand_crafted<C: Cpu>(&mut self, pieces: &ByColor<SidePieces>, turn: Color) -> i32 {
        let mut acc = EvalAccumulator::new(());
        let passed = self.pawns.add::<C>(&mut acc, pieces);
        add_pieces::<C, _>(&mut acc, pieces, &passed, turn);
        let white_value = taper(&acc, pieces);
        match turn {
            Color::White => white_value,
            Color::Black => -white_value,
        }
    }
}

/// Adds all terms that do not depend on pawns and kings alone.
#[inline(always)]
fn add_pieces<C: Cpu, T: Trace>(
    acc: &mut EvalAccumulator<T>,
    pieces: &ByColor<SidePieces>,
    passed: &ByColor<Bitboard>,
    turn: Color,
) {
    let white = pieces::add::<C, _>(acc, pieces, Color::White);
    let black = pieces::add::<C, _>(acc, pieces, Color::Black);
    let attack_map = ByColor { white, black };
    for us in Color::ALL {
        threats::add_threats(acc, pieces, &attack_map, us);
        threats::add_king_attack::<C, _>(acc, pieces, &attack_map, us);
        threats::add_passed(acc, pieces, &attack_map, passed, us);
    }
    acc.add(turn, TEMPO, 0);
}

/// Tapered evaluation for White: middlegame and endgame sums interpolated by game phase.
#[inline(always)]
fn taper<T>(acc: &EvalAccumulator<T>, pieces: &ByColor<SidePieces>) -> i32 {
    let endgame = acc.sum.endgame();
    let stronger = if endgame >= 0 { Color::White } else { Color::Black };
    let (phase, scale) = (phase(pieces), endgame::scale_factor(pieces, stronger));
    let endgame = endgame * scale / endgame::SCALE_FULL;
    (acc.sum.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
}

#[inline(always)]
fn phase(pieces: &ByColor<SidePieces>) -> i32 {
    (pieces.white.phase() + pieces.black.phase()).min(FULL_PHASE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::cpu::Baseline;
    use rules::{Board, Setup};

    const POSITIONS: [&str; 8] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - 0 1",
        "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
        "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        "6k1/4pp1p/3p2p1/P1pPb3/R7/1r2P1PP/3B1P2/6K1 w - - 0 1",
    ];

    fn mirrored(position: &Position, turn: impl Fn(rules::Square) -> rules::Square, swap: bool) -> Position {
        let mut board = Board::empty();
        for (square, piece) in position.board().iter() {
            let color = if swap { !piece.color } else { piece.color };
            board.set(turn(square), piece.role.of(color));
        }
        let side = if swap { !position.turn() } else { position.turn() };
        let setup = Setup { board, turn: side, halfmoves: position.halfmoves(), ..Setup::empty() };
        setup.position().unwrap()
    }

    #[test]
    fn evaluation_is_symmetric() {
        let mut evaluator = Evaluator::new(None);
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let value = evaluator.evaluate::<Baseline>(&position, 0);
            let other_side = mirrored(&position, rules::Square::flip_rank, true);
            assert_eq!(evaluator.evaluate::<Baseline>(&other_side, 0), value, "{fen}: sides");
            let other_wing = mirrored(&position, rules::Square::flip_file, false);
            assert_eq!(evaluator.evaluate::<Baseline>(&other_wing, 0), value, "{fen}: wings");
        }
    }

    #[test]
    fn the_pawn_cache_does_not_change_values() {
        let mut old = Evaluator::new(None);
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            for m in position.legal_moves() {
                let next = position.play_unchecked(m);
                let first = old.evaluate::<Baseline>(&next, 0);
                assert_eq!(old.evaluate::<Baseline>(&next, 0), first);
                assert_eq!(Evaluator::new(None).evaluate::<Baseline>(&next, 0), first, "{fen} {m:?}");
            }
        }
    }

    #[test]
    fn known_endings_are_evaluated() {
        let mut evaluator = Evaluator::new(None);
        let mut check = |fen: &str, range: std::ops::RangeInclusive<i32>| {
            let value = evaluator.evaluate::<Baseline>(&fen.parse().unwrap(), 0);
            assert!(range.contains(&value), "{fen}: {value}");
        };
        check("8/8/8/4k3/8/8/8/4K3 w - - 0 1", 0..=0);
        check("8/8/8/4k3/8/8/8/3NK3 w - - 0 1", 0..=0);
        check("8/8/8/4k3/8/8/8/2BNK3 w - - 0 1", 1000..=EVAL_LIMIT);
        check("8/8/8/4k3/8/8/8/3QK3 b - - 0 1", -EVAL_LIMIT..=-1000);
        check("8/8/8/4k3/8/8/8/2NNK3 w - - 0 1", -30..=60);
        check("8/8/8/2n1k3/8/8/8/3RK3 w - - 0 1", -60..=120);
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn traced_terms_sum_to_the_evaluation() {
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let Some(features) = trace::features(&position) else { continue };
            let sum = |value: fn(tapered_score::TaperedScore) -> i32| -> f32 {
                let terms = features.counts.iter();
                terms
                    .map(|&(term, count)| (value(terms::VALUES[usize::from(term)]) * i32::from(count)) as f32)
                    .sum()
            };
            let white = sum(tapered_score::TaperedScore::middlegame) * features.middlegame
                + sum(tapered_score::TaperedScore::endgame) * features.endgame;
            let fading = (220 - i32::from(position.halfmoves())) as f32 / 220.0;
            let value = Evaluator::new(None).evaluate::<Baseline>(&position, 0) as f32;
            let white_value = if position.turn() == Color::White { value } else { -value };
            assert!((white * fading - white_value).abs() <= 2.0, "{fen}: {white} {white_value}");
        }
    }
}
