//! The set: a body for each kind of piece.

use rules::Role;

use crate::mesh::Mesh;
use crate::{knight, turned_pieces};

/// How finely everything is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quality {
    /// For slow machines, and for tests.
    Low,
    /// For most.
    Medium,
    /// For those that can.
    High,
}

impl Quality {
    /// All, the coarsest first.
    pub const ALL: [Quality; 3] = [Quality::Low, Quality::Medium, Quality::High];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Quality::Low => "low",
            Quality::Medium => "medium",
            Quality::High => "high",
        }
    }

    /// Reads a [`name`](Quality::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Quality> {
        Quality::ALL.into_iter().find(|quality| quality.name() == name)
    }

    /// At most so many pixels are drawn for each pixel of a page, in each direction.
    #[must_use]
    pub const fn max_pixel_ratio(self) -> f32 {
        match self {
            Quality::Low => 1.0,
            Quality::Medium => 1.5,
            Quality::High => 2.0,
        }
    }
}

/// The body of a piece, standing on the middle of the board. A knight looks along `x`.
#[must_use]
pub fn piece_mesh(role: Role, quality: Quality) -> Mesh {
    match role {
        Role::Pawn => turned_pieces::pawn_mesh(quality),
        Role::Knight => knight::knight_mesh(quality),
        Role::Bishop => turned_pieces::bishop_mesh(quality),
        Role::Rook => turned_pieces::rook_mesh(quality),
        Role::Queen => turned_pieces::queen_mesh(quality),
        Role::King => turned_pieces::king_mesh(quality),
    }
}
