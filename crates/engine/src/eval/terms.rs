//! Evaluation terms. All terms lie in one table, so that the tuner can treat them alike.

#![allow(unreachable_pub, reason = "with the feature `tuning` these are public")]

use super::tapered_score::TaperedScore;

/// A group of consecutive terms.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Name in `values.txt`.
    pub name: &'static str,
    /// Index of the first term.
    pub start: usize,
    /// Number of terms.
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

/// Number of buckets of the own king.
pub const OWN_KING_BUCKETS: usize = 8;
/// Number of buckets of the enemy king.
pub const ENEMY_KING_BUCKETS: usize = 8;

/// Piece-square table by bucket of the own king; includes material.
pub const PSQT_OWN_KING: Group = Group::first("piece by own king", OWN_KING_BUCKETS * 6 * 64);
/// Piece-square table by bucket of the enemy king, without kings.
pub const PSQT_ENEMY_KING: Group = PSQT_OWN_KING.then("piece by enemy king", ENEMY_KING_BUCKETS * 5 * 64);
/// Knight mobility by number of squares.
pub const KNIGHT_MOBILITY: Group = PSQT_ENEMY_KING.then("knight mobility", 9);
/// Bishop mobility by number of squares.
pub const BISHOP_MOBILITY: Group = KNIGHT_MOBILITY.then("bishop mobility", 14);
/// Rook mobility by number of squares.
pub const ROOK_MOBILITY: Group = BISHOP_MOBILITY.then("rook mobility", 15);
/// Queen mobility by number of squares.
pub const QUEEN_MOBILITY: Group = ROOK_MOBILITY.then("queen mobility", 28);
/// Bishop pair.
pub const BISHOP_PAIR: Group = QUEEN_MOBILITY.then("bishop pair", 1);
/// Bishop, by number of own pawns on its colour.
pub const BISHOP_PAWNS: Group = BISHOP_PAIR.then("bishop and pawns on its colour", 9);
/// Knight, by number of own pawns.
pub const KNIGHT_PAWNS: Group = BISHOP_PAWNS.then("knight and pawns", 9);
/// Rook, by number of own pawns.
pub const ROOK_PAWNS: Group = KNIGHT_PAWNS.then("rook and pawns", 9);
/// Rook on a half-open file, then on an open file.
pub const ROOK_FILE: Group = ROOK_PAWNS.then("rook on half-open, open file", 2);
/// Knight, then bishop, on an outpost.
pub const OUTPOST: Group = ROOK_FILE.then("outpost of knight, bishop", 2);
/// Minor piece behind a pawn.
pub const MINOR_BEHIND_PAWN: Group = OUTPOST.then("minor piece behind a pawn", 1);
/// Isolated pawn, by distance of its file from the edge.
pub const ISOLATED: Group = MINOR_BEHIND_PAWN.then("isolated pawn", 4);
/// Doubled pawn.
pub const DOUBLED: Group = ISOLATED.then("doubled pawn", 1);
/// Backward pawn on a closed file, then on a half-open file.
pub const BACKWARD: Group = DOUBLED.then("backward pawn on closed, half-open file", 2);
/// Phalanx, by rank.
pub const PHALANX: Group = BACKWARD.then("pawns side by side", 8);
/// Pawn defended by a pawn, by rank.
pub const SUPPORTED: Group = PHALANX.then("pawn held by a pawn", 8);
/// Passed pawn, by rank.
pub const PASSED: Group = SUPPORTED.then("passed pawn", 8);
/// Blocked passed pawn, by rank.
pub const PASSED_BLOCKED: Group = PASSED.then("blocked passed pawn", 8);
/// Passed pawn whose stop square is free and safe, by rank.
pub const PASSED_SAFE: Group = PASSED_BLOCKED.then("passed pawn with a safe step", 8);
/// Passed pawn whose whole front span is free and safe, by rank.
pub const PASSED_FREE: Group = PASSED_SAFE.then("passed pawn with a free way", 8);
/// Advanced passed pawn, by distance of the own king.
pub const PASSED_OWN_KING: Group = PASSED_FREE.then("passed pawn and own king", 8);
/// Advanced passed pawn, by distance of the enemy king.
pub const PASSED_ENEMY_KING: Group = PASSED_OWN_KING.then("passed pawn and enemy king", 8);
/// Nearest own pawn in front of the king, by file from the edge and distance; 0 for none.
pub const KING_SHELTER: Group = PASSED_ENEMY_KING.then("shelter of the king", 32);
/// Nearest enemy pawn in front of the king, by file from the edge and distance; 0 for none.
pub const PAWN_STORM: Group = KING_SHELTER.then("storm against the king", 32);
/// Attack on the enemy king, by attack units.
pub const KING_DANGER: Group = PAWN_STORM.then("attack on the king", KING_DANGER_UNITS);
/// Number of entries of [`KING_DANGER`]; more units count as the last.
pub const KING_DANGER_UNITS: usize = 64;
/// Safe checking squares of knight, bishop, rook, queen.
pub const SAFE_CHECK: Group = KING_DANGER.then("safe check of knight, bishop, rook, queen", 4);
/// Pawn attacks a knight, bishop, rook, queen.
pub const PAWN_THREAT: Group = SAFE_CHECK.then("pawn attacks knight, bishop, rook, queen", 4);
/// Minor piece attacks an undefended pawn, or a knight, bishop, rook, queen.
pub const MINOR_THREAT: Group = PAWN_THREAT.then("minor attacks loose pawn, knight, bishop, rook, queen", 5);
/// Rook attacks an undefended pawn, or a knight, bishop, rook, queen.
pub const ROOK_THREAT: Group = MINOR_THREAT.then("rook attacks loose pawn, knight, bishop, rook, queen", 5);
/// King attacks an undefended piece or pawn.
pub const KING_THREAT: Group = ROOK_THREAT.then("king attacks something loose", 1);
/// Attacked and undefended piece.
pub const HANGING: Group = KING_THREAT.then("hanging piece", 1);
/// Safe pawn push that attacks a piece.
pub const PUSH_THREAT: Group = HANGING.then("safe push that attacks a piece", 1);
/// Square attacked by both sides that the enemy defends only once and without a pawn.
pub const RESTRICTED: Group = PUSH_THREAT.then("restricted square", 1);
/// Side to move (tempo).
pub const TEMPO: Group = RESTRICTED.then("the move", 1);

/// Number of terms.
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

/// Values of all terms. The tuner writes the file.
pub(crate) static VALUES: [TaperedScore; TERM_COUNT] = parse_values(include_bytes!("values.txt"));

/// Parses pairs of numbers at compile time; lines that begin with `#` are comments.
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

/// Parses the number at `start`; returns it and the index after it.
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
