//! Endgame knowledge: scale factors, material draws and mop-up evaluation.

use rules::{Bitboard, ByColor, Color, Square};

use super::side_pieces::SidePieces;

/// Scale factor of a full advantage.
pub(crate) const SCALE_FULL: i32 = 64;

/// True with bare kings or a single minor piece.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn is_material_draw(pieces: &ByColor<SidePieces>) -> bool {
    let rest =
        pieces.white.pawns | pieces.black.pawns | heavy_pieces(&pieces.white) | heavy_pieces(&pieces.black);
    rest.is_empty() && (pieces.white.minors() | pieces.black.minors()).count() <= 1
}

/// Scale factor of the endgame value, in 64ths.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn scale_factor(pieces: &ByColor<SidePieces>, stronger: Color) -> i32 {
    let (strong, weak) = (&pieces[stronger], &pieces[!stronger]);
    let pawns = strong.pawns.count() as i32;
    if pawns == 0 {
        let lead = material_points(strong) - material_points(weak);
        let two_knights =
            heavy_pieces(strong).is_empty() && strong.bishops.is_empty() && strong.knights.count() <= 2;
        if material_points(strong) <= 3 || two_knights {
            return 0;
        }
        if lead <= 3 {
            return 12;
        }
    }
    if opposite_bishops(strong, weak) {
        let bishops_only =
            (heavy_pieces(strong) | heavy_pieces(weak) | strong.knights | weak.knights).is_empty();
        return if bishops_only { 18 + 4 * pawns.min(5) } else { 44 + 2 * pawns.min(8) };
    }
    (44 + 4 * pawns).min(SCALE_FULL)
}

/// Mop-up evaluation for White: drives a bare king to the edge, or to the bishop's corner, and brings the
/// kings together. `None` unless one side has a bare king and the other enough material to mate.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn mop_up(pieces: &ByColor<SidePieces>) -> Option<i32> {
    let is_bare = |color: &Color| !pieces[*color].all.more_than_one();
    let loser = Color::ALL.into_iter().find(is_bare)?;
    let (strong, weak) = (&pieces[!loser], &pieces[loser]);
    let pair = (strong.bishops & Bitboard::LIGHT).any() && (strong.bishops & Bitboard::DARK).any();
    let bishop_and_knight = strong.bishops.any() && strong.knights.any();
    if !(heavy_pieces(strong).any() || pair || bishop_and_knight) {
        return None;
    }
    let material = 100 * (material_points(strong) + strong.pawns.count() as i32);
    let near = 14 - manhattan_distance(strong.king, weak.king);
    let out = if heavy_pieces(strong).is_empty() && !pair && strong.pawns.is_empty() {
        40 * corner_proximity(weak.king, (strong.bishops & Bitboard::LIGHT).any())
    } else {
        10 * center_distance(weak.king)
    };
    let value = 1500 + material + out + 8 * near;
    Some(if loser == Color::Black { value } else { -value })
}

fn heavy_pieces(pieces: &SidePieces) -> Bitboard {
    pieces.rooks | pieces.queens
}

/// Material without pawns: minor pieces 3, rooks 5, queens 9.
fn material_points(pieces: &SidePieces) -> i32 {
    (3 * pieces.minors().count() + 5 * pieces.rooks.count() + 9 * pieces.queens.count()) as i32
}

fn opposite_bishops(strong: &SidePieces, weak: &SidePieces) -> bool {
    let light = |pieces: &SidePieces| pieces.bishops.single().map(Square::is_light);
    matches!((light(strong), light(weak)), (Some(a), Some(b)) if a != b)
}

/// Manhattan distance.
fn manhattan_distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files + ranks
}

/// Distance from the centre, from 0 to 12 in a corner.
fn center_distance(king: Square) -> i32 {
    let from_centre = |at: i32| if at < 4 { 3 - at } else { at - 4 };
    let (file, rank) = (from_centre(king.file() as i32), from_centre(king.rank() as i32));
    2 * file.max(rank) + file + rank
}

/// Proximity to the corners of the bishop's colour: 7 in them, 0 on the diagonal between the others.
fn corner_proximity(king: Square, are_light: bool) -> i32 {
    let (file, rank) = (king.file() as i32, king.rank() as i32);
    if are_light { (file - rank).abs() } else { (7 - file - rank).abs() }
}
