//! Byte classes and fast byte search.

/// Returns true for LF and CR.
#[inline(always)]
pub(super) fn is_line_break(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Returns true for white space and the padding bytes of old files.
#[inline(always)]
pub(super) fn is_space(byte: u8) -> bool {
    // One comparison and one shift, because this runs for every byte between tokens.
    const SPACES: u32 = 1 | 1 << b'\t' | 1 << b'\n' | 1 << 0x0B | 1 << 0x0C | 1 << b'\r' | 1 << 0x1A;
    byte == b' ' || byte < b' ' && SPACES >> byte & 1 != 0
}

/// Returns true for white space within a line.
pub(super) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

#[inline(always)]
pub(super) fn is_delimiter(byte: u8) -> bool {
    DELIMITERS[byte as usize] != 0
}

/// Index of the first delimiter, or 8. Branch-free, because the length of a move is unpredictable.
#[inline(always)]
pub(super) fn first_delimiter(bytes: &[u8; 8]) -> usize {
    first_match(bytes, &DELIMITERS)
}

/// Index, at most 8, of the first byte that does not belong to a move number or to the blanks around it.
#[inline(always)]
pub(super) fn end_of_number(bytes: &[u8; 16]) -> usize {
    bytes.first_chunk().map_or(0, |bytes| first_match(bytes, &NOT_IN_NUMBERS))
}

/// Returns true if two bytes can begin a strict SAN move.
#[inline(always)]
pub(super) fn begins_move(first: u8, second: u8) -> bool {
    MOVE_BEGINS[first as usize] & MOVE_GOES_ON[second as usize] != 0
}

#[inline(always)]
fn first_match(bytes: &[u8; 8], table: &[u8; 256]) -> usize {
    let mut found = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        found |= u32::from(table[byte as usize]) << index;
    }
    (found | 1 << 8).trailing_zeros() as usize
}

/// 1 for each byte that ends a token.
static DELIMITERS: [u8; 256] = mark([0; 256], b" \n\r\t\x0B\x0C\x00\x1A(){}[];!?$*<>\"%,:", 1);

/// 0 for digits, dots, blanks and line feeds.
static NOT_IN_NUMBERS: [u8; 256] = mark([1; 256], b"0123456789. \n", 0);

/// 1 for piece letters, files and castling.
static MOVE_BEGINS: [u8; 256] = mark([0; 256], b"NBRQKOabcdefgh", 1);
/// 1 for bytes that may follow.
static MOVE_GOES_ON: [u8; 256] = mark([0; 256], b"abcdefgh12345678x-", 1);

const fn mark(mut table: [u8; 256], mut bytes: &[u8], value: u8) -> [u8; 256] {
    while let [byte, rest @ ..] = bytes {
        table[*byte as usize] = value;
        bytes = rest;
    }
    table
}

/// Index of the first byte that is one of `wanted` or below a space. Scans eight bytes at a time (SWAR).
#[inline(always)]
pub(super) fn find_or_control<const N: usize>(wanted: [u8; N], text: &[u8]) -> Option<usize> {
    let (blocks, rest) = text.as_chunks::<8>();
    for (number, block) in blocks.iter().enumerate() {
        let block = u64::from_le_bytes(*block);
        // The lowest set bit belongs to the first match; higher bits may be wrong because of a borrow.
        let mut found = below(block, b' ');
        for byte in wanted {
            found |= below(block ^ (LOW_BITS * u64::from(byte)), 1);
        }
        if found != 0 {
            return Some(8 * number + found.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|byte| *byte < b' ' || wanted.contains(byte))?;
    Some(text.len() - rest.len() + at)
}

/// Sets the top bit of each of eight bytes that is below `limit`, which is at most 128.
#[inline(always)]
fn below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(LOW_BITS * u64::from(limit)) & !bytes & (LOW_BITS * 0x80)
}

/// 1 in each byte.
const LOW_BITS: u64 = u64::MAX / 0xFF;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_or_control_finds_the_first_match() {
        for length in 0..30 {
            let mut text: Vec<u8> = (0..length).map(|i| [0xFF, b' ', b'~', b'{', 0x80][i % 5]).collect();
            assert_eq!(find_or_control([b'}', b'"'], &text), None);
            for at in (0..length).rev() {
                text[at] = [b'}', b'\n', b'"', 0, 0x1F][at % 5];
                assert_eq!(find_or_control([b'}', b'"'], &text), Some(at));
            }
        }
    }
}
