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

/// Returns true if the eight bytes contain two zeros in sequence, as in a null move `0000` or castling `00`, or move
/// number 1 after a blank or line feed. These are not numbers to skip.
#[inline(always)]
pub(super) fn has_special_number(bytes: &[u8; 16]) -> bool {
    let Some(block) = bytes.first_chunk().map(|block| u64::from_le_bytes(*block)) else { return false };
    let zeros = equal(block, b'0');
    let two_zeros = zeros & zeros >> 8;
    let blanks = equal(block, b'\n') | equal(block, b' ');
    let first = blanks & equal(block, b'1') >> 8 & equal(block, b'.') >> 16;
    two_zeros | first != 0
}

/// Sets the top bit of each of eight bytes that is equal to `byte`.
#[inline(always)]
fn equal(bytes: u64, byte: u8) -> u64 {
    const LOW_7_BITS: u64 = LOW_BITS * 0x7F;
    let difference = bytes ^ (LOW_BITS * u64::from(byte));
    !(((difference & LOW_7_BITS) + LOW_7_BITS) | difference | LOW_7_BITS)
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

/// 1 for each byte that ends a token. The last four begin typographic characters, or are a no-break space in
/// Latin-1; of the moves only those with figurines or dashes contain one of them, 0xE2.
static DELIMITERS: [u8; 256] =
    mark([0; 256], b" \n\r\t\x0B\x0C\x00\x1A(){}[];!?$*<>\"%,:\xA0\xC2\xE2\xE3", 1);

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
    fn special_numbers_are_found() {
        let check = |text: &[u8; 16], expected| assert_eq!(has_special_number(text), expected, "{text:?}");
        check(b" 12. Nf3 Nf6 13.", false);
        check(b"\n12. Nf3 Nf6 13.", false);
        check(b"\n11. Nf3 Nf6 13.", false);
        check(b"1. 0000 Nf3 Nf6 ", true);
        check(b"1.  0000 Nf3 Nf6", true);
        check(b"1. 000 Nf3 Nf6 2", true);
        check(b" 10. 0 Nf3 Nf6 2", false);
        check(b"\n1. e4 e5 2. Nf3", true);
        check(b" \n\n 1. e4 e5 2. ", true);
        check(b" 11. Nf3 Nf6 12.", false);
        check(b"  \r\n\n1.e4 e5 2. ", true);
    }

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
