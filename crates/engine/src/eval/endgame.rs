//! What is known about endings: how much of an advantage can be won at all, and how to drive a bare king to mate.

use rules::{Bitboard, ByColor, Color, Square};

use super::men::Men;

/// An advantage counts in full.
pub(crate) const FULL: i32 = 64;

/// Whether neither side could mate even with help: bare kings, or one minor piece.
pub(crate) fn is_dead(men: &ByColor<Men>) -> bool {
    let rest = men.white.pawns | men.black.pawns | heavy(&men.white) | heavy(&men.black);
    rest.is_empty() && (men.white.minors() | men.black.minors()).count() <= 1
}

/// How much of the endgame's advantage the stronger side can hope to keep, in 64ths.
pub(crate) fn scale(men: &ByColor<Men>, stronger: Color) -> i32 {
    let (strong, weak) = (&men[stronger], &men[!stronger]);
    let pawns = strong.pawns.count() as i32;
    if pawns == 0 {
        let lead = worth(strong) - worth(weak);
        let two_knights =
            heavy(strong).is_empty() && strong.bishops.is_empty() && strong.knights.count() <= 2;
        if worth(strong) <= 3 || two_knights {
            return 0;
        }
        if lead <= 3 {
            return 12;
        }
    }
    if opposite_bishops(strong, weak) {
        let alone = (heavy(strong) | heavy(weak) | strong.knights | weak.knights).is_empty();
        return if alone { 18 + 4 * pawns.min(5) } else { 44 + 2 * pawns.min(8) };
    }
    (44 + 4 * pawns).min(FULL)
}

/// If one side has only its king left against enough to mate: what that is worth to White, the more the nearer the mate is.
/// `None` for all other endings.
pub(crate) fn drive_to_mate(men: &ByColor<Men>) -> Option<i32> {
    let is_bare = |color: &Color| !men[*color].all.more_than_one();
    let loser = Color::ALL.into_iter().find(is_bare)?;
    let (strong, weak) = (&men[!loser], &men[loser]);
    let pair = (strong.bishops & Bitboard::LIGHT).any() && (strong.bishops & Bitboard::DARK).any();
    let bishop_and_knight = strong.bishops.any() && strong.knights.any();
    if !(heavy(strong).any() || pair || bishop_and_knight) {
        return None;
    }
    let material = 100 * (worth(strong) + strong.pawns.count() as i32);
    let near = 14 - distance(strong.king, weak.king);
    let out = if heavy(strong).is_empty() && !pair && strong.pawns.is_empty() {
        40 * towards_corners(weak.king, (strong.bishops & Bitboard::LIGHT).any())
    } else {
        10 * edge(weak.king)
    };
    let value = 1500 + material + out + 8 * near;
    Some(if loser == Color::Black { value } else { -value })
}

fn heavy(men: &Men) -> Bitboard {
    men.rooks | men.queens
}

/// In minor pieces' thirds, as beginners count.
fn worth(men: &Men) -> i32 {
    (3 * men.minors().count() + 5 * men.rooks.count() + 9 * men.queens.count()) as i32
}

fn opposite_bishops(strong: &Men, weak: &Men) -> bool {
    let light = |men: &Men| men.bishops.single().map(Square::is_light);
    matches!((light(strong), light(weak)), (Some(a), Some(b)) if a != b)
}

/// Steps along files and ranks.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files + ranks
}

/// How far a king has been driven out, 0 in the centre and 12 in a corner.
fn edge(king: Square) -> i32 {
    let from_centre = |at: i32| if at < 4 { 3 - at } else { at - 4 };
    let (file, rank) = (from_centre(king.file() as i32), from_centre(king.rank() as i32));
    2 * file.max(rank) + file + rank
}

/// How near a king is to the corners that a bishop of some colour can attack: 7 there, 0 on the diagonal between the others.
fn towards_corners(king: Square, are_light: bool) -> i32 {
    let (file, rank) = (king.file() as i32, king.rank() as i32);
    if are_light { (file - rank).abs() } else { (7 - file - rank).abs() }
}
