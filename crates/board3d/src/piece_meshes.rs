//! Meshes of the pieces, and the quality levels.

use rules::Role;

use crate::mesh::Mesh;
use crate::{knight, turned_pieces};

/// Quality level of meshes, shaders and resolution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quality {
    /// For slow machines, and for tests.
    Low,
    /// For most machines.
    Medium,
    /// For fast machines.
    High,
}

impl Quality {
    /// All levels, lowest first.
    pub const ALL: [Quality; 3] = [Quality::Low, Quality::Medium, Quality::High];

    /// The value of the element's `quality` attribute.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Quality::Low => "low",
            Quality::Medium => "medium",
            Quality::High => "high",
        }
    }

    /// Parses a [`name`](Quality::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Quality> {
        Quality::ALL.into_iter().find(|quality| quality.name() == name)
    }

    /// Maximum number of canvas pixels per CSS pixel, in each direction.
    #[must_use]
    pub const fn max_pixel_ratio(self) -> f32 {
        match self {
            Quality::Low => 1.0,
            Quality::Medium => 1.5,
            Quality::High => 2.0,
        }
    }
}

/// The mesh of a piece at the origin. Knights look along `x`.
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
