//! What the evaluation looks at: every term has a name and a place in one long table, so that the tuner can treat all
//! of them alike.

#![allow(unreachable_pub, reason = "with the feature `tuning` these are public")]

use super::tapered_score::TaperedScore;

/// Terms that belong together, next to each other in the table.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What it is about.
    pub name: &'static str,
    /// Where it begins in the table.
    pub start: usize,
    /// How many terms it has.
    pub len: usize,
}

impl Group {
    const fn first(name: &'static str, len: usize) -> Group {
        Group { name, start: 0, len }
    }

    const fn then(self, name: &'static str, len: usize) -> Group {
        Group { name, start: self.start + self.len, len }
    }
}

/// Kinds of square on which the own king may stand, for the first table.
pub const OWN_KING_BUCKETS: usize = 8;
/// Kinds of square on which the enemy's king may stand, for the second table.
pub const ENEMY_KING_BUCKETS: usize = 8;

/// A piece on its square, by where the own king stands. Material is in here.
pub const PSQT_OWN_KING: Group = Group::first("piece by own king", OWN_KING_BUCKETS * 6 * 64);
/// A piece on its square, by where the enemy's king stands; kings themselves have no part here.
pub const PSQT_ENEMY_KING: Group = PSQT_OWN_KING.then("piece by enemy king", ENEMY_KING_BUCKETS * 5 * 64);
/// By the number of safe squares a knight reaches.
pub const KNIGHT_MOBILITY: Group = PSQT_ENEMY_KING.then("knight mobility", 9);
/// By the number of safe squares a bishop reaches.
pub const BISHOP_MOBILITY: Group = KNIGHT_MOBILITY.then("bishop mobility", 14);
/// By the number of safe squares a rook reaches.
pub const ROOK_MOBILITY: Group = BISHOP_MOBILITY.then("rook mobility", 15);
/// By the number of safe squares a queen reaches.
pub const QUEEN_MOBILITY: Group = ROOK_MOBILITY.then("queen mobility", 28);
/// Two bishops.
pub const BISHOP_PAIR: Group = QUEEN_MOBILITY.then("bishop pair", 1);
/// A bishop by the number of own pawns on squares of its colour.
pub const BISHOP_PAWNS: Group = BISHOP_PAIR.then("bishop and pawns on its colour", 9);
/// A knight by the number of own pawns.
pub const KNIGHT_PAWNS: Group = BISHOP_PAWNS.then("knight and pawns", 9);
/// A rook by the number of own pawns.
pub const ROOK_PAWNS: Group = KNIGHT_PAWNS.then("rook and pawns", 9);
/// A rook on a file without own pawns, then on one without any.
pub const ROOK_FILE: Group = ROOK_PAWNS.then("rook on half-open, open file", 2);
/// A knight, then a bishop, where a pawn holds it and no enemy pawn can drive it away.
pub const OUTPOST: Group = ROOK_FILE.then("outpost of knight, bishop", 2);
/// A knight or bishop right behind a pawn.
pub const MINOR_BEHIND_PAWN: Group = OUTPOST.then("minor piece behind a pawn", 1);
/// A pawn without neighbours, by its distance from the edge.
pub const ISOLATED: Group = MINOR_BEHIND_PAWN.then("isolated pawn", 4);
/// A pawn with an own pawn in front.
pub const DOUBLED: Group = ISOLATED.then("doubled pawn", 1);
/// A pawn that cannot be helped and cannot advance: on a closed file, then on a half-open one.
pub const BACKWARD: Group = DOUBLED.then("backward pawn on closed, half-open file", 2);
/// Pawns side by side, by rank.
pub const PHALANX: Group = BACKWARD.then("pawns side by side", 8);
/// A pawn held by a pawn, by rank.
pub const SUPPORTED: Group = PHALANX.then("pawn held by a pawn", 8);
/// A passed pawn, by rank.
pub const PASSED: Group = SUPPORTED.then("passed pawn", 8);
/// A passed pawn with a piece in its way, by rank.
pub const PASSED_BLOCKED: Group = PASSED.then("blocked passed pawn", 8);
/// A passed pawn that can step safely, by rank.
pub const PASSED_SAFE: Group = PASSED_BLOCKED.then("passed pawn with a safe step", 8);
/// A passed pawn whose whole way is free and safe, by rank.
pub const PASSED_FREE: Group = PASSED_SAFE.then("passed pawn with a free way", 8);
/// An advanced passed pawn, by the distance of the own king.
pub const PASSED_OWN_KING: Group = PASSED_FREE.then("passed pawn and own king", 8);
/// An advanced passed pawn, by the distance of the enemy's king.
pub const PASSED_ENEMY_KING: Group = PASSED_OWN_KING.then("passed pawn and enemy king", 8);
/// The nearest own pawn in front of the king, by file from the edge and by distance; 0 for none.
pub const KING_SHELTER: Group = PASSED_ENEMY_KING.then("shelter of the king", 32);
/// The nearest enemy pawn in front of the king, by file from the edge and by distance; 0 for none.
pub const PAWN_STORM: Group = KING_SHELTER.then("storm against the king", 32);
/// What is aimed at the enemy's king, in units.
pub const KING_DANGER: Group = PAWN_STORM.then("attack on the king", KING_DANGER_UNITS);
/// More units than this are counted as this many.
pub const KING_DANGER_UNITS: usize = 64;
/// Squares from which knight, bishop, rook, queen can safely give check.
pub const SAFE_CHECK: Group = KING_DANGER.then("safe check of knight, bishop, rook, queen", 4);
/// A pawn attacks a knight, bishop, rook, queen.
pub const PAWN_THREAT: Group = SAFE_CHECK.then("pawn attacks knight, bishop, rook, queen", 4);
/// A knight or bishop attacks a pawn that is not held, or a piece.
pub const MINOR_THREAT: Group = PAWN_THREAT.then("minor attacks loose pawn, knight, bishop, rook, queen", 5);
/// A rook attacks a pawn that is not held, or a piece.
pub const ROOK_THREAT: Group = MINOR_THREAT.then("rook attacks loose pawn, knight, bishop, rook, queen", 5);
/// A king attacks something that is not held.
pub const KING_THREAT: Group = ROOK_THREAT.then("king attacks something loose", 1);
/// A piece is attacked and not held.
pub const HANGING: Group = KING_THREAT.then("hanging piece", 1);
/// A pawn can step safely and then attacks a piece.
pub const PUSH_THREAT: Group = HANGING.then("safe push that attacks a piece", 1);
/// A square that the enemy attacks and may not use.
pub const RESTRICTED: Group = PUSH_THREAT.then("restricted square", 1);
/// It is this side's move.
pub const TEMPO: Group = RESTRICTED.then("the move", 1);

/// How many terms there are.
pub const TERM_COUNT: usize = TEMPO.start + TEMPO.len;

/// All groups in order.
#[cfg(any(test, feature = "tuning"))]
pub const GROUPS: [Group; 36] = [
    PSQT_OWN_KING,
    PSQT_ENEMY_KING,
    KNIGHT_MOBILITY,
    BISHOP_MOBILITY,
    ROOK_MOBILITY,
    QUEEN_MOBILITY,
    BISHOP_PAIR,
    BISHOP_PAWNS,
    KNIGHT_PAWNS,
    ROOK_PAWNS,
    ROOK_FILE,
    OUTPOST,
    MINOR_BEHIND_PAWN,
    ISOLATED,
    DOUBLED,
    BACKWARD,
    PHALANX,
    SUPPORTED,
    PASSED,
    PASSED_BLOCKED,
    PASSED_SAFE,
    PASSED_FREE,
    PASSED_OWN_KING,
    PASSED_ENEMY_KING,
    KING_SHELTER,
    PAWN_STORM,
    KING_DANGER,
    SAFE_CHECK,
    PAWN_THREAT,
    MINOR_THREAT,
    ROOK_THREAT,
    KING_THREAT,
    HANGING,
    PUSH_THREAT,
    RESTRICTED,
    TEMPO,
];

/// What each term is worth. The tuner writes the file.
pub(crate) static VALUES: [TaperedScore; TERM_COUNT] = parse_values(include_bytes!("values.txt"));

/// Reads pairs of numbers while compiling; lines that begin with `#` name the group that follows.
const fn parse_values(text: &[u8]) -> [TaperedScore; TERM_COUNT] {
    let mut values = [TaperedScore::ZERO; TERM_COUNT];
    let mut found = 0;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'#' => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            b' ' | b'\n' | b',' => at += 1,
            _ => {
                let (middlegame, end) = parse_number(text, at);
                let (endgame, end) = parse_number(text, end + 1);
                values[found] = TaperedScore::new(middlegame, endgame);
                found += 1;
                at = end;
            }
        }
    }
    assert!(found == TERM_COUNT, "the file has a pair of numbers for every term");
    values
}

/// A number at a place, and the place behind it.
const fn parse_number(text: &[u8], start: usize) -> (i16, usize) {
    let mut at = start;
    let negative = text[at] == b'-';
    if negative {
        at += 1;
    }
    let first = at;
    let mut value = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        value = value * 10 + (text[at] - b'0') as i16;
        at += 1;
    }
    assert!(at > first, "a number has digits");
    (if negative { -value } else { value }, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_contiguous() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, TERM_COUNT);
    }
}
