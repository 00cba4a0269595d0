//! Meshes of the pieces.

use rules::Role;

use crate::mesh::Mesh;
use crate::quality::Quality;
use crate::{knight, turned_pieces};

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
