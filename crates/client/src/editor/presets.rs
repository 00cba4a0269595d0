//! Positions to begin with.

use rules::Setup;

/// A position to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// White gives the queen.
    QueenOdds,
    /// White gives the queen's rook.
    RookOdds,
    /// White gives the queen's knight.
    KnightOdds,
    /// White gives both knights.
    TwoKnightsOdds,
    /// Black gives the f-pawn, and White has the first move.
    PawnAndMove,
    /// King and queen against king.
    QueenMate,
    /// King and rook against king.
    RookMate,
    /// King, bishop and knight against king.
    BishopAndKnight,
    /// King and pawn against king.
    Pawn,
    /// Queen against a pawn that is about to promote.
    QueenAgainstPawn,
    /// Rook and pawn against rook, won.
    Lucena,
    /// Rook and pawn against rook, drawn.
    Philidor,
}

/// Kinds of presets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PresetGroup {
    /// One side begins with less.
    Odds,
    /// Endgames.
    Endings,
}

impl Preset {
    /// All presets, in the order in which they are offered.
    pub const ALL: [Preset; 12] = [
        Preset::KnightOdds,
        Preset::RookOdds,
        Preset::QueenOdds,
        Preset::TwoKnightsOdds,
        Preset::PawnAndMove,
        Preset::QueenMate,
        Preset::RookMate,
        Preset::BishopAndKnight,
        Preset::Pawn,
        Preset::QueenAgainstPawn,
        Preset::Lucena,
        Preset::Philidor,
    ];

    /// The group.
    #[must_use]
    pub const fn group(self) -> PresetGroup {
        match self {
            Preset::QueenOdds
            | Preset::RookOdds
            | Preset::KnightOdds
            | Preset::TwoKnightsOdds
            | Preset::PawnAndMove => PresetGroup::Odds,
            _ => PresetGroup::Endings,
        }
    }

    /// The position.
    #[must_use]
    pub fn setup(self) -> Setup {
        // A test parses all of them.
        self.fen().parse().unwrap_or_else(|_| Setup::start())
    }

    const fn fen(self) -> &'static str {
        match self {
            Preset::QueenOdds => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
            Preset::RookOdds => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
            Preset::KnightOdds => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
            Preset::TwoKnightsOdds => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
            Preset::PawnAndMove => "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Preset::QueenMate => "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
            Preset::RookMate => "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
            Preset::BishopAndKnight => "8/8/8/4k3/8/8/8/4KBN1 w - - 0 1",
            Preset::Pawn => "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
            Preset::QueenAgainstPawn => "Q7/8/8/8/8/8/3pk3/7K w - - 0 1",
            Preset::Lucena => "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
            Preset::Philidor => "4k3/7R/8/3KP3/8/8/8/r7 b - - 0 1",
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_legal_position() {
        for preset in Preset::ALL {
            let setup: Setup = preset.fen().parse().unwrap();
            assert!(setup.position().is_ok(), "{preset:?}: {}", setup.faults());
            assert_eq!(preset.setup(), setup);
        }
    }
}
