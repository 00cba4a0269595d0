//! Entries as bytes.
//!
//! An entry begins with its key, as the difference to the key before it in the block. Then follow 16 bits: a move, and the number
//! of the only game, which is the form of nearly all entries; or the highest bit and a count:
//!
//! - below 16: the number of listed games, each with number and move;
//! - from 16: 16 and the number of moves, each with counts, and then the listed games.

use crate::counts::{GameCounts, ResultCounts};
use crate::entry::{Entry, ListedGame, MAX_LISTED, MoveCounts};
use crate::game_record::GameNumber;
use crate::packed_move::PackedMove;
use crate::varint::{Cursor, write};

const SEVERAL: u16 = 1 << PackedMove::BITS;
const COUNTED: u16 = 16;

/// More moves than any position has.
const MAX_MOVES: u16 = 256;

const _: () = assert!(MAX_LISTED < COUNTED as usize);

/// Appends an entry. `before` is the key of the entry before it in the block, or 0.
pub(crate) fn encode(entry: &Entry, before: u64, out: &mut Vec<u8>) {
    write(entry.key.wrapping_sub(before), out);
    if let ([game], []) = (entry.games.as_slice(), entry.moves.as_slice()) {
        out.extend_from_slice(&game.m.bits().to_le_bytes());
        write(game.number.0.into(), out);
        return;
    }
    let games = entry.games.len() as u16;
    let kind = if entry.moves.is_empty() { games } else { COUNTED + entry.moves.len() as u16 };
    out.extend_from_slice(&(SEVERAL | kind).to_le_bytes());
    for MoveCounts { m, counts } in &entry.moves {
        out.extend_from_slice(&m.bits().to_le_bytes());
        let ResultCounts { white, draws, black, unknown } = counts.results;
        for count in [white, draws, black, unknown, counts.rated] {
            write(count.into(), out);
        }
        write(counts.rating_sum, out);
    }
    if !entry.moves.is_empty() {
        write(games.into(), out);
    }
    for game in &entry.games {
        out.extend_from_slice(&game.m.bits().to_le_bytes());
        write(game.number.0.into(), out);
    }
}

/// Reads an entry into `entry`, whose key is that of the entry before it in the block, or 0. `None` if the bytes are no entry.
pub(crate) fn decode(bytes: &mut Cursor<'_>, entry: &mut Entry) -> Option<()> {
    entry.key = entry.key.checked_add(bytes.varint()?)?;
    entry.games.clear();
    entry.moves.clear();
    let head = bytes.u16()?;
    if head & SEVERAL == 0 {
        entry.games.push(listed_game(bytes, head)?);
        return Some(());
    }
    let kind = head & !SEVERAL;
    let mut games = u64::from(kind);
    if kind >= COUNTED {
        for _ in 0..Some(kind - COUNTED).filter(|moves| (1..=MAX_MOVES).contains(moves))? {
            let m = PackedMove::from_bits(bytes.u16()?);
            entry.moves.push(MoveCounts { m, counts: counts(bytes)? });
        }
        games = bytes.varint()?;
    }
    if games > MAX_LISTED as u64 {
        return None;
    }
    for _ in 0..games {
        let m = bytes.u16()?;
        entry.games.push(listed_game(bytes, m)?);
    }
    Some(())
}

fn listed_game(bytes: &mut Cursor<'_>, m: u16) -> Option<ListedGame> {
    Some(ListedGame { number: GameNumber(bytes.varint_u32()?), m: PackedMove::from_bits(m) })
}

fn counts(bytes: &mut Cursor<'_>) -> Option<GameCounts> {
    let results = ResultCounts {
        white: bytes.varint_u32()?,
        draws: bytes.varint_u32()?,
        black: bytes.varint_u32()?,
        unknown: bytes.varint_u32()?,
    };
    Some(GameCounts { results, rated: bytes.varint_u32()?, rating_sum: bytes.varint()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(numbers: &[u32]) -> Vec<ListedGame> {
        let game = |&number: &u32| ListedGame {
            number: GameNumber(number),
            m: PackedMove::from_bits(0x7FFF - number as u16 % 5),
        };
        numbers.iter().map(game).collect()
    }

    fn counted(moves: u16) -> Vec<MoveCounts> {
        let counts = |index: u16| GameCounts {
            results: ResultCounts { white: u32::from(index), draws: 0, black: u32::MAX, unknown: 3 },
            rated: 5,
            rating_sum: 12_345,
        };
        (0..moves)
            .map(|index| MoveCounts { m: PackedMove::from_bits(index), counts: counts(index) })
            .collect()
    }

    #[test]
    fn entries_round_trip_and_shortened_ones_are_refused() {
        let entries = [
            Entry { key: 3, games: listed(&[0]), moves: Vec::new() },
            Entry { key: 4, games: listed(&[1, 70_000, u32::MAX]), moves: Vec::new() },
            Entry { key: 1 << 63, games: listed(&[9, 8, 7, 6]), moves: counted(1) },
            Entry { key: u64::MAX, games: listed(&[5]), moves: counted(218) },
        ];
        let mut bytes = Vec::new();
        let mut ends = Vec::new();
        let mut before = 0;
        for entry in &entries {
            encode(entry, before, &mut bytes);
            before = entry.key;
            ends.push(bytes.len());
        }
        let mut cursor = Cursor::new(&bytes);
        let mut entry = Entry::default();
        for expected in &entries {
            decode(&mut cursor, &mut entry).unwrap();
            assert_eq!(&entry, expected);
        }
        assert!(cursor.is_empty());
        for length in 0..bytes.len() {
            let mut cursor = Cursor::new(&bytes[..length]);
            let mut entry = Entry::default();
            let whole = ends.iter().filter(|&&end| end <= length).count();
            (0..whole).for_each(|_| decode(&mut cursor, &mut entry).unwrap());
            assert!(decode(&mut cursor, &mut entry).is_none(), "cut to {length}");
        }
    }
}
