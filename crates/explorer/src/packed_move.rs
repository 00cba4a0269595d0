//! A move as 15 bits: from, to and promotion.

use rules::{Move, Position, Role};

/// A move without its position: from square, to square and promotion. Castling is the king's move to the g- or c-file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PackedMove(u16);

impl PackedMove {
    /// Number of bits.
    pub(crate) const BITS: u32 = 15;

    pub(crate) fn new(m: Move) -> PackedMove {
        let to = match m.castling_side() {
            Some(side) => side.king_to(m.from().rank()),
            None => m.to(),
        };
        let promotion = match m.promotion() {
            None => 0,
            Some(Role::Knight) => 1,
            Some(Role::Bishop) => 2,
            Some(Role::Rook) => 3,
            Some(_) => 4,
        };
        PackedMove(m.from() as u16 | (to as u16) << 6 | promotion << 12)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The move with these bits; higher bits are ignored.
    pub(crate) const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits & ((1 << PackedMove::BITS) - 1))
    }

    /// The legal move of a position.
    pub(crate) fn resolve(self, position: &Position) -> Option<Move> {
        position.legal_moves().into_iter().find(|&m| PackedMove::new(m) == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves_are_distinct_and_resolve_to_themselves() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
        ] {
            let position: Position = fen.parse().unwrap();
            for m in position.legal_moves() {
                let packed = PackedMove::new(m);
                assert_eq!(PackedMove::from_bits(packed.bits()), packed);
                assert_eq!(packed.resolve(&position), Some(m), "{fen} {m:?}");
            }
        }
    }
}
